// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.Iterator;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.fluss.utils.TemporaryClassLoaderContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One opened plugin. Thread-safe. */
public class PluginLoader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PluginLoader.class);

  private final String pluginId;
  private final URLClassLoader classLoader;

  /** Finds services of a plugin through its class loader, which it closes. */
  public PluginLoader(String pluginId, URLClassLoader classLoader) {
    this.pluginId = pluginId;
    this.classLoader = classLoader;
  }

  /**
   * Opens a plugin.
   *
   * @param parentClassLoader where the SPI comes from
   * @param alwaysParentFirstPatterns prefixes of names that come from it first
   */
  public static PluginLoader create(
      PluginDescriptor descriptor,
      ClassLoader parentClassLoader,
      String[] alwaysParentFirstPatterns) {
    return new PluginLoader(
        descriptor.getPluginId(),
        createPluginClassLoader(descriptor, parentClassLoader, alwaysParentFirstPatterns));
  }

  /** The class loader of a plugin; see {@link #create}. */
  public static URLClassLoader createPluginClassLoader(
      PluginDescriptor descriptor,
      ClassLoader parentClassLoader,
      String[] alwaysParentFirstPatterns) {
    String[] patterns =
        Stream.of(alwaysParentFirstPatterns, descriptor.getLoaderExcludePatterns())
            .flatMap(Stream::of)
            .toArray(String[]::new);
    return new PluginClassLoader(
        descriptor.getPluginId(), descriptor.getPluginResourceURLs(), parentClassLoader, patterns);
  }

  /** The implementations of {@code service} in this plugin, made while the iterator advances. */
  public <P> Iterator<P> load(Class<P> service) {
    try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(classLoader)) {
      return new InPlugin<>(classLoader, ServiceLoader.load(service, classLoader).iterator());
    }
  }

  /**
   * Lets the plugin release what it holds, ends the threads it left, and closes the jars; classes
   * not loaded yet are gone.
   */
  @Override
  public void close() {
    Iterator<PluginExit> exits = load(PluginExit.class);
    while (exits.hasNext()) {
      leave(exits.next());
    }
    new PluginLeftovers(classLoader).clear();
    try {
      classLoader.close();
    } catch (IOException e) {
      LOG.warn("Could not close the jars of plugin {}.", pluginId, e);
    }
  }

  private void leave(PluginExit exit) {
    try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(classLoader)) {
      exit.leave();
    } catch (Exception e) {
      LOG.warn("Plugin {} could not release everything it holds.", pluginId, e);
    }
  }

  private static final class InPlugin<P> implements Iterator<P> {
    private final ClassLoader classLoader;
    private final Iterator<P> services;

    private InPlugin(ClassLoader classLoader, Iterator<P> services) {
      this.classLoader = classLoader;
      this.services = services;
    }

    @Override
    public boolean hasNext() {
      try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(classLoader)) {
        return services.hasNext();
      }
    }

    @Override
    public P next() {
      try (TemporaryClassLoaderContext ignored = TemporaryClassLoaderContext.of(classLoader)) {
        return services.next();
      }
    }
  }
}

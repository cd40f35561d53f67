// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Loads a plugin apart from everything else: classes come from the JDK, else from the plugin's own
 * jars. Only names with one of the given prefixes come from the parent first (our SPI, logging),
 * and of those under {@code org.apache.fluss.} the plugin keeps what its jars implement, even if
 * the parent has an old copy of the plugin lying on its flat class path. Thread-safe.
 */
final class PluginClassLoader extends URLClassLoader {
  private static final String OWN_PREFIX = "org/apache/fluss/";

  static {
    ClassLoader.registerAsParallelCapable();
  }

  private final ClassLoader owner;
  private final String[] parentFirst;
  private final String spiLocation;

  /**
   * @param owner loads what comes from the parent; never null
   * @param parentFirst prefixes of class names (with dots) and of resource names
   */
  PluginClassLoader(String pluginId, URL[] jars, ClassLoader owner, String[] parentFirst) {
    super("plugin-" + pluginId, jars, ClassLoader.getPlatformClassLoader());
    this.owner = owner;
    this.parentFirst = parentFirst.clone();
    CodeSource source = Plugin.class.getProtectionDomain().getCodeSource();
    this.spiLocation = source == null ? null : source.getLocation().toString();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      if (isParentFirst(name) && !isOwn(name.replace('.', '/') + ".class")) {
        try {
          return owner.loadClass(name);
        } catch (ClassNotFoundException e) {
          return super.loadClass(name, resolve); // the plugin brings it
        }
      }
      return super.loadClass(name, resolve);
    }
  }

  @Override
  public URL getResource(String path) {
    URL parents = isParentFirstResource(path) && !isOwn(path) ? owner.getResource(path) : null;
    return parents == null ? super.getResource(path) : parents;
  }

  @Override
  public Enumeration<URL> getResources(String path) throws IOException {
    if (!isParentFirstResource(path) || isOwn(path)) {
      return super.getResources(path);
    }
    List<URL> all = new ArrayList<>(Collections.list(owner.getResources(path)));
    all.addAll(Collections.list(super.getResources(path)));
    return Collections.enumeration(all);
  }

  private boolean isParentFirstResource(String path) {
    return isParentFirst(path) || isParentFirst(path.replace('/', '.'));
  }

  private boolean isParentFirst(String name) {
    return Arrays.stream(parentFirst).anyMatch(name::startsWith);
  }

  /** Whether the plugin brings this class or resource of ours, and the SPI does not. */
  private boolean isOwn(String path) {
    if (!path.startsWith(OWN_PREFIX) || findResource(path) == null) {
      return false;
    }
    URL parents = owner.getResource(path);
    return parents == null || spiLocation == null || !parents.toString().contains(spiLocation);
  }
}

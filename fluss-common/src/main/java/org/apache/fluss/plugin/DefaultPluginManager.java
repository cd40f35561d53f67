// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.fluss.annotation.Internal;

/** Opens each plugin on first use, once, and keeps it open while the process lives. */
@Internal
public class DefaultPluginManager implements PluginManager {
  private final List<PluginDescriptor> descriptors;
  private final ClassLoader parentClassLoader;
  private final String[] alwaysParentFirstPatterns;
  private final Map<String, PluginLoader> loaders = new ConcurrentHashMap<>();

  /** Plugins whose parent is the class loader of this class. */
  public DefaultPluginManager(
      Collection<PluginDescriptor> descriptors, String[] alwaysParentFirstPatterns) {
    this(descriptors, DefaultPluginManager.class.getClassLoader(), alwaysParentFirstPatterns);
  }

  /** Plugins with a given parent. */
  public DefaultPluginManager(
      Collection<PluginDescriptor> descriptors,
      ClassLoader parentClassLoader,
      String[] alwaysParentFirstPatterns) {
    this.descriptors = new ArrayList<>(descriptors);
    this.parentClassLoader = parentClassLoader;
    this.alwaysParentFirstPatterns = alwaysParentFirstPatterns.clone();
  }

  @Override
  public <P> Iterator<P> load(Class<P> service) {
    Iterator<PluginDescriptor> plugins = descriptors.iterator();
    return new Iterator<P>() {
      private Iterator<P> current;

      @Override
      public boolean hasNext() {
        while ((current == null || !current.hasNext()) && plugins.hasNext()) {
          current = open(plugins.next()).load(service);
        }
        return current != null && current.hasNext();
      }

      @Override
      public P next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return current.next();
      }
    };
  }

  private PluginLoader open(PluginDescriptor descriptor) {
    return loaders.computeIfAbsent(
        descriptor.getPluginId(),
        id -> PluginLoader.create(descriptor, parentClassLoader, alwaysParentFirstPatterns));
  }

  @Override
  public String toString() {
    return "Plugins" + descriptors;
  }
}

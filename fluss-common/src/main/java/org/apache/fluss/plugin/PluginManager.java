// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.util.Iterator;

/** The plugins of a process. Thread-safe. */
public interface PluginManager {

  /**
   * The implementations of {@code service} in all plugins. They are made while the iterator
   * advances, which throws {@link java.util.ServiceConfigurationError} for one that cannot be made.
   */
  <P> Iterator<P> load(Class<P> service);
}

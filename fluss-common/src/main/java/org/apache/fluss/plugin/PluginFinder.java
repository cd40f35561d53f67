// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.io.IOException;
import java.util.Collection;

/** Where plugins come from. */
public interface PluginFinder {

  /** All plugins, sorted by id; {@link IOException} if one of them is not usable. */
  Collection<PluginDescriptor> findPlugins() throws IOException;
}

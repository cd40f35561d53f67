// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import org.apache.fluss.config.Configuration;

/** Opens the plugins of a server. */
public final class PluginUtils {
  private PluginUtils() {}

  /**
   * The plugins below the directory of plugins, none if it does not exist; {@link
   * UncheckedIOException} if one of them is not usable.
   */
  public static PluginManager createPluginManagerFromRootFolder(Configuration configuration) {
    PluginConfig config = PluginConfig.fromConfiguration(configuration);
    Optional<Path> root = config.getPluginsPath();
    try {
      Collection<PluginDescriptor> plugins =
          root.isPresent()
              ? new DirectoryBasedPluginFinder(root.get()).findPlugins()
              : Collections.emptyList();
      return new DefaultPluginManager(plugins, config.getAlwaysParentFirstPatterns());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open the plugins: " + e.getMessage(), e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where plugins lie and what they take from their parent first. Immutable. */
public class PluginConfig {
  private static final Logger LOG = LoggerFactory.getLogger(PluginConfig.class);

  /** Environment variable naming the directory of plugins. */
  static final String PLUGINS_DIR_VARIABLE = "FLUSS_PLUGINS_DIR";

  private static final String DEFAULT_PLUGINS_DIR = "plugins";

  private final Path pluginsPath;
  private final String[] alwaysParentFirstPatterns;

  private PluginConfig(Path pluginsPath, String[] alwaysParentFirstPatterns) {
    this.pluginsPath = pluginsPath;
    this.alwaysParentFirstPatterns = alwaysParentFirstPatterns;
  }

  /** The plugin settings of a process. */
  public static PluginConfig fromConfiguration(Configuration configuration) {
    return new PluginConfig(
        getPluginsDir().map(File::toPath).orElse(null),
        parentFirstPatterns(configuration).toArray(new String[0]));
  }

  /**
   * Hadoop is in the default of the option, but plugins carry the Hadoop they need: it counts only
   * where somebody wrote it down. See {@link DirectoryBasedPluginFinder} for the one exception.
   */
  static List<String> parentFirstPatterns(Configuration configuration) {
    List<String> patterns =
        new ArrayList<>(
            configuration.get(ConfigOptions.PLUGIN_ALWAYS_PARENT_FIRST_LOADER_PATTERNS));
    if (!configuration.contains(ConfigOptions.PLUGIN_ALWAYS_PARENT_FIRST_LOADER_PATTERNS)) {
      patterns.removeAll(DirectoryBasedPluginFinder.HADOOP_PATTERNS);
    }
    patterns.addAll(
        configuration.get(ConfigOptions.PLUGIN_ALWAYS_PARENT_FIRST_LOADER_PATTERNS_ADDITIONAL));
    return patterns;
  }

  /** The directory of plugins, if it exists; a missing one is logged. */
  public static Optional<File> getPluginsDir() {
    String name = System.getenv().getOrDefault(PLUGINS_DIR_VARIABLE, DEFAULT_PLUGINS_DIR);
    File directory = new File(name);
    if (!directory.isDirectory()) {
      LOG.warn(
          "No plugins: {} is no directory. Set {} to the directory of plugins.",
          directory.getAbsolutePath(),
          PLUGINS_DIR_VARIABLE);
      return Optional.empty();
    }
    return Optional.of(directory);
  }

  /** The directory of plugins, if there is one. */
  public Optional<Path> getPluginsPath() {
    return Optional.ofNullable(pluginsPath);
  }

  /** Prefixes of class and resource names that every plugin takes from its parent first. */
  public String[] getAlwaysParentFirstPatterns() {
    return alwaysParentFirstPatterns.clone();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.lakestorage;

import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.fluss.plugin.NestedPlugins;
import org.apache.fluss.plugin.PluginManager;

/** Finds the plugin of a lake format. */
public class LakeStoragePluginSetUp {

  /** Holds no state. */
  public LakeStoragePluginSetUp() {}

  /**
   * The plugin of a format: from the directory of plugins, else nested in our own jar, else the
   * class path. What it opens is called with its own context class loader.
   *
   * @param pluginManager the directory of plugins; null if there is none
   * @throws UnsupportedOperationException if there is no such plugin
   */
  public static LakeStoragePlugin fromDataLakeFormat(
      String dataLakeFormat, PluginManager pluginManager) {
    Optional<LakeStoragePlugin> plugin =
        pluginManager == null
            ? Optional.empty()
            : find(dataLakeFormat, pluginManager.load(LakeStoragePlugin.class));
    if (!plugin.isPresent()) {
      plugin = find(dataLakeFormat, NestedPlugins.load(dataLakeFormat, LakeStoragePlugin.class));
    }
    if (!plugin.isPresent()) {
      ClassLoader classPath = LakeStoragePlugin.class.getClassLoader();
      plugin =
          find(dataLakeFormat, ServiceLoader.load(LakeStoragePlugin.class, classPath).iterator());
    }
    return plugin.orElseThrow(
        () ->
            new UnsupportedOperationException(
                "No plugin for lake format '"
                    + dataLakeFormat
                    + "'. Put fluss-lake-"
                    + dataLakeFormat
                    + " into its own directory below the directory of plugins."));
  }

  private static Optional<LakeStoragePlugin> find(
      String dataLakeFormat, Iterator<LakeStoragePlugin> plugins) {
    while (plugins.hasNext()) {
      LakeStoragePlugin plugin = plugins.next();
      if (plugin.identifier().equals(dataLakeFormat)) {
        return Optional.of(new PluginLakeStoragePlugin(plugin));
      }
    }
    return Optional.empty();
  }
}

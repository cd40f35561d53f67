// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.net.URL;
import java.util.Arrays;
import java.util.Objects;

/** A plugin: an id, its jars, and the name prefixes it wants from its parent first. Immutable. */
public class PluginDescriptor {
  private final String pluginId;
  private final URL[] pluginResourceUrls;
  private final String[] loaderExcludePatterns;

  /** A plugin. {@code loaderExcludePatterns} come on top of those of every plugin. */
  public PluginDescriptor(
      String pluginId, URL[] pluginResourceUrls, String[] loaderExcludePatterns) {
    this.pluginId = Objects.requireNonNull(pluginId);
    this.pluginResourceUrls = pluginResourceUrls.clone();
    this.loaderExcludePatterns = loaderExcludePatterns.clone();
  }

  /** The id, unique in a process. */
  public String getPluginId() {
    return pluginId;
  }

  /** The class path of the plugin. */
  public URL[] getPluginResourceURLs() {
    return pluginResourceUrls.clone();
  }

  /** Prefixes of class and resource names taken from the parent first. */
  public String[] getLoaderExcludePatterns() {
    return loaderExcludePatterns.clone();
  }

  @Override
  public String toString() {
    return pluginId + Arrays.toString(pluginResourceUrls);
  }
}

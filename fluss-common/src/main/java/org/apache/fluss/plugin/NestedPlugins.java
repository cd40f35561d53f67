// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.config.Configuration;

/**
 * The plugins nested in the jar that holds this class, for processes without a directory of plugins
 * such as Flink. Each is opened on first use, once, and stays open until {@link #close}.
 * Thread-safe.
 */
@Internal
public final class NestedPlugins {
  /** Plugins may implement interfaces of Flink, where we run inside it. */
  private static final String FLINK_PREFIX = "org.apache.flink.";

  private static final ConcurrentMap<String, Optional<PluginLoader>> OPENED =
      new ConcurrentHashMap<>();

  private NestedPlugins() {}

  /**
   * The implementations of {@code service} in plugin {@code pluginId}, none if it is not nested
   * here; {@link UncheckedIOException} if it cannot be unpacked.
   */
  public static <P> Iterator<P> load(String pluginId, Class<P> service) {
    return OPENED
        .computeIfAbsent(pluginId, NestedPlugins::open)
        .map(loader -> loader.load(service))
        .orElseGet(Collections::emptyIterator);
  }

  /**
   * Closes them all, with the threads they started. Without this call the classes of a Flink job
   * stay loaded after its end: pass it to {@code registerUserCodeClassLoaderReleaseHookIfAbsent}.
   */
  public static void close() {
    for (String pluginId : OPENED.keySet()) {
      Optional<PluginLoader> opened = OPENED.remove(pluginId);
      if (opened != null) {
        opened.ifPresent(PluginLoader::close);
      }
    }
  }

  private static Optional<PluginLoader> open(String pluginId) {
    Optional<NestedPluginJars> jars = NestedPluginJars.in(NestedPlugins.class);
    if (!jars.isPresent()) {
      return Optional.empty();
    }
    List<String> parentFirst = PluginConfig.parentFirstPatterns(new Configuration());
    parentFirst.add(FLINK_PREFIX);
    try {
      return jars.get()
          .find(pluginId)
          .map(
              descriptor ->
                  PluginLoader.create(
                      descriptor,
                      NestedPlugins.class.getClassLoader(),
                      parentFirst.toArray(new String[0])));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot unpack nested plugin " + pluginId, e);
    }
  }
}

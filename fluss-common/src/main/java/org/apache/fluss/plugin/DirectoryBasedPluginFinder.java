// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every directory below a root is a plugin: its name the id, the jars directly in it the class
 * path.
 */
public class DirectoryBasedPluginFinder implements PluginFinder {

  /**
   * What plugin {@value #HADOOP_PLUGIN} takes from the server, so that the Hadoop installed wins.
   */
  static final List<String> HADOOP_PATTERNS = Arrays.asList("org.apache.hadoop.", "core-site");

  private static final String HADOOP_PLUGIN = "hdfs";

  private final Path root;

  /** Looks below {@code root}, an existing directory. */
  public DirectoryBasedPluginFinder(Path root) {
    this.root = root;
  }

  @Override
  public Collection<PluginDescriptor> findPlugins() throws IOException {
    List<PluginDescriptor> plugins = new ArrayList<>();
    for (Path directory : list(root)) {
      if (Files.isDirectory(directory)) {
        plugins.add(describe(directory));
      }
    }
    return plugins;
  }

  private static PluginDescriptor describe(Path directory) throws IOException {
    List<URL> jars = new ArrayList<>();
    for (Path file : list(directory)) {
      if (file.getFileName().toString().endsWith(".jar") && Files.isRegularFile(file)) {
        jars.add(file.toUri().toURL());
      }
    }
    if (jars.isEmpty()) {
      throw new IOException(
          "Plugin directory "
              + directory
              + " holds no jar. Put the jars of the plugin directly into it, or remove it.");
    }
    jars.sort(Comparator.comparing(URL::toString));
    String id = directory.getFileName().toString();
    return descriptor(id, jars);
  }

  static PluginDescriptor descriptor(String id, Collection<URL> jars) {
    String[] parentFirst =
        id.equals(HADOOP_PLUGIN) ? HADOOP_PATTERNS.toArray(new String[0]) : new String[0];
    return new PluginDescriptor(id, jars.toArray(new URL[0]), parentFirst);
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().collect(Collectors.toList());
    }
  }
}

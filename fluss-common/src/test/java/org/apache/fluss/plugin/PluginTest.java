// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.config.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginTest {
  private static final String[] PARENT_FIRST = {"java.", "org.apache.fluss.", "org.slf4j"};

  @TempDir Path directory;
  private PluginJars jars;

  @BeforeEach
  void setUp() {
    jars = new PluginJars(directory.resolve("work"));
  }

  @Test
  void aPluginUsesItsOwnLibraryAndItsOwnImplementation() throws Exception {
    Path old = PluginJars.jar(directory.resolve("lib/old.jar"), jars.plugin("old"));
    Path root = directory.resolve("plugins");
    PluginJars.jar(root.resolve("p/p.jar"), jars.plugin("new"));
    try (URLClassLoader parent = new URLClassLoader(new URL[] {old.toUri().toURL()})) {
      PluginManager plugins =
          new DefaultPluginManager(
              new DirectoryBasedPluginFinder(root).findPlugins(), parent, PARENT_FIRST);
      assertThat(supplied(plugins)).containsExactly("new built as new");
      Supplier<?> first = plugins.load(Supplier.class).next();
      Supplier<?> second = plugins.load(Supplier.class).next();
      assertThat(first.getClass()).isSameAs(second.getClass());
      assertThat(first).isInstanceOf(Plugin.class);
      ClassLoader loader = ((Plugin) first).getClassLoader();
      assertThat(loader.getResources("lib/Version.class").asIterator()).toIterable().hasSize(1);
      assertThat(loader.loadClass("org.slf4j.Logger")).isSameAs(org.slf4j.Logger.class);
      assertThat(loader.loadClass("java.sql.Connection")).isSameAs(java.sql.Connection.class);
      assertThatThrownBy(() -> loader.loadClass("org.assertj.core.api.Assertions"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThat(loader.getResource("org/assertj/core/api/Assertions.class")).isNull();
    }
  }

  @Test
  void namesFromTheParentFirst() throws Exception {
    Map<String, byte[]> version = Map.of("lib/Version.class", jars.version("old"));
    Path old = PluginJars.jar(directory.resolve("lib/old.jar"), version);
    Path root = directory.resolve("plugins");
    PluginJars.jar(root.resolve("p/p.jar"), jars.plugin("new"));
    try (URLClassLoader parent = new URLClassLoader(new URL[] {old.toUri().toURL()})) {
      PluginManager plugins =
          new DefaultPluginManager(
              new DirectoryBasedPluginFinder(root).findPlugins(),
              parent,
              new String[] {"java.", "org.apache.fluss.", "org.slf4j", "lib."});
      assertThat(supplied(plugins)).containsExactly("old built as new");
    }
  }

  @Test
  void directories() throws Exception {
    Path root = Files.createDirectories(directory.resolve("plugins"));
    Files.write(root.resolve("ignored.txt"), new byte[0]);
    PluginJars.jar(root.resolve("b/2.jar"), Map.of("x", new byte[0]));
    PluginJars.jar(root.resolve("b/1.jar"), Map.of("x", new byte[0]));
    PluginJars.jar(root.resolve("hdfs/h.jar"), Map.of("x", new byte[0]));
    List<PluginDescriptor> found =
        new ArrayList<>(new DirectoryBasedPluginFinder(root).findPlugins());
    assertThat(found).extracting(PluginDescriptor::getPluginId).containsExactly("b", "hdfs");
    assertThat(
            Stream.of(found.get(0).getPluginResourceURLs())
                .map(u -> u.toString().replaceAll(".*/", "")))
        .containsExactly("1.jar", "2.jar");
    assertThat(found.get(0).getLoaderExcludePatterns()).isEmpty();
    assertThat(found.get(1).getLoaderExcludePatterns()).contains("org.apache.hadoop.");

    Files.createDirectories(root.resolve("empty"));
    assertThatThrownBy(() -> new DirectoryBasedPluginFinder(root).findPlugins())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("empty");
  }

  @Test
  void hadoopIsTheServersOnlyIfSomebodyAsksForIt() {
    assertThat(PluginConfig.parentFirstPatterns(new Configuration()))
        .contains("org.apache.fluss.", "org.slf4j")
        .doesNotContain("org.apache.hadoop.");
    Configuration configuration = new Configuration();
    configuration.setString(
        "plugin.classloader.parent-first-patterns.default", "java.,org.apache.hadoop.");
    configuration.setString("plugin.classloader.parent-first-patterns.additional", "com.x.");
    assertThat(PluginConfig.parentFirstPatterns(configuration))
        .containsExactly("java.", "org.apache.hadoop.", "com.x.");
  }

  @Test
  void nestedJarsAreUnpackedOnce() throws Exception {
    Path outer = outer("one");
    Path unpacked = directory.resolve("unpacked");
    NestedPluginJars nested = new NestedPluginJars(outer, unpacked);
    assertThat(nested.find("missing")).isEmpty();
    assertThat(nested.find("p").get().getPluginId()).isEqualTo("p");
    assertThat(Files.list(unpacked)).hasSize(1);

    List<Path> files = files(unpacked);
    assertThat(files).hasSize(2);
    FileTime before = FileTime.fromMillis(1_000_000L);
    Files.setLastModifiedTime(files.get(0), before);
    Files.delete(files.get(1));
    Collection<PluginDescriptor> all = nested.findPlugins();
    assertThat(all).extracting(PluginDescriptor::getPluginId).containsExactly("p", "q");
    assertThat(files(unpacked)).hasSize(3).containsAll(files);
    assertThat(Files.getLastModifiedTime(files.get(0))).isEqualTo(before);

    PluginManager plugins =
        new DefaultPluginManager(all, getClass().getClassLoader(), PARENT_FIRST);
    assertThat(supplied(plugins)).containsExactly("one built as one");

    new NestedPluginJars(outer("two"), unpacked).findPlugins();
    assertThat(files(unpacked)).as("other content, other directory; q is shared").hasSize(5);
  }

  @Test
  void nestedJarsInADirectoryAreUsedInPlace() throws Exception {
    Path folder = directory.resolve("classes").resolve(NestedPluginJars.FOLDER);
    PluginJars.jar(folder.resolve("p/p.jar"), jars.plugin("here"));
    NestedPluginJars nested =
        new NestedPluginJars(directory.resolve("classes"), directory.resolve("unpacked"));
    assertThat(nested.find("p").get().getPluginResourceURLs()[0].toString())
        .contains("classes/META-INF");
    assertThat(directory.resolve("unpacked")).doesNotExist();
    assertThat(NestedPlugins.load("none", Supplier.class).hasNext()).isFalse();
  }

  @Test
  void aDirectoryThatOthersMayWriteIntoIsNotUsed() throws Exception {
    Path unpacked = Files.createDirectories(directory.resolve("unpacked"));
    Files.setPosixFilePermissions(
        unpacked, java.nio.file.attribute.PosixFilePermissions.fromString("rwxrwxrwx"));
    URL jar =
        new NestedPluginJars(outer("one"), unpacked).find("p").get().getPluginResourceURLs()[0];
    assertThat(jar.toString()).doesNotContain(unpacked.toUri().toString());
    assertThat(Files.list(unpacked)).isEmpty();
  }

  private Path outer(String version) throws IOException {
    Path work = directory.resolve("outer-" + version);
    Map<String, byte[]> nested = new LinkedHashMap<>();
    Path plugin = PluginJars.jar(work.resolve("p.jar"), jars.plugin(version));
    Path library = PluginJars.jar(work.resolve("x.jar"), Map.of("x", new byte[] {1}));
    Path other = PluginJars.jar(work.resolve("q.jar"), Map.of("y", new byte[] {2}));
    nested.put(NestedPluginJars.FOLDER + "p/p.jar", Files.readAllBytes(plugin));
    nested.put(NestedPluginJars.FOLDER + "p/x.jar", Files.readAllBytes(library));
    nested.put(NestedPluginJars.FOLDER + "q/q.jar", Files.readAllBytes(other));
    nested.put(NestedPluginJars.FOLDER + "q/sub/deeper.jar", new byte[0]);
    nested.put("META-INF/other/z.jar", new byte[0]);
    return PluginJars.jar(work.resolve("outer.jar"), nested);
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
    }
  }

  private static List<Object> supplied(PluginManager plugins) {
    List<Object> values = new ArrayList<>();
    Iterator<?> found = plugins.load(Supplier.class);
    while (found.hasNext()) {
      values.add(((Supplier<?>) found.next()).get());
    }
    return values;
  }
}

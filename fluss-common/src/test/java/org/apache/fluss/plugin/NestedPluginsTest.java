// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One jar with our classes and a nested plugin serves its scheme; an old jar beside cannot matter.
 */
class NestedPluginsTest {
  private static final String TMPDIR = "java.io.tmpdir";

  @TempDir Path directory;
  private String tmpdir;

  @BeforeEach
  void setUp() {
    tmpdir = System.setProperty(TMPDIR, directory.resolve("tmp").toString());
  }

  @AfterEach
  void tearDown() {
    System.setProperty(TMPDIR, tmpdir);
  }

  @Test
  void ourOwnJarIsEnough() throws Exception {
    Path connector = connector("new");
    Path old = PluginJars.jar(directory.resolve("old.jar"), plugin("old"));
    URL[] flatClassPath = {old.toUri().toURL(), connector.toUri().toURL()};
    for (int process = 0; process < 2; process++) {
      try (URLClassLoader flink = new URLClassLoader(flatClassPath, new WithoutFluss())) {
        Method get = flink.loadClass(FileSystem.class.getName()).getMethod("get", URI.class);
        Object fileSystem = get.invoke(null, URI.create("nested2://here/x"));
        Object uri = get.getReturnType().getMethod("getUri").invoke(fileSystem);
        assertThat(uri).hasToString("new:/");
      }
    }
    assertThat(unpacked()).containsExactly("nested.jar");
  }

  private List<String> unpacked() throws Exception {
    try (Stream<Path> files = Files.walk(directory.resolve("tmp"))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toList());
    }
  }

  private Path connector(String version) throws Exception {
    Path classes =
        Paths.get(Plugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
        entries.put(classes.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    Path nested = PluginJars.jar(directory.resolve("nested.jar"), plugin(version));
    entries.put(NestedPluginJars.FOLDER + "nested/nested.jar", Files.readAllBytes(nested));
    entries.put(NestedPluginJars.FOLDER + "other/other.jar", Files.readAllBytes(nested));
    return PluginJars.jar(directory.resolve("connector.jar"), entries);
  }

  /** A plugin of scheme nested2 whose file systems call themselves by their version. */
  private Map<String, byte[]> plugin(String version) throws Exception {
    PluginJars jars = new PluginJars(directory.resolve("work-" + version));
    String name = "org.apache.fluss.fs.nested.NestedPlugin";
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(
        name.replace('.', '/') + ".class",
        jars.compile(
            name,
            "package org.apache.fluss.fs.nested; import org.apache.fluss.fs.*; import java.net.URI;"
                + "public class NestedPlugin extends FileSystem implements FileSystemPlugin {"
                + " public String getScheme() { return \"nested2\"; }"
                + " public FileSystem create(URI u, org.apache.fluss.config.Configuration c) {"
                + "   return this; }"
                + " public URI getUri() { return URI.create(\""
                + version
                + ":/\"); }"
                + " public org.apache.fluss.fs.token.ObtainedSecurityToken obtainSecurityToken() {"
                + "   return null; }"
                + " public FileStatus getFileStatus(FsPath p) { return null; }"
                + " public FSDataInputStream open(FsPath p) { return null; }"
                + " public FileStatus[] listStatus(FsPath p) { return null; }"
                + " public boolean delete(FsPath p, boolean r) { return false; }"
                + " public boolean mkdirs(FsPath p) { return false; }"
                + " public FSDataOutputStream create(FsPath p, WriteMode m) { return null; }"
                + " public boolean rename(FsPath a, FsPath b) { return false; }"
                + "}"));
    entries.put(
        "META-INF/services/org.apache.fluss.fs.FileSystemPlugin",
        name.getBytes(StandardCharsets.UTF_8));
    return entries;
  }

  /** Everything of this process but our own classes. */
  private static final class WithoutFluss extends ClassLoader {
    private WithoutFluss() {
      super(NestedPluginsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.apache.fluss.") && !name.startsWith("org.apache.fluss.shaded.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }

    @Override
    public URL getResource(String name) {
      return name.startsWith("org/apache/fluss/") ? null : super.getResource(name);
    }
  }
}

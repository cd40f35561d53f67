// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the old guide asked users to add or to mend by hand is in the tarball, or cannot happen. */
class TarballTest {
  private static final int JAVA_11 = 55;

  /**
   * The lake plugin alone, as its class loader sees it: its own jars, and from lib only the SPI.
   */
  private static URLClassLoader lake() {
    List<Path> jars = new ArrayList<>(Assembled.jars("plugins/iceberg"));
    for (Path jar : Assembled.jars("lib")) {
      if (jar.getFileName().toString().matches("(fluss-common|fluss-shaded|slf4j).*")) {
        jars.add(jar);
      }
    }
    return new URLClassLoader(
        jars.stream().map(TarballTest::url).toArray(URL[]::new),
        ClassLoader.getPlatformClassLoader());
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.iceberg.aws.glue.GlueCatalog",
        "org.apache.iceberg.aws.s3.S3FileIO",
        "dev.failsafe.FailsafeException",
        "software.amazon.awssdk.core.exception.SdkException",
        "software.amazon.awssdk.services.glue.GlueClient",
        "org.apache.hadoop.conf.Configuration",
        "org.apache.iceberg.rest.RESTCatalog",
        "org.apache.iceberg.jdbc.JdbcCatalog"
      })
  void theLakePluginBringsAllItNeeds(String name) throws Exception {
    try (URLClassLoader loader = lake()) {
      assertThat(Class.forName(name, true, loader).getClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void theLakePluginHasOneAvroThatKnowsNanoseconds() throws Exception {
    try (URLClassLoader loader = lake()) {
      Class<?> types = Class.forName("org.apache.avro.LogicalTypes", true, loader);
      assertThat(types.getMethod("timestampNanos").invoke(null)).isNotNull();
    }
  }

  @Test
  void noPluginHasALibraryInTwoVersions() {
    for (String folder : List.of("lib", "opt", "plugins/iceberg", "plugins/s3")) {
      List<String> names =
          Assembled.jars(folder).stream()
              .map(jar -> jar.getFileName().toString().replaceFirst("-\\d.*", ""))
              .filter(name -> !name.equals("annotations")) // of two different projects
              .collect(Collectors.toList());
      assertThat(names).as(folder).isNotEmpty().doesNotHaveDuplicates();
    }
  }

  @Test
  void noClassNeedsMoreThanJava11() throws IOException {
    TreeSet<String> newer = new TreeSet<>();
    int classes = 0;
    for (Path jar : Assembled.jars("")) {
      try (JarFile file = new JarFile(jar.toFile())) {
        Enumeration<JarEntry> entries = file.entries();
        while (entries.hasMoreElements()) {
          JarEntry entry = entries.nextElement();
          if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
            classes++;
            try (DataInputStream in = new DataInputStream(file.getInputStream(entry))) {
              in.readInt();
              if ((in.readInt() & 0xffff) > JAVA_11) {
                newer.add(jar.getFileName() + "!" + entry.getName());
              }
            }
          }
        }
      }
    }
    assertThat(newer).isEmpty();
    assertThat(classes).isGreaterThan(10_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "coordinator-server.sh",
        "tablet-server.sh",
        "tiering-service.sh",
        "local-cluster.sh"
      })
  void scriptsRefuseAnOldJavaBeforeItRuns(String script, @TempDir Path folder) throws Exception {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho '    java.specification.version = 1.8' >&2\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash", Assembled.HOME.resolve("bin").resolve(script).toString(), "start")
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.toString());
    builder.environment().put("FLUSS_PID_DIR", folder.toString());
    builder.environment().put("FLUSS_LOG_DIR", folder.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isNotZero();
    assertThat(said).contains("is Java 1.8; Fluss needs 11 or newer");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** Compiles sources into jars for tests. */
final class PluginJars {
  private final Path work;
  private int count;

  PluginJars(Path work) {
    this.work = work;
  }

  /** The class file of a source whose top-level class has this name. */
  byte[] compile(String className, String source) throws IOException {
    Path directory = Files.createDirectories(work.resolve("compile" + count++));
    String simple = className.substring(className.lastIndexOf('.') + 1);
    Path file = directory.resolve(simple + ".java");
    Files.writeString(file, source);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                directory.toString(),
                "-cp",
                Plugin.class.getProtectionDomain().getCodeSource().getLocation().getPath(),
                file.toString());
    assertThat(result).isZero();
    return Files.readAllBytes(directory.resolve(className.replace('.', '/') + ".class"));
  }

  /** A jar of these entries. */
  static Path jar(Path file, Map<String, byte[]> entries) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        JarEntry jarEntry = new JarEntry(entry.getKey());
        jarEntry.setTime(0); // the same content makes the same jar
        jar.putNextEntry(jarEntry);
        jar.write(entry.getValue());
        jar.closeEntry();
      }
    }
    return file;
  }

  /** Entries of a plugin whose service returns what class {@code lib.Version} says. */
  Map<String, byte[]> plugin(String version) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("lib/Version.class", version(version));
    entries.put(
        "org/apache/fluss/plugin/impl/Impl.class",
        compile(
            "org.apache.fluss.plugin.impl.Impl",
            "package org.apache.fluss.plugin.impl;public class Impl implements"
                + " java.util.function.Supplier<String>, org.apache.fluss.plugin.Plugin {  public"
                + " String get() {    try { return (String)"
                + " Class.forName(\"lib.Version\").getField(\"V\").get(null)        + \" built as"
                + " \" + BUILD; }    catch (ReflectiveOperationException e) { throw new"
                + " IllegalStateException(e); }  }  public static final String BUILD = \""
                + version
                + "\";"
                + "}"));
    entries.put(
        "META-INF/services/java.util.function.Supplier",
        "org.apache.fluss.plugin.impl.Impl\n".getBytes(StandardCharsets.UTF_8));
    return entries;
  }

  byte[] version(String version) throws IOException {
    return compile(
        "lib.Version",
        "package lib; public class Version { public static final String V = new String(\""
            + version
            + "\"); }");
  }
}

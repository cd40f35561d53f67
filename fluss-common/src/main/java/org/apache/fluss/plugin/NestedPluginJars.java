// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.fluss.annotation.Internal;

/**
 * Plugins that lie as nested jars inside an outer jar, as in the connector jar: entries {@code
 * META-INF/fluss-plugins/ID/NAME.jar}. They are unpacked once into a directory named after what
 * they hold, which other processes of the same user share; nothing there ever changes. If the outer
 * jar is a directory of classes instead, its jars are used in place. Thread-safe.
 */
@Internal
public final class NestedPluginJars implements PluginFinder {

  /** Where the folders of plugins lie in the outer jar. */
  public static final String FOLDER = "META-INF/fluss-plugins/";

  private static final int MAX_JARS = 4096;

  private final Path outer;
  private final Path unpackRoot;

  /**
   * @param outer a jar or a directory
   * @param unpackRoot parent of the directories the jars are unpacked into; made if missing
   */
  public NestedPluginJars(Path outer, Path unpackRoot) {
    this.outer = outer;
    this.unpackRoot = unpackRoot;
  }

  /**
   * The plugins in the jar that holds {@code anchor}, unpacked below the directory for temporary
   * files; empty if the class was not loaded from a file.
   */
  public static Optional<NestedPluginJars> in(Class<?> anchor) {
    CodeSource source = anchor.getProtectionDomain().getCodeSource();
    if (source == null || !"file".equals(source.getLocation().getProtocol())) {
      return Optional.empty();
    }
    try {
      Path outer = Paths.get(source.getLocation().toURI());
      String name = "fluss-plugins-" + System.getProperty("user.name", "user");
      Path root =
          Paths.get(System.getProperty("java.io.tmpdir"), name.replace(File.separatorChar, '_'));
      return Files.exists(outer)
          ? Optional.of(new NestedPluginJars(outer, root))
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** All plugins; unpacks all of them. */
  @Override
  public Collection<PluginDescriptor> findPlugins() throws IOException {
    if (Files.isDirectory(outer)) {
      Path folder = outer.resolve(FOLDER);
      return Files.isDirectory(folder)
          ? new DirectoryBasedPluginFinder(folder).findPlugins()
          : Collections.emptyList();
    }
    List<PluginDescriptor> plugins = new ArrayList<>();
    try (ZipFile zip = new ZipFile(outer.toFile())) {
      for (Map.Entry<String, List<ZipEntry>> plugin : entriesById(zip).entrySet()) {
        plugins.add(unpack(zip, plugin.getKey(), plugin.getValue()));
      }
    }
    return plugins;
  }

  /** One plugin; unpacks no other. */
  public Optional<PluginDescriptor> find(String pluginId) throws IOException {
    if (Files.isDirectory(outer)) {
      return findPlugins().stream().filter(p -> p.getPluginId().equals(pluginId)).findFirst();
    }
    try (ZipFile zip = new ZipFile(outer.toFile())) {
      List<ZipEntry> entries = entriesById(zip).get(pluginId);
      return entries == null ? Optional.empty() : Optional.of(unpack(zip, pluginId, entries));
    }
  }

  private static Map<String, List<ZipEntry>> entriesById(ZipFile zip) throws IOException {
    Map<String, List<ZipEntry>> plugins = new TreeMap<>();
    int count = 0;
    for (ZipEntry entry : Collections.list(zip.entries())) {
      String[] parts = entry.getName().split("/");
      if (!entry.getName().startsWith(FOLDER)
          || parts.length != 4
          || !parts[3].endsWith(".jar")
          || parts[3].indexOf('\\') >= 0) {
        continue;
      }
      if (++count > MAX_JARS) {
        throw new IOException(zip.getName() + " nests more than " + MAX_JARS + " plugin jars.");
      }
      plugins.computeIfAbsent(parts[2], id -> new ArrayList<>()).add(entry);
    }
    return plugins;
  }

  private PluginDescriptor unpack(ZipFile zip, String id, List<ZipEntry> entries)
      throws IOException {
    entries.sort(Comparator.comparing(ZipEntry::getName));
    Path directory = ownDirectory(unpackRoot).resolve(id + "-" + contentHash(entries));
    Files.createDirectories(directory);
    List<URL> jars = new ArrayList<>();
    for (ZipEntry entry : entries) {
      String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
      Path jar = directory.resolve(name);
      if (!Files.isRegularFile(jar) || Files.size(jar) != entry.getSize()) {
        extract(zip, entry, jar);
      }
      jars.add(jar.toUri().toURL());
    }
    return DirectoryBasedPluginFinder.descriptor(id, jars);
  }

  /** Classes are loaded from there, so nobody else may be able to write into it. */
  private static Path ownDirectory(Path root) throws IOException {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(root.toAbsolutePath().getParent());
      try {
        if (posix) {
          Files.createDirectory(
              root,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
          Files.createDirectory(root);
        }
      } catch (FileAlreadyExistsException e) {
        // another process was faster; checked below
      }
    }
    Path probe = Files.createTempFile("fluss", null);
    try {
      boolean safe =
          Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)
              && Files.getOwner(root).equals(Files.getOwner(probe))
              && (!posix
                  || PosixFilePermissions.toString(Files.getPosixFilePermissions(root))
                      .matches(".{4}-.{2}-."));
      return safe ? root : Files.createTempDirectory("fluss-plugins");
    } finally {
      Files.delete(probe);
    }
  }

  private static String contentHash(List<ZipEntry> entries) throws IOException {
    StringBuilder content = new StringBuilder();
    for (ZipEntry entry : entries) {
      if (entry.getSize() < 0 || entry.getCrc() < 0) {
        throw new IOException("Nested jar " + entry.getName() + " has no size or checksum.");
      }
      content.append(entry.getName()).append(' ').append(entry.getSize());
      content.append(' ').append(entry.getCrc()).append('\n');
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(content.toString().getBytes(StandardCharsets.UTF_8));
      return String.format("%016x", ByteBuffer.wrap(hash).getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }

  /** Whole or not at all: a process that is killed, or another one beside, leaves no half jar. */
  private static void extract(ZipFile zip, ZipEntry entry, Path target) throws IOException {
    Path part = Files.createTempFile(target.getParent(), ".part", null);
    try {
      try (InputStream raw = zip.getInputStream(entry);
          CheckedInputStream in = new CheckedInputStream(raw, new CRC32())) {
        Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        if (in.getChecksum().getValue() != entry.getCrc()) {
          throw new IOException(
              "Nested jar " + entry.getName() + " of " + zip.getName() + " is damaged.");
        }
      }
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      try {
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(part);
    }
  }
}

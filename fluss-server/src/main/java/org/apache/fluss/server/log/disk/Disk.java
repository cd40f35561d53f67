// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The disk a server keeps its logs on.
 *
 * <p>What is written survives the death of the process at once, but the death of the machine only
 * after {@link DiskFile#force} (content and length) and {@link #syncDirectory} (names). Safe for
 * many threads; a file has one writer at a time.
 */
public interface Disk {
  /** Suffix of files that are not complete; whoever finds one may delete it. */
  String TMP_SUFFIX = ".tmp";

  /** Opens a file for reading and writing, creating it empty if it is absent. */
  DiskFile open(Path file) throws IOException;

  /** Whether a file or directory of this name is there. */
  boolean exists(Path path);

  /** Whether this name is there and a directory. */
  boolean isDirectory(Path path);

  /**
   * The files and directories in a directory, sorted by name.
   *
   * @throws IOException also if it is not a readable directory
   */
  List<Path> list(Path directory) throws IOException;

  /** Creates a directory with its parents and makes their names durable. */
  void createDirectories(Path directory) throws IOException;

  /**
   * Removes a file or an empty directory. Open handles of a removed file keep working.
   *
   * @return whether it was there
   */
  boolean delete(Path path) throws IOException;

  /** Renames a file, replacing another one in the same step. */
  void move(Path from, Path to) throws IOException;

  /** Makes the names in a directory durable. */
  void syncDirectory(Path directory) throws IOException;

  /** Removes a directory and all below it, or a file; absent is fine. */
  default void deleteRecursively(Path path) throws IOException {
    if (isDirectory(path)) {
      for (Path child : list(path)) {
        deleteRecursively(child);
      }
    }
    delete(path);
  }

  /**
   * Reads a small file whole.
   *
   * @throws IOException also if the file is larger than the limit
   */
  default byte[] read(Path file, int maxBytes) throws IOException {
    try (DiskFile in = open(file)) {
      if (in.size() > maxBytes) {
        throw new IOException(
            file + " has " + in.size() + " bytes; at most " + maxBytes + " are read.");
      }
      ByteBuffer content = ByteBuffer.allocate((int) in.size());
      in.readFully(content, 0);
      return content.array();
    }
  }

  /** Gives a small file a new content that is durable, and never half there, when this returns. */
  default void replace(Path file, byte[] content) throws IOException {
    Path tmp = file.resolveSibling(file.getFileName() + TMP_SUFFIX);
    try (DiskFile out = open(tmp)) {
      out.truncate(0);
      out.write(ByteBuffer.wrap(content), 0);
      out.force();
    }
    move(tmp, file);
    syncDirectory(file.toAbsolutePath().getParent());
  }
}

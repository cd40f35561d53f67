// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.remote;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.fluss.fs.FSDataInputStream;
import org.apache.fluss.fs.FSDataOutputStream;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;

/** Files in remote storage that are read and written whole. Methods block. */
public final class SmallFile {
  private SmallFile() {}

  /**
   * Reads a file that has at most {@code maxBytes}.
   *
   * @throws FileNotFoundException when it is not there
   */
  public static byte[] read(FsPath path, int maxBytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try (FSDataInputStream in = path.getFileSystem().open(path)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        if (out.size() > maxBytes) {
          throw new IOException(path + " has more than " + maxBytes + " bytes.");
        }
      }
    }
    return out.toByteArray();
  }

  /** Writes a file; missing parents are made. */
  public static void write(FsPath path, byte[] content, FileSystem.WriteMode mode)
      throws IOException {
    FileSystem fs = path.getFileSystem();
    fs.mkdirs(path.getParent());
    try (FSDataOutputStream out = fs.create(path, mode)) {
      out.write(content);
    }
  }
}

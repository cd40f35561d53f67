// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second server out of a data directory. The lock ends with the process at the latest. */
final class DirectoryLock implements AutoCloseable {
  private static final String FILE = ".fluss_lock";

  private final FileChannel file;

  private DirectoryLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Takes the lock.
   *
   * @param directory must exist
   * @throws IOException if another server has it
   */
  static DirectoryLock take(Path directory) throws IOException {
    FileChannel file =
        FileChannel.open(
            directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = file.tryLock();
      if (lock != null) {
        return new DirectoryLock(file);
      }
    } catch (OverlappingFileLockException e) {
      // Held by a server in this process; reported below like one in another.
      file.close();
    } catch (IOException e) {
      file.close();
      throw e;
    }
    file.close();
    throw new IOException(
        "Another tablet server uses the data directory "
            + directory
            + "; stop it, or give this one its own 'data.dir'.");
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.nio.file.Path;

/** Opens the stores of a server, which share its memory. Thread-safe. */
public interface KvEngines extends AutoCloseable {
  /**
   * Opens the store in a directory, empty if the directory is absent.
   *
   * @throws org.apache.fluss.exception.KvStorageException if it cannot be opened
   */
  KvEngine open(Path directory);

  /** Frees what the stores share; all of them must be closed. */
  @Override
  void close();
}

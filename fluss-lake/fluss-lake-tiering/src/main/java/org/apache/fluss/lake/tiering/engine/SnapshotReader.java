// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.io.Closeable;
import java.io.IOException;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.utils.CloseableIterator;

/** Reads the rows of a kv snapshot, each key once. Used by one thread. */
public interface SnapshotReader extends Closeable {

  /**
   * The rows that come next, empty if there are none yet; null at the end. A row is valid until the
   * next one is asked for.
   *
   * @throws IOException if they cannot be read, for example because the snapshot is gone
   */
  CloseableIterator<InternalRow> next() throws IOException;

  @Override
  void close() throws IOException;
}

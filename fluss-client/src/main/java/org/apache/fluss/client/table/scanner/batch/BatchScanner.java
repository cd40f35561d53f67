// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.utils.CloseableIterator;

/** Reads a bounded set of rows. Not thread-safe. */
@PublicEvolving
public interface BatchScanner extends Closeable {
  /**
   * The next rows.
   *
   * @param timeout how long to wait for them
   * @return empty if there are none in time, null at the end
   * @throws IOException if reading fails
   */
  CloseableIterator<InternalRow> pollBatch(Duration timeout) throws IOException;

  @Override
  void close() throws IOException;
}

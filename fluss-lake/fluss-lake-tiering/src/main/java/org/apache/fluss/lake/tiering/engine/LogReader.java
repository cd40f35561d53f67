// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.io.Closeable;
import java.util.List;
import org.apache.fluss.record.LogRecordBatch;

/** Reads the log of one bucket from an offset on. Used by one thread. */
public interface LogReader extends Closeable {

  /**
   * The batches that come next, in order; waits until there are any. The first ones may hold rows
   * from before the offset the reader was opened at. They are valid until the next call.
   *
   * @throws org.apache.fluss.exception.FlussRuntimeException if none came for long, or the log does
   *     not hold the offset any more
   */
  List<LogRecordBatch> next();

  @Override
  void close();
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.io.IOException;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.memory.OutputView;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.types.DataType;

/** A record of a body of format COMPACTED; a view of the bytes of its batch. */
@PublicEvolving
public class CompactedLogRecord extends RowLogRecord {
  private CompactedLogRecord(
      MemorySegment segment, int position, long logOffset, long timestamp, BinaryRow row) {
    super(segment, position, logOffset, timestamp, row);
  }

  /**
   * Writes a record.
   *
   * @return bytes written
   */
  public static int writeTo(OutputView outputView, ChangeType changeType, CompactedRow row)
      throws IOException {
    return write(outputView, changeType, row);
  }

  /**
   * A view of the record at a position.
   *
   * @throws org.apache.fluss.exception.CorruptMessageException if it does not fit the memory
   */
  public static CompactedLogRecord readFrom(
      MemorySegment segment, int position, long logOffset, long logTimestamp, DataType[] colTypes) {
    return new CompactedLogRecord(
        segment, position, logOffset, logTimestamp, new CompactedRow(colTypes));
  }

  /** Size in bytes of the record of a row. */
  public static int sizeOf(BinaryRow row) {
    return size(row);
  }
}

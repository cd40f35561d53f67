// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.indexed.IndexedRow;
import org.apache.fluss.types.DataType;

/** One record of a log. */
@PublicEvolving
public interface LogRecord {

  /** Its offset in the log of its bucket. */
  long logOffset();

  /** When the server appended it, in milliseconds since the epoch. */
  long timestamp();

  /** What it did to its table. */
  ChangeType getChangeType();

  /** The row. */
  InternalRow getRow();

  /**
   * A view of the bytes of one row.
   *
   * @param length size of the row in bytes
   * @throws IllegalArgumentException if rows of the log format do not stand alone, as in ARROW
   */
  static InternalRow deserializeInternalRow(
      int length, MemorySegment segment, int position, DataType[] fieldTypes, LogFormat logFormat) {
    BinaryRow row;
    switch (logFormat) {
      case INDEXED:
        row = new IndexedRow(fieldTypes);
        break;
      case COMPACTED:
        row = new CompactedRow(fieldTypes);
        break;
      default:
        throw new IllegalArgumentException("Log format " + logFormat + " has no single rows.");
    }
    row.pointTo(segment, position, length);
    return row;
  }
}

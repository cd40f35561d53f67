// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.batch;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.record.arrow.ArrowColumn;
import org.apache.fluss.record.arrow.ArrowRow;
import org.apache.fluss.row.InternalRow;

/**
 * Appended rows of one log batch as columns, or a range of them. Offsets are consecutive and all
 * rows have one commit time. Immutable; readable by several threads.
 */
@PublicEvolving
public class ArrowRecordBatch implements RecordBatch {
  private final ArrowColumn[] columns;
  private final int firstRow;
  private final int rowCount;
  private final long firstOffset;
  private final long timestamp;

  /** A batch without rows. */
  public ArrowRecordBatch() {
    this(new ArrowColumn[0], 0, 0, 0, 0);
  }

  /**
   * @param columns all columns of the table's rows, not copied
   * @param firstRow the first row of the columns that belongs to this batch
   * @param rowCount how many do
   * @param firstOffset the log offset of that first row
   * @param timestamp commit time, milliseconds since the epoch
   */
  public ArrowRecordBatch(
      ArrowColumn[] columns, int firstRow, int rowCount, long firstOffset, long timestamp) {
    for (ArrowColumn column : columns) {
      Objects.checkFromIndexSize(firstRow, rowCount, column.count());
    }
    this.columns = columns;
    this.firstRow = firstRow;
    this.rowCount = rowCount;
    this.firstOffset = firstOffset;
    this.timestamp = timestamp;
  }

  /** Number of columns. */
  public int columnCount() {
    return columns.length;
  }

  /** A column; this batch's rows are those from {@link #firstRow} on. */
  public ArrowColumn column(int index) {
    return columns[index];
  }

  /** Where in the columns this batch begins. */
  public int firstRow() {
    return firstRow;
  }

  /** Number of rows. */
  public int rowCount() {
    return rowCount;
  }

  /** Log offset of the first row. */
  public long firstOffset() {
    return firstOffset;
  }

  /** Commit time of all rows, milliseconds since the epoch. */
  public long timestamp() {
    return timestamp;
  }

  /** Row {@code index} of this batch, counted from 0. */
  public InternalRow row(int index) {
    return new ArrowRow(columns, firstRow + Objects.checkIndex(index, rowCount));
  }
}

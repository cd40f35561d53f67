// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.batch;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.arrow.ArrowColumn;
import org.apache.fluss.record.arrow.ArrowRow;
import org.apache.fluss.row.InternalRow;

/**
 * Rows of one log batch as columns: a range of them, or some. All have one commit time. Immutable;
 * readable by several threads.
 */
@PublicEvolving
public class ArrowRecordBatch implements RecordBatch {
  private final ArrowColumn[] columns;
  private final int firstRow;
  private final int rowCount;
  private final long firstOffset;
  private final long timestamp;
  // by row of the columns; null if every row was appended
  private final ChangeType[] changeTypes;
  // which rows of the range; null for all
  private final int[] selected;

  /** A batch without rows. */
  public ArrowRecordBatch() {
    this(new ArrowColumn[0], 0, 0, 0, 0, null);
  }

  /**
   * @param columns all columns of the table's rows, not copied
   * @param firstRow the first row of the columns that belongs to this batch
   * @param rowCount how many do
   * @param firstOffset the log offset of that first row
   * @param timestamp commit time, milliseconds since the epoch
   * @param changeTypes what each row of the columns did, not copied; null if all were appended
   */
  public ArrowRecordBatch(
      ArrowColumn[] columns,
      int firstRow,
      int rowCount,
      long firstOffset,
      long timestamp,
      ChangeType[] changeTypes) {
    this(columns, firstRow, rowCount, firstOffset, timestamp, changeTypes, null);
    for (ArrowColumn column : columns) {
      Objects.checkFromIndexSize(firstRow, rowCount, column.count());
    }
  }

  private ArrowRecordBatch(
      ArrowColumn[] columns,
      int firstRow,
      int rowCount,
      long firstOffset,
      long timestamp,
      ChangeType[] changeTypes,
      int[] selected) {
    this.columns = columns;
    this.firstRow = firstRow;
    this.rowCount = rowCount;
    this.firstOffset = firstOffset;
    this.timestamp = timestamp;
    this.changeTypes = changeTypes;
    this.selected = selected;
  }

  /**
   * Some rows of this batch, which must be a range itself.
   *
   * @param rows which, ascending, counted from 0; not copied
   */
  public ArrowRecordBatch select(int[] rows) {
    if (selected != null) {
      throw new IllegalStateException("Rows of this batch were selected already.");
    }
    for (int row : rows) {
      Objects.checkIndex(row, rowCount);
    }
    return new ArrowRecordBatch(
        columns, firstRow, rows.length, firstOffset, timestamp, changeTypes, rows);
  }

  /** Number of columns. */
  public int columnCount() {
    return columns.length;
  }

  /** A column; {@link #rowIndex} tells this batch's rows in it. */
  public ArrowColumn column(int index) {
    return columns[index];
  }

  /** Number of rows. */
  public int rowCount() {
    return rowCount;
  }

  /** Where in the columns row {@code index} of this batch is; not checked. */
  public int rowIndex(int index) {
    return firstRow + (selected == null ? index : selected[index]);
  }

  /** Log offset of row {@code index} of this batch; not checked. */
  public long offset(int index) {
    return firstOffset + (selected == null ? index : selected[index]);
  }

  /** What row {@code index} of this batch did. */
  public ChangeType changeType(int index) {
    return changeTypes == null ? ChangeType.APPEND_ONLY : changeTypes[rowIndex(index)];
  }

  /** Commit time of all rows, milliseconds since the epoch. */
  public long timestamp() {
    return timestamp;
  }

  /** Row {@code index} of this batch, counted from 0. */
  public InternalRow row(int index) {
    return new ArrowRow(columns, rowIndex(Objects.checkIndex(index, rowCount)));
  }
}

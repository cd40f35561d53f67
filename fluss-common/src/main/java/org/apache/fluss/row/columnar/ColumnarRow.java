// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.columnar;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.DataGetters;
import org.apache.fluss.row.IndirectGetters;
import org.apache.fluss.row.InternalRow;

/** A row of a batch of columns, which can be moved from row to row. Not thread safe while it is. */
@PublicEvolving
public class ColumnarRow extends IndirectGetters implements InternalRow {
  private VectorizedColumnBatch batch;
  private int rowId;

  /** A row that is yet to be given a batch. */
  public ColumnarRow() {}

  /** The first row of a batch. */
  public ColumnarRow(VectorizedColumnBatch vectorizedColumnBatch) {
    this(vectorizedColumnBatch, 0);
  }

  /** A row of a batch, by its number from 0. */
  public ColumnarRow(VectorizedColumnBatch vectorizedColumnBatch, int rowId) {
    this.batch = vectorizedColumnBatch;
    this.rowId = rowId;
  }

  /** Moves to the first row of another batch. */
  public void setVectorizedColumnBatch(VectorizedColumnBatch vectorizedColumnBatch) {
    this.batch = vectorizedColumnBatch;
    this.rowId = 0;
  }

  /** Moves to a row of the batch, by its number from 0. */
  public void setRowId(int rowId) {
    this.rowId = rowId;
  }

  @Override
  public int getFieldCount() {
    return batch.getFieldCount();
  }

  @Override
  protected DataGetters source(int pos) {
    return batch.columns[pos];
  }

  @Override
  protected int index(int pos) {
    return rowId;
  }
}

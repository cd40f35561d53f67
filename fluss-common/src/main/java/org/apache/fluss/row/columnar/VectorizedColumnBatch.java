// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.columnar;

/** The columns of a batch of rows, all of the same number of values. */
public class VectorizedColumnBatch {
  /** The columns in the order of the fields. */
  public final ColumnVector[] columns;

  public VectorizedColumnBatch(ColumnVector[] vectors) {
    this.columns = vectors;
  }

  /** Number of columns. */
  public int getFieldCount() {
    return columns.length;
  }
}

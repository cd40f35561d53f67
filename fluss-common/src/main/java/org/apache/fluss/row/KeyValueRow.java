// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

/** A row of a primary-key table together with whether it deletes what has its key. */
public class KeyValueRow {
  private final InternalRow key;
  private final InternalRow row;
  private final boolean isDelete;

  /**
   * @param keyIndexes positions of the key columns in the row
   */
  public KeyValueRow(int[] keyIndexes, InternalRow row, boolean isDelete) {
    this.key = ProjectedRow.from(keyIndexes).replaceRow(row);
    this.row = row;
    this.isDelete = isDelete;
  }

  public boolean isDelete() {
    return isDelete;
  }

  /** The key columns of the row. */
  public InternalRow keyRow() {
    return key;
  }

  /** The whole row. */
  public InternalRow valueRow() {
    return row;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

/**
 * A row of more fields than another row has, the fields behind those being null. The other row can
 * be replaced. Not thread safe while it is.
 */
public class PaddingRow extends IndirectGetters implements InternalRow {
  private final int fieldCount;
  private InternalRow row;

  /**
   * @param targetFieldCount number of fields, at least that of the other row
   */
  public PaddingRow(int targetFieldCount) {
    this.fieldCount = targetFieldCount;
  }

  /** Pads another row and returns this. */
  public PaddingRow replaceRow(InternalRow row) {
    if (row.getFieldCount() > fieldCount) {
      throw new IllegalArgumentException(
          "A row of " + row.getFieldCount() + " fields cannot be padded to " + fieldCount);
    }
    this.row = row;
    return this;
  }

  @Override
  public int getFieldCount() {
    return fieldCount;
  }

  @Override
  public boolean isNullAt(int pos) {
    return pos >= row.getFieldCount() || row.isNullAt(pos);
  }

  @Override
  protected DataGetters source(int pos) {
    return row;
  }

  @Override
  protected int index(int pos) {
    return pos;
  }
}

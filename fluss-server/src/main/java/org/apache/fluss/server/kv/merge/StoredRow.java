// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import org.apache.fluss.row.BinaryRow;

/**
 * A stored row seen through the columns of another schema of its table. Moved from value to value;
 * not thread-safe.
 */
final class StoredRow {
  final BinaryRow row;
  private final int[] positions;

  /**
   * @param positions where each column of the other schema is in the row, -1 where it is not
   */
  StoredRow(BinaryRow row, int[] positions) {
    this.row = row;
    this.positions = positions;
  }

  /** The position of a column in the row; negative if the row is older than the column. */
  int position(int column) {
    return positions[column];
  }

  /** Whether a column is null or missing. */
  boolean isNull(int column) {
    int position = positions[column];
    return position < 0 || row.isNullAt(position);
  }
}

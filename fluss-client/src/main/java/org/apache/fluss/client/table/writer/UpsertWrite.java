// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import org.apache.fluss.annotation.PublicEvolving;

/** Which columns an upsert writes. Immutable. */
@PublicEvolving
public class UpsertWrite {
  private final int[] partialUpdateColumns;

  /** Writes all columns. */
  public UpsertWrite() {
    this(null);
  }

  private UpsertWrite(int[] partialUpdateColumns) {
    this.partialUpdateColumns = partialUpdateColumns;
  }

  /**
   * @param columns positions; null for all
   */
  public UpsertWrite withPartialUpdate(int[] columns) {
    return new UpsertWrite(columns == null ? null : columns.clone());
  }

  /** Null for all columns. */
  public int[] getPartialUpdateColumns() {
    return partialUpdateColumns == null ? null : partialUpdateColumns.clone();
  }
}

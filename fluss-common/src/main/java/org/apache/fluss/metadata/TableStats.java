// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** Figures about a table. Immutable. */
@PublicEvolving
public class TableStats {
  private final long rowCount;

  public TableStats(long rowCount) {
    this.rowCount = rowCount;
  }

  /** Number of rows, perhaps a little out of date. */
  public long getRowCount() {
    return rowCount;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TableStats that = (TableStats) o;
    return rowCount == that.rowCount;
  }

  @Override
  public int hashCode() {
    return Objects.hash(rowCount);
  }

  @Override
  public String toString() {
    return "TableStats{rowCount=" + rowCount + "}";
  }
}

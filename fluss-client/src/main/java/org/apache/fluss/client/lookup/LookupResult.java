// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;

/** The rows a lookup found. Immutable. */
@PublicEvolving
public final class LookupResult {
  private final List<InternalRow> rows;

  /**
   * @param row null if none was found
   */
  public LookupResult(InternalRow row) {
    this(row == null ? Collections.emptyList() : Collections.singletonList(row));
  }

  public LookupResult(List<InternalRow> rowList) {
    this.rows = rowList;
  }

  public List<InternalRow> getRowList() {
    return rows;
  }

  /**
   * The only row; null if none was found.
   *
   * @throws IllegalStateException if there are more
   */
  public InternalRow getSingletonRow() {
    if (rows.size() > 1) {
      throw new IllegalStateException("The lookup found " + rows.size() + " rows, not one.");
    }
    return rows.isEmpty() ? null : rows.get(0);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof LookupResult && rows.equals(((LookupResult) o).rows);
  }

  @Override
  public int hashCode() {
    return Objects.hash(rows);
  }

  @Override
  public String toString() {
    return rows.toString();
  }
}

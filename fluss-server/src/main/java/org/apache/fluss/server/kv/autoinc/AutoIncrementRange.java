// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.autoinc;

import java.util.Objects;

/** The values of an auto-increment column that a bucket took and has not given yet. Immutable. */
public final class AutoIncrementRange {
  private final int columnId;
  private final long start;
  private final long end;

  /**
   * @param start next value
   * @param end last value; below {@code start} when none is left
   */
  public AutoIncrementRange(int columnId, long start, long end) {
    this.columnId = columnId;
    this.start = start;
    this.end = end;
  }

  public int columnId() {
    return columnId;
  }

  public long start() {
    return start;
  }

  public long end() {
    return end;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof AutoIncrementRange)) {
      return false;
    }
    AutoIncrementRange that = (AutoIncrementRange) o;
    return columnId == that.columnId && start == that.start && end == that.end;
  }

  @Override
  public int hashCode() {
    return Objects.hash(columnId, start, end);
  }

  @Override
  public String toString() {
    return "column " + columnId + " from " + start + " to " + end;
  }
}

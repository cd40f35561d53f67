// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.Objects;

/** Least and greatest value of a column, and how many are null; what is not known is null. */
public class SimpleColStats {
  /** Statistics that know nothing. */
  public static final SimpleColStats NONE = new SimpleColStats(null, null, null);

  private final Object min;
  private final Object max;
  private final Long nullCount;

  public SimpleColStats(Object min, Object max, Long nullCount) {
    this.min = min;
    this.max = max;
    this.nullCount = nullCount;
  }

  public Object min() {
    return min;
  }

  public Object max() {
    return max;
  }

  public Long nullCount() {
    return nullCount;
  }

  /** Whether nothing is known. */
  public boolean isNone() {
    return min == null && max == null && nullCount == null;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof SimpleColStats)) {
      return false;
    }
    SimpleColStats that = (SimpleColStats) o;
    return Objects.deepEquals(min, that.min)
        && Objects.deepEquals(max, that.max)
        && Objects.equals(nullCount, that.nullCount);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(nullCount);
  }

  @Override
  public String toString() {
    return "min " + min + ", max " + max + ", nulls " + nullCount;
  }
}

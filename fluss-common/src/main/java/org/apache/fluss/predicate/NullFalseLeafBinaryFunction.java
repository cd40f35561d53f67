// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import org.apache.fluss.types.DataType;

/** A function of a field and one literal that is false if either is null. */
public abstract class NullFalseLeafBinaryFunction extends LeafFunction {
  private static final long serialVersionUID = 1L;

  public NullFalseLeafBinaryFunction() {}

  /** The function of values that are not null. */
  public abstract boolean test(DataType type, Object field, Object literal);

  /** Whether it may be true of a value between the given ones, none of which is null. */
  public abstract boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, Object literal);

  @Override
  public boolean test(DataType type, Object field, List<Object> literals) {
    Object literal = literals.get(0);
    return field != null && literal != null && test(type, field, literal);
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, List<Object> literals) {
    Object literal = literals.get(0);
    if (literal == null || allNull(rowCount, nullCount)) {
      return false;
    }
    return min == null || max == null || test(type, rowCount, min, max, nullCount, literal);
  }
}

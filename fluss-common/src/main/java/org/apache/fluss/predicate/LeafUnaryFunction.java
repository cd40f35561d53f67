// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import org.apache.fluss.types.DataType;

/** A function of a field alone. */
public abstract class LeafUnaryFunction extends LeafFunction {
  private static final long serialVersionUID = 1L;

  public LeafUnaryFunction() {}

  /** The function of a value, which may be null. */
  public abstract boolean test(DataType type, Object field);

  /** Whether it may be true of a value of a batch with these statistics. */
  public abstract boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount);

  @Override
  public boolean test(DataType type, Object field, List<Object> literals) {
    return test(type, field);
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, List<Object> literals) {
    return test(type, rowCount, min, max, nullCount);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.fluss.types.DataType;

/** A function of one field and literals of its type. Stateless: two of one class are equal. */
public abstract class LeafFunction implements Serializable {
  private static final long serialVersionUID = 1L;

  public LeafFunction() {}

  /** The function of a value, which may be null. */
  public abstract boolean test(DataType type, Object field, List<Object> literals);

  /**
   * Whether it may be true of a value of a batch.
   *
   * @param rowCount rows of the batch
   * @param min least value, null if it is not known or all values are null
   * @param max greatest value, null if it is not known or all values are null
   * @param nullCount number of nulls, null if it is not known
   */
  public abstract boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, List<Object> literals);

  /** The function that is true where this one is false, for values that are not null. */
  public abstract Optional<LeafFunction> negate();

  public abstract <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals);

  static boolean allNull(long rowCount, Long nullCount) {
    return nullCount != null && nullCount == rowCount;
  }

  @Override
  public boolean equals(Object o) {
    return o != null && getClass() == o.getClass();
  }

  @Override
  public int hashCode() {
    return getClass().getName().hashCode();
  }

  @Override
  public String toString() {
    return getClass().getSimpleName();
  }
}

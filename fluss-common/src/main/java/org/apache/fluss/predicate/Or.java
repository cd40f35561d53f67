// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.row.InternalRow;

/** At least one condition is met. */
public class Or extends CompoundPredicate.Function {
  private static final long serialVersionUID = 1L;

  public static final Or INSTANCE = new Or();

  private Or() {}

  @Override
  public boolean test(InternalRow row, List<Predicate> children) {
    for (Predicate child : children) {
      if (child.test(row)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean test(
      long rowCount,
      InternalRow minValues,
      InternalRow maxValues,
      Long[] nullCounts,
      List<Predicate> children) {
    for (Predicate child : children) {
      if (child.test(rowCount, minValues, maxValues, nullCounts)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Optional<Predicate> negate(List<Predicate> children) {
    return negate(And.INSTANCE, children);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, List<T> children) {
    return visitor.visitOr(children);
  }
}

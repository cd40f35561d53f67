// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.row.InternalRow;

/** All conditions are met. */
public class And extends CompoundPredicate.Function {
  private static final long serialVersionUID = 1L;

  public static final And INSTANCE = new And();

  private And() {}

  @Override
  public boolean test(InternalRow row, List<Predicate> children) {
    for (Predicate child : children) {
      if (!child.test(row)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean test(
      long rowCount,
      InternalRow minValues,
      InternalRow maxValues,
      Long[] nullCounts,
      List<Predicate> children) {
    for (Predicate child : children) {
      if (!child.test(rowCount, minValues, maxValues, nullCounts)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Optional<Predicate> negate(List<Predicate> children) {
    return negate(Or.INSTANCE, children);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, List<T> children) {
    return visitor.visitAnd(children);
  }
}

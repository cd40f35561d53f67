// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.types.DataType;

/** Field &gt; literal. */
public class GreaterThan extends NullFalseLeafBinaryFunction {
  private static final long serialVersionUID = 1L;

  public static final GreaterThan INSTANCE = new GreaterThan();

  private GreaterThan() {}

  @Override
  public boolean test(DataType type, Object field, Object literal) {
    return CompareUtils.compareLiteral(type, literal, field) < 0;
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, Object literal) {
    return CompareUtils.compareLiteral(type, literal, max) < 0;
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.of(LessOrEqual.INSTANCE);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitGreaterThan(fieldRef, literals.get(0));
  }
}

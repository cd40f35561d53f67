// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.types.DataType;

/** Field &lt;= literal. */
public class LessOrEqual extends NullFalseLeafBinaryFunction {
  private static final long serialVersionUID = 1L;

  public static final LessOrEqual INSTANCE = new LessOrEqual();

  private LessOrEqual() {}

  @Override
  public boolean test(DataType type, Object field, Object literal) {
    return CompareUtils.compareLiteral(type, literal, field) >= 0;
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, Object literal) {
    return CompareUtils.compareLiteral(type, literal, min) >= 0;
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.of(GreaterThan.INSTANCE);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitLessOrEqual(fieldRef, literals.get(0));
  }
}

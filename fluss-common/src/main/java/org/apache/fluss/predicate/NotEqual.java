// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.types.DataType;

/** Field &lt;&gt; literal. */
public class NotEqual extends NullFalseLeafBinaryFunction {
  private static final long serialVersionUID = 1L;

  public static final NotEqual INSTANCE = new NotEqual();

  private NotEqual() {}

  @Override
  public boolean test(DataType type, Object field, Object literal) {
    return CompareUtils.compareLiteral(type, literal, field) != 0;
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, Object literal) {
    return CompareUtils.compareLiteral(type, literal, min) != 0
        || CompareUtils.compareLiteral(type, literal, max) != 0;
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.of(Equal.INSTANCE);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitNotEqual(fieldRef, literals.get(0));
  }
}

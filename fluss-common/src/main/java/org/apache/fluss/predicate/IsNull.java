// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.types.DataType;

/** The field is null. */
public class IsNull extends LeafUnaryFunction {
  private static final long serialVersionUID = 1L;

  public static final IsNull INSTANCE = new IsNull();

  private IsNull() {}

  @Override
  public boolean test(DataType type, Object field) {
    return field == null;
  }

  @Override
  public boolean test(DataType type, long rowCount, Object min, Object max, Long nullCount) {
    return nullCount == null || nullCount > 0;
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.of(IsNotNull.INSTANCE);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitIsNull(fieldRef);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.types.DataType;

/** The field is not null. */
public class IsNotNull extends LeafUnaryFunction {
  private static final long serialVersionUID = 1L;

  public static final IsNotNull INSTANCE = new IsNotNull();

  private IsNotNull() {}

  @Override
  public boolean test(DataType type, Object field) {
    return field != null;
  }

  @Override
  public boolean test(DataType type, long rowCount, Object min, Object max, Long nullCount) {
    return !allNull(rowCount, nullCount);
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.of(IsNull.INSTANCE);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitIsNotNull(fieldRef);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.fluss.types.DataType;

/** The field and all literals are not null and differ. */
public class NotIn extends LeafFunction {
  private static final long serialVersionUID = 1L;

  public static final NotIn INSTANCE = new NotIn();

  private NotIn() {}

  @Override
  public boolean test(DataType type, Object field, List<Object> literals) {
    for (Object literal : literals) {
      if (!NotEqual.INSTANCE.test(type, field, Collections.singletonList(literal))) {
        return false;
      }
    }
    return field != null;
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, List<Object> literals) {
    for (Object literal : literals) {
      if (!NotEqual.INSTANCE.test(
          type, rowCount, min, max, nullCount, Collections.singletonList(literal))) {
        return false;
      }
    }
    return !allNull(rowCount, nullCount);
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.of(In.INSTANCE);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitNotIn(fieldRef, literals);
  }
}

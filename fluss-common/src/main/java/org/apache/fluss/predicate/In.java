// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.fluss.types.DataType;

/** The field equals one of the literals; nulls equal nothing. */
public class In extends LeafFunction {
  private static final long serialVersionUID = 1L;

  public static final In INSTANCE = new In();

  private In() {}

  @Override
  public boolean test(DataType type, Object field, List<Object> literals) {
    for (Object literal : literals) {
      if (Equal.INSTANCE.test(type, field, Collections.singletonList(literal))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, List<Object> literals) {
    for (Object literal : literals) {
      if (Equal.INSTANCE.test(
          type, rowCount, min, max, nullCount, Collections.singletonList(literal))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.of(NotIn.INSTANCE);
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitIn(fieldRef, literals);
  }
}

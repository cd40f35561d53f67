// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.types.DataType;

/** The text of the field ends with the literal. */
public class EndsWith extends NullFalseLeafBinaryFunction {
  private static final long serialVersionUID = 1L;

  public static final EndsWith INSTANCE = new EndsWith();

  private EndsWith() {}

  @Override
  public boolean test(DataType type, Object field, Object literal) {
    return ((BinaryString) field).endsWith((BinaryString) literal);
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, Object literal) {
    return true;
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.empty();
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitEndsWith(fieldRef, literals.get(0));
  }
}

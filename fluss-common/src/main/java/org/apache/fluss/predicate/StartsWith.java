// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Optional;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.types.DataType;

/** The text of the field starts with the literal. */
public class StartsWith extends NullFalseLeafBinaryFunction {
  private static final long serialVersionUID = 1L;

  public static final StartsWith INSTANCE = new StartsWith();

  private StartsWith() {}

  @Override
  public boolean test(DataType type, Object field, Object literal) {
    return ((BinaryString) field).startsWith((BinaryString) literal);
  }

  @Override
  public boolean test(
      DataType type, long rowCount, Object min, Object max, Long nullCount, Object literal) {
    BinaryString prefix = (BinaryString) literal;
    BinaryString least = (BinaryString) min;
    BinaryString greatest = (BinaryString) max;
    return (least.startsWith(prefix) || least.compareTo(prefix) <= 0)
        && (greatest.startsWith(prefix) || greatest.compareTo(prefix) >= 0);
  }

  @Override
  public Optional<LeafFunction> negate() {
    return Optional.empty();
  }

  @Override
  public <T> T visit(FunctionVisitor<T> visitor, FieldRef fieldRef, List<Object> literals) {
    return visitor.visitStartsWith(fieldRef, literals.get(0));
  }
}

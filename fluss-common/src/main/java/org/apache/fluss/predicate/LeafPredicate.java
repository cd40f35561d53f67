// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataType;

/** A condition on one field. */
public class LeafPredicate implements Predicate {
  private static final long serialVersionUID = 1L;

  private final LeafFunction function;
  private final DataType type;
  private final int fieldIndex;
  private final String fieldName;

  // Every literal is serializable, which the static type cannot say.
  @SuppressWarnings("serial")
  private final List<Object> literals;

  private final InternalRow.FieldGetter getter;

  /**
   * @param fieldIndex position of the field in the rows
   * @param literals values as rows hold them; the list is not copied
   */
  public LeafPredicate(
      LeafFunction function,
      DataType type,
      int fieldIndex,
      String fieldName,
      List<Object> literals) {
    this.function = function;
    this.type = type;
    this.fieldIndex = fieldIndex;
    this.fieldName = fieldName;
    this.literals = literals;
    // Statistics may lack values even where rows do not.
    this.getter = InternalRow.createFieldGetter(type.copy(true), fieldIndex);
  }

  /** The value of a field, null if it is null. */
  public static Object get(InternalRow row, int fieldIndex, DataType fieldType) {
    return InternalRow.createFieldGetter(fieldType.copy(true), fieldIndex).getFieldOrNull(row);
  }

  public LeafFunction function() {
    return function;
  }

  public DataType type() {
    return type;
  }

  /** Position of the field from 0. */
  public int index() {
    return fieldIndex;
  }

  public String fieldName() {
    return fieldName;
  }

  public FieldRef fieldRef() {
    return new FieldRef(fieldIndex, fieldName, type);
  }

  public List<Object> literals() {
    return literals;
  }

  @Override
  public boolean test(InternalRow row) {
    return function.test(type, getter.getFieldOrNull(row), literals);
  }

  @Override
  public boolean test(
      long rowCount, InternalRow minValues, InternalRow maxValues, Long[] nullCounts) {
    return function.test(
        type,
        rowCount,
        getter.getFieldOrNull(minValues),
        getter.getFieldOrNull(maxValues),
        nullCounts[fieldIndex],
        literals);
  }

  @Override
  public Optional<Predicate> negate() {
    return function
        .negate()
        .map(negated -> new LeafPredicate(negated, type, fieldIndex, fieldName, literals));
  }

  @Override
  public <T> T visit(PredicateVisitor<T> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof LeafPredicate)) {
      return false;
    }
    LeafPredicate that = (LeafPredicate) o;
    return fieldIndex == that.fieldIndex
        && fieldName.equals(that.fieldName)
        && type.equals(that.type)
        && function.equals(that.function)
        && Objects.deepEquals(literals.toArray(), that.literals.toArray());
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, type, fieldIndex, fieldName, literals.size());
  }

  @Override
  public String toString() {
    return literals.isEmpty()
        ? function + "(" + fieldName + ")"
        : function
            + "("
            + fieldName
            + ", "
            + (literals.size() == 1 ? literals.get(0) : literals)
            + ")";
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/** Sequence of elements of one type. Immutable. */
@PublicStable
public final class ArrayType extends DataType {
  private static final long serialVersionUID = 1L;

  public static final String FORMAT = "ARRAY<%s>";

  private final DataType elementType;

  public ArrayType(boolean isNullable, DataType elementType) {
    super(isNullable, DataTypeRoot.ARRAY);
    this.elementType = Objects.requireNonNull(elementType, "elementType");
  }

  /** A nullable array. */
  public ArrayType(DataType elementType) {
    this(true, elementType);
  }

  public DataType getElementType() {
    return elementType;
  }

  @Override
  public List<DataType> getChildren() {
    return Collections.singletonList(elementType);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new ArrayType(isNullable, elementType);
  }

  @Override
  public String asSerializableString() {
    return withNullability(FORMAT, elementType.asSerializableString());
  }

  @Override
  public String asSummaryString() {
    return withNullability(FORMAT, elementType.asSummaryString());
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o) && elementType.equals(((ArrayType) o).elementType);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), elementType);
  }
}

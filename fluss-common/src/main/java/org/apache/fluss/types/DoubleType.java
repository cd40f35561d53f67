// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

/** IEEE 754 number of eight bytes. Immutable. */
public final class DoubleType extends LeafType {
  private static final long serialVersionUID = 1L;

  public DoubleType(boolean isNullable) {
    super(isNullable, DataTypeRoot.DOUBLE);
  }

  /** A nullable DOUBLE. */
  public DoubleType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new DoubleType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("DOUBLE");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

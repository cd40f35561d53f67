// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** IEEE 754 number of four bytes. Immutable. */
@PublicStable
public final class FloatType extends LeafType {
  private static final long serialVersionUID = 1L;

  public FloatType(boolean isNullable) {
    super(isNullable, DataTypeRoot.FLOAT);
  }

  /** A nullable FLOAT. */
  public FloatType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new FloatType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("FLOAT");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** IEEE 754 number of eight bytes. Immutable. */
@PublicStable
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

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** Signed integer of two bytes. Immutable. */
@PublicStable
public final class SmallIntType extends LeafType {
  private static final long serialVersionUID = 1L;

  public SmallIntType(boolean isNullable) {
    super(isNullable, DataTypeRoot.SMALLINT);
  }

  /** A nullable SMALLINT. */
  public SmallIntType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new SmallIntType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("SMALLINT");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

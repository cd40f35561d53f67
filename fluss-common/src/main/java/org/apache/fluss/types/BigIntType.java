// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** Signed integer of eight bytes. Immutable. */
@PublicStable
public final class BigIntType extends LeafType {
  private static final long serialVersionUID = 1L;

  public BigIntType(boolean isNullable) {
    super(isNullable, DataTypeRoot.BIGINT);
  }

  /** A nullable BIGINT. */
  public BigIntType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new BigIntType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("BIGINT");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

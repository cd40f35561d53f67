// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** Signed integer of one byte. Immutable. */
@PublicStable
public final class TinyIntType extends LeafType {
  private static final long serialVersionUID = 1L;

  public TinyIntType(boolean isNullable) {
    super(isNullable, DataTypeRoot.TINYINT);
  }

  /** A nullable TINYINT. */
  public TinyIntType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new TinyIntType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("TINYINT");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

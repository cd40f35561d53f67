// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** Bytes of any length. Immutable. */
@PublicStable
public class BytesType extends LeafType {
  private static final long serialVersionUID = 1L;

  public BytesType(boolean isNullable) {
    super(isNullable, DataTypeRoot.BYTES);
  }

  /** A nullable BYTES. */
  public BytesType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new BytesType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("BYTES");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

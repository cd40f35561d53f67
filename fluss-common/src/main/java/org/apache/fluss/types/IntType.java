// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** Signed integer of four bytes. Immutable. */
@PublicStable
public class IntType extends LeafType {
  private static final long serialVersionUID = 1L;

  public IntType(boolean isNullable) {
    super(isNullable, DataTypeRoot.INTEGER);
  }

  /** A nullable INT. */
  public IntType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new IntType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("INT");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

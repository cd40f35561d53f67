// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** True or false. Immutable. */
@PublicStable
public class BooleanType extends LeafType {
  private static final long serialVersionUID = 1L;

  public BooleanType(boolean isNullable) {
    super(isNullable, DataTypeRoot.BOOLEAN);
  }

  /** A nullable BOOLEAN. */
  public BooleanType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new BooleanType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("BOOLEAN");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

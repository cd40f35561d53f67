// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** Text of any length, encoded as UTF-8. Immutable. */
@PublicStable
public class StringType extends LeafType {
  private static final long serialVersionUID = 1L;

  public StringType(boolean isNullable) {
    super(isNullable, DataTypeRoot.STRING);
  }

  /** A nullable STRING. */
  public StringType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new StringType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("STRING");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

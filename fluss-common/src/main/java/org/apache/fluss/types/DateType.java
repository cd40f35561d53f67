// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/** Calendar day without time zone, held as days since 1970-01-01. Immutable. */
@PublicStable
public final class DateType extends LeafType {
  private static final long serialVersionUID = 1L;

  public DateType(boolean isNullable) {
    super(isNullable, DataTypeRoot.DATE);
  }

  /** A nullable DATE. */
  public DateType() {
    this(true);
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new DateType(isNullable);
  }

  @Override
  public String asSerializableString() {
    return withNullability("DATE");
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }
}

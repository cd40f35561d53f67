// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/** Date and time without time zone. Immutable. */
@PublicStable
public final class TimestampType extends LeafType {
  private static final long serialVersionUID = 1L;

  public static final int MIN_PRECISION = 0;
  public static final int MAX_PRECISION = 9;
  public static final int DEFAULT_PRECISION = 6;

  private final int precision;

  /**
   * @param precision number of fraction digits of the second, 0 to 9
   * @throws IllegalArgumentException if the precision is out of range
   */
  public TimestampType(boolean isNullable, int precision) {
    super(isNullable, DataTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE);
    this.precision = requireInRange("TIMESTAMP precision", precision, MIN_PRECISION, MAX_PRECISION);
  }

  /** A nullable TIMESTAMP of the given precision. */
  public TimestampType(int precision) {
    this(true, precision);
  }

  /** A nullable TIMESTAMP of precision {@link #DEFAULT_PRECISION}. */
  public TimestampType() {
    this(DEFAULT_PRECISION);
  }

  /** Number of fraction digits of the second. */
  public int getPrecision() {
    return precision;
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new TimestampType(isNullable, precision);
  }

  @Override
  public String asSerializableString() {
    return withNullability("TIMESTAMP(%d)", precision);
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o) && precision == ((TimestampType) o).precision;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), precision);
  }
}

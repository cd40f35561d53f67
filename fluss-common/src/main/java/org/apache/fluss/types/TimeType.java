// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/**
 * Time of day without time zone, held as milliseconds of the day whatever the precision. Immutable.
 */
@PublicStable
public final class TimeType extends LeafType {
  private static final long serialVersionUID = 1L;

  public static final int MIN_PRECISION = 0;
  public static final int MAX_PRECISION = 9;
  public static final int DEFAULT_PRECISION = 0;

  private final int precision;

  /**
   * @param precision number of fraction digits of the second, 0 to 9
   * @throws IllegalArgumentException if the precision is out of range
   */
  public TimeType(boolean isNullable, int precision) {
    super(isNullable, DataTypeRoot.TIME_WITHOUT_TIME_ZONE);
    this.precision = requireInRange("TIME precision", precision, MIN_PRECISION, MAX_PRECISION);
  }

  /** A nullable TIME of the given precision. */
  public TimeType(int precision) {
    this(true, precision);
  }

  /** A nullable TIME of precision {@link #DEFAULT_PRECISION}. */
  public TimeType() {
    this(DEFAULT_PRECISION);
  }

  /** Number of fraction digits of the second. */
  public int getPrecision() {
    return precision;
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new TimeType(isNullable, precision);
  }

  @Override
  public String asSerializableString() {
    return withNullability("TIME(%d)", precision);
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o) && precision == ((TimeType) o).precision;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), precision);
  }
}

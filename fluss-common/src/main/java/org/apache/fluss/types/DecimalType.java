// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.Objects;
import org.apache.fluss.annotation.PublicStable;

/** Exact decimal number with a fixed number of digits. Immutable. */
@PublicStable
public final class DecimalType extends LeafType {
  private static final long serialVersionUID = 1L;

  public static final int MIN_PRECISION = 1;
  public static final int MAX_PRECISION = 38;
  public static final int DEFAULT_PRECISION = 10;
  public static final int MIN_SCALE = 0;
  public static final int DEFAULT_SCALE = 0;

  private final int precision;
  private final int scale;

  /**
   * @param precision number of digits in all, 1 to 38
   * @param scale number of digits after the point, 0 to precision
   * @throws IllegalArgumentException if one of them is out of range
   */
  public DecimalType(boolean isNullable, int precision, int scale) {
    super(isNullable, DataTypeRoot.DECIMAL);
    this.precision = requireInRange("DECIMAL precision", precision, MIN_PRECISION, MAX_PRECISION);
    this.scale = requireInRange("DECIMAL scale", scale, MIN_SCALE, precision);
  }

  /** A nullable DECIMAL. */
  public DecimalType(int precision, int scale) {
    this(true, precision, scale);
  }

  /** A nullable DECIMAL without digits after the point. */
  public DecimalType(int precision) {
    this(precision, DEFAULT_SCALE);
  }

  /** A nullable DECIMAL of {@link #DEFAULT_PRECISION} digits, none of them after the point. */
  public DecimalType() {
    this(DEFAULT_PRECISION);
  }

  /** Number of digits in all. */
  public int getPrecision() {
    return precision;
  }

  /** Number of digits after the point. */
  public int getScale() {
    return scale;
  }

  @Override
  public DataType copy(boolean isNullable) {
    return new DecimalType(isNullable, precision, scale);
  }

  @Override
  public String asSerializableString() {
    return withNullability("DECIMAL(%d, %d)", precision, scale);
  }

  @Override
  public <R> R accept(DataTypeVisitor<R> visitor) {
    return visitor.visit(this);
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o)
        && precision == ((DecimalType) o).precision
        && scale == ((DecimalType) o).scale;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), precision, scale);
  }
}

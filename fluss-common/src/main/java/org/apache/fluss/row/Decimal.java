// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.fluss.annotation.PublicStable;

/**
 * An immutable value of type DECIMAL(precision, scale). Up to precision {@value
 * #MAX_COMPACT_PRECISION} it is held as its unscaled long. Values of equal number are equal,
 * whatever their precision and scale.
 */
@PublicStable
public final class Decimal implements Comparable<Decimal>, Serializable {
  private static final long serialVersionUID = 1L;

  /** Most digits an unscaled long can hold. */
  static final int MAX_COMPACT_PRECISION = 18;

  private static final long[] POWERS_OF_TEN = new long[MAX_COMPACT_PRECISION + 1];

  static {
    POWERS_OF_TEN[0] = 1;
    for (int i = 1; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = 10 * POWERS_OF_TEN[i - 1];
    }
  }

  private final int precision;
  private final int scale;
  private final long unscaled;
  // Null as long as a compact value was not asked for it.
  private BigDecimal big;

  private Decimal(int precision, int scale, long unscaled, BigDecimal big) {
    this.precision = precision;
    this.scale = scale;
    this.unscaled = unscaled;
    this.big = big;
  }

  /**
   * Rounds half up to the scale.
   *
   * @return null if the rounded value has more than {@code precision} digits
   */
  public static Decimal fromBigDecimal(BigDecimal bd, int precision, int scale) {
    BigDecimal rounded = bd.setScale(scale, RoundingMode.HALF_UP);
    if (rounded.precision() > precision) {
      return null;
    }
    long unscaled = isCompact(precision) ? rounded.unscaledValue().longValueExact() : -1;
    return new Decimal(precision, scale, unscaled, rounded);
  }

  /** Takes an unscaled value of at most 18 digits; precision is 1 to 18. */
  public static Decimal fromUnscaledLong(long unscaledLong, int precision, int scale) {
    if (precision < 1 || precision > MAX_COMPACT_PRECISION) {
      throw new IllegalArgumentException(
          "A decimal from a long needs a precision of 1 to 18, got " + precision);
    }
    return new Decimal(precision, scale, unscaledLong, null);
  }

  /**
   * Takes a big-endian two's complement unscaled value.
   *
   * @return null if it has more than {@code precision} digits
   */
  public static Decimal fromUnscaledBytes(byte[] unscaledBytes, int precision, int scale) {
    if (isCompact(precision) && unscaledBytes.length > 0 && unscaledBytes.length <= Long.BYTES) {
      long unscaled = unscaledBytes[0];
      for (int i = 1; i < unscaledBytes.length; i++) {
        unscaled = unscaled << 8 | (unscaledBytes[i] & 0xff);
      }
      long limit = POWERS_OF_TEN[precision];
      return unscaled <= -limit || unscaled >= limit
          ? null
          : new Decimal(precision, scale, unscaled, null);
    }
    return fromBigDecimal(new BigDecimal(new BigInteger(unscaledBytes), scale), precision, scale);
  }

  public static Decimal zero(int precision, int scale) {
    return isCompact(precision)
        ? new Decimal(precision, scale, 0, null)
        : new Decimal(precision, scale, -1, BigDecimal.ZERO.setScale(scale));
  }

  /** Whether values of this precision are held as a long. */
  public static boolean isCompact(int precision) {
    return precision <= MAX_COMPACT_PRECISION;
  }

  public int precision() {
    return precision;
  }

  public int scale() {
    return scale;
  }

  public boolean isCompact() {
    return isCompact(precision);
  }

  public BigDecimal toBigDecimal() {
    BigDecimal value = big;
    if (value == null) {
      value = BigDecimal.valueOf(unscaled, scale);
      big = value;
    }
    return value;
  }

  /** The unscaled value; throws {@link ArithmeticException} if a long cannot hold it. */
  public long toUnscaledLong() {
    return isCompact() ? unscaled : big.unscaledValue().longValueExact();
  }

  /** The unscaled value as the fewest big-endian two's complement bytes, at least one. */
  public byte[] toUnscaledBytes() {
    if (!isCompact()) {
      return big.unscaledValue().toByteArray();
    }
    // One sign bit more than the magnitude needs.
    int bits = Long.SIZE - Long.numberOfLeadingZeros(unscaled ^ (unscaled >> 63)) + 1;
    byte[] bytes = new byte[(bits + 7) / 8];
    long rest = unscaled;
    for (int i = bytes.length - 1; i >= 0; i--) {
      bytes[i] = (byte) rest;
      rest >>= 8;
    }
    return bytes;
  }

  public Decimal copy() {
    return new Decimal(precision, scale, unscaled, big);
  }

  @Override
  public int compareTo(Decimal that) {
    if (isCompact() && that.isCompact() && scale == that.scale) {
      return Long.compare(unscaled, that.unscaled);
    }
    return toBigDecimal().compareTo(that.toBigDecimal());
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Decimal && compareTo((Decimal) o) == 0;
  }

  @Override
  public int hashCode() {
    return toBigDecimal().stripTrailingZeros().hashCode();
  }

  @Override
  public String toString() {
    return toBigDecimal().toPlainString();
  }
}

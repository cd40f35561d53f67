// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

/** The Arrow time unit a precision (number of fraction digits of a second) is stored in. */
enum TimeUnit {
  SECOND,
  MILLI,
  MICRO,
  NANO;

  static TimeUnit of(int precision) {
    return precision == 0 ? SECOND : precision <= 3 ? MILLI : precision <= 6 ? MICRO : NANO;
  }

  /** Bytes of a TIME value. */
  int timeWidth() {
    return this == SECOND || this == MILLI ? 4 : 8;
  }

  /**
   * A point in time in this unit. Seconds are cut towards zero, as the released writers do.
   *
   * @throws IllegalArgumentException if the result does not fit 64 bits
   */
  long fromMillis(long millis, int nanoOfMilli) {
    switch (this) {
      case SECOND:
        return millis / 1000;
      case MILLI:
        return millis;
      case MICRO:
        return scaled(millis, 1000, nanoOfMilli / 1000);
      default:
        return scaled(millis, 1_000_000, nanoOfMilli);
    }
  }

  private long scaled(long millis, int perMilli, int rest) {
    long high = Math.multiplyHigh(millis, perMilli);
    long product = millis * perMilli;
    if (high != product >> 63 || (product > 0 && product > Long.MAX_VALUE - rest)) {
      throw new IllegalArgumentException(
          "A timestamp of "
              + millis
              + " ms since 1970 is too far away for a column of precision "
              + (this == MICRO ? "4 to 6" : "7 to 9 (years 1677 to 2262)")
              + "; use a lower precision.");
    }
    return product + rest;
  }

  /** The millisecond a value of this unit lies in. */
  long toMillis(long value) {
    switch (this) {
      case SECOND:
        return value * 1000;
      case MILLI:
        return value;
      case MICRO:
        return Math.floorDiv(value, 1000L);
      default:
        return Math.floorDiv(value, 1_000_000L);
    }
  }

  /** What a value of this unit has beyond its millisecond, in nanoseconds. */
  int toNanoOfMilli(long value) {
    switch (this) {
      case MICRO:
        return (int) Math.floorMod(value, 1000L) * 1000;
      case NANO:
        return (int) Math.floorMod(value, 1_000_000L);
      default:
        return 0;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import java.time.Instant;
import org.apache.fluss.annotation.PublicStable;

/**
 * An immutable value of type TIMESTAMP_LTZ: an instant, counted from 1970-01-01 00:00:00 UTC in
 * milliseconds (rounded down, so negative before) and nanoseconds within the millisecond, 0 to
 * 999999.
 */
@PublicStable
public class TimestampLtz implements Comparable<TimestampLtz>, Serializable {
  private static final long serialVersionUID = 1L;

  private final long epochMillisecond;
  private final int nanoOfMillisecond;

  private TimestampLtz(long epochMillisecond, int nanoOfMillisecond) {
    checkNanos(nanoOfMillisecond);
    this.epochMillisecond = epochMillisecond;
    this.nanoOfMillisecond = nanoOfMillisecond;
  }

  static void checkNanos(int nanoOfMillisecond) {
    if (nanoOfMillisecond < 0 || nanoOfMillisecond > 999_999) {
      throw new IllegalArgumentException(
          "Nanoseconds within the millisecond must be 0 to 999999, got " + nanoOfMillisecond);
    }
  }

  public static TimestampLtz fromEpochMillis(long epochMillisecond) {
    return new TimestampLtz(epochMillisecond, 0);
  }

  /** Throws {@link IllegalArgumentException} unless the nanoseconds are 0 to 999999. */
  public static TimestampLtz fromEpochMillis(long epochMillisecond, int nanoOfMillisecond) {
    return new TimestampLtz(epochMillisecond, nanoOfMillisecond);
  }

  public static TimestampLtz fromEpochMicros(long micros) {
    return new TimestampLtz(
        Math.floorDiv(micros, 1000L), (int) Math.floorMod(micros, 1000L) * 1000);
  }

  public static TimestampLtz fromInstant(Instant instant) {
    int nanos = instant.getNano();
    return new TimestampLtz(instant.getEpochSecond() * 1000 + nanos / 1_000_000, nanos % 1_000_000);
  }

  /** Whether row formats keep only the milliseconds of timestamps of this precision. */
  public static boolean isCompact(int precision) {
    return precision <= 3;
  }

  public long getEpochMillisecond() {
    return epochMillisecond;
  }

  public int getNanoOfMillisecond() {
    return nanoOfMillisecond;
  }

  /** Microseconds since 1970-01-01 00:00:00 UTC, rounded down. */
  public long toEpochMicros() {
    return epochMillisecond * 1000 + nanoOfMillisecond / 1000;
  }

  public Instant toInstant() {
    return Instant.ofEpochSecond(
        Math.floorDiv(epochMillisecond, 1000L),
        Math.floorMod(epochMillisecond, 1000L) * 1_000_000 + nanoOfMillisecond);
  }

  @Override
  public int compareTo(TimestampLtz that) {
    int order = Long.compare(epochMillisecond, that.epochMillisecond);
    return order != 0 ? order : nanoOfMillisecond - that.nanoOfMillisecond;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof TimestampLtz && compareTo((TimestampLtz) o) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(epochMillisecond) + nanoOfMillisecond;
  }

  @Override
  public String toString() {
    return toInstant().toString();
  }
}

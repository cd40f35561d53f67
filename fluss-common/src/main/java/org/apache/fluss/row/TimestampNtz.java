// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.fluss.annotation.PublicStable;

/**
 * An immutable value of type TIMESTAMP: a date and time of day without a time zone, counted from
 * 1970-01-01 00:00:00 in milliseconds (rounded down, so negative before) and nanoseconds within the
 * millisecond, 0 to 999999.
 */
@PublicStable
public class TimestampNtz implements Comparable<TimestampNtz>, Serializable {
  private static final long serialVersionUID = 1L;

  private final long millisecond;
  private final int nanoOfMillisecond;

  private TimestampNtz(long millisecond, int nanoOfMillisecond) {
    TimestampLtz.checkNanos(nanoOfMillisecond);
    this.millisecond = millisecond;
    this.nanoOfMillisecond = nanoOfMillisecond;
  }

  public static TimestampNtz fromMillis(long milliseconds) {
    return new TimestampNtz(milliseconds, 0);
  }

  /** Throws {@link IllegalArgumentException} unless the nanoseconds are 0 to 999999. */
  public static TimestampNtz fromMillis(long milliseconds, int nanosOfMillisecond) {
    return new TimestampNtz(milliseconds, nanosOfMillisecond);
  }

  public static TimestampNtz fromMicros(long micros) {
    return new TimestampNtz(
        Math.floorDiv(micros, 1000L), (int) Math.floorMod(micros, 1000L) * 1000);
  }

  public static TimestampNtz fromLocalDateTime(LocalDateTime dateTime) {
    int nanos = dateTime.getNano();
    return new TimestampNtz(
        dateTime.toEpochSecond(ZoneOffset.UTC) * 1000 + nanos / 1_000_000, nanos % 1_000_000);
  }

  /** The current date and time in the time zone of the machine. */
  public static TimestampNtz now() {
    return fromLocalDateTime(LocalDateTime.now());
  }

  /** Whether row formats keep only the milliseconds of timestamps of this precision. */
  public static boolean isCompact(int precision) {
    return precision <= 3;
  }

  public long getMillisecond() {
    return millisecond;
  }

  public int getNanoOfMillisecond() {
    return nanoOfMillisecond;
  }

  /** Microseconds since 1970-01-01 00:00:00, rounded down. */
  public long toEpochMicros() {
    return millisecond * 1000 + nanoOfMillisecond / 1000;
  }

  public LocalDateTime toLocalDateTime() {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(millisecond, 1000L),
        (int) Math.floorMod(millisecond, 1000L) * 1_000_000 + nanoOfMillisecond,
        ZoneOffset.UTC);
  }

  @Override
  public int compareTo(TimestampNtz that) {
    int order = Long.compare(millisecond, that.millisecond);
    return order != 0 ? order : nanoOfMillisecond - that.nanoOfMillisecond;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof TimestampNtz && compareTo((TimestampNtz) o) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(millisecond) + nanoOfMillisecond;
  }

  @Override
  public String toString() {
    return toLocalDateTime().toString();
  }
}

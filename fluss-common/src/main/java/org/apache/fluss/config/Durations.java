// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.Internal;

/** Durations as text in configuration. */
@Internal
public final class Durations {
  private Durations() {}

  /**
   * Reads a whole number and a unit, such as {@code 10 min}. Throws {@link NumberFormatException}
   * if the text does not start with a digit, {@link IllegalArgumentException} if the unit is
   * missing or unknown or the number is too large.
   */
  public static Duration parse(String text) {
    NumberWithUnit parsed = NumberWithUnit.parse(text, "duration", "10 s");
    for (Unit unit : Unit.values()) {
      if (unit.labels.contains(parsed.unit())) {
        try {
          return Duration.of(parsed.number(), unit.chronoUnit);
        } catch (ArithmeticException | DateTimeException e) {
          throw new IllegalArgumentException("The duration '" + text + "' is too long.", e);
        }
      }
    }
    throw new IllegalArgumentException(
        "Unknown unit '"
            + parsed.unit()
            + "' in duration '"
            + text
            + "'. Use one of "
            + Arrays.stream(Unit.values())
                .map(unit -> "(" + String.join(" | ", unit.labels) + ")")
                .collect(Collectors.joining(" / ")));
  }

  /**
   * The number in the largest unit that leaves no remainder. Whole days print in milliseconds:
   * stored dynamic settings are compared as text with what 0.9.1 wrote.
   */
  public static String format(Duration duration) {
    BigInteger nanos =
        BigInteger.valueOf(duration.getSeconds())
            .multiply(BigInteger.valueOf(1_000_000_000L))
            .add(BigInteger.valueOf(duration.getNano()));
    Unit largest = Unit.NANOS;
    for (Unit unit : Unit.values()) {
      if (nanos.mod(unit.nanos()).signum() == 0) {
        largest = unit;
      } else {
        break;
      }
    }
    if (largest == Unit.DAYS) {
      largest = Unit.MILLIS;
    }
    return nanos.divide(largest.nanos()) + " " + largest.labels.get(0);
  }

  private enum Unit {
    NANOS(ChronoUnit.NANOS, "ns", "nano", "nanos", "nanosecond", "nanoseconds"),
    MICROS(ChronoUnit.MICROS, "\u00b5s", "micro", "micros", "microsecond", "microseconds"),
    MILLIS(ChronoUnit.MILLIS, "ms", "milli", "millis", "millisecond", "milliseconds"),
    SECONDS(ChronoUnit.SECONDS, "s", "sec", "secs", "second", "seconds"),
    MINUTES(ChronoUnit.MINUTES, "min", "m", "minute", "minutes"),
    HOURS(ChronoUnit.HOURS, "h", "hour", "hours"),
    DAYS(ChronoUnit.DAYS, "d", "day", "days");

    private final ChronoUnit chronoUnit;
    private final List<String> labels;

    Unit(ChronoUnit chronoUnit, String... labels) {
      this.chronoUnit = chronoUnit;
      this.labels = Arrays.asList(labels);
    }

    private BigInteger nanos() {
      return BigInteger.valueOf(chronoUnit.getDuration().toNanos());
    }
  }
}

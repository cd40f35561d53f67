// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.PublicStable;

/** A number of bytes, not negative, that reads and prints with a unit. Immutable. */
@PublicStable
public class MemorySize implements Serializable, Comparable<MemorySize> {
  private static final long serialVersionUID = 1L;

  /** No bytes. */
  public static final MemorySize ZERO = new MemorySize(0L);

  /** The largest size. */
  public static final MemorySize MAX_VALUE = new MemorySize(Long.MAX_VALUE);

  private final long bytes;

  /** A size of {@code bytes}; {@link IllegalArgumentException} if negative. */
  public MemorySize(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("A memory size cannot be negative, but was " + bytes);
    }
    this.bytes = bytes;
  }

  /** A size of that many mebibytes. */
  public static MemorySize ofMebiBytes(long mebiBytes) {
    return new MemorySize(Math.multiplyExact(mebiBytes, MemoryUnit.MEGA_BYTES.multiplier));
  }

  /**
   * Reads a whole number and a unit, such as {@code 64 mb}. Throws {@link NumberFormatException} if
   * the text does not start with a digit, {@link IllegalArgumentException} if the unit is missing
   * or unknown or the size does not fit into 64 bits.
   */
  public static MemorySize parse(String text) throws IllegalArgumentException {
    return new MemorySize(parseBytes(text));
  }

  /** Like {@link #parse(String)}, giving bytes. */
  public static long parseBytes(String text) throws IllegalArgumentException {
    NumberWithUnit parsed = NumberWithUnit.parse(text, "memory size", "64 mb");
    MemoryUnit unit =
        MemoryUnit.find(parsed.unit())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Unknown unit '"
                            + parsed.unit()
                            + "' in memory size '"
                            + text
                            + "'. Use one of "
                            + MemoryUnit.getAllUnits()));
    try {
      return Math.multiplyExact(parsed.number(), unit.multiplier);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "Memory size '" + text + "' is larger than 64 bits can hold.", e);
    }
  }

  /** Bytes. */
  public long getBytes() {
    return bytes;
  }

  /** Whole kibibytes. */
  public long getKibiBytes() {
    return bytes >> 10;
  }

  /** Whole mebibytes, cut to 32 bits. */
  public int getMebiBytes() {
    return (int) (bytes >> 20);
  }

  /** Whole gibibytes. */
  public long getGibiBytes() {
    return bytes >> 30;
  }

  /** Whole tebibytes. */
  public long getTebiBytes() {
    return bytes >> 40;
  }

  /** The sum; {@link ArithmeticException} on overflow. */
  public MemorySize add(MemorySize that) {
    return new MemorySize(Math.addExact(bytes, that.bytes));
  }

  /** The difference; {@link IllegalArgumentException} if negative. */
  public MemorySize subtract(MemorySize that) {
    return new MemorySize(Math.subtractExact(bytes, that.bytes));
  }

  /** The product, cut to whole bytes; {@link ArithmeticException} on overflow. */
  public MemorySize multiply(double multiplier) {
    if (!(multiplier >= 0)) {
      throw new IllegalArgumentException(
          "The multiplier must be at least 0, but was " + multiplier);
    }
    BigDecimal product = BigDecimal.valueOf(bytes).multiply(BigDecimal.valueOf(multiplier));
    if (product.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new ArithmeticException(this + " times " + multiplier + " is larger than 64 bits hold");
    }
    return new MemorySize(product.longValue());
  }

  /**
   * The quotient, cut to whole bytes; {@link IllegalArgumentException} if {@code by} is negative.
   */
  public MemorySize divide(long by) {
    if (by < 0) {
      throw new IllegalArgumentException("The divisor must not be negative, but was " + by);
    }
    return new MemorySize(bytes / by);
  }

  /** Such as {@code 1.500mb (1572864 bytes)}. */
  public String toHumanReadableString() {
    MemoryUnit unit = MemoryUnit.BYTES;
    for (MemoryUnit candidate : MemoryUnit.values()) {
      if (bytes > candidate.multiplier) {
        unit = candidate;
      }
    }
    if (unit == MemoryUnit.BYTES) {
      return bytes + " bytes";
    }
    double amount = (double) bytes / unit.multiplier;
    return String.format(Locale.ROOT, "%.3f%s (%d bytes)", amount, unit.units[1], bytes);
  }

  @Override
  public int compareTo(MemorySize that) {
    return Long.compare(bytes, that.bytes);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof MemorySize && ((MemorySize) o).bytes == bytes;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(bytes);
  }

  /**
   * The number in the largest unit that leaves no remainder. Whole tebibytes print in bytes: stored
   * dynamic settings are compared as text with what 0.9.1 wrote.
   */
  @Override
  public String toString() {
    MemoryUnit largest = MemoryUnit.BYTES;
    for (MemoryUnit unit : MemoryUnit.values()) {
      if (bytes % unit.multiplier == 0) {
        largest = unit;
      }
    }
    if (largest == MemoryUnit.TERA_BYTES) {
      largest = MemoryUnit.BYTES;
    }
    return bytes / largest.multiplier + " " + largest.units[1];
  }

  /** Units of memory, powers of 1024. */
  @PublicStable
  public enum MemoryUnit {
    BYTES(1L, "b", "bytes"),
    KILO_BYTES(1L << 10, "k", "kb", "kibibytes"),
    MEGA_BYTES(1L << 20, "m", "mb", "mebibytes"),
    GIGA_BYTES(1L << 30, "g", "gb", "gibibytes"),
    TERA_BYTES(1L << 40, "t", "tb", "tebibytes");

    private final long multiplier;
    private final String[] units;

    MemoryUnit(long multiplier, String... units) {
      this.multiplier = multiplier;
      this.units = units;
    }

    /** The spellings of the unit. */
    public String[] getUnits() {
      return units.clone();
    }

    /** Bytes in one unit. */
    public long getMultiplier() {
      return multiplier;
    }

    /** All spellings of all units, for messages. */
    public static String getAllUnits() {
      return Arrays.stream(values())
          .map(unit -> "(" + String.join(" | ", unit.units) + ")")
          .collect(Collectors.joining(" / "));
    }

    /** Whether {@code text}, a number or a number with a unit, has a unit. */
    public static boolean hasUnit(String text) {
      String trimmed = text.trim();
      int digits = NumberWithUnit.leadingDigits(trimmed);
      return digits < trimmed.length();
    }

    private static Optional<MemoryUnit> find(String name) {
      return Arrays.stream(values())
          .filter(unit -> Arrays.asList(unit.units).contains(name))
          .findFirst();
    }
  }
}

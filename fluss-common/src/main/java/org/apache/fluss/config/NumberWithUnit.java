// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.util.Locale;
import java.util.Objects;

/** A text such as {@code 10 min}: decimal digits, spaces, a unit in lower case. */
final class NumberWithUnit {
  private final long number;
  private final String unit;

  private NumberWithUnit(long number, String unit) {
    this.number = number;
    this.unit = unit;
  }

  static NumberWithUnit parse(String text, String what, String example) {
    String trimmed = Objects.requireNonNull(text, what).trim();
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException("An empty text is no " + what + ". Write e.g. " + example);
    }
    int digits = leadingDigits(trimmed);
    if (digits == 0) {
      throw new NumberFormatException(
          "A " + what + " starts with a digit, '" + text + "' does not. Write e.g. " + example);
    }
    String unit = trimmed.substring(digits).trim().toLowerCase(Locale.US);
    if (unit.isEmpty()) {
      throw new IllegalArgumentException(
          "The " + what + " '" + text + "' has no unit. Write e.g. " + example);
    }
    try {
      return new NumberWithUnit(Long.parseLong(trimmed.substring(0, digits)), unit);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "The number of the " + what + " '" + text + "' does not fit into 64 bits.", e);
    }
  }

  static int leadingDigits(String text) {
    int pos = 0;
    while (pos < text.length() && text.charAt(pos) >= '0' && text.charAt(pos) <= '9') {
      pos++;
    }
    return pos;
  }

  long number() {
    return number;
  }

  String unit() {
    return unit;
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.util.Locale;

/** Durations as S3A writes them: a number with an optional unit. */
final class Durations {

  private Durations() {}

  /** Seconds of a text such as {@code 30m}; a bare number means seconds. */
  static int seconds(String text, int absent) {
    if (text == null) {
      return absent;
    }
    String value = text.trim().toLowerCase(Locale.ROOT);
    int digits = 0;
    while (digits < value.length() && Character.isDigit(value.charAt(digits))) {
      digits++;
    }
    if (digits == 0 || digits > 9) {
      throw new IllegalArgumentException("Not a duration: '" + text + "'; write for example 30m.");
    }
    long number = Long.parseLong(value.substring(0, digits));
    switch (value.substring(digits).trim()) {
      case "":
      case "s":
        return Math.toIntExact(number);
      case "ms":
        return Math.toIntExact(number / 1000);
      case "m":
        return Math.toIntExact(number * 60);
      case "h":
        return Math.toIntExact(number * 3600);
      case "d":
        return Math.toIntExact(number * 86400);
      default:
        throw new IllegalArgumentException(
            "Unknown unit in duration '" + text + "'; use ms, s, m, h or d.");
    }
  }
}

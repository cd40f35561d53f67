// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import org.apache.fluss.annotation.Internal;
import org.apache.fluss.exception.IllegalConfigurationException;

/** Reads sizes and durations that code holds in 32 bits, refusing what does not fit. */
@Internal
public final class IntRange {
  private IntRange() {}

  /**
   * The size in bytes; {@link IllegalConfigurationException} if above {@link Integer#MAX_VALUE}.
   */
  public static int bytes(Configuration configuration, ConfigOption<MemorySize> option) {
    return fit(configuration.get(option).getBytes(), option.key(), "bytes");
  }

  /**
   * Whole milliseconds; {@link IllegalConfigurationException} if above {@link Integer#MAX_VALUE}.
   */
  public static int millis(Configuration configuration, ConfigOption<java.time.Duration> option) {
    long millis;
    try {
      millis = configuration.get(option).toMillis();
    } catch (ArithmeticException e) {
      millis = Long.MAX_VALUE;
    }
    return fit(millis, option.key(), "milliseconds");
  }

  private static int fit(long value, String key, String unit) {
    if (value > Integer.MAX_VALUE) {
      throw new IllegalConfigurationException(
          "Setting '" + key + "' must be at most " + Integer.MAX_VALUE + " " + unit + ".");
    }
    return (int) value;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import org.apache.fluss.annotation.Internal;

/**
 * Checks of arguments and state; messages are {@link String#format} patterns, formatted on failure
 * only.
 */
@Internal
public final class Preconditions {
  private Preconditions() {}

  /** Returns {@code value}, or throws {@link NullPointerException}. */
  public static <T> T checkNotNull(T value) {
    if (value == null) {
      throw new NullPointerException();
    }
    return value;
  }

  /** Returns {@code value}, or throws {@link NullPointerException} with the message. */
  public static <T> T checkNotNull(T value, String message) {
    if (value == null) {
      throw new NullPointerException(message);
    }
    return value;
  }

  /** Returns {@code value}, or throws {@link NullPointerException} with the formatted message. */
  public static <T> T checkNotNull(T value, String message, Object... args) {
    if (value == null) {
      throw new NullPointerException(String.format(message, args));
    }
    return value;
  }

  /** Throws {@link IllegalArgumentException} unless {@code condition} holds. */
  public static void checkArgument(boolean condition) {
    if (!condition) {
      throw new IllegalArgumentException();
    }
  }

  /**
   * Throws {@link IllegalArgumentException} with the formatted message unless {@code condition}
   * holds.
   */
  public static void checkArgument(boolean condition, String message, Object... args) {
    if (!condition) {
      throw new IllegalArgumentException(String.format(message, args));
    }
  }

  /** Throws {@link IllegalStateException} unless {@code condition} holds. */
  public static void checkState(boolean condition) {
    if (!condition) {
      throw new IllegalStateException();
    }
  }

  /**
   * Throws {@link IllegalStateException} with the formatted message unless {@code condition} holds.
   */
  public static void checkState(boolean condition, String message, Object... args) {
    if (!condition) {
      throw new IllegalStateException(String.format(message, args));
    }
  }
}

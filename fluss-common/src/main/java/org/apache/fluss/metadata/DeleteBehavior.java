// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Arrays;
import java.util.Locale;

/** What a delete does on a primary-key table. */
public enum DeleteBehavior {
  ALLOW,
  IGNORE,
  DISABLE;

  /** The constant of a name in any case; {@link IllegalArgumentException} if there is none. */
  public static DeleteBehavior fromString(String name) {
    try {
      return valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected one of " + Arrays.toString(values()) + ", but got '" + name + "'", e);
    }
  }
}

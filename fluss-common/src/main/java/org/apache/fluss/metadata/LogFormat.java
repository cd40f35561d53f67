// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Arrays;
import java.util.Locale;

/** How the records of a log are laid out. */
public enum LogFormat {
  ARROW,
  INDEXED,
  COMPACTED;

  /** The constant of a name in any case; {@link IllegalArgumentException} if there is none. */
  public static LogFormat fromString(String name) {
    try {
      return valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected one of " + Arrays.toString(values()) + ", but got '" + name + "'", e);
    }
  }
}

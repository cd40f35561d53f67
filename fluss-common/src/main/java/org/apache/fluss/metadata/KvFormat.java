// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Arrays;
import java.util.Locale;

/** How the rows of a primary-key table are laid out. */
public enum KvFormat {
  COMPACTED,
  INDEXED;

  /** The constant of a name in any case; {@link IllegalArgumentException} if there is none. */
  public static KvFormat fromString(String name) {
    try {
      return valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected one of " + Arrays.toString(values()) + ", but got '" + name + "'", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Arrays;
import java.util.Locale;

/** Which images of a changed row the changelog holds. */
public enum ChangelogImage {
  FULL,
  WAL;

  /** The constant of a name in any case; {@link IllegalArgumentException} if there is none. */
  public static ChangelogImage fromString(String name) {
    try {
      return valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected one of " + Arrays.toString(values()) + ", but got '" + name + "'", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Arrays;
import java.util.Locale;

/** How a primary-key table merges rows of one key. */
public enum MergeEngineType {
  FIRST_ROW,
  VERSIONED,
  AGGREGATION;

  /** The constant of a name in any case; {@link IllegalArgumentException} if there is none. */
  public static MergeEngineType fromString(String name) {
    try {
      return valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected one of " + Arrays.toString(values()) + ", but got '" + name + "'", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

/** How a primary-key table merges a new row with the stored one of the same key. */
public enum MergeEngineType {
  /** The row stored first stays. */
  FIRST_ROW,
  /** The row with the larger version stays. */
  VERSIONED,
  /** Each column is merged by its aggregation function. */
  AGGREGATION;

  /**
   * Reads the name of a constant in any case.
   *
   * @throws IllegalArgumentException if there is no such constant
   */
  public static MergeEngineType fromString(String text) {
    return EnumText.parse(MergeEngineType.class, "merge engine", text);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

/** Encoding of the records in the log of a table. */
public enum LogFormat {
  /** Column batches. */
  ARROW,
  /** Rows with an index of their fields. */
  INDEXED,
  /** Rows as short as possible. */
  COMPACTED;

  /**
   * Reads the name of a constant in any case.
   *
   * @throws IllegalArgumentException if there is no such constant
   */
  public static LogFormat fromString(String text) {
    return EnumText.parse(LogFormat.class, "log format", text);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

/** What a record did to its table. The byte value is written to disk and wire. */
public enum ChangeType {
  /** A row of a log table. */
  APPEND_ONLY((byte) 0, "+A"),
  /** A new key. */
  INSERT((byte) 1, "+I"),
  /** The image of a row before an update. */
  UPDATE_BEFORE((byte) 2, "-U"),
  /** The image of a row after an update. */
  UPDATE_AFTER((byte) 3, "+U"),
  /** A removed row, in full. */
  DELETE((byte) 4, "-D");

  private static final ChangeType[] BY_VALUE = values();

  private final byte value;
  private final String shortString;

  ChangeType(byte value, String shortString) {
    this.value = value;
    this.shortString = shortString;
  }

  /** The two-letter form used in changelogs, such as {@code +I}. */
  public String shortString() {
    return shortString;
  }

  /** The stored form. */
  public byte toByteValue() {
    return value;
  }

  /**
   * Reads the stored form.
   *
   * @throws UnsupportedOperationException if the byte names no change type
   */
  public static ChangeType fromByteValue(byte value) {
    if (value < 0 || value >= BY_VALUE.length) {
      throw new UnsupportedOperationException(
          "Byte " + value + " is no change type; known are 0 (+A) to 4 (-D).");
    }
    return BY_VALUE[value];
  }
}

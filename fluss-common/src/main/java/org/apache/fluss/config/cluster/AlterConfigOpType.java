// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config.cluster;

/** What to do with a setting. */
public enum AlterConfigOpType {
  SET(0),
  DELETE(1),
  APPEND(2),
  SUBTRACT(3);

  /** The number on the wire. */
  public final int value;

  AlterConfigOpType(int value) {
    this.value = value;
  }

  /** The number on the wire. */
  public int value() {
    return value;
  }

  /** The type of a number; {@link IllegalArgumentException} if there is none. */
  public static AlterConfigOpType from(int value) {
    for (AlterConfigOpType type : values()) {
      if (type.value == value) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "Unknown operation " + value + " on a setting; known are 0 (SET) to 3 (SUBTRACT).");
  }
}

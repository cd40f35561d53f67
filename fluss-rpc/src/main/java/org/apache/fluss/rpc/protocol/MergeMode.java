// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.protocol;

import org.apache.fluss.annotation.PublicEvolving;

/** How a write treats the merge engine of its table. */
@PublicEvolving
public enum MergeMode {
  /** The merge engine of the table combines the old and the new row. */
  DEFAULT(0),
  /** The new row replaces the old one, the merge engine is bypassed. */
  OVERWRITE(1);

  private final int value;

  MergeMode(int value) {
    this.value = value;
  }

  /** The number of this mode. */
  public int getValue() {
    return value;
  }

  /** The number of this mode on the wire. */
  public int getProtoValue() {
    return value;
  }

  /**
   * The mode of this number.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static MergeMode fromValue(int value) {
    for (MergeMode mode : values()) {
      if (mode.value == value) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "Unknown merge mode " + value + ", known are 0 (default) and 1 (overwrite).");
  }

  /**
   * The mode a peer means by this number: {@link #DEFAULT} for numbers this build does not know.
   */
  public static MergeMode fromProtoValue(int value) {
    return value == OVERWRITE.value ? OVERWRITE : DEFAULT;
  }
}

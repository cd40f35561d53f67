// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config.cluster;

import org.apache.fluss.metadata.TableChange;

/** Where a new column goes. */
public enum ColumnPositionType {
  LAST(0);

  /** The number on the wire. */
  public final int value;

  ColumnPositionType(int value) {
    this.value = value;
  }

  /** The number on the wire. */
  public int value() {
    return value;
  }

  /** The type of a number; {@link IllegalArgumentException} if there is none. */
  public static ColumnPositionType from(int value) {
    if (value == LAST.value) {
      return LAST;
    }
    throw new IllegalArgumentException(
        "Column position " + value + " is not supported: new columns go to the end (0).");
  }

  /** The type of a position; {@link IllegalArgumentException} unless it is the last one. */
  public static ColumnPositionType from(TableChange.ColumnPosition position) {
    if (position instanceof TableChange.Last) {
      return LAST;
    }
    throw new IllegalArgumentException(
        "Column position " + position + " is not supported: new columns go to the end.");
  }
}

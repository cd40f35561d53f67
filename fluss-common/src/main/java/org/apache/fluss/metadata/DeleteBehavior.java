// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

/** What a primary-key table does with a delete. */
public enum DeleteBehavior {
  /** The row is removed. */
  ALLOW,
  /** The delete is skipped in silence. */
  IGNORE,
  /** The delete is refused with an error. */
  DISABLE;

  /**
   * Reads the name of a constant in any case.
   *
   * @throws IllegalArgumentException if there is no such constant
   */
  public static DeleteBehavior fromString(String text) {
    return EnumText.parse(DeleteBehavior.class, "delete behavior", text);
  }
}

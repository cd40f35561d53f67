// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

/** How much of a row the changelog of a primary-key table shows. */
public enum ChangelogImage {
  /** An update writes the row before and the row after. */
  FULL,
  /** An update writes the row after only; the row before is not looked up. */
  WAL;

  /**
   * Reads the name of a constant in any case.
   *
   * @throws IllegalArgumentException if there is no such constant
   */
  public static ChangelogImage fromString(String text) {
    return EnumText.parse(ChangelogImage.class, "changelog image", text);
  }
}

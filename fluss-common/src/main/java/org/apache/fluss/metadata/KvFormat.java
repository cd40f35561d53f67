// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

/** Encoding of the rows in the key-value store of a table. */
public enum KvFormat {
  COMPACTED,
  INDEXED;

  /**
   * Reads the name of a constant in any case.
   *
   * @throws IllegalArgumentException if there is no such constant
   */
  public static KvFormat fromString(String text) {
    return EnumText.parse(KvFormat.class, "kv format", text);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import org.apache.fluss.exception.UnsupportedVersionException;
import org.apache.fluss.metadata.TableInfo;

/** Which clients encode the keys of a table as its store does. */
final class KeyVersions {
  private static final int KEYS_BY_PREFIX = 2;

  private KeyVersions() {}

  /**
   * Refuses clients that would encode keys in another way.
   *
   * @param apiVersion version of the call
   * @throws UnsupportedVersionException if this client would
   */
  static void ensureKnown(TableInfo table, short apiVersion) {
    if (apiVersion == 0
        && table.getTableConfig().getDataLakeFormat().isPresent()
        && table.getTableConfig().getKvFormatVersion().orElse(1) == KEYS_BY_PREFIX
        && !table.isDefaultBucketKey()) {
      throw new UnsupportedVersionException(
          "The keys of table "
              + table.getTablePath()
              + " have a format that this client does not know; use a client of version 0.9 or"
              + " later.");
    }
  }
}

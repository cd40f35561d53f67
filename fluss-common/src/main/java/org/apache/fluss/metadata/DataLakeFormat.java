// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Locale;

/** The lake format a table is tiered into; its text form is lower case. */
public enum DataLakeFormat {
  PAIMON,
  LANCE,
  ICEBERG;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

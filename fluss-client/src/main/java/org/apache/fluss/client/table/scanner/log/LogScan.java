// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import org.apache.fluss.annotation.PublicEvolving;

/** Which columns a log scan reads. Immutable. */
@PublicEvolving
public class LogScan {
  private final int[] projectedFields;

  /** Reads all columns. */
  public LogScan() {
    this(null);
  }

  private LogScan(int[] projectedFields) {
    this.projectedFields = projectedFields;
  }

  /** Null for all columns. */
  public int[] getProjectedFields() {
    return projectedFields == null ? null : projectedFields.clone();
  }

  /**
   * @param fields positions; null for all columns
   */
  public LogScan withProjectedFields(int[] fields) {
    return new LogScan(fields == null ? null : fields.clone());
  }
}

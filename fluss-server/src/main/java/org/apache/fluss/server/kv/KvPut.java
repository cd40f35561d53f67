// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import org.apache.fluss.rpc.protocol.MergeMode;

/** A batch to be put into one bucket, and how. Immutable. */
public final class KvPut {
  final CheckedKvRecords records;
  final int[] targetColumns;
  final MergeMode mode;

  /**
   * @param targetColumns positions in the newest schema of the table; empty for whole rows
   */
  public KvPut(CheckedKvRecords records, int[] targetColumns, MergeMode mode) {
    this.records = records;
    this.targetColumns = targetColumns;
    this.mode = mode;
  }

  /** The batch. */
  public CheckedKvRecords records() {
    return records;
  }
}

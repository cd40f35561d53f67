// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

/** How far a bucket is in the lake. Immutable. */
final class LakeOffset {
  private final long snapshotId;
  private final Long logEndOffset;
  private final Long maxTimestampMs;

  /**
   * @param logEndOffset first offset not in the lake, null when unknown
   * @param maxTimestampMs largest timestamp of the records in the lake, null when unknown
   */
  LakeOffset(long snapshotId, Long logEndOffset, Long maxTimestampMs) {
    this.snapshotId = snapshotId;
    this.logEndOffset = logEndOffset;
    this.maxTimestampMs = maxTimestampMs;
  }

  long snapshotId() {
    return snapshotId;
  }

  Long logEndOffset() {
    return logEndOffset;
  }

  Long maxTimestampMs() {
    return maxTimestampMs;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.Map;
import org.apache.fluss.metadata.TableBucket;

/** What the coordinator is told about a snapshot that is in the lake. Immutable. */
public final class LakeRegistration {
  private final long tieringEpoch;
  private final long snapshotId;
  private final String tieredOffsetsPath;
  private final String readableOffsetsPath;
  private final Long earliestSnapshotToKeep;
  private final Map<TableBucket, Long> endOffsets;
  private final Map<TableBucket, Long> maxTimestampsMs;

  LakeRegistration(
      long tieringEpoch,
      long snapshotId,
      String tieredOffsetsPath,
      String readableOffsetsPath,
      Long earliestSnapshotToKeep,
      Map<TableBucket, Long> endOffsets,
      Map<TableBucket, Long> maxTimestampsMs) {
    this.tieringEpoch = tieringEpoch;
    this.snapshotId = snapshotId;
    this.tieredOffsetsPath = tieredOffsetsPath;
    this.readableOffsetsPath = readableOffsetsPath;
    this.earliestSnapshotToKeep = earliestSnapshotToKeep;
    this.endOffsets = Map.copyOf(endOffsets);
    this.maxTimestampsMs = Map.copyOf(maxTimestampsMs);
  }

  /** {@link Lease#epoch} under which the snapshot is registered. */
  public long tieringEpoch() {
    return tieringEpoch;
  }

  /** Id of the snapshot in the lake. */
  public long snapshotId() {
    return snapshotId;
  }

  /** File with the offsets up to which the snapshot holds the log. */
  public String tieredOffsetsPath() {
    return tieredOffsetsPath;
  }

  /** File with the offsets up to which readers may rely on the snapshot; null if unknown. */
  public String readableOffsetsPath() {
    return readableOffsetsPath;
  }

  /** Oldest snapshot to remember, -1 for all; null for this one only. */
  public Long earliestSnapshotToKeep() {
    return earliestSnapshotToKeep;
  }

  /** Offsets of the round, for tablet servers and metrics; empty for a repaired snapshot. */
  public Map<TableBucket, Long> endOffsets() {
    return endOffsets;
  }

  /** Newest commit time per bucket of the round, where it had rows. */
  public Map<TableBucket, Long> maxTimestampsMs() {
    return maxTimestampsMs;
  }
}

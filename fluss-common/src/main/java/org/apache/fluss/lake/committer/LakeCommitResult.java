// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.committer;

import java.util.Map;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;

/** What a lake commit gave. Immutable. */
@PublicEvolving
public class LakeCommitResult {

  /** Earlier snapshots need not be kept. */
  public static final Long KEEP_LATEST = null;

  /** Every earlier snapshot must be kept. */
  public static final Long KEEP_ALL_PREVIOUS = -1L;

  private final long committedSnapshotId;
  private final boolean committedIsReadable;
  private final ReadableSnapshot readableSnapshot;
  private final Long earliestSnapshotIdToKeep;

  private LakeCommitResult(
      long committedSnapshotId,
      boolean committedIsReadable,
      ReadableSnapshot readableSnapshot,
      Long earliestSnapshotIdToKeep) {
    this.committedSnapshotId = committedSnapshotId;
    this.committedIsReadable = committedIsReadable;
    this.readableSnapshot = readableSnapshot;
    this.earliestSnapshotIdToKeep = earliestSnapshotIdToKeep;
  }

  /** The snapshot committed can be read at once. */
  public static LakeCommitResult committedIsReadable(long committedSnapshotId) {
    return new LakeCommitResult(committedSnapshotId, true, null, KEEP_LATEST);
  }

  /** Which snapshot can be read is not known. */
  public static LakeCommitResult unknownReadableSnapshot(long committedSnapshotId) {
    return new LakeCommitResult(committedSnapshotId, false, null, KEEP_ALL_PREVIOUS);
  }

  /**
   * Another snapshot than the one committed can be read.
   *
   * @param tieredLogEndOffsets per bucket, up to which offset the committed snapshot holds the log
   * @param readableLogEndOffsets per bucket, up to which offset the readable snapshot holds it
   * @param earliestSnapshotIdToKeep {@link #KEEP_LATEST}, {@link #KEEP_ALL_PREVIOUS} or an id
   */
  public static LakeCommitResult withReadableSnapshot(
      long committedSnapshotId,
      long readableSnapshotId,
      Map<TableBucket, Long> tieredLogEndOffsets,
      Map<TableBucket, Long> readableLogEndOffsets,
      Long earliestSnapshotIdToKeep) {
    return new LakeCommitResult(
        committedSnapshotId,
        false,
        new ReadableSnapshot(readableSnapshotId, tieredLogEndOffsets, readableLogEndOffsets),
        earliestSnapshotIdToKeep);
  }

  /** The snapshot committed. */
  public long getCommittedSnapshotId() {
    return committedSnapshotId;
  }

  /** Whether the snapshot committed can be read. */
  public boolean committedIsReadable() {
    return committedIsReadable;
  }

  /** The snapshot that can be read instead; null if it is the committed one or unknown. */
  public ReadableSnapshot getReadableSnapshot() {
    return readableSnapshot;
  }

  /** {@link #KEEP_LATEST}, {@link #KEEP_ALL_PREVIOUS} or the oldest snapshot to keep. */
  public Long getEarliestSnapshotIDToKeep() {
    return earliestSnapshotIdToKeep;
  }

  /** A snapshot that can be read, and how far snapshots reach. Immutable if its maps are. */
  @PublicEvolving
  public static class ReadableSnapshot {
    private final Long readableSnapshotId;
    private final Map<TableBucket, Long> tieredLogEndOffsets;
    private final Map<TableBucket, Long> readableLogEndOffsets;

    /** See {@link LakeCommitResult#withReadableSnapshot}. */
    public ReadableSnapshot(
        Long readableSnapshotId,
        Map<TableBucket, Long> tieredLogEndOffsets,
        Map<TableBucket, Long> readableLogEndOffsets) {
      this.readableSnapshotId = readableSnapshotId;
      this.tieredLogEndOffsets = tieredLogEndOffsets;
      this.readableLogEndOffsets = readableLogEndOffsets;
    }

    /** The snapshot that can be read. */
    public Long getReadableSnapshotId() {
      return readableSnapshotId;
    }

    /** Log end offset per bucket of the committed snapshot. */
    public Map<TableBucket, Long> getTieredLogEndOffsets() {
      return tieredLogEndOffsets;
    }

    /** Log end offset per bucket of the readable snapshot. */
    public Map<TableBucket, Long> getReadableLogEndOffsets() {
      return readableLogEndOffsets;
    }

    @Override
    public boolean equals(Object o) {
      if (!(o instanceof ReadableSnapshot)) {
        return false;
      }
      ReadableSnapshot that = (ReadableSnapshot) o;
      return Objects.equals(readableSnapshotId, that.readableSnapshotId)
          && Objects.equals(tieredLogEndOffsets, that.tieredLogEndOffsets)
          && Objects.equals(readableLogEndOffsets, that.readableLogEndOffsets);
    }

    @Override
    public int hashCode() {
      return Objects.hash(readableSnapshotId, tieredLogEndOffsets, readableLogEndOffsets);
    }
  }
}

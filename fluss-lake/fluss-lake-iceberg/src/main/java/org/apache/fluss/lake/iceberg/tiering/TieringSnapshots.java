// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/**
 * The snapshots that tiering of one Fluss table committed, told by their summaries. Snapshots of
 * the released version carry no table id and count as well.
 */
final class TieringSnapshots {

  static final String COMMIT_USER = "commit-user";

  private final String tableId;

  TieringSnapshots(long tableId) {
    this.tableId = Long.toString(tableId);
  }

  /** The newest one in the table's current history. */
  Optional<Snapshot> newest(TableMetadata metadata) {
    return first(metadata, snapshot -> true);
  }

  /** The newest one in the table's current history that is wanted. */
  Optional<Snapshot> first(TableMetadata metadata, Predicate<Snapshot> wanted) {
    Snapshot snapshot = metadata.currentSnapshot();
    while (snapshot != null) {
      if (isOwn(snapshot) && wanted.test(snapshot)) {
        return Optional.of(snapshot);
      }
      snapshot = parent(metadata, snapshot);
    }
    return Optional.empty();
  }

  private static Snapshot parent(TableMetadata metadata, Snapshot snapshot) {
    return snapshot.parentId() == null ? null : metadata.snapshot(snapshot.parentId());
  }

  /**
   * Whether a snapshot of the table is certain not to be in its current history. Behind an expired
   * one anything older may be.
   */
  boolean isLeftOut(TableMetadata metadata, Snapshot other) {
    Snapshot snapshot = metadata.currentSnapshot();
    while (snapshot != null && snapshot.sequenceNumber() >= other.sequenceNumber()) {
      if (snapshot.snapshotId() == other.snapshotId()) {
        return false;
      }
      if (snapshot.parentId() != null && metadata.snapshot(snapshot.parentId()) == null) {
        return false;
      }
      snapshot = parent(metadata, snapshot);
    }
    return true;
  }

  /**
   * Whether nothing was expired: the current history leads back to the table's first snapshot.
   * Where it does not, what is missing may have been an own one.
   */
  boolean isWhole(TableMetadata metadata) {
    Snapshot snapshot = metadata.currentSnapshot();
    while (snapshot != null && snapshot.parentId() != null) {
      snapshot = metadata.snapshot(snapshot.parentId());
      if (snapshot == null) {
        return false;
      }
    }
    return true;
  }

  private boolean isOwn(Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    return LakeTieringFactory.FLUSS_LAKE_TIERING_COMMIT_USER.equals(summary.get(COMMIT_USER))
        && tableId.equals(summary.getOrDefault(IcebergLakeCommitter.TABLE_ID, tableId));
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.util.Map;
import java.util.Optional;
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
    Snapshot snapshot = metadata.currentSnapshot();
    while (snapshot != null) {
      if (isOwn(snapshot)) {
        return Optional.of(snapshot);
      }
      snapshot = snapshot.parentId() == null ? null : metadata.snapshot(snapshot.parentId());
    }
    return Optional.empty();
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

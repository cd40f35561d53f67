// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.upkeep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;

/**
 * Removes old snapshots as the table's {@code history.expire.*} properties say, with the files only
 * they use. What is as new as the snapshot Fluss refers to stays, and what a tag or another branch
 * uses.
 */
public final class SnapshotExpiry {

  private SnapshotExpiry() {}

  /**
   * Expires snapshots.
   *
   * @param registeredSnapshotId the one Fluss refers to
   * @return how many were removed
   */
  public static int run(Table table, long registeredSnapshotId) {
    table.refresh();
    List<Long> old = old(table, registeredSnapshotId);
    if (old.isEmpty()) {
      return 0;
    }
    // only those named, whatever their age
    ExpireSnapshots expire = table.expireSnapshots().expireOlderThan(0);
    old.forEach(expire::expireSnapshotId);
    expire.commit();
    return old.size();
  }

  private static List<Long> old(Table table, long registeredSnapshotId) {
    long maxAgeMs =
        PropertyUtil.propertyAsLong(
            table.properties(),
            TableProperties.MAX_SNAPSHOT_AGE_MS,
            TableProperties.MAX_SNAPSHOT_AGE_MS_DEFAULT);
    int minKept =
        PropertyUtil.propertyAsInt(
            table.properties(),
            TableProperties.MIN_SNAPSHOTS_TO_KEEP,
            TableProperties.MIN_SNAPSHOTS_TO_KEEP_DEFAULT);
    Set<Long> referenced = new HashSet<>();
    table
        .refs()
        .forEach(
            (name, ref) -> {
              if (!name.equals(SnapshotRef.MAIN_BRANCH)) {
                history(table, ref.snapshotId())
                    .forEach(snapshot -> referenced.add(snapshot.snapshotId()));
              }
            });
    List<Long> old = new ArrayList<>();
    Snapshot current = table.currentSnapshot();
    if (current == null) {
      return old;
    }
    // the table's own clock: no commit is newer
    long oldestMs = current.timestampMillis() - maxAgeMs;
    int seen = 0;
    boolean behindRegistered = false;
    for (Snapshot snapshot : history(table, current.snapshotId())) {
      if (behindRegistered
          && seen >= minKept
          && snapshot.timestampMillis() < oldestMs
          && !referenced.contains(snapshot.snapshotId())) {
        old.add(snapshot.snapshotId());
      }
      seen++;
      behindRegistered |= snapshot.snapshotId() == registeredSnapshotId;
    }
    return old;
  }

  private static List<Snapshot> history(Table table, long newest) {
    List<Snapshot> history = new ArrayList<>();
    Snapshot snapshot = table.snapshot(newest);
    while (snapshot != null) {
      history.add(snapshot);
      snapshot = snapshot.parentId() == null ? null : table.snapshot(snapshot.parentId());
    }
    return history;
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.StructLikeWrapper;

/** What happened to the files of one bucket between two snapshots. Immutable. */
final class BucketChanges {

  /** Snapshots that are looked at one by one; reading everything is cheaper then. */
  private static final int MAX_SNAPSHOTS = 200;

  final Set<String> addedData = new HashSet<>();
  final Set<String> removedData = new HashSet<>();
  final Set<String> addedDeletes = new HashSet<>();

  private BucketChanges() {}

  /**
   * The changes since a snapshot, null standing for the empty table; empty if it is not known any
   * more or long ago.
   */
  static Optional<BucketChanges> since(Table table, Long from, StructLike partition) {
    List<Snapshot> between = new ArrayList<>();
    Snapshot snapshot = table.currentSnapshot();
    while (snapshot != null && (from == null || snapshot.snapshotId() != from)) {
      between.add(snapshot);
      if (between.size() > MAX_SNAPSHOTS) {
        return Optional.empty();
      }
      Long parent = snapshot.parentId();
      snapshot = parent == null ? null : table.snapshot(parent);
      if (snapshot == null && (parent != null || from != null)) {
        return Optional.empty();
      }
    }
    if (snapshot == null && from != null) {
      return Optional.empty();
    }
    BucketChanges changes = new BucketChanges();
    PartitionSpec spec = table.spec();
    for (int i = between.size() - 1; i >= 0; i--) {
      Snapshot next = between.get(i);
      changes.add(next.addedDataFiles(table.io()), spec, partition, changes.addedData);
      changes.add(next.removedDataFiles(table.io()), spec, partition, changes.removedData);
      changes.add(next.addedDeleteFiles(table.io()), spec, partition, changes.addedDeletes);
    }
    return Optional.of(changes);
  }

  private void add(
      Iterable<? extends ContentFile<?>> files,
      PartitionSpec spec,
      StructLike partition,
      Set<String> to) {
    StructLikeWrapper wanted = StructLikeWrapper.forType(spec.partitionType()).set(partition);
    StructLikeWrapper found = StructLikeWrapper.forType(spec.partitionType());
    for (ContentFile<?> file : files) {
      if (file.specId() == spec.specId() && found.set(file.partition()).equals(wanted)) {
        to.add(file.location());
      }
    }
  }
}

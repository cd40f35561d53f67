// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.apache.fluss.exception.FencedTieringEpochException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.coordinator.ClusterState.Bucket;
import org.apache.fluss.server.metadata.LakeSnapshotReader;
import org.apache.fluss.server.remote.SmallFile;
import org.apache.fluss.server.zk.LakeTableNode;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.server.zk.TableAssignmentNode;
import org.apache.fluss.utils.json.TableBucketOffsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the tiering service tells of the lake: files of offsets, and committed snapshots. */
final class LakeCommits {
  private static final Logger LOG = LoggerFactory.getLogger(LakeCommits.class);

  private static final int MAX_DELETED_REMEMBERED = 1000;

  private final Coordinator coordinator;
  private final LakeSnapshotReader reader;
  private final RemoteDirectories remote;
  private final Executor ioPool;

  /** Files deleted lately, in case a registration was checked just before. Event loop's. */
  private final Set<String> deleted =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > MAX_DELETED_REMEMBERED;
            }
          });

  LakeCommits(
      Coordinator coordinator,
      LakeSnapshotReader reader,
      RemoteDirectories remote,
      Executor ioPool) {
    this.coordinator = coordinator;
    this.reader = reader;
    this.remote = remote;
    this.ioPool = ioPool;
  }

  /**
   * Writes how far the lake will be after the next commit. Blocks on remote storage; may be called
   * from any thread.
   *
   * @param ignorePrevious whether to leave out what was committed before
   * @return the path of the file
   */
  String prepare(
      TablePath path, long tableId, Map<TableBucket, Long> endOffsets, boolean ignorePrevious) {
    Map<TableBucket, Long> merged = new LinkedHashMap<>();
    if (!ignorePrevious) {
      merged.putAll(reader.latestOffsets(path, tableId));
    }
    merged.putAll(endOffsets);
    FsPath file =
        remote.lakeOffsetsFile(PhysicalTablePath.of(path), tableId, UUID.randomUUID().toString());
    try {
      SmallFile.write(
          file,
          new TableBucketOffsets(tableId, merged).toJsonBytes(),
          FileSystem.WriteMode.NO_OVERWRITE);
    } catch (IOException e) {
      throw new StorageException(
          "The lake offsets of " + path + " cannot be written to " + file + ".", e);
    }
    return file.toString();
  }

  /**
   * Refuses a snapshot whose registration comes after that of a newer one. Blocks on remote
   * storage; may be called from any thread.
   *
   * @throws FencedTieringEpochException if its offsets were deleted, or are behind the newest ones
   */
  void check(TablePath path, long tableId, LakeTableNode.Snapshot snapshot) {
    Optional<Map<TableBucket, Long>> offsets =
        LakeSnapshotReader.offsets(tableId, snapshot.id(), snapshot.tieredOffsetsPath());
    if (offsets.isEmpty()) {
      throw tooLate(path, snapshot, "its offsets " + snapshot.tieredOffsetsPath() + " are gone");
    }
    // A snapshot made readable later, with offsets of its own for that, may be any older one.
    boolean isNewest =
        snapshot.readableOffsetsPath() == null
            || snapshot.readableOffsetsPath().equals(snapshot.tieredOffsetsPath());
    if (isNewest && place(snapshots(tableId), snapshot.id()) < 0) {
      Map<TableBucket, Long> newest = reader.latestOffsets(path, tableId);
      if (isBehind(offsets.get(), newest)) {
        throw tooLate(path, snapshot, "it ends at " + offsets.get() + ", the newest at " + newest);
      }
    }
  }

  private static FencedTieringEpochException tooLate(
      TablePath path, LakeTableNode.Snapshot snapshot, String why) {
    return new FencedTieringEpochException(
        "Lake snapshot "
            + snapshot.id()
            + " of "
            + path
            + " is not registered: "
            + why
            + ". A newer one was registered since, from which the next tiering round goes on.");
  }

  private static boolean isBehind(Map<TableBucket, Long> offsets, Map<TableBucket, Long> newest) {
    boolean behind = false;
    for (Map.Entry<TableBucket, Long> bucket : offsets.entrySet()) {
      long other = newest.getOrDefault(bucket.getKey(), -1L);
      if (bucket.getValue() > other) {
        return false;
      }
      behind |= bucket.getValue() >= 0 && bucket.getValue() < other;
    }
    return behind;
  }

  /** The snapshots known of a table; none if they are in the old form. */
  private List<LakeTableNode.Snapshot> snapshots(long tableId) {
    return reader
        .node(tableId)
        // The old form cannot be kept next to the present one.
        .filter(node -> node.inlineOffsets().isEmpty())
        .map(LakeTableNode::snapshots)
        .orElse(List.of());
  }

  private static int place(List<LakeTableNode.Snapshot> snapshots, long id) {
    for (int i = 0; i < snapshots.size(); i++) {
      if (snapshots.get(i).id() == id) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Records a snapshot, as the newest one unless it is known: then it keeps its place, and that it
   * is readable. On the event loop.
   *
   * @param keepFrom id of the oldest snapshot to keep besides, null to keep none
   */
  void commit(long tableId, LakeTableNode.Snapshot registered, Long keepFrom) {
    ClusterState.Table table = existing(tableId);
    if (deleted.contains(registered.tieredOffsetsPath())) {
      throw tooLate(table.info().getTablePath(), registered, "its offsets are gone");
    }
    List<LakeTableNode.Snapshot> before = snapshots(tableId);
    int known = place(before, registered.id());
    LakeTableNode.Snapshot snapshot =
        known < 0 ? registered : stillReadable(before.get(known), registered);
    boolean hasNewer = known >= 0 && !isLast(before, snapshot.id());
    List<LakeTableNode.Snapshot> kept =
        keepFrom != null
            ? retained(before, keepFrom)
            : hasNewer ? new ArrayList<>(before) : new ArrayList<>();
    int place = place(kept, snapshot.id());
    if (place >= 0) {
      kept.set(place, snapshot);
    } else if (!hasNewer) {
      kept.add(snapshot);
    }
    write(tableId, LakeTableNode.of(kept));
    deleteUnused(before, kept);
  }

  /**
   * A runner that was told by a lagging server that nobody knows the snapshot registers it bare.
   */
  private static LakeTableNode.Snapshot stillReadable(
      LakeTableNode.Snapshot known, LakeTableNode.Snapshot again) {
    return again.readableOffsetsPath() != null || known.readableOffsetsPath() == null
        ? again
        : new LakeTableNode.Snapshot(
            again.id(), again.tieredOffsetsPath(), known.readableOffsetsPath());
  }

  private static boolean isLast(List<LakeTableNode.Snapshot> snapshots, long id) {
    return snapshots.get(snapshots.size() - 1).id() == id;
  }

  private static List<LakeTableNode.Snapshot> retained(
      List<LakeTableNode.Snapshot> snapshots, long keepFrom) {
    int from = Math.max(0, place(snapshots, keepFrom));
    return new ArrayList<>(snapshots.subList(from, snapshots.size()));
  }

  /** Records a snapshot in the old form, with its offsets. On the event loop. */
  void commitOffsets(long tableId, long snapshotId, Map<TableBucket, Long> endOffsets) {
    ClusterState.Table table = existing(tableId);
    Map<TableBucket, Long> merged =
        new LinkedHashMap<>(reader.latestOffsets(table.info().getTablePath(), tableId));
    merged.putAll(endOffsets);
    write(tableId, LakeTableNode.ofOffsets(snapshotId, merged));
  }

  private ClusterState.Table existing(long tableId) {
    return coordinator
        .state()
        .table(tableId)
        .orElseThrow(
            () -> new TableNotExistException("There is no table with the id " + tableId + "."));
  }

  private void write(long tableId, LakeTableNode node) {
    String path = LakeTableNode.path(tableId);
    Optional<StoredNode> stored = coordinator.store().reads().get(path);
    List<NodeOp> ops = new ArrayList<>();
    if (stored.isPresent()) {
      ops.add(NodeOp.set(path, node.encode()));
    } else {
      ops.addAll(NodeTree.creation(coordinator.store().reads(), TableAssignmentNode.path(tableId)));
      ops.add(NodeOp.create(path, node.encode()));
    }
    coordinator.store().transact(ops);
  }

  private void deleteUnused(
      List<LakeTableNode.Snapshot> before, List<LakeTableNode.Snapshot> kept) {
    Set<String> unused = files(before);
    unused.removeAll(files(kept));
    for (String file : unused) {
      deleted.add(file);
      ioPool.execute(
          () -> {
            try {
              FsPath path = new FsPath(file);
              path.getFileSystem().delete(path, false);
            } catch (IOException e) {
              LOG.warn("The lake offsets {} are no longer needed, but stay", file, e);
            }
          });
    }
  }

  private static Set<String> files(List<LakeTableNode.Snapshot> snapshots) {
    Set<String> out = new HashSet<>();
    for (LakeTableNode.Snapshot snapshot : snapshots) {
      if (snapshot.tieredOffsetsPath() != null) {
        out.add(snapshot.tieredOffsetsPath());
      }
      if (snapshot.readableOffsetsPath() != null) {
        out.add(snapshot.readableOffsetsPath());
      }
    }
    return out;
  }

  /** Tells all replicas how far their bucket is in the lake. On the event loop. */
  void announce(Map<TableBucket, LakeOffset> offsets) {
    offsets.forEach(
        (id, offset) -> {
          Bucket bucket = coordinator.state().bucket(id).orElse(null);
          if (bucket != null) {
            for (int replica : bucket.replicas()) {
              TabletServerLink link = coordinator.link(replica);
              if (link != null) {
                link.lakeOffset(id, offset);
              }
            }
          }
        });
    coordinator.flush();
  }
}

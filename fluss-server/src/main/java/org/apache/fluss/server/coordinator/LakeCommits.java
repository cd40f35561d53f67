// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
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

  private final Coordinator coordinator;
  private final LakeSnapshotReader reader;
  private final RemoteDirectories remote;
  private final Executor ioPool;

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
   * Records a snapshot. On the event loop.
   *
   * @param keepFrom id of the oldest snapshot to keep besides, null to keep none
   */
  void commit(long tableId, LakeTableNode.Snapshot snapshot, Long keepFrom) {
    existing(tableId);
    Optional<LakeTableNode> before = reader.node(tableId);
    List<LakeTableNode.Snapshot> kept =
        keepFrom == null
            ? new ArrayList<>()
            : retained(before.map(LakeTableNode::snapshots).orElse(List.of()), keepFrom);
    if (before.isPresent() && before.get().inlineOffsets().isPresent()) {
      // The old form cannot be kept next to the present one.
      kept.clear();
    }
    kept.removeIf(earlier -> earlier.id() == snapshot.id());
    kept.add(snapshot);
    write(tableId, LakeTableNode.of(kept));
    before.ifPresent(node -> deleteUnused(node.snapshots(), kept));
  }

  private static List<LakeTableNode.Snapshot> retained(
      List<LakeTableNode.Snapshot> snapshots, long keepFrom) {
    for (int i = 0; i < snapshots.size(); i++) {
      if (snapshots.get(i).id() == keepFrom) {
        return new ArrayList<>(snapshots.subList(i, snapshots.size()));
      }
    }
    return new ArrayList<>(snapshots);
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

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.fs.FileStatus;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.coordinator.ClusterState.Bucket;
import org.apache.fluss.server.kv.snapshot.KvFile;
import org.apache.fluss.server.kv.snapshot.KvSnapshotMetadata;
import org.apache.fluss.server.kv.snapshot.KvSnapshotReader;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.remote.SmallFile;
import org.apache.fluss.server.zk.KvSnapshotNode;
import org.apache.fluss.server.zk.NodeOp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots of buckets: registered when their leader has uploaded one, and removed when newer
 * ones are there and nobody leases them. What is registered is only in the metadata store, so
 * nothing is lost with a coordinator.
 */
final class KvSnapshotCommits {
  private static final Logger LOG = LoggerFactory.getLogger(KvSnapshotCommits.class);

  /** Snapshots removed by one transaction. */
  private static final int MAX_REMOVED = 500;

  private static final int MIN_FORGET = 1024;

  private final Coordinator coordinator;
  private final RemoteDirectories remote;
  private final KvSnapshotReader reader;
  private final KvSnapshotLeases leases;
  private final int retained;

  /** Buckets whose directory was searched for files that nothing needs. */
  private final Set<TableBucket> swept = new HashSet<>();

  private int forgetAt = MIN_FORGET;

  /**
   * @param retained snapshots kept of each bucket, besides leased ones
   */
  KvSnapshotCommits(
      Coordinator coordinator, RemoteDirectories remote, KvSnapshotLeases leases, int retained) {
    this.coordinator = coordinator;
    this.remote = remote;
    this.reader = new KvSnapshotReader(coordinator.store().reads());
    this.leases = leases;
    this.retained = retained;
    leases.onFreed(this::removeSurplus);
  }

  /**
   * Registers a snapshot whose files are all there. May be called from any thread; the epochs are
   * the ones the leader began the snapshot under, and are checked again when all is written.
   */
  CompletableFuture<Void> commit(
      KvSnapshotMetadata snapshot, int leaderEpoch, int coordinatorEpoch) {
    TableBucket id = snapshot.bucket();
    List<FsPath> found = new ArrayList<>();
    AtomicBoolean listed = new AtomicBoolean();
    return coordinator
        .call(
            () -> {
              Bucket bucket =
                  LeaderFence.check(coordinator.state(), id, leaderEpoch, coordinatorEpoch);
              if (isRegistered(snapshot)) {
                return CompletableFuture.<Void>completedFuture(null);
              }
              boolean sweep = !swept.contains(id);
              return remote.inOrder(
                  id,
                  () -> {
                    SmallFile.write(
                        new FsPath(snapshot.path()),
                        snapshot.toJson(),
                        FileSystem.WriteMode.OVERWRITE);
                    if (sweep) {
                      listed.set(list(remote.paths().kvBucket(bucket.path(), id), found));
                    }
                  });
            })
        .thenCompose(written -> written)
        .thenCompose(
            written ->
                coordinator.call(
                    () -> {
                      register(snapshot, leaderEpoch, coordinatorEpoch, found);
                      if (listed.get()) {
                        forgetDroppedBuckets();
                        swept.add(id);
                      }
                      return null;
                    }));
  }

  private void forgetDroppedBuckets() {
    if (swept.size() >= forgetAt) {
      swept.removeIf(id -> !coordinator.state().bucket(id).isPresent());
      forgetAt = Math.max(MIN_FORGET, 2 * swept.size());
    }
  }

  /** An answer that was lost makes no difference. */
  private boolean isRegistered(KvSnapshotMetadata snapshot) {
    Optional<KvSnapshotNode> node = reader.node(snapshot.bucket(), snapshot.snapshotId());
    if (node.isPresent() && !node.get().metadataPath().equals(snapshot.path())) {
      throw new FlussRuntimeException(
          "There is another " + snapshot + " already, at " + node.get().metadataPath() + ".");
    }
    return node.isPresent();
  }

  private void register(
      KvSnapshotMetadata snapshot, int leaderEpoch, int coordinatorEpoch, List<FsPath> found) {
    TableBucket id = snapshot.bucket();
    Bucket bucket = LeaderFence.check(coordinator.state(), id, leaderEpoch, coordinatorEpoch);
    if (isRegistered(snapshot)) {
      return;
    }
    KvSnapshotNode node =
        new KvSnapshotNode(snapshot.snapshotId(), snapshot.logOffset(), snapshot.path());
    List<KvSnapshotNode> all = reader.nodes(id);
    List<NodeOp> ops = new ArrayList<>();
    if (all.isEmpty()) {
      ops.addAll(NodeTree.creation(coordinator.store().reads(), KvSnapshotNode.parent(id)));
    }
    ops.add(NodeOp.create(KvSnapshotNode.path(id, node.snapshotId()), node.encode()));
    all.add(node);
    List<KvSnapshotNode> surplus = surplus(id, all);
    surplus.forEach(old -> ops.add(NodeOp.delete(KvSnapshotNode.path(id, old.snapshotId()))));
    coordinator.store().transact(ops);
    LOG.info("Registered {}, with log offset {}", snapshot, snapshot.logOffset());
    if (!surplus.isEmpty() || !found.isEmpty()) {
      removeFiles(id, surplus, found, snapshot.snapshotId());
    }
    tellFollowers(bucket, snapshot.logOffset());
  }

  /** Those to be removed of a bucket's snapshots, which are ordered by age. */
  private List<KvSnapshotNode> surplus(TableBucket bucket, List<KvSnapshotNode> snapshots) {
    return snapshots.stream()
        .limit(Math.max(0, snapshots.size() - retained))
        .filter(node -> !leases.isLeased(bucket, node.snapshotId()))
        .limit(MAX_REMOVED)
        .collect(Collectors.toList());
  }

  private void tellFollowers(Bucket bucket, long logOffset) {
    for (int replica : bucket.replicas()) {
      TabletServerLink link = coordinator.link(replica);
      if (link != null && replica != bucket.leaderAndIsr().leader()) {
        link.kvSnapshotOffset(bucket.id(), logOffset);
      }
    }
    coordinator.flush();
  }

  /** Removes what leases kept, of buckets that are still there. On the event loop. */
  private void removeSurplus(Collection<TableBucket> buckets) {
    for (TableBucket id : buckets) {
      try {
        removeSurplus(id);
      } catch (RuntimeException e) {
        LOG.warn("Snapshots of {} that nobody leases any more stay for now", id, e);
        coordinator.checkFatal(e);
      }
    }
  }

  private void removeSurplus(TableBucket id) {
    if (!coordinator.state().bucket(id).isPresent()) {
      return;
    }
    List<KvSnapshotNode> surplus = surplus(id, reader.nodes(id));
    if (!surplus.isEmpty()) {
      coordinator
          .store()
          .transact(
              surplus.stream()
                  .map(old -> NodeOp.delete(KvSnapshotNode.path(id, old.snapshotId())))
                  .collect(Collectors.toList()));
      removeFiles(id, surplus, List.of(), -1);
    }
  }

  // --- files ---------------------------------------------------------------------------------

  /**
   * @param found what else lay in the bucket's directory when its leader had no other snapshot
   *     under way than the one with id {@code newest}
   */
  private void removeFiles(
      TableBucket bucket, List<KvSnapshotNode> removed, List<FsPath> found, long newest) {
    remote
        .inOrder(bucket, () -> deleteFiles(bucket, removed, found, newest))
        .exceptionally(
            failure -> {
              LOG.warn("Files of removed snapshots of {} stay", bucket, failure);
              return null;
            });
  }

  private void deleteFiles(
      TableBucket bucket, List<KvSnapshotNode> removed, List<FsPath> found, long newest) {
    // By name, which is unique: a listing may spell a path in another way.
    Map<String, FsPath> files = new HashMap<>();
    for (KvSnapshotNode node : removed) {
      try {
        for (KvFile file : KvSnapshotReader.read(node).sharedFiles()) {
          FsPath path = new FsPath(file.remotePath());
          files.put(path.getName(), path);
        }
      } catch (FileNotFoundException e) {
        LOG.warn("Snapshot {} of {} had lost its metadata", node.snapshotId(), bucket);
      } catch (IOException e) {
        LOG.warn("Shared files of snapshot {} of {} may stay", node.snapshotId(), bucket, e);
      }
    }
    found.stream()
        .filter(path -> path.getParent().getName().equals(RemotePaths.SHARED))
        .forEach(path -> files.put(path.getName(), path));
    List<KvSnapshotNode> kept = reader.nodes(bucket);
    if (forgetUsed(bucket, kept, files)) {
      files.values().forEach(file -> delete(file, false));
    }
    Map<String, FsPath> directories = new HashMap<>();
    for (KvSnapshotNode node : removed) {
      FsPath directory = new FsPath(node.metadataPath()).getParent();
      if (directory.getName().equals(RemotePaths.kvSnapshotName(node.snapshotId()))) {
        directories.put(directory.getName(), directory);
      }
    }
    for (FsPath path : found) {
      long id = RemotePaths.kvSnapshotId(path.getName());
      if (id >= 0 && id < newest && kept.stream().noneMatch(node -> node.snapshotId() == id)) {
        directories.put(path.getName(), path);
      }
    }
    directories.values().forEach(directory -> delete(directory, true));
  }

  /** Whether it is known of all snapshots which files they use. */
  private static boolean forgetUsed(
      TableBucket bucket, List<KvSnapshotNode> kept, Map<String, FsPath> files) {
    for (KvSnapshotNode node : kept) {
      if (files.isEmpty()) {
        break;
      }
      try {
        for (KvFile file : KvSnapshotReader.read(node).sharedFiles()) {
          files.remove(new FsPath(file.remotePath()).getName());
        }
      } catch (IOException e) {
        LOG.warn(
            "Shared files of {} stay: it is unknown which ones snapshot {} uses",
            bucket,
            node.snapshotId(),
            e);
        return false;
      }
    }
    return true;
  }

  private static void delete(FsPath path, boolean recursive) {
    try {
      path.getFileSystem().delete(path, recursive);
    } catch (IOException e) {
      LOG.warn("{} is no longer needed, but stays", path, e);
    }
  }

  /**
   * Adds directories of snapshots, and shared files.
   *
   * @return whether all are known
   */
  private static boolean list(FsPath bucketDirectory, List<FsPath> out) {
    try {
      FileSystem fs = bucketDirectory.getFileSystem();
      for (FsPath directory : List.of(bucketDirectory, RemotePaths.kvShared(bucketDirectory))) {
        FileStatus[] children = fs.exists(directory) ? fs.listStatus(directory) : null;
        if (children != null) {
          for (FileStatus child : children) {
            out.add(child.getPath());
          }
        }
      }
      return true;
    } catch (IOException e) {
      LOG.warn("What nothing needs in {} stays", bucketDirectory, e);
      out.clear();
      return false;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableBucketReplica;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.PartitionAssignmentNode;
import org.apache.fluss.server.zk.TableAssignmentNode;
import org.apache.fluss.server.zk.TombstoneNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dropped tables and partitions on their way out: replicas first, then remote directories, then the
 * assignment, whose tombstone keeps the whole resumable. Owned by the coordinator's event loop.
 */
final class Deletions {
  private static final Logger LOG = LoggerFactory.getLogger(Deletions.class);
  private static final long REMOTE_RETRY_DELAY_MS = 60_000;

  private final Coordinator coordinator;
  private final FencedStore store;
  private final EventLoop loop;
  private final RemoteDirectories remote;
  private final Set<Deletion> running = new LinkedHashSet<>();

  Deletions(Coordinator coordinator, FencedStore store, EventLoop loop, RemoteDirectories remote) {
    this.coordinator = coordinator;
    this.store = store;
    this.loop = loop;
    this.remote = remote;
  }

  /** Starts with what is dropped already. */
  void add(Deletion deletion) {
    running.add(deletion);
    TombstoneNode tombstone = deletion.tombstone().orElse(null);
    MetadataChanges changes = new MetadataChanges();
    if (deletion.partitionId() == null) {
      changes.droppedTable(
          deletion.tableId(), tombstone == null ? null : tombstone.physicalPath().getTablePath());
    } else {
      changes.droppedPartition(
          deletion.partitionId(),
          deletion.tableId(),
          tombstone == null ? null : tombstone.physicalPath().getPartitionName());
    }
    coordinator.changed(changes);
    deletion.left().forEach(replica -> stop(deletion, replica));
    finishIfComplete(deletion);
  }

  int count() {
    return running.size();
  }

  /** Replicas still to be deleted. */
  int replicasLeft() {
    return running.stream().mapToInt(deletion -> deletion.left().size()).sum();
  }

  private void stop(Deletion deletion, TableBucketReplica replica) {
    TabletServerLink link = coordinator.link(replica.getReplica());
    if (link != null) {
      TableBucket bucket = replica.getTableBucket();
      link.stop(bucket, new StopReplica(deletion.leaderEpoch(bucket), true, true));
    }
  }

  /** A server that was away is told what to delete. */
  void serverArrived(int serverId) {
    for (Deletion deletion : running) {
      for (TableBucketReplica replica : deletion.left()) {
        if (replica.getReplica() == serverId) {
          stop(deletion, replica);
        }
      }
    }
  }

  void stopped(int serverId, TableBucket bucket, ApiError result) {
    for (Deletion deletion : new ArrayList<>(running)) {
      if (deletion.owns(bucket)) {
        TableBucketReplica replica = new TableBucketReplica(bucket, serverId);
        if (result.isSuccess()) {
          deletion.succeeded(replica);
        } else {
          LOG.warn("Tablet server {} cannot delete {}: {}", serverId, bucket, result);
          if (deletion.failed(replica)) {
            loop.schedule(
                TabletServerLink.RETRY_DELAY_MS,
                () -> {
                  stop(deletion, replica);
                  coordinator.flush();
                });
          }
        }
        finishIfComplete(deletion);
      }
    }
  }

  private void finishIfComplete(Deletion deletion) {
    if (!deletion.isComplete() || !running.remove(deletion)) {
      return;
    }
    if (deletion.tombstone().isPresent()) {
      deleteRemote(deletion);
    } else {
      LOG.warn("Dropped {} has no name any more, so its remote directories stay", deletion);
      deleteAssignment(deletion);
    }
  }

  private void deleteRemote(Deletion deletion) {
    remote
        .delete(deletion.tombstone().get(), deletion.partitionId())
        .whenComplete(
            (done, failure) ->
                loop.execute(
                    () -> {
                      if (failure == null) {
                        deleteAssignment(deletion);
                      } else {
                        LOG.warn("Remote directories of {} stay for now", deletion, failure);
                        loop.schedule(REMOTE_RETRY_DELAY_MS, () -> deleteRemote(deletion));
                      }
                    }));
  }

  private void deleteAssignment(Deletion deletion) {
    String path =
        deletion.partitionId() == null
            ? TableAssignmentNode.path(deletion.tableId())
            : PartitionAssignmentNode.path(deletion.partitionId());
    try {
      List<NodeOp> ops = NodeTree.deletion(store.reads(), path);
      // Children come first, so a part of the steps leaves a smaller tree to be resumed.
      for (int from = 0; from < ops.size(); from += FencedStore.MAX_OPS) {
        store.transact(ops.subList(from, Math.min(ops.size(), from + FencedStore.MAX_OPS)));
      }
      LOG.info("{} is deleted", deletion);
    } catch (MetadataStoreException e) {
      LOG.error("What is left of {} is removed at the next start", deletion, e);
    }
  }
}

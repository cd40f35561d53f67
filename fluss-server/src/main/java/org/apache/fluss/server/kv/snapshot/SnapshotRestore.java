// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.snapshot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.server.kv.KvOrigin;
import org.apache.fluss.server.kv.KvState;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.zk.KvSnapshotNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.NodeOp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a store from the newest snapshot whose files are all there. A snapshot that lacks one, or
 * has a damaged one, is passed over; what cannot be read just now is an error, so that nothing is
 * lost because of it. Thread-safe.
 */
public final class SnapshotRestore implements KvOrigin {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotRestore.class);

  private final MetadataStore store;
  private final Disk disk;
  private final KvSnapshotReader snapshots;
  private final SnapshotTransfer transfer;
  private final Map<TableBucket, KvSnapshotMetadata> restored = new ConcurrentHashMap<>();

  public SnapshotRestore(MetadataStore store, Disk disk, SnapshotTransfer transfer) {
    this.store = store;
    this.disk = disk;
    this.snapshots = new KvSnapshotReader(store);
    this.transfer = transfer;
  }

  /** The snapshot that a bucket's store was last made from; null if there was none. */
  public KvSnapshotMetadata restored(TableBucket bucket) {
    return restored.get(bucket);
  }

  @Override
  public KvState restore(
      TableInfo table, PhysicalTablePath path, TableBucket bucket, Path directory)
      throws IOException {
    restored.remove(bucket);
    List<KvSnapshotNode> broken = new ArrayList<>();
    for (KvSnapshotNode node : newestFirst(bucket)) {
      try {
        KvSnapshotMetadata snapshot = KvSnapshotReader.read(node);
        download(snapshot, directory);
        restored.put(bucket, snapshot);
        forget(bucket, broken);
        LOG.info("Restored {} with log offset {}", snapshot, snapshot.logOffset());
        return new KvState(
            snapshot.logOffset(), snapshot.rowCount(), snapshot.autoIncrementRanges());
      } catch (FileNotFoundException | KvSnapshotMetadata.DamagedException e) {
        LOG.error(
            "Snapshot {} of {} is of no use any more, trying an older one",
            node.snapshotId(),
            bucket,
            e);
        broken.add(node);
        disk.deleteRecursively(directory);
      }
    }
    if (!broken.isEmpty()) {
      LOG.error("No snapshot of {} can be used; all of its log must be replayed", bucket);
    }
    return KvOrigin.LOG.restore(table, path, bucket, directory);
  }

  private List<KvSnapshotNode> newestFirst(TableBucket bucket) throws IOException {
    try {
      List<KvSnapshotNode> nodes = snapshots.nodes(bucket);
      Collections.reverse(nodes);
      return nodes;
    } catch (MetadataStoreException e) {
      throw new IOException("It is not known which snapshots there are of " + bucket + ".", e);
    }
  }

  private void download(KvSnapshotMetadata snapshot, Path directory) throws IOException {
    try {
      transfer.download(snapshot, directory).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException) {
        throw (IOException) e.getCause();
      }
      throw new IOException("Cannot fetch " + snapshot + ".", e.getCause());
    } catch (CancellationException e) {
      throw new IOException("Fetching " + snapshot + " was given up.", e);
    }
  }

  /**
   * Nobody shall try these again. Only when an older one was restored: then the storage is
   * reachable, and it is sure that files are missing. Files of theirs that others use stay.
   */
  private void forget(TableBucket bucket, List<KvSnapshotNode> broken) {
    for (KvSnapshotNode node : broken) {
      try {
        store.transact(List.of(NodeOp.delete(KvSnapshotNode.path(bucket, node.snapshotId()))));
      } catch (MetadataStoreException e) {
        LOG.warn("Snapshot {} of {} stays registered for now", node.snapshotId(), bucket, e);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.snapshot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.remote.SmallFile;
import org.apache.fluss.server.zk.KvSnapshotNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.StoredNode;

/** The snapshots registered for buckets. Methods block. Thread-safe. */
public final class KvSnapshotReader {
  /** A snapshot of a hundred thousand files has some 25 MB of metadata. */
  private static final int MAX_METADATA_BYTES = 256 << 20;

  private final MetadataStore store;

  public KvSnapshotReader(MetadataStore store) {
    this.store = store;
  }

  /** Ids of a bucket's snapshots, ascending. */
  public List<Long> ids(TableBucket bucket) {
    List<Long> ids =
        store.children(KvSnapshotNode.parent(bucket)).stream()
            .map(Long::valueOf)
            .collect(Collectors.toList());
    Collections.sort(ids);
    return ids;
  }

  /** The newest one's id, empty when there is none. */
  public OptionalLong latestId(TableBucket bucket) {
    return ids(bucket).stream().mapToLong(Long::longValue).max();
  }

  /** Where a snapshot is; empty when it is not registered. */
  public Optional<KvSnapshotNode> node(TableBucket bucket, long snapshotId) {
    return store
        .get(KvSnapshotNode.path(bucket, snapshotId))
        .map(node -> KvSnapshotNode.decode(node.data()));
  }

  /** A bucket's registered snapshots, oldest first. */
  public List<KvSnapshotNode> nodes(TableBucket bucket) {
    List<String> paths =
        ids(bucket).stream()
            .map(id -> KvSnapshotNode.path(bucket, id))
            .collect(Collectors.toList());
    Map<String, StoredNode> nodes = store.getAll(paths);
    List<KvSnapshotNode> out = new ArrayList<>();
    for (String path : paths) {
      StoredNode node = nodes.get(path);
      if (node != null) {
        out.add(KvSnapshotNode.decode(node.data()));
      }
    }
    return out;
  }

  /**
   * What the snapshot consists of.
   *
   * @throws FileNotFoundException when its metadata is not there any more
   * @throws IOException when its metadata cannot be read or is damaged
   */
  public static KvSnapshotMetadata read(KvSnapshotNode node) throws IOException {
    return KvSnapshotMetadata.fromJson(
        SmallFile.read(new FsPath(node.metadataPath()), MAX_METADATA_BYTES));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;

/**
 * A persisted counter: eight big-endian bytes holding the next value to hand out; a missing node
 * means 0. Immutable apart from what is stored.
 */
public final class CounterNode {
  public static final CounterNode TABLE_IDS = new CounterNode("/metadata/table_seqid");
  public static final CounterNode PARTITION_IDS = new CounterNode("/metadata/partition_seqid");
  public static final CounterNode WRITER_IDS = new CounterNode("/metadata/writer_id");

  private static final int MAX_TRIES = 100;

  private final String path;

  private CounterNode(String path) {
    this.path = path;
  }

  /** The values of a table's auto-increment column. */
  public static CounterNode autoIncrement(TablePath table, int columnId) {
    return new CounterNode(TableNode.path(table) + "/auto_inc/col_" + columnId);
  }

  /** The ids of a bucket's kv snapshots, one per attempt. */
  public static CounterNode kvSnapshotIds(TableBucket bucket) {
    return new CounterNode(BucketNode.path(bucket) + "/snapshot_seqid");
  }

  /** The leases handed out for tiering a table; not known to the peer, which ignores it. */
  public static CounterNode tieringEpochs(long tableId) {
    return new CounterNode(TableAssignmentNode.path(tableId) + "/tiering_epoch");
  }

  public String path() {
    return path;
  }

  public static byte[] encode(long next) {
    return ByteBuffer.allocate(Long.BYTES).putLong(next).array();
  }

  public static long decode(byte[] data) {
    if (data.length != Long.BYTES) {
      throw MetadataStoreException.corrupt("counter", data.length + " bytes instead of 8", null);
    }
    return ByteBuffer.wrap(data).getLong();
  }

  /**
   * The step that takes {@code count} values from the counter read before; fails the transaction
   * when somebody else took some meanwhile.
   *
   * @param current the counter's node, empty when missing
   */
  public NodeOp taking(Optional<StoredNode> current, long count) {
    long next = current.map(node -> decode(node.data())).orElse(0L) + count;
    return current
        .map(node -> NodeOp.set(path, encode(next), node.version()))
        .orElseGet(() -> NodeOp.create(path, encode(next)));
  }

  /**
   * Takes {@code count} values.
   *
   * @return the first of them
   */
  public long take(MetadataStore store, long count) {
    for (int attempt = 1; ; attempt++) {
      Optional<StoredNode> current = store.get(path);
      if (!current.isPresent()) {
        store.ensure(path.substring(0, path.lastIndexOf('/')));
      }
      try {
        store.transact(List.of(taking(current, count)));
        return current.map(node -> decode(node.data())).orElse(0L);
      } catch (MetadataStoreException e) {
        boolean raced =
            e.reason() == MetadataStoreException.Reason.BAD_VERSION
                || e.reason() == MetadataStoreException.Reason.NODE_EXISTS;
        if (!raced || attempt == MAX_TRIES) {
          throw e;
        }
      }
    }
  }
}

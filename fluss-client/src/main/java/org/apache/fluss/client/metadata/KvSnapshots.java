// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metadata;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;

/** The newest kv snapshots of the buckets of a table or partition. Immutable. */
@PublicEvolving
public class KvSnapshots {
  private final long tableId;
  private final Long partitionId;
  private final Map<Integer, Long> snapshotIds;
  private final Map<Integer, Long> logOffsets;

  /**
   * @param partitionId null for a table that is not partitioned
   * @param snapshotIds one entry per bucket, null for a bucket without a snapshot
   * @param logOffsets per bucket the log offset its snapshot reflects, null without a snapshot
   */
  public KvSnapshots(
      long tableId,
      Long partitionId,
      Map<Integer, Long> snapshotIds,
      Map<Integer, Long> logOffsets) {
    this.tableId = tableId;
    this.partitionId = partitionId;
    this.snapshotIds = new HashMap<>(snapshotIds);
    this.logOffsets = new HashMap<>(logOffsets);
  }

  public long getTableId() {
    return tableId;
  }

  /** Null for a table that is not partitioned. */
  public Long getPartitionId() {
    return partitionId;
  }

  /** All buckets, also those without a snapshot. */
  public Set<Integer> getBucketIds() {
    return new HashSet<>(snapshotIds.keySet());
  }

  /** All buckets, also those without a snapshot. */
  public Set<TableBucket> getTableBuckets() {
    Set<TableBucket> buckets = new HashSet<>();
    for (int bucket : snapshotIds.keySet()) {
      buckets.add(new TableBucket(tableId, partitionId, bucket));
    }
    return buckets;
  }

  /** Empty if the bucket has no snapshot. */
  public OptionalLong getSnapshotId(int bucketId) {
    return value(snapshotIds, bucketId);
  }

  /** Where to read the log from after the snapshot; empty if the bucket has no snapshot. */
  public OptionalLong getLogOffset(int bucketId) {
    return value(logOffsets, bucketId);
  }

  private static OptionalLong value(Map<Integer, Long> values, int bucketId) {
    Long value = values.get(bucketId);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}

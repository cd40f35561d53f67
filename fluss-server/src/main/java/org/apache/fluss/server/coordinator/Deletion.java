// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableBucketReplica;
import org.apache.fluss.server.zk.TombstoneNode;

/**
 * A dropped table or partition whose replicas are being deleted. It is complete when no replica is
 * left; a replica on a server that is away waits for its return. Owned by the coordinator's event
 * loop.
 */
final class Deletion {
  /** Failures of one replica that are retried; one more counts as done. */
  static final int MAX_FAILURES = 5;

  private final long tableId;
  private final Long partitionId;
  private final TombstoneNode tombstone;
  private final Set<TableBucketReplica> left = new HashSet<>();
  private final Map<TableBucketReplica, Integer> failures = new HashMap<>();
  private final Map<TableBucket, Integer> leaderEpochs = new HashMap<>();

  /**
   * @param partitionId null for a table
   * @param tombstone null when the name is no longer known
   */
  Deletion(long tableId, Long partitionId, TombstoneNode tombstone) {
    this.tableId = tableId;
    this.partitionId = partitionId;
    this.tombstone = tombstone;
  }

  Deletion bucket(TableBucket bucket, List<Integer> replicas, int leaderEpoch) {
    replicas.forEach(server -> left.add(new TableBucketReplica(bucket, server)));
    leaderEpochs.put(bucket, leaderEpoch);
    return this;
  }

  long tableId() {
    return tableId;
  }

  /** Null for a table. */
  Long partitionId() {
    return partitionId;
  }

  Optional<TombstoneNode> tombstone() {
    return Optional.ofNullable(tombstone);
  }

  boolean owns(TableBucket bucket) {
    return bucket.getTableId() == tableId && Objects.equals(bucket.getPartitionId(), partitionId);
  }

  boolean isComplete() {
    return left.isEmpty();
  }

  /** The replicas still to be deleted. */
  Set<TableBucketReplica> left() {
    return Set.copyOf(left);
  }

  /** The bucket's, -1 when unknown. */
  int leaderEpoch(TableBucket bucket) {
    return leaderEpochs.getOrDefault(bucket, -1);
  }

  void succeeded(TableBucketReplica replica) {
    left.remove(replica);
  }

  /** Returns whether to try again. */
  boolean failed(TableBucketReplica replica) {
    boolean again = failures.merge(replica, 1, Integer::sum) <= MAX_FAILURES;
    if (!again) {
      left.remove(replica);
    }
    return again;
  }

  @Override
  public String toString() {
    return tombstone != null
        ? tombstone.physicalPath() + " (table " + tableId + ", partition " + partitionId + ")"
        : "table " + tableId + ", partition " + partitionId;
  }
}

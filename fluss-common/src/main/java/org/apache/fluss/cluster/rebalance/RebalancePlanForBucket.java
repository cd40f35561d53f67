// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import java.util.List;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;

/** Where the replicas of a bucket are, and where they shall be. Immutable. */
@PublicEvolving
public class RebalancePlanForBucket {
  private final TableBucket tableBucket;
  private final int originalLeader;
  private final int newLeader;
  private final List<Integer> originReplicas;
  private final List<Integer> newReplicas;

  public RebalancePlanForBucket(
      TableBucket tableBucket,
      int originalLeader,
      int newLeader,
      List<Integer> originReplicas,
      List<Integer> newReplicas) {
    this.tableBucket = Objects.requireNonNull(tableBucket, "tableBucket");
    this.originalLeader = originalLeader;
    this.newLeader = newLeader;
    this.originReplicas = List.copyOf(originReplicas);
    this.newReplicas = List.copyOf(newReplicas);
  }

  public TableBucket getTableBucket() {
    return tableBucket;
  }

  public Integer getOriginalLeader() {
    return originalLeader;
  }

  public Integer getNewLeader() {
    return newLeader;
  }

  /** Ids of tablet servers; unmodifiable. */
  public List<Integer> getOriginReplicas() {
    return originReplicas;
  }

  /** Ids of tablet servers; unmodifiable. */
  public List<Integer> getNewReplicas() {
    return newReplicas;
  }

  public int getBucketId() {
    return tableBucket.getBucket();
  }

  public boolean isLeaderChanged() {
    return originalLeader != newLeader;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    RebalancePlanForBucket that = (RebalancePlanForBucket) o;
    return tableBucket.equals(that.tableBucket)
        && originalLeader == that.originalLeader
        && newLeader == that.newLeader
        && originReplicas.equals(that.originReplicas)
        && newReplicas.equals(that.newReplicas);
  }

  @Override
  public int hashCode() {
    return Objects.hash(tableBucket, originalLeader, newLeader, originReplicas, newReplicas);
  }

  @Override
  public String toString() {
    return "RebalancePlanForBucket{tableBucket="
        + tableBucket
        + ", originalLeader="
        + originalLeader
        + ", newLeader="
        + newLeader
        + ", originReplicas="
        + originReplicas
        + ", newReplicas="
        + newReplicas
        + "}";
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster;

import java.util.Arrays;
import java.util.Objects;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;

/** Where the replicas of a bucket are. Not thread-safe while the leader is being set. */
@Internal
public final class BucketLocation {
  private final PhysicalTablePath physicalTablePath;
  private final TableBucket tableBucket;
  private final int[] replicas;
  private Integer leader;

  /**
   * @param leader id of a tablet server, null if there is none
   * @param replicas ids of tablet servers
   */
  public BucketLocation(
      PhysicalTablePath physicalTablePath,
      TableBucket tableBucket,
      Integer leader,
      int[] replicas) {
    this.physicalTablePath = Objects.requireNonNull(physicalTablePath, "physicalTablePath");
    this.tableBucket = Objects.requireNonNull(tableBucket, "tableBucket");
    this.leader = leader;
    this.replicas = Objects.requireNonNull(replicas, "replicas");
  }

  /** A bucket of a table that is not partitioned. */
  public BucketLocation(
      PhysicalTablePath physicalTablePath,
      long tableId,
      int bucketId,
      Integer leader,
      int[] replicas) {
    this(physicalTablePath, new TableBucket(tableId, bucketId), leader, replicas);
  }

  public PhysicalTablePath getPhysicalTablePath() {
    return physicalTablePath;
  }

  public TableBucket getTableBucket() {
    return tableBucket;
  }

  public int getBucketId() {
    return tableBucket.getBucket();
  }

  /** Id of the tablet server that leads the bucket, null if there is none. */
  public Integer getLeader() {
    return leader;
  }

  public void setLeader(Integer leader) {
    this.leader = leader;
  }

  /** Ids of tablet servers; must not be changed. */
  public int[] getReplicas() {
    return replicas;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    BucketLocation that = (BucketLocation) o;
    return physicalTablePath.equals(that.physicalTablePath)
        && tableBucket.equals(that.tableBucket)
        && Objects.equals(leader, that.leader)
        && Arrays.equals(replicas, that.replicas);
  }

  /** Leaves out the leader, which may change. */
  @Override
  public int hashCode() {
    return Objects.hash(physicalTablePath, tableBucket, Arrays.hashCode(replicas));
  }

  @Override
  public String toString() {
    return "Bucket(physicalTablePath = "
        + physicalTablePath
        + ", "
        + tableBucket
        + ", leader = "
        + (leader == null ? "none" : leader)
        + ", replicas = "
        + Arrays.toString(replicas)
        + ")";
  }
}

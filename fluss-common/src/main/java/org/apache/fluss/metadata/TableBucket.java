// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.io.Serializable;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** A bucket of a table or of one of its partitions, by ids. Immutable. */
@PublicEvolving
public class TableBucket implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long tableId;
  private final Long partitionId;
  private final int bucket;
  private final int hash;

  /** A bucket of a table that is not partitioned. */
  public TableBucket(long tableId, int bucket) {
    this(tableId, null, bucket);
  }

  /**
   * @param partitionId null if the table is not partitioned
   * @param bucket number of the bucket, from 0
   */
  public TableBucket(long tableId, Long partitionId, int bucket) {
    this.tableId = tableId;
    this.partitionId = partitionId;
    this.bucket = bucket;
    this.hash = Objects.hash(tableId, partitionId, bucket);
  }

  public int getBucket() {
    return bucket;
  }

  public long getTableId() {
    return tableId;
  }

  /** Null if the table is not partitioned. */
  public Long getPartitionId() {
    return partitionId;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TableBucket that = (TableBucket) o;
    return tableId == that.tableId
        && bucket == that.bucket
        && Objects.equals(partitionId, that.partitionId);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "TableBucket{tableId="
        + tableId
        + (partitionId == null ? "" : ", partitionId=" + partitionId)
        + ", bucket="
        + bucket
        + "}";
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;

/** One copy of a bucket. Immutable. */
public class TableBucketReplica {
  private final TableBucket tableBucket;
  private final int replica;

  public TableBucketReplica(TableBucket tableBucket, int replica) {
    this.tableBucket = Objects.requireNonNull(tableBucket, "tableBucket");
    this.replica = replica;
  }

  public TableBucket getTableBucket() {
    return tableBucket;
  }

  /** Id of the tablet server that holds the copy. */
  public int getReplica() {
    return replica;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TableBucketReplica that = (TableBucketReplica) o;
    return tableBucket.equals(that.tableBucket) && replica == that.replica;
  }

  @Override
  public int hashCode() {
    return Objects.hash(tableBucket, replica);
  }

  @Override
  public String toString() {
    return "TableBucketReplica{tableBucket=" + tableBucket + ", replica=" + replica + "}";
  }
}

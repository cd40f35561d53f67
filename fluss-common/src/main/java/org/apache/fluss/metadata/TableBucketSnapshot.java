// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;

/** One snapshot of the key-value store of a bucket. Immutable. */
public class TableBucketSnapshot {
  private final TableBucket tableBucket;
  private final long snapshotId;

  public TableBucketSnapshot(TableBucket tableBucket, long snapshotId) {
    this.tableBucket = Objects.requireNonNull(tableBucket, "tableBucket");
    this.snapshotId = snapshotId;
  }

  public TableBucket getTableBucket() {
    return tableBucket;
  }

  public long getSnapshotId() {
    return snapshotId;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TableBucketSnapshot that = (TableBucketSnapshot) o;
    return tableBucket.equals(that.tableBucket) && snapshotId == that.snapshotId;
  }

  @Override
  public int hashCode() {
    return Objects.hash(tableBucket, snapshotId);
  }

  @Override
  public String toString() {
    return "TableBucketSnapshot{tableBucket=" + tableBucket + ", snapshotId=" + snapshotId + "}";
  }
}

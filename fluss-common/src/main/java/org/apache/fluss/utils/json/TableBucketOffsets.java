// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.util.Map;
import java.util.Objects;
import org.apache.fluss.metadata.TableBucket;

/**
 * Log offsets by bucket of one table. In JSON they are one array per table or partition, indexed by
 * bucket. Immutable.
 */
public class TableBucketOffsets {
  private static final BucketArrays.Form JSON =
      new BucketArrays.Form("bucket_offsets", "partition_offsets");

  private final long tableId;
  private final Map<TableBucket, Long> offsets;

  /**
   * @throws IllegalArgumentException if the buckets are not all of this table, or only some of them
   *     are of a partition
   */
  public TableBucketOffsets(long tableId, Map<TableBucket, Long> offsets) {
    this.tableId = tableId;
    this.offsets = Map.copyOf(offsets);
    Boolean partitioned = null;
    for (TableBucket bucket : offsets.keySet()) {
      boolean ofPartition = bucket.getPartitionId() != null;
      if (bucket.getTableId() != tableId) {
        throw new IllegalArgumentException(bucket + " is not of the table " + tableId + ".");
      }
      if (partitioned != null && partitioned != ofPartition) {
        throw new IllegalArgumentException(
            "Either all buckets are of a partition or none is: " + offsets.keySet());
      }
      if (bucket.getBucket() < 0 || bucket.getBucket() >= BucketArrays.MAX_BUCKETS) {
        throw new IllegalArgumentException("The bucket number is out of range: " + bucket);
      }
      partitioned = ofPartition;
    }
  }

  public long getTableId() {
    return tableId;
  }

  /** Unmodifiable. */
  public Map<TableBucket, Long> getOffsets() {
    return offsets;
  }

  /** UTF-8 JSON that {@link #fromJsonBytes} reads. */
  public byte[] toJsonBytes() {
    return JSON.toBytes(tableId, offsets);
  }

  /**
   * @throws IllegalArgumentException if the JSON is not that of offsets
   * @throws java.io.UncheckedIOException if the bytes are not JSON
   */
  public static TableBucketOffsets fromJsonBytes(byte[] json) {
    BucketArrays read = JSON.fromBytes(json);
    return new TableBucketOffsets(read.tableId(), read.values());
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TableBucketOffsets that = (TableBucketOffsets) o;
    return tableId == that.tableId && offsets.equals(that.offsets);
  }

  @Override
  public int hashCode() {
    return Objects.hash(tableId, offsets);
  }

  @Override
  public String toString() {
    return "TableBucketOffsets{tableId=" + tableId + ", offsets=" + offsets + "}";
  }
}

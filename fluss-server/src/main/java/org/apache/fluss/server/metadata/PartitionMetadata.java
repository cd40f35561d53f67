// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** A partition of a table and its buckets. Immutable. */
public final class PartitionMetadata {
  private final long tableId;
  private final String name;
  private final long partitionId;
  private final Map<Integer, BucketMetadata> buckets;

  public PartitionMetadata(
      long tableId, String name, long partitionId, Collection<BucketMetadata> buckets) {
    this(tableId, name, partitionId, new TreeMap<>());
    buckets.forEach(bucket -> this.buckets.put(bucket.bucketId(), bucket));
  }

  private PartitionMetadata(
      long tableId, String name, long partitionId, TreeMap<Integer, BucketMetadata> buckets) {
    this.tableId = tableId;
    this.name = name;
    this.partitionId = partitionId;
    this.buckets = buckets;
  }

  public long tableId() {
    return tableId;
  }

  /** The partition values joined by {@code $}. */
  public String name() {
    return name;
  }

  public long partitionId() {
    return partitionId;
  }

  /** By bucket id; only those known. */
  public Map<Integer, BucketMetadata> buckets() {
    return Collections.unmodifiableMap(buckets);
  }

  /** This update over what was known before. */
  PartitionMetadata over(PartitionMetadata earlier) {
    if (earlier == null || earlier.partitionId != partitionId) {
      return this;
    }
    TreeMap<Integer, BucketMetadata> merged = new TreeMap<>(earlier.buckets);
    merged.putAll(buckets);
    return new PartitionMetadata(tableId, name, partitionId, merged);
  }
}

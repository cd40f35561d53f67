// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;

/** A table and its buckets; those of a partitioned table are with its partitions. Immutable. */
public final class TableMetadata {
  private final TableInfo info;
  private final byte[] descriptorJson;
  private final Map<Integer, BucketMetadata> buckets;

  public TableMetadata(TableInfo info, Collection<BucketMetadata> buckets) {
    this(info, info.toTableDescriptor().toJsonBytes(), byId(buckets));
  }

  private TableMetadata(TableInfo info, byte[] descriptorJson, Map<Integer, BucketMetadata> map) {
    this.info = info;
    this.descriptorJson = descriptorJson;
    this.buckets = Collections.unmodifiableMap(map);
  }

  private static Map<Integer, BucketMetadata> byId(Collection<BucketMetadata> buckets) {
    Map<Integer, BucketMetadata> map = new TreeMap<>();
    buckets.forEach(bucket -> map.put(bucket.bucketId(), bucket));
    return map;
  }

  public TableInfo info() {
    return info;
  }

  /** The descriptor as sent to clients; the array is not copied. */
  public byte[] descriptorJson() {
    return descriptorJson;
  }

  /** By bucket id; only those known. */
  public Map<Integer, BucketMetadata> buckets() {
    return buckets;
  }

  /** The same table with these buckets instead. */
  public TableMetadata withBuckets(Collection<BucketMetadata> other) {
    return new TableMetadata(info, descriptorJson, byId(other));
  }

  /** The same table, described otherwise to clients. */
  TableMetadata withDescriptor(TableDescriptor descriptor) {
    return new TableMetadata(info, descriptor.toJsonBytes(), buckets);
  }

  /** This update over what was known before: its info, and its buckets over the earlier ones. */
  TableMetadata over(TableMetadata earlier) {
    if (earlier == null || earlier.info.getTableId() != info.getTableId()) {
      return this;
    }
    Map<Integer, BucketMetadata> merged = new TreeMap<>(earlier.buckets);
    merged.putAll(buckets);
    return new TableMetadata(info, descriptorJson, merged);
  }
}

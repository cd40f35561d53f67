// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * Log offsets by bucket of one table. In JSON they are one array per table or partition, indexed by
 * bucket. Immutable.
 */
public class TableBucketOffsets {
  private static final int VERSION = 1;

  /** Stands in the JSON for a bucket without offset. */
  private static final long UNKNOWN_OFFSET = -1;

  /** Bound on what one large bucket number makes the JSON grow to. */
  private static final int MAX_BUCKETS = 1 << 20;

  private static final String VERSION_KEY = "version";
  private static final String TABLE_ID = "table_id";
  private static final String BUCKET_OFFSETS = "bucket_offsets";
  private static final String PARTITION_OFFSETS = "partition_offsets";
  private static final String PARTITION_ID = "partition_id";

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
      if (bucket.getBucket() < 0 || bucket.getBucket() >= MAX_BUCKETS) {
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
    return JsonSerdeUtils.writeValueAsBytes(this, TableBucketOffsets::serialize);
  }

  /**
   * @throws IllegalArgumentException if the JSON is not that of offsets
   * @throws java.io.UncheckedIOException if the bytes are not JSON
   */
  public static TableBucketOffsets fromJsonBytes(byte[] json) {
    return JsonSerdeUtils.readValue(json, TableBucketOffsets::deserialize);
  }

  private static void serialize(TableBucketOffsets value, JsonGenerator out) throws IOException {
    Map<Integer, Long> ofTable = new HashMap<>();
    Map<Long, Map<Integer, Long>> byPartition = new TreeMap<>();
    value.offsets.forEach(
        (bucket, offset) ->
            (bucket.getPartitionId() == null
                    ? ofTable
                    : byPartition.computeIfAbsent(bucket.getPartitionId(), id -> new HashMap<>()))
                .put(bucket.getBucket(), offset));
    out.writeStartObject();
    out.writeNumberField(VERSION_KEY, VERSION);
    out.writeNumberField(TABLE_ID, value.tableId);
    if (!ofTable.isEmpty()) {
      writeArray(out, ofTable);
    }
    if (!byPartition.isEmpty()) {
      out.writeArrayFieldStart(PARTITION_OFFSETS);
      for (Map.Entry<Long, Map<Integer, Long>> partition : byPartition.entrySet()) {
        out.writeStartObject();
        out.writeNumberField(PARTITION_ID, partition.getKey());
        writeArray(out, partition.getValue());
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private static void writeArray(JsonGenerator out, Map<Integer, Long> offsetByBucket)
      throws IOException {
    int last = offsetByBucket.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
    out.writeArrayFieldStart(BUCKET_OFFSETS);
    for (int bucket = 0; bucket <= last; bucket++) {
      out.writeNumber((long) offsetByBucket.getOrDefault(bucket, UNKNOWN_OFFSET));
    }
    out.writeEndArray();
  }

  private static TableBucketOffsets deserialize(JsonNode node) {
    long tableId = JsonFields.requiredLong(node, TABLE_ID);
    Map<TableBucket, Long> offsets = new HashMap<>();
    if (JsonFields.has(node, BUCKET_OFFSETS)) {
      readArray(node, tableId, null, offsets);
    }
    if (JsonFields.has(node, PARTITION_OFFSETS)) {
      for (JsonNode partition : JsonFields.requiredArray(node, PARTITION_OFFSETS)) {
        readArray(partition, tableId, JsonFields.requiredLong(partition, PARTITION_ID), offsets);
      }
    }
    return new TableBucketOffsets(tableId, offsets);
  }

  private static void readArray(
      JsonNode node, long tableId, Long partitionId, Map<TableBucket, Long> into) {
    int bucket = 0;
    for (JsonNode offset : JsonFields.requiredArray(node, BUCKET_OFFSETS)) {
      if (offset.asLong() != UNKNOWN_OFFSET) {
        into.put(new TableBucket(tableId, partitionId, bucket), offset.asLong());
      }
      bucket++;
    }
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

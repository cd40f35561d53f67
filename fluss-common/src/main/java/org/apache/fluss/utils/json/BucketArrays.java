// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * A number per bucket of one table, read from JSON that has one array per table or partition,
 * indexed by bucket. Immutable.
 */
public final class BucketArrays {
  /** Bound on what one large bucket number makes the JSON grow to. */
  public static final int MAX_BUCKETS = 1 << 20;

  private static final int VERSION = 1;

  /** Stands in the JSON for a bucket without a number. */
  private static final long NONE = -1;

  private final long tableId;
  private final Map<TableBucket, Long> values;

  private BucketArrays(long tableId, Map<TableBucket, Long> values) {
    this.tableId = tableId;
    this.values = Map.copyOf(values);
  }

  public long tableId() {
    return tableId;
  }

  public Map<TableBucket, Long> values() {
    return values;
  }

  /** What the arrays are called. */
  public static final class Form {
    private final String buckets;
    private final String partitions;

    public Form(String buckets, String partitions) {
      this.buckets = buckets;
      this.partitions = partitions;
    }

    /** UTF-8 JSON; all buckets must be of the table. */
    public byte[] toBytes(long tableId, Map<TableBucket, Long> values) {
      return JsonSerdeUtils.writeValueAsBytes(new BucketArrays(tableId, values), this::write);
    }

    /**
     * @throws IllegalArgumentException if the JSON has another form
     * @throws java.io.UncheckedIOException if the bytes are not JSON
     */
    public BucketArrays fromBytes(byte[] json) {
      return JsonSerdeUtils.readValue(json, this::read);
    }

    private void write(BucketArrays value, JsonGenerator out) throws IOException {
      Map<Integer, Long> ofTable = new HashMap<>();
      Map<Long, Map<Integer, Long>> byPartition = new TreeMap<>();
      value.values.forEach(
          (bucket, number) ->
              (bucket.getPartitionId() == null
                      ? ofTable
                      : byPartition.computeIfAbsent(bucket.getPartitionId(), id -> new HashMap<>()))
                  .put(bucket.getBucket(), number));
      out.writeStartObject();
      out.writeNumberField("version", VERSION);
      out.writeNumberField("table_id", value.tableId);
      if (!ofTable.isEmpty()) {
        writeArray(out, ofTable);
      }
      if (!byPartition.isEmpty()) {
        out.writeArrayFieldStart(partitions);
        for (Map.Entry<Long, Map<Integer, Long>> partition : byPartition.entrySet()) {
          out.writeStartObject();
          out.writeNumberField("partition_id", partition.getKey());
          writeArray(out, partition.getValue());
          out.writeEndObject();
        }
        out.writeEndArray();
      }
      out.writeEndObject();
    }

    private void writeArray(JsonGenerator out, Map<Integer, Long> byBucket) throws IOException {
      int last = byBucket.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
      out.writeArrayFieldStart(buckets);
      for (int bucket = 0; bucket <= last; bucket++) {
        out.writeNumber((long) byBucket.getOrDefault(bucket, NONE));
      }
      out.writeEndArray();
    }

    private BucketArrays read(JsonNode node) {
      long tableId = JsonFields.requiredLong(node, "table_id");
      Map<TableBucket, Long> numbers = new HashMap<>();
      if (JsonFields.has(node, buckets)) {
        readArray(node, tableId, null, numbers);
      }
      if (JsonFields.has(node, partitions)) {
        for (JsonNode partition : JsonFields.requiredArray(node, partitions)) {
          readArray(
              partition, tableId, JsonFields.requiredLong(partition, "partition_id"), numbers);
        }
      }
      return new BucketArrays(tableId, numbers);
    }

    private void readArray(
        JsonNode node, long tableId, Long partitionId, Map<TableBucket, Long> into) {
      int bucket = 0;
      for (JsonNode number : JsonFields.requiredArray(node, buckets)) {
        if (number.asLong() != NONE) {
          into.put(new TableBucket(tableId, partitionId, bucket), number.asLong());
        }
        bucket++;
      }
    }
  }
}

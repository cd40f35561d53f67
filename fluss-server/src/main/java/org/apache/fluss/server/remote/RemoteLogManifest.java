// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The list of a bucket's segments in remote storage, as the JSON file that the metadata store
 * points to. Segments may be in any order, overlap, or leave gaps: different leaders roll
 * differently. Immutable.
 */
public final class RemoteLogManifest {
  /** {@link #startOffset} of a manifest without segments. */
  public static final long NO_START_OFFSET = Long.MAX_VALUE;

  /** {@link #endOffset} of a manifest without segments. */
  public static final long NO_END_OFFSET = -1L;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final PhysicalTablePath tablePath;
  private final TableBucket bucket;
  private final List<RemoteLogSegment> segments;

  /** Copies the list. */
  public RemoteLogManifest(
      PhysicalTablePath tablePath, TableBucket bucket, List<RemoteLogSegment> segments) {
    this.tablePath = tablePath;
    this.bucket = bucket;
    this.segments = Collections.unmodifiableList(new ArrayList<>(segments));
  }

  /** Table and partition. */
  public PhysicalTablePath tablePath() {
    return tablePath;
  }

  /** Bucket. */
  public TableBucket bucket() {
    return bucket;
  }

  /** Segments in the order of the file. */
  public List<RemoteLogSegment> segments() {
    return segments;
  }

  /** Smallest offset of all segments, or {@link #NO_START_OFFSET}. */
  public long startOffset() {
    return segments.stream().mapToLong(RemoteLogSegment::startOffset).min().orElse(NO_START_OFFSET);
  }

  /** Largest end offset of all segments, or {@link #NO_END_OFFSET}. */
  public long endOffset() {
    return segments.stream().mapToLong(RemoteLogSegment::endOffset).max().orElse(NO_END_OFFSET);
  }

  /** Size of all {@code .log} files. */
  public long sizeInBytes() {
    return segments.stream().mapToLong(RemoteLogSegment::sizeInBytes).sum();
  }

  /** The content of the file. */
  public byte[] toJson() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256 + 160 * segments.size());
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("version", 1);
      json.writeStringField("database", tablePath.getDatabaseName());
      json.writeStringField("table", tablePath.getTableName());
      if (tablePath.getPartitionName() != null) {
        json.writeStringField("partition_name", tablePath.getPartitionName());
      }
      json.writeNumberField("table_id", bucket.getTableId());
      if (bucket.getPartitionId() != null) {
        json.writeNumberField("partition_id", bucket.getPartitionId());
      }
      json.writeNumberField("bucket_id", bucket.getBucket());
      json.writeArrayFieldStart("remote_log_segments");
      for (RemoteLogSegment segment : segments) {
        json.writeStartObject();
        json.writeStringField("segment_id", segment.id().toString());
        json.writeNumberField("start_offset", segment.startOffset());
        json.writeNumberField("end_offset", segment.endOffset());
        json.writeNumberField("max_timestamp", segment.maxTimestamp());
        json.writeNumberField("size_in_bytes", segment.sizeInBytes());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * Reads the content of a file; keys that are not known are passed over.
   *
   * @throws IOException if it is no manifest
   */
  public static RemoteLogManifest fromJson(byte[] content) throws IOException {
    JsonNode root = MAPPER.readTree(content);
    if (root == null || !root.isObject()) {
      throw new IOException("A remote log manifest must be a JSON object.");
    }
    JsonNode partitionName = root.get("partition_name");
    JsonNode list = root.get("remote_log_segments");
    if (list == null || !list.isArray()) {
      throw new IOException("A remote log manifest has no remote_log_segments.");
    }
    List<RemoteLogSegment> segments = new ArrayList<>();
    for (JsonNode node : list) {
      try {
        segments.add(
            new RemoteLogSegment(
                UUID.fromString(text(node, "segment_id")),
                number(node, "start_offset"),
                number(node, "end_offset"),
                number(node, "max_timestamp"),
                Math.toIntExact(number(node, "size_in_bytes"))));
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new IOException("A remote log manifest names an impossible segment: " + node, e);
      }
    }
    return new RemoteLogManifest(
        PhysicalTablePath.of(
            text(root, "database"),
            text(root, "table"),
            partitionName == null || partitionName.isNull() ? null : partitionName.asText()),
        new TableBucket(
            number(root, "table_id"),
            root.hasNonNull("partition_id") ? (Long) number(root, "partition_id") : null,
            (int) number(root, "bucket_id")),
        segments);
  }

  private static String text(JsonNode node, String key) throws IOException {
    JsonNode value = node.get(key);
    if (value == null || !value.isTextual()) {
      throw new IOException("A remote log manifest has no text " + key + ".");
    }
    return value.asText();
  }

  private static long number(JsonNode node, String key) throws IOException {
    JsonNode value = node.get(key);
    if (value == null || !value.isIntegralNumber()) {
      throw new IOException("A remote log manifest has no number " + key + ".");
    }
    return value.longValue();
  }
}

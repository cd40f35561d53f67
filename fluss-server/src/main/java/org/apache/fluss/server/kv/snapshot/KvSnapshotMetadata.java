// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.kv.autoinc.AutoIncrementRange;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/**
 * A completed snapshot of a bucket's keys and values: what the file {@link #FILE_NAME} says.
 * Immutable.
 */
public final class KvSnapshotMetadata {
  /** Name of the file, in the snapshot's directory. */
  public static final String FILE_NAME = "_METADATA";

  private static final ObjectMapper MAPPER = new ObjectMapper(new JsonFactory());

  private final TableBucket bucket;
  private final long snapshotId;
  private final String location;
  private final List<KvFile> sharedFiles;
  private final List<KvFile> privateFiles;
  private final long incrementalSizeBytes;
  private final long logOffset;
  private final Long rowCount;
  private final List<AutoIncrementRange> autoIncrementRanges;

  /**
   * @param location URI of the snapshot's directory
   * @param sharedFiles files that other snapshots may use too
   * @param incrementalSizeBytes what this snapshot alone brought to remote storage
   * @param logOffset first log offset the snapshot does not contain
   * @param rowCount null when the rows are not counted
   * @param autoIncrementRanges empty when there is none
   */
  public KvSnapshotMetadata(
      TableBucket bucket,
      long snapshotId,
      String location,
      List<KvFile> sharedFiles,
      List<KvFile> privateFiles,
      long incrementalSizeBytes,
      long logOffset,
      Long rowCount,
      List<AutoIncrementRange> autoIncrementRanges) {
    this.bucket = bucket;
    this.snapshotId = snapshotId;
    this.location = location;
    this.sharedFiles = List.copyOf(sharedFiles);
    this.privateFiles = List.copyOf(privateFiles);
    this.incrementalSizeBytes = incrementalSizeBytes;
    this.logOffset = logOffset;
    this.rowCount = rowCount;
    this.autoIncrementRanges = List.copyOf(autoIncrementRanges);
  }

  public TableBucket bucket() {
    return bucket;
  }

  public long snapshotId() {
    return snapshotId;
  }

  /** URI of the snapshot's directory. */
  public String location() {
    return location;
  }

  /** URI of the file that holds this. */
  public String path() {
    return location + "/" + FILE_NAME;
  }

  public List<KvFile> sharedFiles() {
    return sharedFiles;
  }

  public List<KvFile> privateFiles() {
    return privateFiles;
  }

  /** The private files, then the shared ones. */
  public Stream<KvFile> files() {
    return Stream.concat(privateFiles.stream(), sharedFiles.stream());
  }

  /** Bytes of all files. */
  public long sizeBytes() {
    return files().mapToLong(KvFile::sizeBytes).sum();
  }

  /** Bytes this snapshot alone brought to remote storage. */
  public long incrementalSizeBytes() {
    return incrementalSizeBytes;
  }

  /** First log offset the snapshot does not contain. */
  public long logOffset() {
    return logOffset;
  }

  /** Null when the rows are not counted. */
  public Long rowCount() {
    return rowCount;
  }

  public List<AutoIncrementRange> autoIncrementRanges() {
    return autoIncrementRanges;
  }

  /** The content of the file. */
  public byte[] toJson() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("version", 1);
      json.writeNumberField("table_id", bucket.getTableId());
      if (bucket.getPartitionId() != null) {
        json.writeNumberField("partition_id", bucket.getPartitionId());
      }
      json.writeNumberField("bucket_id", bucket.getBucket());
      json.writeNumberField("snapshot_id", snapshotId);
      json.writeStringField("snapshot_location", location);
      json.writeObjectFieldStart("kv_snapshot_handle");
      write(json, "shared_file_handles", sharedFiles);
      write(json, "private_file_handles", privateFiles);
      json.writeNumberField("snapshot_incremental_size", incrementalSizeBytes);
      json.writeEndObject();
      json.writeNumberField("log_offset", logOffset);
      if (rowCount != null) {
        json.writeNumberField("row_count", rowCount);
      }
      if (!autoIncrementRanges.isEmpty()) {
        json.writeArrayFieldStart("auto_inc_id_range");
        for (AutoIncrementRange range : autoIncrementRanges) {
          json.writeStartObject();
          json.writeNumberField("column_id", range.columnId());
          json.writeNumberField("start", range.start());
          json.writeNumberField("end", range.end());
          json.writeEndObject();
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static void write(JsonGenerator json, String name, List<KvFile> files)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (KvFile file : files) {
      json.writeStartObject();
      json.writeObjectFieldStart("kv_file_handle");
      json.writeStringField("path", file.remotePath());
      json.writeNumberField("size", file.sizeBytes());
      json.writeEndObject();
      json.writeStringField("local_path", file.localName());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Says that what is there is no snapshot's metadata, or not of this size. */
  public static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    public DamagedException(String message) {
      super(message);
    }
  }

  /**
   * Reads the content of a file; members that are not known are passed over.
   *
   * @throws DamagedException if it is no snapshot's metadata
   */
  public static KvSnapshotMetadata fromJson(byte[] content) throws IOException {
    JsonNode root;
    try {
      root = MAPPER.readTree(content);
    } catch (IOException e) {
      throw corrupt("it is no JSON: " + e.getMessage());
    }
    if (root == null || !root.isObject()) {
      throw corrupt("it is no JSON object");
    }
    JsonNode handle = member(root, "kv_snapshot_handle");
    List<AutoIncrementRange> ranges = new ArrayList<>();
    if (root.hasNonNull("auto_inc_id_range")) {
      for (JsonNode range : array(root, "auto_inc_id_range")) {
        ranges.add(
            new AutoIncrementRange(
                intNumber(range, "column_id"), number(range, "start"), number(range, "end")));
      }
    }
    return new KvSnapshotMetadata(
        new TableBucket(
            number(root, "table_id"),
            root.hasNonNull("partition_id") ? Long.valueOf(number(root, "partition_id")) : null,
            intNumber(root, "bucket_id")),
        number(root, "snapshot_id"),
        text(root, "snapshot_location"),
        files(handle, "shared_file_handles"),
        files(handle, "private_file_handles"),
        number(handle, "snapshot_incremental_size"),
        number(root, "log_offset"),
        root.hasNonNull("row_count") ? Long.valueOf(number(root, "row_count")) : null,
        ranges);
  }

  private static List<KvFile> files(JsonNode handle, String name) throws IOException {
    List<KvFile> out = new ArrayList<>();
    for (JsonNode node : array(handle, name)) {
      JsonNode file = member(node, "kv_file_handle");
      try {
        out.add(new KvFile(text(file, "path"), number(file, "size"), text(node, "local_path")));
      } catch (IllegalArgumentException e) {
        throw corrupt(e.getMessage());
      }
    }
    return out;
  }

  private static DamagedException corrupt(String why) {
    return new DamagedException("A kv snapshot's metadata is damaged: " + why);
  }

  private static JsonNode member(JsonNode node, String name) throws IOException {
    JsonNode value = node.get(name);
    if (value == null) {
      throw corrupt(name + " is missing");
    }
    return value;
  }

  private static JsonNode array(JsonNode node, String name) throws IOException {
    JsonNode value = member(node, name);
    if (!value.isArray()) {
      throw corrupt(name + " is no array");
    }
    return value;
  }

  private static String text(JsonNode node, String name) throws IOException {
    JsonNode value = member(node, name);
    if (!value.isTextual()) {
      throw corrupt(name + " is no text");
    }
    return value.textValue();
  }

  private static long number(JsonNode node, String name) throws IOException {
    JsonNode value = member(node, name);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw corrupt(name + " is no number");
    }
    return value.longValue();
  }

  private static int intNumber(JsonNode node, String name) throws IOException {
    long value = number(node, name);
    if (value != (int) value) {
      throw corrupt(name + " is " + value);
    }
    return (int) value;
  }

  @Override
  public String toString() {
    return "kv snapshot " + snapshotId + " of " + bucket;
  }
}

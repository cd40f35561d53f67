// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.fluss.metadata.TableBucket;

/**
 * {@code /tabletservers/tables/{tableId}/laketable}: the lake snapshots a table is known to have.
 * The second form points to files with the offsets; the first one, of older tiering services, holds
 * the offsets itself and describes one snapshot. Immutable.
 */
public final class LakeTableNode {
  private static final String KIND = "lake table";

  private final List<Snapshot> snapshots;
  private final Map<TableBucket, Long> inlineOffsets;

  private LakeTableNode(List<Snapshot> snapshots, Map<TableBucket, Long> inlineOffsets) {
    this.snapshots = Collections.unmodifiableList(snapshots);
    this.inlineOffsets = inlineOffsets;
  }

  /** The present form: snapshots whose offsets are in files, oldest first. */
  public static LakeTableNode of(List<Snapshot> snapshots) {
    return new LakeTableNode(snapshots, null);
  }

  /** The old form: one snapshot, readable, with the end offset of each bucket. */
  public static LakeTableNode ofOffsets(long snapshotId, Map<TableBucket, Long> endOffsets) {
    return new LakeTableNode(
        List.of(new Snapshot(snapshotId, null, null)), Collections.unmodifiableMap(endOffsets));
  }

  public static String path(long tableId) {
    return TableAssignmentNode.path(tableId) + "/laketable";
  }

  /** Oldest first, at least one. Those of the old form have no files. */
  public List<Snapshot> snapshots() {
    return snapshots;
  }

  /** The end offsets of the old form; empty for the present one. */
  public Optional<Map<TableBucket, Long>> inlineOffsets() {
    return Optional.ofNullable(inlineOffsets);
  }

  public byte[] encode() {
    return inlineOffsets == null ? encodeFiles() : encodeOffsets();
  }

  private byte[] encodeFiles() {
    return NodeJson.write(
        2,
        out -> {
          out.writeArrayFieldStart("lake_snapshots");
          for (Snapshot snapshot : snapshots) {
            out.writeStartObject();
            out.writeNumberField("snapshot_id", snapshot.id);
            out.writeStringField("tiered_offsets", snapshot.tieredOffsetsPath);
            if (snapshot.readableOffsetsPath != null) {
              out.writeStringField("readable_offsets", snapshot.readableOffsetsPath);
            }
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  private byte[] encodeOffsets() {
    return NodeJson.write(
        1,
        out -> {
          out.writeNumberField("snapshot_id", snapshots.get(0).id);
          if (!inlineOffsets.isEmpty()) {
            out.writeNumberField("table_id", inlineOffsets.keySet().iterator().next().getTableId());
          }
          out.writeArrayFieldStart("buckets");
          for (Map.Entry<TableBucket, Long> entry : inlineOffsets.entrySet()) {
            out.writeStartObject();
            if (entry.getKey().getPartitionId() != null) {
              out.writeNumberField("partition_id", entry.getKey().getPartitionId());
            }
            out.writeNumberField("bucket_id", entry.getKey().getBucket());
            out.writeNumberField("log_end_offset", entry.getValue());
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  public static LakeTableNode decode(byte[] data) {
    NodeJson json = NodeJson.read(KIND, data);
    switch (json.version()) {
      case 1:
        return decodeOffsets(json);
      case 2:
        return decodeFiles(json);
      default:
        throw json.corrupt("version " + json.version() + ", known are 1 and 2");
    }
  }

  private static LakeTableNode decodeFiles(NodeJson json) {
    List<Snapshot> snapshots = new ArrayList<>();
    for (NodeJson item : json.objects("lake_snapshots")) {
      snapshots.add(
          new Snapshot(
              item.longValue("snapshot_id"),
              item.text("tiered_offsets"),
              item.optionalText("readable_offsets")));
    }
    return of(snapshots);
  }

  private static LakeTableNode decodeOffsets(NodeJson json) {
    Map<TableBucket, Long> offsets = new LinkedHashMap<>();
    for (NodeJson item : json.objects("buckets")) {
      if (item.has("log_end_offset")) {
        offsets.put(
            new TableBucket(
                json.longValue("table_id"),
                item.optionalLong("partition_id"),
                item.intValue("bucket_id")),
            item.longValue("log_end_offset"));
      }
    }
    return ofOffsets(json.longValue("snapshot_id"), offsets);
  }

  /** One lake snapshot. Immutable. */
  public static final class Snapshot {
    private final long id;
    private final String tieredOffsetsPath;
    private final String readableOffsetsPath;

    /**
     * @param tieredOffsetsPath file with the end offsets tiered so far; null only in the old form
     * @param readableOffsetsPath file with the end offsets readers may use, null when unknown
     */
    public Snapshot(long id, String tieredOffsetsPath, String readableOffsetsPath) {
      this.id = id;
      this.tieredOffsetsPath = tieredOffsetsPath;
      this.readableOffsetsPath = readableOffsetsPath;
    }

    public long id() {
      return id;
    }

    public String tieredOffsetsPath() {
      return tieredOffsetsPath;
    }

    public String readableOffsetsPath() {
      return readableOffsetsPath;
    }
  }
}

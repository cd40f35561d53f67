// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;

/**
 * {@code /metadata/databases/{db}/tables/{table}}: a table without its schema. A node without
 * content is the leftover of a creation by the peer that never finished; such a table does not
 * exist. Immutable.
 */
public final class TableNode {
  private static final int VERSION = 1;

  private final long tableId;
  private final String comment;
  private final List<String> partitionKeys;
  private final List<String> bucketKeys;
  private final int bucketCount;
  private final Map<String, String> properties;
  private final Map<String, String> customProperties;
  private final long createdTimeMs;
  private final long modifiedTimeMs;

  public TableNode(
      long tableId,
      String comment,
      List<String> partitionKeys,
      List<String> bucketKeys,
      int bucketCount,
      Map<String, String> properties,
      Map<String, String> customProperties,
      long createdTimeMs,
      long modifiedTimeMs) {
    this.tableId = tableId;
    this.comment = comment;
    this.partitionKeys = Collections.unmodifiableList(partitionKeys);
    this.bucketKeys = Collections.unmodifiableList(bucketKeys);
    this.bucketCount = bucketCount;
    this.properties = Collections.unmodifiableMap(properties);
    this.customProperties = Collections.unmodifiableMap(customProperties);
    this.createdTimeMs = createdTimeMs;
    this.modifiedTimeMs = modifiedTimeMs;
  }

  /**
   * @param descriptor complete: with a bucket count
   */
  public static TableNode of(long tableId, TableDescriptor descriptor, long nowMs) {
    int bucketCount =
        descriptor
            .getTableDistribution()
            .flatMap(TableDescriptor.TableDistribution::getBucketCount)
            .orElseThrow(() -> new IllegalArgumentException("The table has no bucket count."));
    return new TableNode(
        tableId,
        descriptor.getComment().orElse(null),
        descriptor.getPartitionKeys(),
        descriptor.getBucketKeys(),
        bucketCount,
        descriptor.getProperties(),
        descriptor.getCustomProperties(),
        nowMs,
        nowMs);
  }

  /** The parent of a database's tables. */
  public static String parent(String database) {
    return DatabaseNode.path(database) + "/tables";
  }

  public static String path(TablePath table) {
    return parent(table.getDatabaseName()) + "/" + table.getTableName();
  }

  public long tableId() {
    return tableId;
  }

  public List<String> partitionKeys() {
    return partitionKeys;
  }

  public int bucketCount() {
    return bucketCount;
  }

  public Map<String, String> properties() {
    return properties;
  }

  public Map<String, String> customProperties() {
    return customProperties;
  }

  public Optional<String> comment() {
    return Optional.ofNullable(comment);
  }

  /** The same table with other properties. */
  public TableNode withProperties(
      Map<String, String> newProperties, Map<String, String> newCustomProperties, long nowMs) {
    return new TableNode(
        tableId,
        comment,
        partitionKeys,
        bucketKeys,
        bucketCount,
        newProperties,
        newCustomProperties,
        createdTimeMs,
        nowMs);
  }

  public TableInfo toInfo(TablePath path, SchemaInfo schema) {
    return new TableInfo(
        path,
        tableId,
        schema.getSchemaId(),
        schema.getSchema(),
        bucketKeys,
        partitionKeys,
        bucketCount,
        Configuration.fromMap(properties),
        Configuration.fromMap(customProperties),
        comment,
        createdTimeMs,
        modifiedTimeMs);
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeNumberField("table_id", tableId);
          if (comment != null) {
            out.writeStringField("comment", comment);
          }
          if (!partitionKeys.isEmpty()) {
            NodeJson.writeTexts(out, "partition_key", partitionKeys);
          }
          if (!bucketKeys.isEmpty()) {
            NodeJson.writeTexts(out, "bucket_key", bucketKeys);
          }
          out.writeNumberField("bucket_count", bucketCount);
          NodeJson.writeTextMap(out, "properties", properties);
          NodeJson.writeTextMap(out, "custom_properties", customProperties);
          out.writeNumberField("created_time", createdTimeMs);
          out.writeNumberField("modified_time", modifiedTimeMs);
        });
  }

  public static TableNode decode(byte[] data) {
    NodeJson json = NodeJson.read("table", data);
    return new TableNode(
        json.longValue("table_id"),
        json.optionalText("comment"),
        json.texts("partition_key"),
        json.texts("bucket_key"),
        json.intValue("bucket_count"),
        json.textMap("properties"),
        json.textMap("custom_properties"),
        json.longValue("created_time"),
        json.longValue("modified_time"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.types.RowType;

/**
 * A table as the cluster knows it: what the user said, and the ids and times the cluster gave it.
 * Two are equal if all but the times is. Immutable; the configurations it hands out must not be
 * changed.
 */
@PublicEvolving
public final class TableInfo {
  public static final long UNKNOWN_TABLE_ID = -1;

  private final TablePath tablePath;
  private final long tableId;
  private final int schemaId;
  private final Schema schema;
  private final List<String> physicalPrimaryKeys;
  private final List<String> bucketKeys;
  private final List<String> partitionKeys;
  private final int numBuckets;
  private final Configuration properties;
  private final TableConfig tableConfig;
  private final Configuration customProperties;
  private final String comment;
  private final long createdTime;
  private final long modifiedTime;

  /**
   * @param comment null for none
   * @param createdTime milliseconds since 1970-01-01 UTC
   * @param modifiedTime milliseconds since 1970-01-01 UTC
   */
  public TableInfo(
      TablePath tablePath,
      long tableId,
      int schemaId,
      Schema schema,
      List<String> bucketKeys,
      List<String> partitionKeys,
      int numBuckets,
      Configuration properties,
      Configuration customProperties,
      String comment,
      long createdTime,
      long modifiedTime) {
    this.tablePath = Objects.requireNonNull(tablePath, "tablePath");
    this.tableId = tableId;
    this.schemaId = schemaId;
    this.schema = Objects.requireNonNull(schema, "schema");
    this.bucketKeys = Collections.unmodifiableList(new ArrayList<>(bucketKeys));
    this.partitionKeys = Collections.unmodifiableList(new ArrayList<>(partitionKeys));
    this.numBuckets = numBuckets;
    this.properties = Objects.requireNonNull(properties, "properties");
    this.tableConfig = new TableConfig(properties);
    this.customProperties = Objects.requireNonNull(customProperties, "customProperties");
    this.comment = comment;
    this.createdTime = createdTime;
    this.modifiedTime = modifiedTime;
    List<String> keys = new ArrayList<>(schema.getPrimaryKeyColumnNames());
    keys.removeAll(partitionKeys);
    this.physicalPrimaryKeys = Collections.unmodifiableList(keys);
  }

  /**
   * @throws IllegalArgumentException if the descriptor leaves the number of buckets open
   */
  public static TableInfo of(
      TablePath tablePath,
      long tableId,
      int schemaId,
      TableDescriptor tableDescriptor,
      long createdTime,
      long modifiedTime) {
    int numBuckets =
        tableDescriptor
            .getTableDistribution()
            .flatMap(TableDescriptor.TableDistribution::getBucketCount)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The number of buckets of the table " + tablePath + " is not set."));
    return new TableInfo(
        tablePath,
        tableId,
        schemaId,
        tableDescriptor.getSchema(),
        tableDescriptor.getBucketKeys(),
        tableDescriptor.getPartitionKeys(),
        numBuckets,
        Configuration.fromMap(tableDescriptor.getProperties()),
        Configuration.fromMap(tableDescriptor.getCustomProperties()),
        tableDescriptor.getComment().orElse(null),
        createdTime,
        modifiedTime);
  }

  /** What the user said about the table. */
  public TableDescriptor toTableDescriptor() {
    return TableDescriptor.builder()
        .schema(schema)
        .partitionedBy(partitionKeys)
        .distributedBy(numBuckets, bucketKeys)
        .properties(properties.toMap())
        .customProperties(customProperties.toMap())
        .comment(comment)
        .build();
  }

  public TablePath getTablePath() {
    return tablePath;
  }

  public long getTableId() {
    return tableId;
  }

  public int getSchemaId() {
    return schemaId;
  }

  public Schema getSchema() {
    return schema;
  }

  public SchemaInfo getSchemaInfo() {
    return new SchemaInfo(schema, schemaId);
  }

  public RowType getRowType() {
    return schema.getRowType();
  }

  public boolean hasPrimaryKey() {
    return schema.getPrimaryKey().isPresent();
  }

  /** Columns of the primary key in its order; empty for a log table. */
  public List<String> getPrimaryKeys() {
    return schema.getPrimaryKeyColumnNames();
  }

  /** The primary key without the partition keys, in its order: what a key in a bucket holds. */
  public List<String> getPhysicalPrimaryKeys() {
    return physicalPrimaryKeys;
  }

  public boolean hasBucketKey() {
    return !bucketKeys.isEmpty();
  }

  /**
   * True if the bucket keys are those a table has that names none: the physical primary key, or
   * nothing for a log table.
   */
  public boolean isDefaultBucketKey() {
    return bucketKeys.equals(physicalPrimaryKeys);
  }

  /** Columns that decide the bucket of a row; empty if any bucket will do. */
  public List<String> getBucketKeys() {
    return bucketKeys;
  }

  public boolean isPartitioned() {
    return !partitionKeys.isEmpty();
  }

  /** True if the cluster makes and drops partitions by time. */
  public boolean isAutoPartitioned() {
    return isPartitioned() && tableConfig.getAutoPartitionStrategy().isAutoPartitionEnabled();
  }

  public List<String> getPartitionKeys() {
    return partitionKeys;
  }

  public int getNumBuckets() {
    return numBuckets;
  }

  /** Options the cluster understands. */
  public Configuration getProperties() {
    return properties;
  }

  /** The options with their types. */
  public TableConfig getTableConfig() {
    return tableConfig;
  }

  /** Properties that only mean something to the user. */
  public Configuration getCustomProperties() {
    return customProperties;
  }

  public Optional<String> getComment() {
    return Optional.ofNullable(comment);
  }

  /** Milliseconds since 1970-01-01 UTC. */
  public long getCreatedTime() {
    return createdTime;
  }

  /** Milliseconds since 1970-01-01 UTC. */
  public long getModifiedTime() {
    return modifiedTime;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TableInfo that = (TableInfo) o;
    return tableId == that.tableId
        && schemaId == that.schemaId
        && numBuckets == that.numBuckets
        && tablePath.equals(that.tablePath)
        && schema.equals(that.schema)
        && bucketKeys.equals(that.bucketKeys)
        && partitionKeys.equals(that.partitionKeys)
        && properties.equals(that.properties)
        && customProperties.equals(that.customProperties)
        && Objects.equals(comment, that.comment);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        tablePath,
        tableId,
        schemaId,
        schema,
        bucketKeys,
        partitionKeys,
        numBuckets,
        properties,
        customProperties,
        comment);
  }

  @Override
  public String toString() {
    return "TableInfo{tablePath="
        + tablePath
        + ", tableId="
        + tableId
        + ", schemaId="
        + schemaId
        + ", schema="
        + schema
        + ", bucketKeys="
        + bucketKeys
        + ", partitionKeys="
        + partitionKeys
        + ", numBuckets="
        + numBuckets
        + ", properties="
        + properties
        + ", customProperties="
        + customProperties
        + ", comment="
        + comment
        + ", createdTime="
        + createdTime
        + ", modifiedTime="
        + modifiedTime
        + "}";
  }
}

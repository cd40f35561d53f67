// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.utils.json.JsonSerdeUtils;
import org.apache.fluss.utils.json.TableDescriptorJsonSerde;

/**
 * What a user says about a table: schema, partition keys, distribution over buckets, options and
 * properties of his own. Immutable.
 */
@PublicEvolving
public final class TableDescriptor implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final String OFFSET_COLUMN_NAME = "__offset";
  public static final String TIMESTAMP_COLUMN_NAME = "__timestamp";
  public static final String BUCKET_COLUMN_NAME = "__bucket";
  public static final String CHANGE_TYPE_COLUMN = "_change_type";
  public static final String LOG_OFFSET_COLUMN = "_log_offset";
  public static final String COMMIT_TIMESTAMP_COLUMN = "_commit_timestamp";
  public static final String BEFORE_COLUMN = "before";
  public static final String AFTER_COLUMN = "after";

  private final Schema schema;
  private final String comment;
  private final List<String> partitionKeys;
  private final TableDistribution tableDistribution;
  private final Map<String, String> properties;
  private final Map<String, String> customProperties;

  private TableDescriptor(
      Schema schema,
      String comment,
      List<String> partitionKeys,
      TableDistribution tableDistribution,
      Map<String, String> properties,
      Map<String, String> customProperties) {
    this.schema = Objects.requireNonNull(schema, "schema");
    this.comment = comment;
    this.partitionKeys = Collections.unmodifiableList(new ArrayList<>(partitionKeys));
    requirePartitionKeys();
    this.tableDistribution = resolve(tableDistribution);
    requireBucketKeys();
    this.properties = copyOf(properties);
    this.customProperties = copyOf(customProperties);
  }

  private static Map<String, String> copyOf(Map<String, String> properties) {
    properties.forEach(
        (key, value) -> {
          if (key == null || value == null) {
            throw new IllegalArgumentException(
                String.format("A property needs a key and a value, but got %s=%s.", key, value));
          }
        });
    return Collections.unmodifiableMap(new TreeMap<>(properties));
  }

  private void requirePartitionKeys() {
    List<String> primaryKey = schema.getPrimaryKeyColumnNames();
    for (String key : partitionKeys) {
      if (!schema.getColumnNames().contains(key)) {
        throw new IllegalArgumentException(
            String.format(
                "The partition key '%s' is no column; the columns are %s.",
                key, schema.getColumnNames()));
      }
      if (hasPrimaryKey() && !primaryKey.contains(key)) {
        throw new IllegalArgumentException(
            String.format(
                "The partition key '%s' is not part of the primary key %s; add it there.",
                key, primaryKey));
      }
    }
  }

  /** Fills in the bucket keys of a primary-key table that does not name them. */
  private TableDistribution resolve(TableDistribution given) {
    if (!hasPrimaryKey()) {
      return given;
    }
    List<String> keys = defaultBucketKeys();
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(
          String.format(
              "The primary key %s has no column beside the partition keys %s; add one.",
              schema.getPrimaryKeyColumnNames(), partitionKeys));
    }
    if (given == null) {
      return new TableDistribution(null, keys);
    }
    return given.bucketKeys.isEmpty() ? new TableDistribution(given.bucketCount, keys) : given;
  }

  /** The primary key without the partition keys; empty for a log table. */
  private List<String> defaultBucketKeys() {
    List<String> keys = new ArrayList<>(schema.getPrimaryKeyColumnNames());
    keys.removeAll(partitionKeys);
    return keys;
  }

  private void requireBucketKeys() {
    List<String> primaryKey = schema.getPrimaryKeyColumnNames();
    for (String key : getBucketKeys()) {
      if (!schema.getColumnNames().contains(key)) {
        throw new IllegalArgumentException(
            String.format(
                "The bucket key '%s' is no column; the columns are %s.",
                key, schema.getColumnNames()));
      }
      if (partitionKeys.contains(key)) {
        throw new IllegalArgumentException(
            String.format(
                "The bucket key '%s' is a partition key too, so it is the same in all rows of a"
                    + " partition; remove it from the bucket keys %s.",
                key, getBucketKeys()));
      }
      if (hasPrimaryKey() && !primaryKey.contains(key)) {
        throw new IllegalArgumentException(
            String.format(
                "The bucket key '%s' is not part of the primary key %s.", key, primaryKey));
      }
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder that holds all that the given descriptor says. */
  public static Builder builder(TableDescriptor origin) {
    return new Builder(origin);
  }

  public Schema getSchema() {
    return schema;
  }

  /** Columns that decide the bucket of a row; empty if any bucket will do. */
  public List<String> getBucketKeys() {
    return tableDistribution == null ? Collections.emptyList() : tableDistribution.getBucketKeys();
  }

  /**
   * True if the bucket keys are those a table has that names none: the primary key without the
   * partition keys, or nothing for a log table.
   */
  public boolean isDefaultBucketKey() {
    return getBucketKeys().equals(defaultBucketKeys());
  }

  public boolean isPartitioned() {
    return !partitionKeys.isEmpty();
  }

  public boolean hasPrimaryKey() {
    return schema.getPrimaryKey().isPresent();
  }

  /** Unmodifiable, empty if the table is not partitioned. */
  public List<String> getPartitionKeys() {
    return partitionKeys;
  }

  public Optional<TableDistribution> getTableDistribution() {
    return Optional.ofNullable(tableDistribution);
  }

  /** Options the cluster understands, sorted; unmodifiable. */
  public Map<String, String> getProperties() {
    return properties;
  }

  /** Properties that only mean something to the user, sorted; unmodifiable. */
  public Map<String, String> getCustomProperties() {
    return customProperties;
  }

  /**
   * Number of copies of each bucket.
   *
   * @throws IllegalArgumentException if the option is not set or not a number
   */
  public int getReplicationFactor() {
    String key = ConfigOptions.TABLE_REPLICATION_FACTOR.key();
    if (!properties.containsKey(key)) {
      throw new IllegalArgumentException("The table option " + key + " is not set.");
    }
    return Configuration.fromMap(properties).get(ConfigOptions.TABLE_REPLICATION_FACTOR);
  }

  /** The same table with other options. */
  public TableDescriptor withProperties(Map<String, String> newProperties) {
    return withProperties(newProperties, customProperties);
  }

  /** The same table with other options and properties. */
  public TableDescriptor withProperties(
      Map<String, String> newProperties, Map<String, String> newCustomProperties) {
    return new TableDescriptor(
        schema, comment, partitionKeys, tableDistribution, newProperties, newCustomProperties);
  }

  /** The same table with another number of copies of each bucket. */
  public TableDescriptor withReplicationFactor(int newReplicationFactor) {
    return builder(this)
        .property(ConfigOptions.TABLE_REPLICATION_FACTOR, newReplicationFactor)
        .build();
  }

  /** The same table tiered to a lake of this format. */
  public TableDescriptor withDataLakeFormat(DataLakeFormat dataLakeFormat) {
    return builder(this).property(ConfigOptions.TABLE_DATALAKE_FORMAT, dataLakeFormat).build();
  }

  /** The same table with another number of buckets. */
  public TableDescriptor withBucketCount(int newBucketCount) {
    return builder(this).distributedBy(newBucketCount, getBucketKeys()).build();
  }

  public Optional<String> getComment() {
    return Optional.ofNullable(comment);
  }

  /** UTF-8 JSON that {@link #fromJsonBytes} reads. */
  public byte[] toJsonBytes() {
    return JsonSerdeUtils.writeValueAsBytes(this, TableDescriptorJsonSerde.INSTANCE);
  }

  /**
   * @throws IllegalArgumentException if the JSON is not that of a table
   * @throws IllegalStateException if the columns of the schema contradict each other
   * @throws java.io.UncheckedIOException if the bytes are not JSON
   */
  public static TableDescriptor fromJsonBytes(byte[] json) {
    return JsonSerdeUtils.readValue(json, TableDescriptorJsonSerde.INSTANCE);
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TableDescriptor that = (TableDescriptor) o;
    return schema.equals(that.schema)
        && Objects.equals(comment, that.comment)
        && partitionKeys.equals(that.partitionKeys)
        && Objects.equals(tableDistribution, that.tableDistribution)
        && properties.equals(that.properties)
        && customProperties.equals(that.customProperties);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        schema, comment, partitionKeys, tableDistribution, properties, customProperties);
  }

  @Override
  public String toString() {
    return "TableDescriptor{schema="
        + schema
        + ", comment="
        + comment
        + ", partitionKeys="
        + partitionKeys
        + ", tableDistribution="
        + tableDistribution
        + ", properties="
        + properties
        + ", customProperties="
        + customProperties
        + "}";
  }

  /** Number of buckets and the columns that decide the bucket of a row. Immutable. */
  @PublicEvolving
  public static final class TableDistribution implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Integer bucketCount;
    private final List<String> bucketKeys;

    /**
     * @param bucketCount null to leave it to the cluster
     * @param bucketKeys empty if any bucket will do
     */
    public TableDistribution(Integer bucketCount, List<String> bucketKeys) {
      this.bucketCount = bucketCount;
      this.bucketKeys = Collections.unmodifiableList(new ArrayList<>(bucketKeys));
    }

    /** Unmodifiable. */
    public List<String> getBucketKeys() {
      return bucketKeys;
    }

    /** Empty if it is left to the cluster. */
    public Optional<Integer> getBucketCount() {
      return Optional.ofNullable(bucketCount);
    }

    @Override
    public boolean equals(Object o) {
      if (this == o) {
        return true;
      }
      if (!(o instanceof TableDistribution)) {
        return false;
      }
      TableDistribution that = (TableDistribution) o;
      return Objects.equals(bucketCount, that.bucketCount) && bucketKeys.equals(that.bucketKeys);
    }

    @Override
    public int hashCode() {
      return Objects.hash(bucketCount, bucketKeys);
    }

    @Override
    public String toString() {
      return "{bucketKeys=" + bucketKeys + ", bucketCount=" + bucketCount + "}";
    }
  }

  /** Collects the parts of a descriptor. Not thread-safe. */
  @PublicEvolving
  public static class Builder {
    private Schema schema;
    private String comment;
    private List<String> partitionKeys = Collections.emptyList();
    private TableDistribution tableDistribution;
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> customProperties = new HashMap<>();

    protected Builder() {}

    protected Builder(TableDescriptor descriptor) {
      schema = descriptor.schema;
      comment = descriptor.comment;
      partitionKeys = descriptor.partitionKeys;
      tableDistribution = descriptor.tableDistribution;
      properties.putAll(descriptor.properties);
      customProperties.putAll(descriptor.customProperties);
    }

    public Builder schema(Schema schema) {
      this.schema = schema;
      return this;
    }

    /** Sets how records are encoded in the log. */
    public Builder logFormat(LogFormat logFormat) {
      return property(ConfigOptions.TABLE_LOG_FORMAT, logFormat);
    }

    /** Sets how rows of a primary-key table are encoded in its key-value store. */
    public Builder kvFormat(KvFormat kvFormat) {
      return property(ConfigOptions.TABLE_KV_FORMAT, kvFormat);
    }

    /** Sets an option the cluster understands. */
    public <T> Builder property(ConfigOption<T> configOption, T value) {
      Configuration configuration = new Configuration();
      configuration.set(configOption, value);
      return properties(configuration.toMap());
    }

    /** Sets an option the cluster understands. */
    public Builder property(String key, String value) {
      put(properties, key, value);
      return this;
    }

    /** Sets options the cluster understands, beside those set before. */
    public Builder properties(Map<String, String> properties) {
      properties.forEach(this::property);
      return this;
    }

    /** Sets a property that only means something to the user. */
    public Builder customProperty(String key, String value) {
      put(customProperties, key, value);
      return this;
    }

    /** Sets properties that only mean something to the user, beside those set before. */
    public Builder customProperties(Map<String, String> customProperties) {
      customProperties.forEach(this::customProperty);
      return this;
    }

    private static void put(Map<String, String> into, String key, String value) {
      into.put(
          Objects.requireNonNull(key, "Property key"),
          Objects.requireNonNull(value, "Value of property " + key));
    }

    public Builder partitionedBy(String... partitionKeys) {
      return partitionedBy(Arrays.asList(partitionKeys));
    }

    public Builder partitionedBy(List<String> partitionKeys) {
      this.partitionKeys = new ArrayList<>(partitionKeys);
      return this;
    }

    /** Sets the number of buckets and the columns that decide the bucket of a row. */
    public Builder distributedBy(int bucketCount, String... bucketKeys) {
      return distributedBy(bucketCount, Arrays.asList(bucketKeys));
    }

    /**
     * @param bucketCount null to leave it to the cluster
     * @param bucketKeys empty for the default
     */
    public Builder distributedBy(Integer bucketCount, List<String> bucketKeys) {
      this.tableDistribution = new TableDistribution(bucketCount, bucketKeys);
      return this;
    }

    /**
     * @param comment null for none
     */
    public Builder comment(String comment) {
      this.comment = comment;
      return this;
    }

    /**
     * @throws IllegalArgumentException if partition keys, bucket keys and primary key do not fit
     *     each other
     */
    public TableDescriptor build() {
      return new TableDescriptor(
          schema, comment, partitionKeys, tableDistribution, properties, customProperties);
    }
  }
}

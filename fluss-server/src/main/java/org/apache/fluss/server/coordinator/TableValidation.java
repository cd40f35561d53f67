// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.FlussConfigUtils;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.TooManyBucketsException;
import org.apache.fluss.metadata.AggFunction;
import org.apache.fluss.metadata.AggFunctionType;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.MergeEngineType;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.utils.AutoPartitionStrategy;
import org.apache.fluss.utils.PartitionUtils;
import org.apache.fluss.utils.json.JsonSerdeUtils;

/** What makes a table acceptable, at its creation and when its properties change. Pure. */
final class TableValidation {
  private static final Set<DataTypeRoot> NESTED =
      Set.of(DataTypeRoot.ARRAY, DataTypeRoot.MAP, DataTypeRoot.ROW);
  private static final Set<DataTypeRoot> VERSION_TYPES =
      Set.of(
          DataTypeRoot.INTEGER,
          DataTypeRoot.BIGINT,
          DataTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE,
          DataTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  private static final Set<String> RESERVED_COLUMNS =
      Set.of(
          TableDescriptor.OFFSET_COLUMN_NAME,
          TableDescriptor.TIMESTAMP_COLUMN_NAME,
          TableDescriptor.BUCKET_COLUMN_NAME,
          TableDescriptor.CHANGE_TYPE_COLUMN,
          TableDescriptor.LOG_OFFSET_COLUMN,
          TableDescriptor.COMMIT_TIMESTAMP_COLUMN);

  private final TableDescriptor table;
  private final Schema schema;
  private final Map<String, String> properties;
  private final TableConfig config;

  private TableValidation(TableDescriptor table) {
    this.table = table;
    this.schema = table.getSchema();
    this.properties = table.getProperties();
    this.config = new TableConfig(Configuration.fromMap(properties));
  }

  /**
   * Checks a complete descriptor.
   *
   * @throws InvalidTableException when the table cannot be
   * @throws InvalidConfigException when one of its properties cannot be
   * @throws TooManyBucketsException when it has too many buckets
   */
  static void validate(TableDescriptor table, int maxBuckets) {
    TableValidation validation = new TableValidation(table);
    validation.checkProperties();
    validation.checkBucketCount(maxBuckets);
    validation.checkKeyTypes("bucket key", table.getBucketKeys());
    validation.checkKeyTypes("primary key", validation.schema.getPrimaryKeyColumnNames());
    validation.checkReplicationFactor();
    validation.checkFormats();
    validation.checkMergeEngine();
    validation.checkDeleteBehavior();
    validation.checkLog();
    validation.checkPartitions();
    table.getSchema().getColumnNames().forEach(TableValidation::checkColumnName);
  }

  /**
   * Checks the complete descriptor of a table to be created, also for what older software let pass
   * although such a table cannot work. Tables that are there keep that.
   *
   * @throws InvalidTableException when the table cannot be
   * @throws InvalidConfigException when one of its properties cannot be
   * @throws TooManyBucketsException when it has too many buckets
   */
  static void validateNew(TableDescriptor table, int maxBuckets) {
    validate(table, maxBuckets);
    TableValidation validation = new TableValidation(table);
    validation.checkKeyFormatVersion();
    validation.checkVersionIsNoKey();
    validation.checkAggregatesAreUsed();
    validation.checkAutoIncrement();
  }

  /**
   * @throws InvalidTableException when the name is taken by the system
   */
  static void checkColumnName(String column) {
    if (RESERVED_COLUMNS.contains(column)) {
      throw new InvalidTableException(
          "'" + column + "' is reserved by Fluss; choose another name for the column.");
    }
  }

  private void checkProperties() {
    for (String key : properties.keySet()) {
      ConfigOption<?> option = FlussConfigUtils.TABLE_OPTIONS.get(key);
      if (option == null) {
        throw new InvalidConfigException(
            FlussConfigUtils.isTableStorageConfig(key)
                ? "'" + key + "' is no table option that this cluster knows."
                : "'" + key + "' is no table option; give it as a custom property.");
      }
      TableDefaults.read(properties, option);
    }
  }

  private void checkBucketCount(int max) {
    int count =
        table
            .getTableDistribution()
            .flatMap(TableDescriptor.TableDistribution::getBucketCount)
            .orElseThrow(() -> new InvalidTableException("The table has no bucket count."));
    if (count > max) {
      throw new TooManyBucketsException(
          "The table wants " + count + " buckets; 'max.bucket.num' allows " + max + ".");
    }
  }

  private void checkKeyTypes(String what, List<String> columns) {
    for (String column : columns) {
      DataType type = schema.getColumn(column).getDataType();
      if (NESTED.contains(type.getTypeRoot())) {
        throw new InvalidTableException(
            "The "
                + what
                + " column '"
                + column
                + "' is of type "
                + type
                + ", which cannot be one.");
      }
    }
  }

  private void checkReplicationFactor() {
    Integer factor = TableDefaults.read(properties, ConfigOptions.TABLE_REPLICATION_FACTOR);
    if (factor == null || factor <= 0) {
      throw new InvalidConfigException(
          "'"
              + ConfigOptions.TABLE_REPLICATION_FACTOR.key()
              + "' must be at least 1, but is "
              + factor
              + ".");
    }
  }

  private void checkFormats() {
    if (table.hasPrimaryKey()
        && config.getKvFormat() == KvFormat.COMPACTED
        && config.getLogFormat() == LogFormat.INDEXED) {
      throw new InvalidConfigException(
          "A primary key table with '"
              + ConfigOptions.TABLE_KV_FORMAT.key()
              + "' COMPACTED needs '"
              + ConfigOptions.TABLE_LOG_FORMAT.key()
              + "' ARROW or COMPACTED, not INDEXED.");
    }
    String levelKey = ConfigOptions.TABLE_LOG_ARROW_COMPRESSION_ZSTD_LEVEL.key();
    if (properties.containsKey(levelKey)) {
      int level =
          TableDefaults.read(properties, ConfigOptions.TABLE_LOG_ARROW_COMPRESSION_ZSTD_LEVEL);
      if (level < 1 || level > 22) {
        throw new InvalidConfigException(
            "'" + levelKey + "' must be in 1..22, but is " + level + ".");
      }
    }
  }

  private void checkMergeEngine() {
    MergeEngineType engine = config.getMergeEngineType().orElse(null);
    if (engine == null) {
      return;
    }
    if (!table.hasPrimaryKey()) {
      throw new InvalidConfigException(
          "'" + ConfigOptions.TABLE_MERGE_ENGINE.key() + "' is for tables with a primary key.");
    }
    if (engine == MergeEngineType.VERSIONED) {
      checkVersionColumn();
    } else if (engine == MergeEngineType.AGGREGATION) {
      checkAggregation();
    }
  }

  private void checkVersionColumn() {
    String key = ConfigOptions.TABLE_MERGE_ENGINE_VERSION_COLUMN.key();
    String column =
        config
            .getMergeEngineVersionColumn()
            .orElseThrow(
                () ->
                    new InvalidConfigException("The versioned merge engine needs '" + key + "'."));
    if (!schema.getColumnNames().contains(column)) {
      throw new InvalidConfigException(
          "'" + key + "' names '" + column + "', which is no column of the table.");
    }
    DataType type = schema.getColumn(column).getDataType();
    if (!VERSION_TYPES.contains(type.getTypeRoot())) {
      throw new InvalidConfigException(
          "The version column '"
              + column
              + "' is of type "
              + type
              + "; it must be INT, BIGINT, TIMESTAMP or TIMESTAMP_LTZ.");
    }
  }

  private void checkAggregation() {
    if (config.getChangelogImage() == ChangelogImage.WAL) {
      throw new InvalidConfigException(
          "The aggregation merge engine needs '"
              + ConfigOptions.TABLE_CHANGELOG_IMAGE.key()
              + "' FULL.");
    }
    for (Schema.Column column : schema.getColumns()) {
      Optional<AggFunction> function = column.getAggFunction();
      if (function.isPresent()) {
        try {
          function.get().validateParameters();
          function.get().validateDataType(column.getDataType());
        } catch (IllegalArgumentException e) {
          throw new InvalidConfigException(
              "Column '" + column.getName() + "' cannot be aggregated: " + e.getMessage());
        }
      }
    }
  }

  /**
   * Checks the names of aggregation functions, which a parsed descriptor has not if they are
   * unknown: a column would be aggregated by another function than was asked for.
   *
   * @throws InvalidConfigException when this software does not know one
   */
  static void checkFunctionNames(byte[] tableJson) {
    for (JsonNode column :
        JsonSerdeUtils.readValue(tableJson, tree -> tree.path("schema").path("columns"))) {
      String function = column.path("agg_function").path("type").asText("");
      if (!function.isEmpty() && AggFunctionType.fromString(function) == null) {
        throw new InvalidConfigException(
            "Column '"
                + column.path("name").asText()
                + "' has the unknown aggregation function '"
                + function
                + "'; known are "
                + Arrays.toString(AggFunctionType.values())
                + ".");
      }
    }
  }

  private void checkKeyFormatVersion() {
    int version = config.getKvFormatVersion().orElse(1);
    if (version < 1) {
      throw new InvalidConfigException(
          "'"
              + ConfigOptions.TABLE_KV_FORMAT_VERSION.key()
              + "' must be 1 or "
              + TableDefaults.KV_FORMAT_VERSION
              + ", but is "
              + version
              + ".");
    }
  }

  private void checkVersionIsNoKey() {
    String column = config.getMergeEngineVersionColumn().orElse(null);
    if (config.getMergeEngineType().orElse(null) == MergeEngineType.VERSIONED
        && schema.getPrimaryKeyColumnNames().contains(column)) {
      throw new InvalidConfigException(
          "The version column '"
              + column
              + "' is part of the primary key, so that all rows of a key have the same version.");
    }
  }

  private void checkAggregatesAreUsed() {
    boolean aggregates = config.getMergeEngineType().orElse(null) == MergeEngineType.AGGREGATION;
    for (Schema.Column column : schema.getColumns()) {
      AggFunction function = column.getAggFunction().orElse(null);
      if (function == null) {
        continue;
      }
      if (!aggregates) {
        throw new InvalidConfigException(
            "Column '"
                + column.getName()
                + "' has the aggregation function "
                + function
                + ", which needs '"
                + ConfigOptions.TABLE_MERGE_ENGINE.key()
                + "' AGGREGATION.");
      }
      boolean joinsText =
          function.getType() == AggFunctionType.LISTAGG
              || function.getType() == AggFunctionType.STRING_AGG;
      if (joinsText && column.getDataType().getTypeRoot() == DataTypeRoot.CHAR) {
        throw new InvalidConfigException(
            "Column '"
                + column.getName()
                + "' of type "
                + column.getDataType()
                + " cannot be aggregated by "
                + function
                + ", whose results get longer; make it a STRING.");
      }
    }
  }

  private void checkAutoIncrement() {
    String key = ConfigOptions.TABLE_AUTO_INCREMENT_CACHE_SIZE.key();
    if (config.getAutoIncrementCacheSize() <= 0) {
      throw new InvalidConfigException(
          "'" + key + "' must be at least 1, but is " + config.getAutoIncrementCacheSize() + ".");
    }
    MergeEngineType engine = config.getMergeEngineType().orElse(null);
    if (!schema.getAutoIncrementColumnNames().isEmpty()
        && (engine == MergeEngineType.FIRST_ROW || engine == MergeEngineType.VERSIONED)) {
      throw new InvalidTableException(
          "The auto-increment column "
              + schema.getAutoIncrementColumnNames()
              + " is left out by writers, but the merge engine "
              + engine
              + " takes only whole rows.");
    }
  }

  private void checkDeleteBehavior() {
    DeleteBehavior behavior = config.getDeleteBehavior().orElse(null);
    String key = ConfigOptions.TABLE_DELETE_BEHAVIOR.key();
    if (behavior == null || !properties.containsKey(key)) {
      return;
    }
    if (!table.hasPrimaryKey()) {
      throw new InvalidConfigException("'" + key + "' is for tables with a primary key.");
    }
    MergeEngineType engine = config.getMergeEngineType().orElse(null);
    if (behavior == DeleteBehavior.ALLOW
        && (engine == MergeEngineType.FIRST_ROW || engine == MergeEngineType.VERSIONED)) {
      throw new InvalidConfigException(
          "The merge engine " + engine + " cannot delete; set '" + key + "' to IGNORE or DISABLE.");
    }
  }

  private void checkLog() {
    if (config.getTieredLogLocalSegments() <= 0) {
      throw new InvalidConfigException(
          "'"
              + ConfigOptions.TABLE_TIERED_LOG_LOCAL_SEGMENTS.key()
              + "' must be at least 1, but is "
              + config.getTieredLogLocalSegments()
              + ".");
    }
  }

  private void checkPartitions() {
    AutoPartitionStrategy auto = config.getAutoPartitionStrategy();
    if (auto.isAutoPartitionEnabled() && !table.isPartitioned()) {
      throw new InvalidConfigException(
          "'"
              + ConfigOptions.TABLE_AUTO_PARTITION_ENABLED.key()
              + "' is for partitioned tables; this one has no partition keys.");
    }
    for (String key : table.getPartitionKeys()) {
      DataType type = schema.getColumn(key).getDataType();
      if (!PartitionUtils.PARTITION_KEY_SUPPORTED_TYPES.contains(type.getTypeRoot())) {
        throw new InvalidTableException(
            "The partition key '" + key + "' is of type " + type + ", which cannot be one.");
      }
    }
    checkTimeZone();
    if (auto.isAutoPartitionEnabled() && table.getPartitionKeys().size() > 1) {
      checkAutoPartitionKey(auto);
    }
  }

  private void checkTimeZone() {
    String key = ConfigOptions.TABLE_AUTO_PARTITION_TIMEZONE.key();
    String zone = properties.get(key);
    if (zone != null) {
      try {
        ZoneId.of(zone, ZoneId.SHORT_IDS);
      } catch (DateTimeException e) {
        throw new InvalidConfigException(
            "'" + key + "' is '" + zone + "', which is no time zone such as Europe/Berlin or UTC.");
      }
    }
  }

  private void checkAutoPartitionKey(AutoPartitionStrategy auto) {
    String option = ConfigOptions.TABLE_AUTO_PARTITION_KEY.key();
    if (auto.key() == null || auto.key().trim().isEmpty()) {
      throw new InvalidTableException(
          "A table with several partition keys needs '"
              + option
              + "' to say which of them is the time.");
    }
    if (!table.getPartitionKeys().contains(auto.key())) {
      throw new InvalidTableException(
          "'"
              + option
              + "' is '"
              + auto.key()
              + "', which is none of the partition keys "
              + table.getPartitionKeys()
              + ".");
    }
    if (auto.numPreCreate() > 0) {
      throw new InvalidTableException(
          "Partitions of a table with several partition keys cannot be created ahead: '"
              + ConfigOptions.TABLE_AUTO_PARTITION_NUM_PRECREATE.key()
              + "' must be 0, but is "
              + auto.numPreCreate()
              + ".");
    }
  }
}

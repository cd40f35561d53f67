// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.TimestampType;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types;

/**
 * The Iceberg table that belongs to a Fluss table: schema, partition spec, sort order, properties.
 * Immutable.
 */
public final class LakeTableDefinition {

  /** The lake's own three columns, always last, in this order. */
  public static final List<String> SYSTEM_COLUMNS =
      List.of(
          TableDescriptor.BUCKET_COLUMN_NAME,
          TableDescriptor.OFFSET_COLUMN_NAME,
          TableDescriptor.TIMESTAMP_COLUMN_NAME);

  /** In front of Iceberg properties among Fluss table options. */
  public static final String ICEBERG_PREFIX = "iceberg.";

  /** In front of Fluss options among Iceberg table properties. */
  public static final String FLUSS_PREFIX = "fluss.";

  /** Digits of a second that a timestamp of the lake has. */
  private static final int LAKE_FRACTION_DIGITS = 6;

  private final org.apache.iceberg.Schema schema;
  private final PartitionSpec spec;
  private final SortOrder sortOrder;
  private final Map<String, String> properties;
  private final String location;

  private LakeTableDefinition(
      org.apache.iceberg.Schema schema,
      PartitionSpec spec,
      SortOrder sortOrder,
      Map<String, String> properties,
      String location) {
    this.schema = schema;
    this.spec = spec;
    this.sortOrder = sortOrder;
    this.properties = properties;
    this.location = location;
  }

  /**
   * The definition for a Fluss table.
   *
   * @throws InvalidTableException when the lake cannot hold such a table
   */
  public static LakeTableDefinition of(TableDescriptor table) {
    org.apache.iceberg.Schema schema = schema(table);
    SortOrder sortOrder =
        SortOrder.builderFor(schema).asc(TableDescriptor.OFFSET_COLUMN_NAME).build();
    Map<String, String> properties = properties(table);
    return new LakeTableDefinition(
        schema, spec(table, schema), sortOrder, properties, properties.remove("location"));
  }

  /**
   * The definition for a Fluss table whose lake table is to be made. Refuses in addition what there
   * may be already, made by others.
   *
   * @throws InvalidTableException when the lake cannot hold such a table
   */
  public static LakeTableDefinition ofNew(TableDescriptor table) {
    for (int index : table.getSchema().getPrimaryKeyIndexes()) {
      Schema.Column column = table.getSchema().getColumns().get(index);
      if (fractionDigits(column.getDataType()) > LAKE_FRACTION_DIGITS) {
        throw new InvalidTableException(
            "Primary key column '"
                + column.getName()
                + "' is "
                + column.getDataType().asSummaryString()
                + ", but the lake keeps microseconds: two keys could become one. Declare a"
                + " precision of "
                + LAKE_FRACTION_DIGITS
                + " at most.");
      }
    }
    return of(table);
  }

  private static int fractionDigits(DataType type) {
    switch (type.getTypeRoot()) {
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return ((TimestampType) type).getPrecision();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return ((LocalZonedTimestampType) type).getPrecision();
      default:
        return 0;
    }
  }

  private static org.apache.iceberg.Schema schema(TableDescriptor table) {
    List<Schema.Column> columns = table.getSchema().getColumns();
    int system = columns.size();
    IcebergTypes types = new IcebergTypes(system + SYSTEM_COLUMNS.size());
    List<Types.NestedField> fields = new ArrayList<>();
    Set<String> folded = new HashSet<>();
    for (Schema.Column column : columns) {
      if (SYSTEM_COLUMNS.contains(column.getName())) {
        throw new IllegalArgumentException(
            "Column '"
                + column.getName()
                + "' has the name of a column the lake adds itself; choose another name.");
      }
      if (!folded.add(column.getName().toLowerCase(Locale.ROOT))) {
        throw new InvalidTableException(
            "Two columns differ from '"
                + column.getName()
                + "' only by case; query engines on the lake cannot tell them apart. Rename one.");
      }
      fields.add(
          types.field(
              fields.size(),
              column.getName(),
              column.getDataType(),
              column.getComment().orElse(null)));
    }
    fields.add(
        Types.NestedField.required(
            system, TableDescriptor.BUCKET_COLUMN_NAME, Types.IntegerType.get()));
    fields.add(
        Types.NestedField.required(
            system + 1, TableDescriptor.OFFSET_COLUMN_NAME, Types.LongType.get()));
    fields.add(
        Types.NestedField.required(
            system + 2, TableDescriptor.TIMESTAMP_COLUMN_NAME, Types.TimestampType.withZone()));
    Set<Integer> identifiers = new HashSet<>();
    for (int index : table.getSchema().getPrimaryKeyIndexes()) {
      identifiers.add(index);
    }
    return new org.apache.iceberg.Schema(fields, identifiers);
  }

  private static PartitionSpec spec(TableDescriptor table, org.apache.iceberg.Schema schema) {
    List<String> bucketKeys = table.getBucketKeys();
    if (bucketKeys.size() > 1) {
      throw new UnsupportedOperationException(
          "Iceberg tables take one bucket key at most, but the table has "
              + bucketKeys
              + "; bucket by one of them.");
    }
    int buckets =
        table
            .getTableDistribution()
            .flatMap(TableDescriptor.TableDistribution::getBucketCount)
            .orElseThrow(
                () -> new IllegalArgumentException("A lake table needs its number of buckets."));
    PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
    for (String key : table.getPartitionKeys()) {
      DataType type = table.getSchema().getColumn(key).getDataType();
      if (!type.is(DataTypeRoot.STRING)) {
        throw new InvalidTableException(
            "Partition key '"
                + key
                + "' is "
                + type.asSummaryString()
                + "; the lake's partition keys must be "
                + DataTypes.STRING().asSummaryString()
                + ".");
      }
      builder.identity(key);
    }
    if (!bucketKeys.isEmpty()) {
      String key = bucketKeys.get(0);
      checkBucketKey(key, table.getSchema().getColumn(key).getDataType());
      builder.bucket(key, buckets);
    } else if (table.hasPrimaryKey()) {
      throw new IllegalArgumentException(
          "A primary-key table in the lake needs one bucket key; set 'bucket.key'.");
    } else {
      builder.identity(TableDescriptor.BUCKET_COLUMN_NAME);
    }
    return builder.build();
  }

  private static void checkBucketKey(String key, DataType type) {
    switch (type.getTypeRoot()) {
      case INTEGER:
      case DATE:
      case BIGINT:
      case TIME_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case DECIMAL:
      case STRING:
      case CHAR:
      case BINARY:
      case BYTES:
        return;
      default:
        throw new InvalidTableException(
            "Bucket key '"
                + key
                + "' is "
                + type.asSummaryString()
                + ", which Iceberg cannot bucket by; use INT, BIGINT, STRING, BYTES, DECIMAL, DATE,"
                + " TIME or TIMESTAMP.");
    }
  }

  private static Map<String, String> properties(TableDescriptor table) {
    Map<String, String> result = new LinkedHashMap<>();
    result.put(TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true");
    result.put(TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, "100");
    if (table.hasPrimaryKey()) {
      result.put(TableProperties.DELETE_MODE, "merge-on-read");
      result.put(TableProperties.UPDATE_MODE, "merge-on-read");
      result.put(TableProperties.MERGE_MODE, "merge-on-read");
    }
    table.getProperties().forEach((key, value) -> result.put(propertyName(key), value));
    table.getCustomProperties().forEach((key, value) -> result.put(propertyName(key), value));
    String version = result.getOrDefault(TableProperties.FORMAT_VERSION, "2");
    if (table.hasPrimaryKey() && !version.equals("2")) {
      throw new InvalidTableException(
          "Format version "
              + version
              + " does not go with a primary key: deletes are written as files of version 2, which"
              + " every engine reads. Remove 'iceberg.format-version'.");
    }
    return result;
  }

  /** The Iceberg table property a Fluss table option is stored as. */
  public static String propertyName(String flussKey) {
    return flussKey.startsWith(ICEBERG_PREFIX)
        ? flussKey.substring(ICEBERG_PREFIX.length())
        : FLUSS_PREFIX + flussKey;
  }

  /** Columns; ids are not those of the created table. */
  public org.apache.iceberg.Schema schema() {
    return schema;
  }

  /** Partition keys, then the bucket field, always last. */
  public PartitionSpec spec() {
    return spec;
  }

  /** By offset. */
  public SortOrder sortOrder() {
    return sortOrder;
  }

  /** Properties of the new table. */
  public Map<String, String> properties() {
    return properties;
  }

  /** The location the user asked for, or null to let the catalog choose. */
  public String location() {
    return location;
  }
}

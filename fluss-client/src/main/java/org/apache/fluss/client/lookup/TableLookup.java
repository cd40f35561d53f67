// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableInfo;

/** Makes lookupers of a table. */
public class TableLookup implements Lookup {
  private final TableInfo tableInfo;
  private final SchemaGetter schemaGetter;
  private final MetadataUpdater metadataUpdater;
  private final LookupClient lookupClient;
  private final List<String> lookupColumns;
  private final boolean insertIfNotExists;

  public TableLookup(
      TableInfo tableInfo,
      SchemaGetter schemaGetter,
      MetadataUpdater metadataUpdater,
      LookupClient lookupClient) {
    this(tableInfo, schemaGetter, metadataUpdater, lookupClient, null, false);
  }

  private TableLookup(
      TableInfo tableInfo,
      SchemaGetter schemaGetter,
      MetadataUpdater metadataUpdater,
      LookupClient lookupClient,
      List<String> lookupColumns,
      boolean insertIfNotExists) {
    this.tableInfo = tableInfo;
    this.schemaGetter = schemaGetter;
    this.metadataUpdater = metadataUpdater;
    this.lookupClient = lookupClient;
    this.lookupColumns = lookupColumns;
    this.insertIfNotExists = insertIfNotExists;
  }

  @Override
  public Lookup lookupBy(List<String> lookupColumnNames) {
    return new TableLookup(
        tableInfo,
        schemaGetter,
        metadataUpdater,
        lookupClient,
        List.copyOf(lookupColumnNames),
        insertIfNotExists);
  }

  @Override
  public Lookup enableInsertIfNotExists() {
    return new TableLookup(
        tableInfo, schemaGetter, metadataUpdater, lookupClient, lookupColumns, true);
  }

  @Override
  public Lookuper createLookuper() {
    if (!tableInfo.hasPrimaryKey()) {
      throw new IllegalArgumentException(
          "Log table " + tableInfo.getTablePath() + " has no primary key to look up by.");
    }
    if (lookupColumns == null) {
      checkInsert();
      return new KeyLookuper(
          tableInfo,
          schemaGetter,
          metadataUpdater,
          lookupClient,
          tableInfo.getPrimaryKeys(),
          tableInfo.getPhysicalPrimaryKeys(),
          false,
          insertIfNotExists);
    }
    checkPrefix();
    return new KeyLookuper(
        tableInfo,
        schemaGetter,
        metadataUpdater,
        lookupClient,
        lookupColumns,
        tableInfo.getBucketKeys(),
        true,
        false);
  }

  private void checkInsert() {
    if (!insertIfNotExists) {
      return;
    }
    Schema schema = tableInfo.getSchema();
    for (Schema.Column column : schema.getColumns()) {
      if (!tableInfo.getPrimaryKeys().contains(column.getName())
          && !schema.getAutoIncrementColumnNames().contains(column.getName())
          && !column.getDataType().isNullable()) {
        throw new IllegalArgumentException(
            String.format(
                "A lookup in table %s cannot insert what is missing: column '%s' must not be null.",
                tableInfo.getTablePath(), column.getName()));
      }
    }
  }

  private void checkPrefix() {
    String table = tableInfo.getTablePath().toString();
    if (insertIfNotExists) {
      throw new IllegalArgumentException(
          "A prefix lookup in table " + table + " cannot insert what is missing; look up by key.");
    }
    List<String> keys = tableInfo.getPhysicalPrimaryKeys();
    List<String> bucketKeys = tableInfo.getBucketKeys();
    if (bucketKeys.size() > keys.size() || !keys.subList(0, bucketKeys.size()).equals(bucketKeys)) {
      throw new IllegalArgumentException(
          String.format(
              "Table %s has no prefix lookup: its bucket key %s does not begin its primary key %s.",
              table, bucketKeys, keys));
    }
    if (!lookupColumns.containsAll(tableInfo.getPartitionKeys())) {
      throw new IllegalArgumentException(
          String.format(
              "A prefix lookup in table %s needs the partition columns %s among %s.",
              table, tableInfo.getPartitionKeys(), lookupColumns));
    }
    List<String> prefix = new ArrayList<>(lookupColumns);
    prefix.removeAll(tableInfo.getPartitionKeys());
    if (prefix.equals(keys)) {
      throw new IllegalArgumentException(
          String.format(
              "The columns %s are the primary key of table %s: look up without lookupBy.",
              lookupColumns, table));
    }
    if (!prefix.equals(bucketKeys)) {
      throw new IllegalArgumentException(
          String.format(
              "A prefix lookup in table %s goes by the bucket key %s in this order, not by %s.",
              table, bucketKeys, prefix));
    }
  }

  @Override
  public <T> TypedLookuper<T> createTypedLookuper(Class<T> pojoClass) {
    return new TypedLookuperImpl<>(
        createLookuper(),
        pojoClass,
        tableInfo.getRowType(),
        lookupColumns == null ? tableInfo.getPrimaryKeys() : lookupColumns);
  }
}

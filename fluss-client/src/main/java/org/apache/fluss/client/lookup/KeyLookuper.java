// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.bucketing.BucketingFunction;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.table.getter.PartitionGetter;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.metadata.DataLakeFormat;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.encode.KeyEncoder;
import org.apache.fluss.types.RowType;

/** Looks up by the primary key or by a prefix of it. */
class KeyLookuper implements Lookuper {
  private final TableInfo table;
  private final MetadataUpdater metadata;
  private final LookupClient client;
  private final StoredRows rows;
  private final boolean prefix;
  private final boolean insertIfNotExists;
  private final KeyEncoder keyEncoder;
  private final KeyEncoder bucketKeyEncoder;
  private final BucketingFunction bucketing;
  private final PartitionGetter partitionGetter;
  private final int columns;

  /**
   * @param lookupColumns columns of the rows that are looked up by
   * @param keyColumns those of them the key is made of
   */
  KeyLookuper(
      TableInfo table,
      SchemaGetter schemas,
      MetadataUpdater metadata,
      LookupClient client,
      List<String> lookupColumns,
      List<String> keyColumns,
      boolean prefix,
      boolean insertIfNotExists) {
    this.table = table;
    this.metadata = metadata;
    this.client = client;
    this.rows = new StoredRows(table, schemas);
    this.prefix = prefix;
    this.insertIfNotExists = insertIfNotExists;
    RowType type = table.getRowType().project(lookupColumns);
    DataLakeFormat lake = table.getTableConfig().getDataLakeFormat().orElse(null);
    this.columns = lookupColumns.size();
    this.keyEncoder =
        KeyEncoder.ofPrimaryKeyEncoder(
            type, keyColumns, table.getTableConfig(), table.isDefaultBucketKey());
    this.bucketKeyEncoder =
        table.isDefaultBucketKey()
            ? null
            : KeyEncoder.ofBucketKeyEncoder(type, table.getBucketKeys(), lake);
    this.bucketing = BucketingFunction.of(lake);
    this.partitionGetter =
        table.isPartitioned() ? new PartitionGetter(type, table.getPartitionKeys()) : null;
  }

  @Override
  public CompletableFuture<LookupResult> lookup(InternalRow lookupKey) {
    if (lookupKey.getFieldCount() != columns) {
      throw new IllegalArgumentException(
          "The lookup key of table "
              + table.getTablePath()
              + " has "
              + columns
              + " columns, the row has "
              + lookupKey.getFieldCount()
              + " fields.");
    }
    byte[] key = keyEncoder.encodeKey(lookupKey);
    byte[] bucketKey = bucketKeyEncoder == null ? key : bucketKeyEncoder.encodeKey(lookupKey);
    Long partitionId = null;
    if (partitionGetter != null) {
      PhysicalTablePath path =
          PhysicalTablePath.of(table.getTablePath(), partitionGetter.getPartition(lookupKey));
      try {
        metadata.checkAndUpdatePartitionMetadata(path);
        partitionId = metadata.getPartitionIdOrElseThrow(path);
      } catch (PartitionNotExistException e) {
        return CompletableFuture.completedFuture(new LookupResult(Collections.emptyList()));
      }
    }
    TableBucket bucket =
        new TableBucket(
            table.getTableId(), partitionId, bucketing.bucketing(bucketKey, table.getNumBuckets()));
    if (prefix) {
      return client.prefixLookup(table.getTablePath(), bucket, key).thenCompose(this::result);
    }
    return client
        .lookup(table.getTablePath(), bucket, key, insertIfNotExists)
        .thenCompose(
            value ->
                result(value == null ? Collections.emptyList() : Collections.singletonList(value)));
  }

  private CompletableFuture<LookupResult> result(List<byte[]> values) {
    return rows.ready(values)
        .thenApply(
            nothing -> {
              List<InternalRow> found = new ArrayList<>(values.size());
              values.forEach(value -> found.add(rows.row(value)));
              return new LookupResult(found);
            });
  }
}

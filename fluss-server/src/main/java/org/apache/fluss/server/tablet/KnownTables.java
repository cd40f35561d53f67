// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.exception.SchemaNotExistException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.kv.autoinc.CounterSegments;
import org.apache.fluss.server.kv.autoinc.IdSegments;
import org.apache.fluss.server.log.BucketDirectory;
import org.apache.fluss.server.metadata.LakeSnapshotReader;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.MetadataReader;
import org.apache.fluss.server.metadata.TableMetadata;
import org.apache.fluss.server.replica.Tables;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.PartitionNode;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tables and their schemas, from what the coordinator told or the metadata store. Thread-safe. */
final class KnownTables implements Tables {
  private static final int CACHED_SCHEMAS = 10_000;
  private static final int CACHED_TABLES = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(KnownTables.class);

  private final MetadataCache cache;
  private final MetadataStore store;
  private final Executor background;
  private final MetadataReader reader;
  private final LakeSnapshotReader lake;
  private final Cache<SchemaKey, Schema> schemas =
      Caffeine.newBuilder().maximumSize(CACHED_SCHEMAS).build();

  /** Clients may ask for schemas that do not exist as often as they like. */
  private final Cache<Long, TableInfo> reread;

  private static final class SchemaKey {
    private final long tableId;
    private final int schemaId;

    SchemaKey(long tableId, int schemaId) {
      this.tableId = tableId;
      this.schemaId = schemaId;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof SchemaKey
          && ((SchemaKey) o).tableId == tableId
          && ((SchemaKey) o).schemaId == schemaId;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(tableId) * 31 + schemaId;
    }
  }

  /**
   * @param background runs what waits for the store and may not block
   */
  KnownTables(MetadataStore store, MetadataCache cache, Executor background, Clock clock) {
    this.reread =
        Caffeine.newBuilder()
            .maximumSize(CACHED_TABLES)
            .expireAfterWrite(Duration.ofMillis(NEWEST_MS))
            .ticker(clock::nanoseconds)
            .build();
    this.background = background;
    this.store = store;
    this.cache = cache;
    this.reader = new MetadataReader(store);
    this.lake = new LakeSnapshotReader(store);
  }

  @Override
  public TableInfo table(PhysicalTablePath path, TableBucket bucket) {
    Optional<TableMetadata> known = cache.table(bucket.getTableId());
    if (known.isPresent()) {
      return known.get().info();
    }
    return reader
        .table(path.getTablePath())
        .filter(table -> table.getTableId() == bucket.getTableId())
        .orElseThrow(
            () ->
                new UnknownTableOrBucketException(
                    "There is no table " + path + " with the id " + bucket.getTableId() + "."));
  }

  @Override
  public OptionalLong lakeEndOffset(TableInfo table, TableBucket bucket) {
    try {
      Long end =
          lake.snapshot(table.getTablePath(), table.getTableId(), null).endOffsets().get(bucket);
      return end == null ? OptionalLong.empty() : OptionalLong.of(end);
    } catch (LakeTableSnapshotNotExistException e) {
      return OptionalLong.empty();
    } catch (RuntimeException e) {
      // Data is kept longer until the next round of tiering tells; that must not stop a replica.
      LOG.warn("Cannot read how much of {} is in the lake", table.getTablePath(), e);
      return OptionalLong.empty();
    }
  }

  /**
   * A schema the table has or had.
   *
   * @throws SchemaNotExistException if it never had that one
   */
  Schema schema(TableInfo table, int schemaId) {
    if (table.getSchemaId() == schemaId) {
      return table.getSchema();
    }
    return schemas.get(
        new SchemaKey(table.getTableId(), schemaId), key -> read(table.getTablePath(), schemaId));
  }

  private Schema read(TablePath path, int schemaId) {
    return reader
        .schema(path, schemaId)
        .map(SchemaInfo::getSchema)
        .orElseThrow(
            () ->
                new SchemaNotExistException(
                    "Table " + path + " has no schema with the id " + schemaId + "."));
  }

  @Override
  public IdSegments autoIncrementValues(TableInfo table) {
    int[] columns = table.getSchema().getAutoIncrementColumnIds();
    return columns.length == 0
        ? null
        : new CounterSegments(
            store, background, table.getTablePath(), table.getTableId(), columns[0]);
  }

  @Override
  public TableInfo newest(TableInfo table) {
    return reread.get(
        table.getTableId(),
        id ->
            reader.table(table.getTablePath()).filter(now -> now.getTableId() == id).orElse(table));
  }

  @Override
  public Map<Integer, Schema> schemas(TableInfo table) {
    return table.getSchemaId() == 1
        ? Map.of(1, table.getSchema())
        : reader.schemas(table.getTablePath());
  }

  /**
   * Whether the table and partition of a log still exist. One that the metadata store cannot have
   * known is kept, for it belongs to another cluster.
   */
  boolean exists(BucketDirectory directory) {
    TableBucket bucket = directory.bucket();
    PhysicalTablePath path = directory.tablePath();
    boolean tableExists =
        reader
            .tableNode(path.getTablePath())
            .filter(node -> node.tableId() == bucket.getTableId())
            .isPresent();
    if (!tableExists) {
      return !wasHandedOut(CounterNode.TABLE_IDS, bucket.getTableId());
    }
    if (bucket.getPartitionId() == null) {
      return true;
    }
    Optional<PartitionNode> partition =
        reader.partition(path.getTablePath(), path.getPartitionName());
    return partition.filter(node -> node.partitionId() == bucket.getPartitionId()).isPresent()
        || !wasHandedOut(CounterNode.PARTITION_IDS, bucket.getPartitionId());
  }

  private boolean wasHandedOut(CounterNode counter, long id) {
    return store
        .get(counter.path())
        .map(node -> CounterNode.decode(node.data()) > id)
        .orElse(false);
  }
}

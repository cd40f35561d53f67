// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;

/**
 * What a server knows of the cluster, kept up to date by the coordinator's updates. Each table and
 * partition is an immutable value replaced as a whole, so a reader sees consistent buckets without
 * waiting for a writer. Thread-safe.
 */
public final class MetadataCache {
  private volatile Servers servers = new Servers(null, List.of());
  private final Map<Long, TableMetadata> tables = new ConcurrentHashMap<>();
  private final Map<TablePath, Long> tableIds = new ConcurrentHashMap<>();
  private final Map<Long, PartitionMetadata> partitions = new ConcurrentHashMap<>();
  private final Map<PhysicalTablePath, Long> partitionIds = new ConcurrentHashMap<>();

  private static final class Servers {
    private final ServerInfo coordinator;
    private final Map<Integer, ServerInfo> tabletServers;

    Servers(ServerInfo coordinator, List<ServerInfo> tabletServers) {
      this.coordinator = coordinator;
      Map<Integer, ServerInfo> byId = new LinkedHashMap<>();
      tabletServers.forEach(server -> byId.put(server.id(), server));
      this.tabletServers = Collections.unmodifiableMap(byId);
    }
  }

  /** Takes over what the coordinator says. Updates must come in the order they were sent. */
  public synchronized void apply(MetadataUpdate update) {
    servers = new Servers(update.coordinator(), update.tabletServers());
    update.droppedTables().forEach(this::remove);
    update.droppedPartitions().forEach(this::remove);
    update.tables().forEach(this::put);
    update.partitions().forEach(this::put);
  }

  private void put(TableMetadata table) {
    TablePath path = table.info().getTablePath();
    long id = table.info().getTableId();
    Long earlier = tableIds.get(path);
    if (earlier != null && earlier != id) {
      removeTable(earlier);
    }
    tables.put(id, table.over(tables.get(id)));
    tableIds.put(path, id);
  }

  private void put(PartitionMetadata partition) {
    TableMetadata table = tables.get(partition.tableId());
    if (table == null) {
      // Its table was dropped meanwhile.
      return;
    }
    PhysicalTablePath path = PhysicalTablePath.of(table.info().getTablePath(), partition.name());
    Long earlier = partitionIds.get(path);
    if (earlier != null && earlier != partition.partitionId()) {
      partitions.remove(earlier);
    }
    partitions.put(
        partition.partitionId(), partition.over(partitions.get(partition.partitionId())));
    partitionIds.put(path, partition.partitionId());
  }

  private void remove(MetadataUpdate.DroppedTable dropped) {
    Long id =
        dropped.path() == null ? Long.valueOf(dropped.tableId()) : tableIds.get(dropped.path());
    if (id != null) {
      removeTable(id);
    }
  }

  private void removeTable(long id) {
    TableMetadata table = tables.remove(id);
    if (table != null) {
      tableIds.remove(table.info().getTablePath(), id);
      for (PartitionMetadata partition : partitions.values()) {
        if (partition.tableId() == id) {
          removePartition(partition.partitionId(), table.info().getTablePath());
        }
      }
    }
  }

  private void remove(MetadataUpdate.DroppedPartition dropped) {
    TableMetadata table = tables.get(dropped.tableId());
    if (table == null) {
      return;
    }
    TablePath path = table.info().getTablePath();
    Long id =
        dropped.name() == null
            ? Long.valueOf(dropped.partitionId())
            : partitionIds.get(PhysicalTablePath.of(path, dropped.name()));
    if (id != null) {
      removePartition(id, path);
    }
  }

  private void removePartition(long id, TablePath table) {
    PartitionMetadata partition = partitions.remove(id);
    if (partition != null) {
      partitionIds.remove(PhysicalTablePath.of(table, partition.name()), id);
    }
  }

  /** Empty while unknown. */
  public Optional<ServerInfo> coordinator() {
    return Optional.ofNullable(servers.coordinator);
  }

  /** The live tablet servers by id, in the coordinator's order. */
  public Map<Integer, ServerInfo> tabletServers() {
    return servers.tabletServers;
  }

  public Optional<TableMetadata> table(TablePath path) {
    Long id = tableIds.get(path);
    return id == null ? Optional.empty() : table(id);
  }

  public Optional<TableMetadata> table(long tableId) {
    return Optional.ofNullable(tables.get(tableId));
  }

  public Optional<PartitionMetadata> partition(PhysicalTablePath path) {
    Long id = partitionIds.get(path);
    return id == null ? Optional.empty() : partition(id);
  }

  public Optional<PartitionMetadata> partition(long partitionId) {
    return Optional.ofNullable(partitions.get(partitionId));
  }

  /** Empty while the bucket is unknown. */
  public Optional<BucketMetadata> bucket(TableBucket bucket) {
    Optional<Map<Integer, BucketMetadata>> buckets =
        bucket.getPartitionId() == null
            ? table(bucket.getTableId()).map(TableMetadata::buckets)
            : partition(bucket.getPartitionId()).map(PartitionMetadata::buckets);
    return buckets.map(map -> map.get(bucket.getBucket()));
  }

  /** All known tables. */
  public Collection<TableMetadata> tables() {
    return Collections.unmodifiableCollection(tables.values());
  }
}

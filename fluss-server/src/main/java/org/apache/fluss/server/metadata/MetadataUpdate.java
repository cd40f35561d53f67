// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.messages.PbBucketMetadata;
import org.apache.fluss.rpc.messages.PbPartitionMetadata;
import org.apache.fluss.rpc.messages.PbServerNode;
import org.apache.fluss.rpc.messages.PbTableMetadata;
import org.apache.fluss.rpc.messages.PbTablePath;
import org.apache.fluss.rpc.messages.UpdateMetadataRequest;

/**
 * What the coordinator tells every server: all live servers, and the tables and partitions that
 * changed. Merged bucket by bucket into what the receiver knows. Immutable once built.
 */
public final class MetadataUpdate {
  /** The id that marks a dropped table or partition whose name is known. */
  static final long DELETED_ID = -2L;

  /** Stands for the path of a dropped table whose name is no longer known. */
  static final TablePath DELETED_PATH = TablePath.of("__UNKNOWN__", "__delete__");

  /** Stands for the name of a dropped partition whose name is no longer known. */
  static final String DELETED_PARTITION = "__delete__";

  private static final int UNKNOWN = -1;
  private static final byte[] EMPTY_DESCRIPTOR =
      TableDescriptor.builder().schema(Schema.newBuilder().build()).build().toJsonBytes();

  private final ServerInfo coordinator;
  private final List<ServerInfo> tabletServers;
  private final List<TableMetadata> tables = new ArrayList<>();
  private final List<PartitionMetadata> partitions = new ArrayList<>();
  private final List<DroppedTable> droppedTables = new ArrayList<>();
  private final List<DroppedPartition> droppedPartitions = new ArrayList<>();

  /**
   * @param coordinator null when unknown
   * @param tabletServers all that are live
   */
  public MetadataUpdate(ServerInfo coordinator, List<ServerInfo> tabletServers) {
    this.coordinator = coordinator;
    this.tabletServers = List.copyOf(tabletServers);
  }

  public MetadataUpdate table(TableMetadata table) {
    tables.add(table);
    return this;
  }

  public MetadataUpdate partition(PartitionMetadata partition) {
    partitions.add(partition);
    return this;
  }

  /**
   * @param path null when it is no longer known
   */
  public MetadataUpdate droppedTable(TablePath path, long tableId) {
    droppedTables.add(new DroppedTable(path, tableId));
    return this;
  }

  /**
   * @param name null when it is no longer known
   */
  public MetadataUpdate droppedPartition(long tableId, String name, long partitionId) {
    droppedPartitions.add(new DroppedPartition(tableId, name, partitionId));
    return this;
  }

  /** Null when unknown. */
  public ServerInfo coordinator() {
    return coordinator;
  }

  public List<ServerInfo> tabletServers() {
    return tabletServers;
  }

  public List<TableMetadata> tables() {
    return Collections.unmodifiableList(tables);
  }

  public List<PartitionMetadata> partitions() {
    return Collections.unmodifiableList(partitions);
  }

  public List<DroppedTable> droppedTables() {
    return Collections.unmodifiableList(droppedTables);
  }

  public List<DroppedPartition> droppedPartitions() {
    return Collections.unmodifiableList(droppedPartitions);
  }

  /** The request for a tablet server. */
  public UpdateMetadataRequest toRequest(int coordinatorEpoch) {
    UpdateMetadataRequest request = new UpdateMetadataRequest();
    if (coordinatorEpoch != 0) {
      // Absent means 0, and the peer never sets it.
      request.setCoordinatorEpoch(coordinatorEpoch);
    }
    if (coordinator != null) {
      write(coordinator, request.setCoordinatorServer());
    }
    tabletServers.forEach(server -> write(server, request.addTabletServers()));
    tables.forEach(table -> write(table, request.addTableMetadata()));
    droppedTables.forEach(table -> write(table, request.addTableMetadata()));
    partitions.forEach(partition -> write(partition, request.addPartitionMetadata()));
    droppedPartitions.forEach(partition -> write(partition, request.addPartitionMetadata()));
    return request;
  }

  private static void write(ServerInfo server, PbServerNode out) {
    Endpoint first = server.endpoints().get(0);
    out.setNodeId(server.id())
        .setHost(first.getHost())
        .setPort(first.getPort())
        .setListeners(Endpoint.toListenersString(server.endpoints()));
    if (server.rack() != null) {
      out.setRack(server.rack());
    }
  }

  static void write(TableMetadata table, PbTableMetadata out) {
    TableInfo info = table.info();
    write(info.getTablePath(), out.setTablePath());
    out.setTableId(info.getTableId())
        .setSchemaId(info.getSchemaId())
        .setTableJson(table.descriptorJson())
        .setCreatedTime(info.getCreatedTime())
        .setModifiedTime(info.getModifiedTime());
    table.buckets().values().forEach(bucket -> write(bucket, out.addBucketMetadata()));
  }

  private static void write(DroppedTable table, PbTableMetadata out) {
    write(table.path == null ? DELETED_PATH : table.path, out.setTablePath());
    out.setTableId(table.path == null ? table.tableId : DELETED_ID)
        .setSchemaId(0)
        .setTableJson(EMPTY_DESCRIPTOR)
        .setCreatedTime(UNKNOWN)
        .setModifiedTime(UNKNOWN);
  }

  static void write(PartitionMetadata partition, PbPartitionMetadata out) {
    out.setTableId(partition.tableId())
        .setPartitionName(partition.name())
        .setPartitionId(partition.partitionId());
    partition.buckets().values().forEach(bucket -> write(bucket, out.addBucketMetadata()));
  }

  private static void write(DroppedPartition partition, PbPartitionMetadata out) {
    out.setTableId(partition.tableId)
        .setPartitionName(partition.name == null ? DELETED_PARTITION : partition.name)
        .setPartitionId(partition.name == null ? partition.partitionId : DELETED_ID);
  }

  private static void write(TablePath path, PbTablePath out) {
    out.setDatabaseName(path.getDatabaseName()).setTableName(path.getTableName());
  }

  private static void write(BucketMetadata bucket, PbBucketMetadata out) {
    out.setBucketId(bucket.bucketId());
    bucket.leader().ifPresent(out::setLeaderId);
    bucket.leaderEpoch().ifPresent(out::setLeaderEpoch);
    for (int replica : bucket.replicas()) {
      out.addReplicaId(replica);
    }
  }

  /** Reads a coordinator's request, the peer's too. */
  public static MetadataUpdate fromRequest(UpdateMetadataRequest request) {
    List<ServerInfo> servers = new ArrayList<>();
    for (PbServerNode server : request.getTabletServersList()) {
      servers.add(read(server, ServerType.TABLET_SERVER));
    }
    MetadataUpdate update =
        new MetadataUpdate(
            request.hasCoordinatorServer()
                ? read(request.getCoordinatorServer(), ServerType.COORDINATOR)
                : null,
            servers);
    for (PbTableMetadata table : request.getTableMetadataList()) {
      update.read(table);
    }
    for (PbPartitionMetadata partition : request.getPartitionMetadataList()) {
      update.read(partition);
    }
    return update;
  }

  private static ServerInfo read(PbServerNode server, ServerType type) {
    List<Endpoint> endpoints =
        server.hasListeners()
            ? Endpoint.fromListenersString(server.getListeners())
            : List.of(new Endpoint(server.getHost(), server.getPort(), "FLUSS"));
    String rack = server.hasRack() ? server.getRack() : null;
    return new ServerInfo(server.getNodeId(), type, rack, endpoints);
  }

  private void read(PbTableMetadata table) {
    TablePath path =
        TablePath.of(table.getTablePath().getDatabaseName(), table.getTablePath().getTableName());
    if (path.equals(DELETED_PATH)) {
      droppedTable(null, table.getTableId());
    } else if (table.getTableId() == DELETED_ID) {
      droppedTable(path, DELETED_ID);
    } else {
      TableInfo info =
          TableInfo.of(
              path,
              table.getTableId(),
              table.getSchemaId(),
              TableDescriptor.fromJsonBytes(table.getTableJson()),
              table.getCreatedTime(),
              table.getModifiedTime());
      table(new TableMetadata(info, read(table.getBucketMetadataList())));
    }
  }

  private void read(PbPartitionMetadata partition) {
    if (partition.getPartitionName().equals(DELETED_PARTITION)) {
      droppedPartition(partition.getTableId(), null, partition.getPartitionId());
    } else if (partition.getPartitionId() == DELETED_ID) {
      droppedPartition(partition.getTableId(), partition.getPartitionName(), DELETED_ID);
    } else {
      partition(
          new PartitionMetadata(
              partition.getTableId(),
              partition.getPartitionName(),
              partition.getPartitionId(),
              read(partition.getBucketMetadataList())));
    }
  }

  private static List<BucketMetadata> read(List<PbBucketMetadata> buckets) {
    Map<Integer, BucketMetadata> out = new LinkedHashMap<>();
    for (PbBucketMetadata bucket : buckets) {
      int[] replicas = bucket.getReplicaIdArray();
      int id = bucket.getBucketId();
      boolean led = bucket.hasLeaderId() && bucket.getLeaderId() >= 0;
      out.put(
          id,
          led
              ? BucketMetadata.led(
                  id,
                  bucket.getLeaderId(),
                  bucket.hasLeaderEpoch() ? bucket.getLeaderEpoch() : 0,
                  replicas)
              : BucketMetadata.leaderless(id, replicas));
    }
    return new ArrayList<>(out.values());
  }

  /** A table that is gone; either its path or its id is known. */
  public static final class DroppedTable {
    private final TablePath path;
    private final long tableId;

    private DroppedTable(TablePath path, long tableId) {
      this.path = path;
      this.tableId = tableId;
    }

    /** Null when no longer known; then the id is. */
    public TablePath path() {
      return path;
    }

    /** Only meaningful without a path. */
    public long tableId() {
      return tableId;
    }
  }

  /** A partition that is gone; either its name or its id is known. */
  public static final class DroppedPartition {
    private final long tableId;
    private final String name;
    private final long partitionId;

    private DroppedPartition(long tableId, String name, long partitionId) {
      this.tableId = tableId;
      this.name = name;
      this.partitionId = partitionId;
    }

    public long tableId() {
      return tableId;
    }

    /** Null when no longer known; then the id is. */
    public String name() {
      return name;
    }

    /** Only meaningful without a name. */
    public long partitionId() {
      return partitionId;
    }
  }
}

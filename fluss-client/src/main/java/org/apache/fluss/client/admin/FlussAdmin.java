// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.fluss.client.metadata.KvSnapshotMetadata;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.metadata.LakeSnapshot;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.cluster.Cluster;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.rebalance.GoalType;
import org.apache.fluss.cluster.rebalance.RebalancePlanForBucket;
import org.apache.fluss.cluster.rebalance.RebalanceProgress;
import org.apache.fluss.cluster.rebalance.RebalanceResultForBucket;
import org.apache.fluss.cluster.rebalance.RebalanceStatus;
import org.apache.fluss.cluster.rebalance.ServerTag;
import org.apache.fluss.config.cluster.AlterConfig;
import org.apache.fluss.config.cluster.AlterConfigOpType;
import org.apache.fluss.config.cluster.ColumnPositionType;
import org.apache.fluss.config.cluster.ConfigEntry;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.InvalidMetadataException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.fs.FsPathAndFileName;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.DatabaseInfo;
import org.apache.fluss.metadata.DatabaseSummary;
import org.apache.fluss.metadata.PartitionInfo;
import org.apache.fluss.metadata.PartitionSpec;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.metadata.TableStats;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.gateway.AdminGateway;
import org.apache.fluss.rpc.gateway.AdminReadOnlyGateway;
import org.apache.fluss.rpc.messages.AddServerTagRequest;
import org.apache.fluss.rpc.messages.AlterClusterConfigsRequest;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.CancelRebalanceRequest;
import org.apache.fluss.rpc.messages.CreateAclsRequest;
import org.apache.fluss.rpc.messages.CreateDatabaseRequest;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsResponse;
import org.apache.fluss.rpc.messages.DeleteProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsRequest;
import org.apache.fluss.rpc.messages.DropAclsRequest;
import org.apache.fluss.rpc.messages.DropDatabaseRequest;
import org.apache.fluss.rpc.messages.DropPartitionRequest;
import org.apache.fluss.rpc.messages.DropTableRequest;
import org.apache.fluss.rpc.messages.GetDatabaseInfoRequest;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataRequest;
import org.apache.fluss.rpc.messages.GetLakeSnapshotRequest;
import org.apache.fluss.rpc.messages.GetLatestKvSnapshotsRequest;
import org.apache.fluss.rpc.messages.GetProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.GetTableSchemaRequest;
import org.apache.fluss.rpc.messages.GetTableStatsRequest;
import org.apache.fluss.rpc.messages.GetTableStatsResponse;
import org.apache.fluss.rpc.messages.ListAclsRequest;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.ListOffsetsRequest;
import org.apache.fluss.rpc.messages.ListOffsetsResponse;
import org.apache.fluss.rpc.messages.ListPartitionInfosRequest;
import org.apache.fluss.rpc.messages.ListRebalanceProgressRequest;
import org.apache.fluss.rpc.messages.ListRebalanceProgressResponse;
import org.apache.fluss.rpc.messages.ListTablesRequest;
import org.apache.fluss.rpc.messages.PbAddColumn;
import org.apache.fluss.rpc.messages.PbAlterConfig;
import org.apache.fluss.rpc.messages.PbBucketOffset;
import org.apache.fluss.rpc.messages.PbDatabaseSummary;
import org.apache.fluss.rpc.messages.PbDescribeConfig;
import org.apache.fluss.rpc.messages.PbKeyValue;
import org.apache.fluss.rpc.messages.PbKvSnapshot;
import org.apache.fluss.rpc.messages.PbLakeSnapshotForBucket;
import org.apache.fluss.rpc.messages.PbListOffsetsRespForBucket;
import org.apache.fluss.rpc.messages.PbModifyColumn;
import org.apache.fluss.rpc.messages.PbPartitionInfo;
import org.apache.fluss.rpc.messages.PbPartitionSpec;
import org.apache.fluss.rpc.messages.PbProducerTableOffsets;
import org.apache.fluss.rpc.messages.PbRebalancePlanForBucket;
import org.apache.fluss.rpc.messages.PbRebalanceProgressForBucket;
import org.apache.fluss.rpc.messages.PbRebalanceProgressForTable;
import org.apache.fluss.rpc.messages.PbRemotePathAndLocalFile;
import org.apache.fluss.rpc.messages.PbTablePath;
import org.apache.fluss.rpc.messages.PbTableStatsReqForBucket;
import org.apache.fluss.rpc.messages.PbTableStatsRespForBucket;
import org.apache.fluss.rpc.messages.RebalanceRequest;
import org.apache.fluss.rpc.messages.RebalanceResponse;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.RemoveServerTagRequest;
import org.apache.fluss.rpc.messages.TableExistsRequest;
import org.apache.fluss.rpc.messages.TableExistsResponse;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.security.acl.AclBinding;
import org.apache.fluss.security.acl.AclBindingFilter;
import org.apache.fluss.types.DataType;
import org.apache.fluss.utils.json.DataTypeJsonSerde;
import org.apache.fluss.utils.json.JsonSerdeUtils;

/**
 * The admin over the protocol. What changes the cluster goes to the coordinator and is sent once;
 * what only reads goes to any tablet server and is sent again when that server is gone.
 */
public class FlussAdmin implements Admin {
  private static final int READ_ATTEMPTS = 3;

  private final MetadataUpdater metadata;
  private final AdminGateway coordinator;
  private final AdminReadOnlyGateway reader;

  public FlussAdmin(RpcClient client, MetadataUpdater metadataUpdater) {
    this.metadata = metadataUpdater;
    this.coordinator = metadataUpdater.newCoordinatorServerClient();
    this.reader = metadataUpdater.newRandomTabletServerClient();
  }

  /** The gateway for what changes the cluster. */
  public AdminGateway getAdminGateway() {
    return coordinator;
  }

  /** The gateway for what only reads. */
  public AdminReadOnlyGateway getAdminReadOnlyGateway() {
    return reader;
  }

  /** Sends a change once; learns of a coordinator that moved for the next one. */
  private <T> CompletableFuture<T> change(Supplier<CompletableFuture<T>> call) {
    CompletableFuture<Void> known =
        metadata.getCoordinatorServer() == null
            ? refresh()
            : CompletableFuture.completedFuture(null);
    return known
        .thenCompose(nothing -> call.get())
        .whenComplete(
            (answer, failure) -> {
              if (failure != null && Errors.unwrap(failure) instanceof InvalidMetadataException) {
                refresh();
              }
            });
  }

  private CompletableFuture<Void> refresh() {
    return metadata.refresh(Collections.emptySet(), Collections.emptySet(), Collections.emptySet());
  }

  private <T> CompletableFuture<T> read(Supplier<CompletableFuture<T>> call) {
    return read(call, READ_ATTEMPTS);
  }

  private <T> CompletableFuture<T> read(Supplier<CompletableFuture<T>> call, int attempts) {
    return call.get()
        .handle(
            (answer, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedFuture(answer);
              }
              Throwable cause = Errors.unwrap(failure);
              if (attempts > 1 && cause instanceof InvalidMetadataException) {
                return refresh().thenCompose(nothing -> read(call, attempts - 1));
              }
              return CompletableFuture.<T>failedFuture(cause);
            })
        .thenCompose(Function.identity());
  }

  private static PbTablePath write(TablePath path, PbTablePath out) {
    return out.setDatabaseName(path.getDatabaseName()).setTableName(path.getTableName());
  }

  // ---- servers and databases

  @Override
  public CompletableFuture<List<ServerNode>> getServerNodes() {
    return refresh()
        .thenApply(
            nothing -> {
              Cluster cluster = metadata.getCluster();
              List<ServerNode> nodes = new ArrayList<>();
              if (cluster.getCoordinatorServer() != null) {
                nodes.add(cluster.getCoordinatorServer());
              }
              nodes.addAll(cluster.getAliveTabletServerList());
              return nodes;
            });
  }

  @Override
  public CompletableFuture<Void> createDatabase(
      String databaseName, DatabaseDescriptor databaseDescriptor, boolean ignoreIfExists) {
    TablePath.validateDatabaseName(databaseName);
    return change(
            () ->
                coordinator.createDatabase(
                    new CreateDatabaseRequest()
                        .setDatabaseName(databaseName)
                        .setIgnoreIfExists(ignoreIfExists)
                        .setDatabaseJson(databaseDescriptor.toJsonBytes())))
        .thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<DatabaseInfo> getDatabaseInfo(String databaseName) {
    return read(() ->
            reader.getDatabaseInfo(new GetDatabaseInfoRequest().setDatabaseName(databaseName)))
        .thenApply(
            answer ->
                new DatabaseInfo(
                    databaseName,
                    DatabaseDescriptor.fromJsonBytes(answer.getDatabaseJson()),
                    answer.getCreatedTime(),
                    answer.getModifiedTime()));
  }

  @Override
  public CompletableFuture<Void> dropDatabase(
      String databaseName, boolean ignoreIfNotExists, boolean cascade) {
    return change(
            () ->
                coordinator.dropDatabase(
                    new DropDatabaseRequest()
                        .setDatabaseName(databaseName)
                        .setIgnoreIfNotExists(ignoreIfNotExists)
                        .setCascade(cascade)))
        .thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<Boolean> databaseExists(String databaseName) {
    return read(() ->
            reader.databaseExists(new DatabaseExistsRequest().setDatabaseName(databaseName)))
        .thenApply(DatabaseExistsResponse::getExists);
  }

  @Override
  public CompletableFuture<List<String>> listDatabases() {
    return read(() -> reader.listDatabases(new ListDatabasesRequest()))
        .thenApply(answer -> new ArrayList<>(answer.getDatabaseNameList()));
  }

  @Override
  public CompletableFuture<List<DatabaseSummary>> listDatabaseSummaries() {
    return read(() -> reader.listDatabases(new ListDatabasesRequest().setIncludeSummary(true)))
        .thenApply(
            answer -> {
              List<DatabaseSummary> summaries = new ArrayList<>();
              for (PbDatabaseSummary summary : answer.getDatabaseSummaryList()) {
                summaries.add(
                    new DatabaseSummary(
                        summary.getDatabaseName(),
                        summary.getCreatedTime(),
                        summary.getTableCount()));
              }
              if (summaries.isEmpty()) {
                // a server that does not know of summaries only names
                for (String name : answer.getDatabaseNameList()) {
                  summaries.add(new DatabaseSummary(name, -1, -1));
                }
              }
              return summaries;
            });
  }

  // ---- tables

  @Override
  public CompletableFuture<Void> createTable(
      TablePath tablePath, TableDescriptor tableDescriptor, boolean ignoreIfExists) {
    tablePath.validate();
    CreateTableRequest request =
        new CreateTableRequest()
            .setTableJson(tableDescriptor.toJsonBytes())
            .setIgnoreIfExists(ignoreIfExists);
    write(tablePath, request.setTablePath());
    return change(() -> coordinator.createTable(request)).thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<Void> alterTable(
      TablePath tablePath, List<TableChange> tableChanges, boolean ignoreIfNotExists) {
    tablePath.validate();
    AlterTableRequest request = new AlterTableRequest().setIgnoreIfNotExists(ignoreIfNotExists);
    write(tablePath, request.setTablePath());
    tableChanges.forEach(tableChange -> write(tableChange, request));
    return change(() -> coordinator.alterTable(request)).thenApply(answer -> null);
  }

  private static void write(TableChange tableChange, AlterTableRequest out) {
    if (tableChange instanceof TableChange.SetOption) {
      TableChange.SetOption set = (TableChange.SetOption) tableChange;
      out.addConfigChanges()
          .setConfigKey(set.getKey())
          .setConfigValue(set.getValue())
          .setOpType(AlterConfigOpType.SET.value());
    } else if (tableChange instanceof TableChange.ResetOption) {
      out.addConfigChanges()
          .setConfigKey(((TableChange.ResetOption) tableChange).getKey())
          .setOpType(AlterConfigOpType.DELETE.value());
    } else if (tableChange instanceof TableChange.AddColumn) {
      TableChange.AddColumn add = (TableChange.AddColumn) tableChange;
      PbAddColumn column =
          out.addAddColumns()
              .setColumnName(add.getName())
              .setDataTypeJson(json(add.getDataType()))
              .setColumnPositionType(ColumnPositionType.from(add.getPosition()).value());
      if (add.getComment() != null) {
        column.setComment(add.getComment());
      }
    } else if (tableChange instanceof TableChange.DropColumn) {
      out.addDropColumns().setColumnName(((TableChange.DropColumn) tableChange).getName());
    } else if (tableChange instanceof TableChange.RenameColumn) {
      TableChange.RenameColumn rename = (TableChange.RenameColumn) tableChange;
      out.addRenameColumns()
          .setOldColumnName(rename.getOldColumnName())
          .setNewColumnName(rename.getNewColumnName());
    } else if (tableChange instanceof TableChange.ModifyColumn) {
      TableChange.ModifyColumn modify = (TableChange.ModifyColumn) tableChange;
      PbModifyColumn column = out.addModifyColumns().setColumnName(modify.getName());
      if (modify.getDataType() != null) {
        column.setDataTypeJson(json(modify.getDataType()));
      }
      if (modify.getComment() != null) {
        column.setComment(modify.getComment());
      }
      if (modify.getNewPosition() != null) {
        column.setColumnPositionType(ColumnPositionType.from(modify.getNewPosition()).value());
      }
    } else {
      throw new IllegalArgumentException("Table change " + tableChange + " is not supported.");
    }
  }

  private static byte[] json(DataType type) {
    return JsonSerdeUtils.writeValueAsBytes(type, DataTypeJsonSerde.INSTANCE);
  }

  @Override
  public CompletableFuture<TableInfo> getTableInfo(TablePath tablePath) {
    GetTableInfoRequest request = new GetTableInfoRequest();
    write(tablePath, request.setTablePath());
    return read(() -> reader.getTableInfo(request))
        .thenApply(
            answer ->
                TableInfo.of(
                    tablePath,
                    answer.getTableId(),
                    answer.getSchemaId(),
                    TableDescriptor.fromJsonBytes(answer.getTableJson()),
                    answer.getCreatedTime(),
                    answer.getModifiedTime()));
  }

  @Override
  public CompletableFuture<SchemaInfo> getTableSchema(TablePath tablePath) {
    return schema(tablePath, new GetTableSchemaRequest());
  }

  @Override
  public CompletableFuture<SchemaInfo> getTableSchema(TablePath tablePath, int schemaId) {
    return schema(tablePath, new GetTableSchemaRequest().setSchemaId(schemaId));
  }

  private CompletableFuture<SchemaInfo> schema(TablePath path, GetTableSchemaRequest request) {
    write(path, request.setTablePath());
    return read(() -> reader.getTableSchema(request))
        .thenApply(
            answer ->
                new SchemaInfo(Schema.fromJsonBytes(answer.getSchemaJson()), answer.getSchemaId()));
  }

  @Override
  public CompletableFuture<Void> dropTable(TablePath tablePath, boolean ignoreIfNotExists) {
    DropTableRequest request = new DropTableRequest().setIgnoreIfNotExists(ignoreIfNotExists);
    write(tablePath, request.setTablePath());
    return change(() -> coordinator.dropTable(request)).thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<Boolean> tableExists(TablePath tablePath) {
    TableExistsRequest request = new TableExistsRequest();
    write(tablePath, request.setTablePath());
    return read(() -> reader.tableExists(request)).thenApply(TableExistsResponse::getExists);
  }

  @Override
  public CompletableFuture<List<String>> listTables(String databaseName) {
    return read(() -> reader.listTables(new ListTablesRequest().setDatabaseName(databaseName)))
        .thenApply(answer -> new ArrayList<>(answer.getTableNameList()));
  }

  // ---- partitions

  @Override
  public CompletableFuture<List<PartitionInfo>> listPartitionInfos(TablePath tablePath) {
    return listPartitionInfos(tablePath, null);
  }

  @Override
  public CompletableFuture<List<PartitionInfo>> listPartitionInfos(
      TablePath tablePath, PartitionSpec partialPartitionSpec) {
    ListPartitionInfosRequest request = new ListPartitionInfosRequest();
    write(tablePath, request.setTablePath());
    if (partialPartitionSpec != null) {
      write(partialPartitionSpec, request.setPartialPartitionSpec());
    }
    return read(() -> reader.listPartitionInfos(request))
        .thenApply(
            answer -> {
              List<PartitionInfo> partitions = new ArrayList<>();
              for (PbPartitionInfo partition : answer.getPartitionsInfoList()) {
                List<String> keys = new ArrayList<>();
                List<String> values = new ArrayList<>();
                for (PbKeyValue pair : partition.getPartitionSpec().getPartitionKeyValuesList()) {
                  keys.add(pair.getKey());
                  values.add(pair.getValue());
                }
                partitions.add(
                    new PartitionInfo(
                        partition.getPartitionId(), new ResolvedPartitionSpec(keys, values)));
              }
              return partitions;
            });
  }

  private static void write(PartitionSpec spec, PbPartitionSpec out) {
    spec.getSpecMap()
        .forEach((key, value) -> out.addPartitionKeyValues().setKey(key).setValue(value));
  }

  @Override
  public CompletableFuture<Void> createPartition(
      TablePath tablePath, PartitionSpec partitionSpec, boolean ignoreIfExists) {
    CreatePartitionRequest request =
        new CreatePartitionRequest().setIgnoreIfNotExists(ignoreIfExists);
    write(tablePath, request.setTablePath());
    write(partitionSpec, request.setPartitionSpec());
    return change(() -> coordinator.createPartition(request)).thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<Void> dropPartition(
      TablePath tablePath, PartitionSpec partitionSpec, boolean ignoreIfNotExists) {
    DropPartitionRequest request =
        new DropPartitionRequest().setIgnoreIfNotExists(ignoreIfNotExists);
    write(tablePath, request.setTablePath());
    write(partitionSpec, request.setPartitionSpec());
    return change(() -> coordinator.dropPartition(request)).thenApply(answer -> null);
  }

  // ---- snapshots

  @Override
  public CompletableFuture<KvSnapshots> getLatestKvSnapshots(TablePath tablePath) {
    return getLatestKvSnapshots(tablePath, null);
  }

  @Override
  public CompletableFuture<KvSnapshots> getLatestKvSnapshots(
      TablePath tablePath, String partitionName) {
    GetLatestKvSnapshotsRequest request = new GetLatestKvSnapshotsRequest();
    write(tablePath, request.setTablePath());
    if (partitionName != null) {
      request.setPartitionName(partitionName);
    }
    return read(() -> reader.getLatestKvSnapshots(request))
        .thenApply(
            answer -> {
              Map<Integer, Long> ids = new HashMap<>();
              Map<Integer, Long> offsets = new HashMap<>();
              for (PbKvSnapshot snapshot : answer.getLatestSnapshotsList()) {
                ids.put(
                    snapshot.getBucketId(),
                    snapshot.hasSnapshotId() ? snapshot.getSnapshotId() : null);
                offsets.put(
                    snapshot.getBucketId(),
                    snapshot.hasLogOffset() ? snapshot.getLogOffset() : null);
              }
              return new KvSnapshots(
                  answer.getTableId(),
                  answer.hasPartitionId() ? answer.getPartitionId() : null,
                  ids,
                  offsets);
            });
  }

  @Override
  public CompletableFuture<KvSnapshotMetadata> getKvSnapshotMetadata(
      TableBucket bucket, long snapshotId) {
    GetKvSnapshotMetadataRequest request =
        new GetKvSnapshotMetadataRequest()
            .setTableId(bucket.getTableId())
            .setBucketId(bucket.getBucket())
            .setSnapshotId(snapshotId);
    if (bucket.getPartitionId() != null) {
      request.setPartitionId(bucket.getPartitionId());
    }
    return read(() -> reader.getKvSnapshotMetadata(request))
        .thenApply(
            answer -> {
              List<FsPathAndFileName> files = new ArrayList<>();
              for (PbRemotePathAndLocalFile file : answer.getSnapshotFilesList()) {
                files.add(
                    new FsPathAndFileName(
                        new FsPath(file.getRemotePath()), file.getLocalFileName()));
              }
              return new KvSnapshotMetadata(files, answer.getLogOffset());
            });
  }

  @Override
  public KvSnapshotLease createKvSnapshotLease(String leaseId, long leaseDurationMs) {
    return new KvSnapshotLeaseImpl(leaseId, leaseDurationMs, coordinator);
  }

  @Override
  public CompletableFuture<LakeSnapshot> getLatestLakeSnapshot(TablePath tablePath) {
    return lakeSnapshot(tablePath, new GetLakeSnapshotRequest());
  }

  @Override
  public CompletableFuture<LakeSnapshot> getLakeSnapshot(TablePath tablePath, long snapshotId) {
    return lakeSnapshot(tablePath, new GetLakeSnapshotRequest().setSnapshotId(snapshotId));
  }

  @Override
  public CompletableFuture<LakeSnapshot> getReadableLakeSnapshot(TablePath tablePath) {
    return lakeSnapshot(tablePath, new GetLakeSnapshotRequest().setReadable(true));
  }

  private CompletableFuture<LakeSnapshot> lakeSnapshot(
      TablePath path, GetLakeSnapshotRequest request) {
    write(path, request.setTablePath());
    return read(() -> reader.getLakeSnapshot(request))
        .thenApply(
            answer -> {
              Map<TableBucket, Long> offsets = new HashMap<>();
              for (PbLakeSnapshotForBucket bucket : answer.getBucketSnapshotsList()) {
                if (bucket.hasLogOffset()) {
                  offsets.put(
                      new TableBucket(
                          answer.getTableId(),
                          bucket.hasPartitionId() ? bucket.getPartitionId() : null,
                          bucket.getBucketId()),
                      bucket.getLogOffset());
                }
              }
              return new LakeSnapshot(answer.getSnapshotId(), offsets);
            });
  }

  // ---- offsets and counts

  @Override
  public ListOffsetsResult listOffsets(
      TablePath tablePath, Collection<Integer> buckets, OffsetSpec offsetSpec) {
    return listOffsets(tablePath, null, buckets, offsetSpec);
  }

  @Override
  public ListOffsetsResult listOffsets(
      TablePath tablePath,
      String partitionName,
      Collection<Integer> buckets,
      OffsetSpec offsetSpec) {
    Long partitionId = null;
    metadata.updateMetadata(Collections.singleton(tablePath), null, null);
    if (partitionName != null) {
      PhysicalTablePath path = PhysicalTablePath.of(tablePath, partitionName);
      metadata.checkAndUpdatePartitionMetadata(path);
      partitionId = metadata.getPartitionIdOrElseThrow(path);
    }
    long tableId = tableId(tablePath);
    Map<Integer, ListOffsetsRequest> requests = new HashMap<>();
    Map<Integer, CompletableFuture<Long>> futures = new LinkedHashMap<>();
    for (int bucket : buckets) {
      int leader = metadata.leaderFor(tablePath, new TableBucket(tableId, partitionId, bucket));
      ListOffsetsRequest request = requests.get(leader);
      if (request == null) {
        request = request(tableId, partitionId, offsetSpec);
        requests.put(leader, request);
      }
      request.addBucketId(bucket);
      futures.put(bucket, new CompletableFuture<>());
    }
    requests.forEach(
        (leader, request) ->
            metadata
                .newTabletServerClientForNode(leader)
                .listOffsets(request)
                .whenComplete((answer, failure) -> complete(request, answer, failure, futures)));
    return new ListOffsetsResult(futures);
  }

  private long tableId(TablePath tablePath) {
    return metadata
        .getCluster()
        .getTableId(tablePath)
        .orElseThrow(
            () ->
                new FlussRuntimeException(
                    "No server gave the metadata of table " + tablePath + "; try again."));
  }

  private static ListOffsetsRequest request(long tableId, Long partitionId, OffsetSpec spec) {
    ListOffsetsRequest request =
        new ListOffsetsRequest().setFollowerServerId(-1).setTableId(tableId);
    if (partitionId != null) {
      request.setPartitionId(partitionId);
    }
    if (spec instanceof OffsetSpec.EarliestSpec) {
      request.setOffsetType(OffsetSpec.LIST_EARLIEST_OFFSET);
    } else if (spec instanceof OffsetSpec.LatestSpec) {
      request.setOffsetType(OffsetSpec.LIST_LATEST_OFFSET);
    } else if (spec instanceof OffsetSpec.TimestampSpec) {
      request
          .setOffsetType(OffsetSpec.LIST_OFFSET_FROM_TIMESTAMP)
          .setStartTimestamp(((OffsetSpec.TimestampSpec) spec).getTimestamp());
    } else {
      throw new IllegalArgumentException("Offset " + spec + " is not supported.");
    }
    return request;
  }

  private static void complete(
      ListOffsetsRequest request,
      ListOffsetsResponse answer,
      Throwable failure,
      Map<Integer, CompletableFuture<Long>> futures) {
    if (failure == null) {
      for (PbListOffsetsRespForBucket bucket : answer.getBucketsRespList()) {
        CompletableFuture<Long> future = futures.get(bucket.getBucketId());
        ApiError error = ApiError.fromErrorMessage(bucket);
        if (future == null) {
          continue;
        }
        if (error.isFailure()) {
          future.completeExceptionally(error.exception());
        } else {
          future.complete(bucket.getOffset());
        }
      }
    }
    Throwable missing =
        failure == null
            ? new UnknownTableOrBucketException("The server did not answer for this bucket.")
            : Errors.unwrap(failure);
    request.getBucketIdList().forEach(id -> futures.get(id).completeExceptionally(missing));
  }

  @Override
  public CompletableFuture<TableStats> getTableStats(TablePath tablePath) {
    TableInfo table;
    List<PartitionInfo> partitions;
    try {
      table = getTableInfo(tablePath).join();
      partitions =
          table.isPartitioned() ? listPartitionInfos(tablePath).join() : Collections.emptyList();
    } catch (CompletionException e) {
      return CompletableFuture.failedFuture(Errors.unwrap(e));
    }
    List<Long> partitionIds =
        table.isPartitioned()
            ? partitions.stream().map(PartitionInfo::getPartitionId).collect(Collectors.toList())
            : Collections.singletonList(null);
    if (table.isPartitioned()) {
      metadata.checkAndUpdatePartitionMetadata(tablePath, partitionIds);
    }
    Map<Integer, GetTableStatsRequest> requests = new HashMap<>();
    for (Long partitionId : partitionIds) {
      for (int bucket = 0; bucket < table.getNumBuckets(); bucket++) {
        int leader =
            metadata.leaderFor(tablePath, new TableBucket(table.getTableId(), partitionId, bucket));
        PbTableStatsReqForBucket entry =
            requests
                .computeIfAbsent(
                    leader, id -> new GetTableStatsRequest().setTableId(table.getTableId()))
                .addBucketsReq()
                .setBucketId(bucket);
        if (partitionId != null) {
          entry.setPartitionId(partitionId);
        }
      }
    }
    List<CompletableFuture<Long>> counts = new ArrayList<>();
    requests.forEach(
        (leader, request) ->
            counts.add(
                metadata
                    .newTabletServerClientForNode(leader)
                    .getTableStats(request)
                    .thenApply(FlussAdmin::rowCount)));
    return CompletableFuture.allOf(counts.toArray(new CompletableFuture<?>[0]))
        .thenApply(
            nothing -> new TableStats(counts.stream().mapToLong(CompletableFuture::join).sum()));
  }

  private static long rowCount(GetTableStatsResponse answer) {
    long rows = 0;
    for (PbTableStatsRespForBucket bucket : answer.getBucketsRespList()) {
      ApiError error = ApiError.fromErrorMessage(bucket);
      if (error.isFailure()) {
        throw error.exception();
      }
      rows += bucket.getRowCount();
    }
    return rows;
  }

  // ---- rights

  @Override
  public CompletableFuture<Collection<AclBinding>> listAcls(AclBindingFilter filter) {
    ListAclsRequest request = new ListAclsRequest();
    Acls.write(filter, request.setAclFilter());
    return change(() -> coordinator.listAcls(request))
        .thenApply(
            answer -> answer.getAclList().stream().map(Acls::binding).collect(Collectors.toList()));
  }

  @Override
  public CreateAclsResult createAcls(Collection<AclBinding> aclBindings) {
    CreateAclsResult result = new CreateAclsResult(aclBindings);
    CreateAclsRequest request = new CreateAclsRequest();
    aclBindings.forEach(binding -> Acls.write(binding, request.addAcl()));
    change(() -> coordinator.createAcls(request))
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                result.complete(answer.getAclResList());
              } else {
                result.completeExceptionally(Errors.unwrap(failure));
              }
            });
    return result;
  }

  @Override
  public DropAclsResult dropAcls(Collection<AclBindingFilter> filters) {
    DropAclsResult result = new DropAclsResult(filters);
    DropAclsRequest request = new DropAclsRequest();
    result.values().keySet().forEach(filter -> Acls.write(filter, request.addAclFilter()));
    change(() -> coordinator.dropAcls(request))
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                result.complete(answer.getFilterResultsList());
              } else {
                result.completeExceptionally(Errors.unwrap(failure));
              }
            });
    return result;
  }

  // ---- cluster

  @Override
  public CompletableFuture<Collection<ConfigEntry>> describeClusterConfigs() {
    return change(() -> coordinator.describeClusterConfigs(new DescribeClusterConfigsRequest()))
        .thenApply(
            answer -> {
              List<ConfigEntry> entries = new ArrayList<>();
              for (PbDescribeConfig config : answer.getConfigsList()) {
                entries.add(
                    new ConfigEntry(
                        config.getConfigKey(),
                        config.hasConfigValue() ? config.getConfigValue() : null,
                        ConfigEntry.ConfigSource.valueOf(config.getConfigSource())));
              }
              return entries;
            });
  }

  @Override
  public CompletableFuture<Void> alterClusterConfigs(Collection<AlterConfig> configs) {
    AlterClusterConfigsRequest request = new AlterClusterConfigsRequest();
    for (AlterConfig config : configs) {
      PbAlterConfig entry =
          request.addAlterConfigs().setConfigKey(config.key()).setOpType(config.opType().value());
      if (config.value() != null) {
        entry.setConfigValue(config.value());
      }
    }
    return change(() -> coordinator.alterClusterConfigs(request)).thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<Void> addServerTag(List<Integer> tabletServers, ServerTag serverTag) {
    AddServerTagRequest request = new AddServerTagRequest().setServerTag(serverTag.value);
    tabletServers.forEach(request::addServerIds);
    return change(() -> coordinator.addServerTag(request)).thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<Void> removeServerTag(List<Integer> tabletServers, ServerTag serverTag) {
    RemoveServerTagRequest request = new RemoveServerTagRequest().setServerTag(serverTag.value);
    tabletServers.forEach(request::addServerIds);
    return change(() -> coordinator.removeServerTag(request)).thenApply(answer -> null);
  }

  @Override
  public CompletableFuture<String> rebalance(List<GoalType> goals) {
    RebalanceRequest request = new RebalanceRequest();
    goals.forEach(goal -> request.addGoals(goal.value));
    return change(() -> coordinator.rebalance(request))
        .thenApply(RebalanceResponse::getRebalanceId);
  }

  @Override
  public CompletableFuture<Optional<RebalanceProgress>> listRebalanceProgress(String rebalanceId) {
    ListRebalanceProgressRequest request = new ListRebalanceProgressRequest();
    if (rebalanceId != null) {
      request.setRebalanceId(rebalanceId);
    }
    return change(() -> coordinator.listRebalanceProgress(request)).thenApply(FlussAdmin::progress);
  }

  private static Optional<RebalanceProgress> progress(ListRebalanceProgressResponse answer) {
    if (!answer.hasRebalanceId()) {
      return Optional.empty();
    }
    Map<TableBucket, RebalanceResultForBucket> buckets = new LinkedHashMap<>();
    int done = 0;
    for (PbRebalanceProgressForTable table : answer.getTableProgressList()) {
      for (PbRebalanceProgressForBucket bucket : table.getBucketsProgressList()) {
        PbRebalancePlanForBucket plan = bucket.getRebalancePlan();
        TableBucket id =
            new TableBucket(
                table.getTableId(),
                plan.hasPartitionId() ? plan.getPartitionId() : null,
                plan.getBucketId());
        RebalanceStatus status = RebalanceStatus.of(bucket.getRebalanceStatus());
        if (RebalanceStatus.FINAL_STATUSES.contains(status)) {
          done++;
        }
        buckets.put(
            id,
            RebalanceResultForBucket.of(
                new RebalancePlanForBucket(
                    id,
                    plan.hasOriginalLeader() ? plan.getOriginalLeader() : -1,
                    plan.hasNewLeader() ? plan.getNewLeader() : -1,
                    plan.getOriginalReplicasList(),
                    plan.getNewReplicasList()),
                status));
      }
    }
    return Optional.of(
        new RebalanceProgress(
            answer.getRebalanceId(),
            RebalanceStatus.of(answer.getRebalanceStatus()),
            buckets.isEmpty() ? -1 : (double) done / buckets.size(),
            buckets));
  }

  @Override
  public CompletableFuture<Void> cancelRebalance(String rebalanceId) {
    CancelRebalanceRequest request = new CancelRebalanceRequest();
    if (rebalanceId != null) {
      request.setRebalanceId(rebalanceId);
    }
    return change(() -> coordinator.cancelRebalance(request)).thenApply(answer -> null);
  }

  // ---- offsets of producers

  @Override
  public CompletableFuture<RegisterResult> registerProducerOffsets(
      String producerId, Map<TableBucket, Long> offsets) {
    Objects.requireNonNull(producerId, "producerId");
    Objects.requireNonNull(offsets, "offsets");
    RegisterProducerOffsetsRequest request =
        new RegisterProducerOffsetsRequest().setProducerId(producerId);
    Map<Long, PbProducerTableOffsets> tables = new HashMap<>();
    offsets.forEach(
        (bucket, offset) -> {
          PbBucketOffset entry =
              tables
                  .computeIfAbsent(
                      bucket.getTableId(), id -> request.addTableOffsets().setTableId(id))
                  .addBucketOffsets()
                  .setBucketId(bucket.getBucket())
                  .setLogEndOffset(offset);
          if (bucket.getPartitionId() != null) {
            entry.setPartitionId(bucket.getPartitionId());
          }
        });
    return change(() -> coordinator.registerProducerOffsets(request))
        .thenApply(
            answer ->
                answer.hasResult()
                    ? RegisterResult.fromCode(answer.getResult())
                    : RegisterResult.CREATED);
  }

  @Override
  public CompletableFuture<ProducerOffsetsResult> getProducerOffsets(String producerId) {
    Objects.requireNonNull(producerId, "producerId");
    return change(
            () ->
                coordinator.getProducerOffsets(
                    new GetProducerOffsetsRequest().setProducerId(producerId)))
        .thenApply(
            answer -> {
              if (!answer.hasProducerId()) {
                return null;
              }
              Map<Long, Map<TableBucket, Long>> tables = new HashMap<>();
              for (PbProducerTableOffsets table : answer.getTableOffsetsList()) {
                Map<TableBucket, Long> offsets =
                    tables.computeIfAbsent(table.getTableId(), id -> new HashMap<>());
                for (PbBucketOffset bucket : table.getBucketOffsetsList()) {
                  offsets.put(
                      new TableBucket(
                          table.getTableId(),
                          bucket.hasPartitionId() ? bucket.getPartitionId() : null,
                          bucket.getBucketId()),
                      bucket.getLogEndOffset());
                }
              }
              return new ProducerOffsetsResult(
                  answer.getProducerId(), tables, answer.getExpirationTime());
            });
  }

  @Override
  public CompletableFuture<Void> deleteProducerOffsets(String producerId) {
    Objects.requireNonNull(producerId, "producerId");
    return change(
            () ->
                coordinator.deleteProducerOffsets(
                    new DeleteProducerOffsetsRequest().setProducerId(producerId)))
        .thenApply(answer -> null);
  }

  @Override
  public void close() {}
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.cluster;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.InvalidMetadataException;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.lake.tiering.engine.Fluss;
import org.apache.fluss.lake.tiering.engine.Heartbeat;
import org.apache.fluss.lake.tiering.engine.KeptSnapshots;
import org.apache.fluss.lake.tiering.engine.LakeProgress;
import org.apache.fluss.lake.tiering.engine.LakeRegistration;
import org.apache.fluss.lake.tiering.engine.Lease;
import org.apache.fluss.lake.tiering.engine.LogReader;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotResponse;
import org.apache.fluss.rpc.messages.ErrorMessage;
import org.apache.fluss.rpc.messages.GetLakeSnapshotRequest;
import org.apache.fluss.rpc.messages.GetLakeSnapshotResponse;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.GetTableInfoResponse;
import org.apache.fluss.rpc.messages.GetTableSchemaRequest;
import org.apache.fluss.rpc.messages.GetTableSchemaResponse;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatRequest;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatResponse;
import org.apache.fluss.rpc.messages.ListOffsetsRequest;
import org.apache.fluss.rpc.messages.ListOffsetsResponse;
import org.apache.fluss.rpc.messages.ListPartitionInfosRequest;
import org.apache.fluss.rpc.messages.ListPartitionInfosResponse;
import org.apache.fluss.rpc.messages.PbBucketOffset;
import org.apache.fluss.rpc.messages.PbHeartbeatReqForTable;
import org.apache.fluss.rpc.messages.PbHeartbeatRespForTable;
import org.apache.fluss.rpc.messages.PbKeyValue;
import org.apache.fluss.rpc.messages.PbLakeSnapshotForBucket;
import org.apache.fluss.rpc.messages.PbLakeTableOffsetForBucket;
import org.apache.fluss.rpc.messages.PbLakeTableSnapshotInfo;
import org.apache.fluss.rpc.messages.PbLakeTableSnapshotMetadata;
import org.apache.fluss.rpc.messages.PbLakeTieringTableInfo;
import org.apache.fluss.rpc.messages.PbListOffsetsRespForBucket;
import org.apache.fluss.rpc.messages.PbPartitionInfo;
import org.apache.fluss.rpc.messages.PbPrepareLakeTableRespForTable;
import org.apache.fluss.rpc.messages.PbTableOffsets;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotResponse;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cluster over the network. Thread-safe. */
public final class RpcFluss implements Fluss, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RpcFluss.class);
  private static final int CLIENT = -1;
  private static final int EARLIEST = 0;
  private static final int LATEST = 1;

  private final Servers servers;
  private final SnapshotScans snapshots;

  /**
   * @param client not closed by this class; its answers must own their memory
   * @param pause waits for a time, throwing if it is interrupted
   * @param clock tells when leases of kv snapshots are to be renewed
   * @param conf of the client that reads kv snapshots
   */
  public RpcFluss(
      RpcClient client,
      List<InetSocketAddress> bootstrap,
      Consumer<Duration> pause,
      Clock clock,
      Configuration conf) {
    this.servers = new Servers(client, bootstrap, pause);
    this.snapshots = new SnapshotScans(conf, clock);
  }

  // ---- the coordinator

  @Override
  public Heartbeat.Answer heartbeat(Heartbeat heartbeat) {
    LakeTieringHeartbeatRequest request =
        new LakeTieringHeartbeatRequest().setRequestTable(heartbeat.requestsTable());
    int epoch = heartbeat.coordinatorEpoch();
    heartbeat.tiering().forEach(lease -> fill(request.addTieringTables(), lease, epoch));
    heartbeat.finished().forEach(lease -> fill(request.addFinishedTables(), lease, epoch));
    heartbeat.failed().forEach(lease -> fill(request.addFailedTables(), lease, epoch));
    LakeTieringHeartbeatResponse answer =
        (LakeTieringHeartbeatResponse)
            servers.callCoordinator(ApiKeys.LAKE_TIERING_HEARTBEAT, request);
    // nothing to do about those: the coordinator hands the tables out again
    log("finished", answer.getFinishedTableRespList());
    log("failed", answer.getFailedTableRespList());
    Map<Long, String> lost = new HashMap<>();
    for (PbHeartbeatRespForTable table : answer.getTieringTableRespList()) {
      if (table.hasError()) {
        lost.put(table.getTableId(), ApiError.fromErrorMessage(table.getError()).message());
      }
    }
    return new Heartbeat.Answer(
        answer.getCoordinatorEpoch(),
        answer.hasTieringTable() ? lease(answer.getTieringTable()) : null,
        lost);
  }

  private static void fill(PbHeartbeatReqForTable entry, Lease lease, int coordinatorEpoch) {
    entry
        .setTableId(lease.tableId())
        .setCoordinatorEpoch(coordinatorEpoch)
        .setTieringEpoch(lease.epoch());
  }

  private static void log(String what, List<PbHeartbeatRespForTable> tables) {
    for (PbHeartbeatRespForTable table : tables) {
      if (table.hasError()) {
        LOG.info(
            "The coordinator did not take the report that table {} {}: {}",
            table.getTableId(),
            what,
            ApiError.fromErrorMessage(table.getError()).message());
      }
    }
  }

  private static Lease lease(PbLakeTieringTableInfo table) {
    return new Lease(
        table.getTableId(),
        TablePath.of(table.getTablePath().getDatabaseName(), table.getTablePath().getTableName()),
        table.getTieringEpoch());
  }

  @Override
  public String prepare(TableInfo table, Map<TableBucket, Long> endOffsets) {
    PrepareLakeTableSnapshotRequest request = new PrepareLakeTableSnapshotRequest();
    PbTableOffsets offsets =
        request
            .addBucketOffsets()
            .setTableId(table.getTableId())
            .setTablePath(Servers.path(table.getTablePath()));
    endOffsets.forEach(
        (bucket, end) -> {
          PbBucketOffset entry =
              offsets.addBucketOffsets().setBucketId(bucket.getBucket()).setLogEndOffset(end);
          if (bucket.getPartitionId() != null) {
            entry.setPartitionId(bucket.getPartitionId());
          }
        });
    PrepareLakeTableSnapshotResponse answer =
        (PrepareLakeTableSnapshotResponse)
            servers.callCoordinator(ApiKeys.PREPARE_LAKE_TABLE_SNAPSHOT, request);
    if (answer.getPrepareLakeTableRespCount() != 1) {
      throw new FlussRuntimeException("The coordinator did not say where the offsets are.");
    }
    PbPrepareLakeTableRespForTable result = answer.getPrepareLakeTableRespAt(0);
    throwIfFailed(result);
    return result.getLakeTableOffsetsPath();
  }

  @Override
  public void register(TableInfo table, LakeRegistration snapshot) {
    CommitLakeTableSnapshotRequest request = new CommitLakeTableSnapshotRequest();
    PbLakeTableSnapshotMetadata metadata =
        request
            .addLakeTableSnapshotMetadata()
            .setTableId(table.getTableId())
            .setSnapshotId(snapshot.snapshotId())
            .setTieredBucketOffsetsFilePath(snapshot.tieredOffsetsPath())
            .setTieringEpoch(snapshot.tieringEpoch());
    if (snapshot.readableOffsetsPath() != null) {
      metadata.setReadableBucketOffsetsFilePath(snapshot.readableOffsetsPath());
    }
    if (snapshot.earliestSnapshotToKeep() != null) {
      metadata.setEarliestSnapshotIdToKeep(snapshot.earliestSnapshotToKeep());
    }
    PbLakeTableSnapshotInfo info =
        request
            .addTablesReq()
            .setTableId(table.getTableId())
            .setSnapshotId(snapshot.snapshotId())
            .setTablePath(Servers.path(table.getTablePath()));
    snapshot
        .endOffsets()
        .forEach(
            (bucket, end) -> {
              PbLakeTableOffsetForBucket entry =
                  info.addBucketsReq().setBucketId(bucket.getBucket()).setLogEndOffset(end);
              if (bucket.getPartitionId() != null) {
                entry.setPartitionId(bucket.getPartitionId());
              }
              Long timestamp = snapshot.maxTimestampsMs().get(bucket);
              if (timestamp != null) {
                entry.setMaxTimestamp(timestamp);
              }
            });
    CommitLakeTableSnapshotResponse answer =
        (CommitLakeTableSnapshotResponse)
            servers.callCoordinator(ApiKeys.COMMIT_LAKE_TABLE_SNAPSHOT, request);
    answer.getTableRespList().forEach(RpcFluss::throwIfFailed);
  }

  private static void throwIfFailed(ErrorMessage answer) {
    ApiError error = ApiError.fromErrorMessage(answer);
    if (error.isFailure()) {
      throw error.exception();
    }
  }

  // ---- metadata

  /** Who is there, in words; fails if nobody is. */
  public String describe() {
    return servers.describe();
  }

  @Override
  public TableInfo table(TablePath path) {
    GetTableInfoResponse answer =
        (GetTableInfoResponse)
            servers.retrying(
                () ->
                    servers.callAny(
                        ApiKeys.GET_TABLE_INFO,
                        () -> new GetTableInfoRequest().setTablePath(Servers.path(path))));
    return TableInfo.of(
        path,
        answer.getTableId(),
        answer.getSchemaId(),
        TableDescriptor.fromJsonBytes(answer.getTableJson()),
        answer.getCreatedTime(),
        answer.getModifiedTime());
  }

  @Override
  public Schema schema(TablePath path, int schemaId) {
    GetTableSchemaResponse answer =
        (GetTableSchemaResponse)
            servers.retrying(
                () ->
                    servers.callAny(
                        ApiKeys.GET_TABLE_SCHEMA,
                        () ->
                            new GetTableSchemaRequest()
                                .setTablePath(Servers.path(path))
                                .setSchemaId(schemaId)));
    return Schema.fromJsonBytes(answer.getSchemaJson());
  }

  @Override
  public Map<Long, String> partitions(TableInfo table) {
    ListPartitionInfosResponse answer =
        (ListPartitionInfosResponse)
            servers.retrying(
                () ->
                    servers.callAny(
                        ApiKeys.LIST_PARTITION_INFOS,
                        () ->
                            new ListPartitionInfosRequest()
                                .setTablePath(Servers.path(table.getTablePath()))));
    Map<Long, String> names = new HashMap<>();
    for (PbPartitionInfo partition : answer.getPartitionsInfoList()) {
      List<String> keys = new ArrayList<>();
      List<String> values = new ArrayList<>();
      for (PbKeyValue pair : partition.getPartitionSpec().getPartitionKeyValuesList()) {
        keys.add(pair.getKey());
        values.add(pair.getValue());
      }
      names.put(
          partition.getPartitionId(), new ResolvedPartitionSpec(keys, values).getPartitionName());
    }
    return names;
  }

  @Override
  public Optional<LakeProgress> lakeProgress(TablePath path) {
    GetLakeSnapshotResponse answer;
    try {
      answer =
          (GetLakeSnapshotResponse)
              servers.retrying(
                  () ->
                      servers.callAny(
                          ApiKeys.GET_LAKE_SNAPSHOT,
                          () -> new GetLakeSnapshotRequest().setTablePath(Servers.path(path))));
    } catch (LakeTableSnapshotNotExistException e) {
      return Optional.empty();
    }
    Map<TableBucket, Long> ends = new HashMap<>();
    for (PbLakeSnapshotForBucket bucket : answer.getBucketSnapshotsList()) {
      if (bucket.hasLogOffset()) {
        Long partition = bucket.hasPartitionId() ? bucket.getPartitionId() : null;
        ends.put(
            new TableBucket(answer.getTableId(), partition, bucket.getBucketId()),
            bucket.getLogOffset());
      }
    }
    return Optional.of(new LakeProgress(answer.getSnapshotId(), ends));
  }

  // ---- the log

  @Override
  public Map<TableBucket, Long> startOffsets(TableInfo table, Collection<TableBucket> buckets) {
    return servers.retrying(() -> offsets(EARLIEST, table, buckets));
  }

  @Override
  public Map<TableBucket, Long> endOffsets(TableInfo table, Collection<TableBucket> buckets) {
    return servers.retrying(() -> offsets(LATEST, table, buckets));
  }

  private Map<TableBucket, Long> offsets(
      int type, TableInfo table, Collection<TableBucket> buckets) {
    Map<ServerNode, List<TableBucket>> byLeader = new HashMap<>();
    for (TableBucket bucket : buckets) {
      byLeader
          .computeIfAbsent(servers.leader(table, bucket), leader -> new ArrayList<>())
          .add(bucket);
    }
    Map<TableBucket, Long> offsets = new HashMap<>();
    byLeader.forEach((leader, led) -> offsets.putAll(offsets(type, leader, led)));
    return offsets;
  }

  private Map<TableBucket, Long> offsets(int type, ServerNode leader, List<TableBucket> buckets) {
    TableBucket first = buckets.get(0);
    ListOffsetsRequest request =
        new ListOffsetsRequest()
            .setFollowerServerId(CLIENT)
            .setOffsetType(type)
            .setTableId(first.getTableId());
    if (first.getPartitionId() != null) {
      request.setPartitionId(first.getPartitionId());
    }
    buckets.forEach(bucket -> request.addBucketId(bucket.getBucket()));
    try {
      ListOffsetsResponse answer =
          (ListOffsetsResponse) Servers.await(servers.send(leader, ApiKeys.LIST_OFFSETS, request));
      Map<TableBucket, Long> offsets = new HashMap<>();
      for (PbListOffsetsRespForBucket bucket : answer.getBucketsRespList()) {
        throwIfFailed(bucket);
        offsets.put(
            new TableBucket(first.getTableId(), first.getPartitionId(), bucket.getBucketId()),
            bucket.getOffset());
      }
      return offsets;
    } catch (InvalidMetadataException e) {
      buckets.forEach(servers::forgetLeader);
      throw e;
    }
  }

  @Override
  public LogReader read(TableInfo table, TableBucket bucket, long fromOffset, long toOffset) {
    return new RpcLogReader(servers, table, bucket, fromOffset, toOffset);
  }

  // ---- kv snapshots

  @Override
  public KeptSnapshots kvSnapshots(TableInfo table) {
    return snapshots.of(table.getTablePath());
  }

  @Override
  public void close() throws Exception {
    snapshots.close();
  }
}

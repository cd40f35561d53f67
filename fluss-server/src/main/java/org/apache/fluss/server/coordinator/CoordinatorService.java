// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.fluss.cluster.rebalance.ServerTag;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.cluster.AlterConfig;
import org.apache.fluss.config.cluster.AlterConfigOpType;
import org.apache.fluss.config.cluster.ColumnPositionType;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.InvalidAlterTableException;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidDatabaseException;
import org.apache.fluss.exception.InvalidReplicationFactorException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.ServerNotExistException;
import org.apache.fluss.exception.ServerTagAlreadyExistException;
import org.apache.fluss.exception.ServerTagNotExistException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.exception.TableNotPartitionedException;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.PartitionSpec;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.AddServerTagRequest;
import org.apache.fluss.rpc.messages.AddServerTagResponse;
import org.apache.fluss.rpc.messages.AdjustIsrRequest;
import org.apache.fluss.rpc.messages.AdjustIsrResponse;
import org.apache.fluss.rpc.messages.AlterClusterConfigsRequest;
import org.apache.fluss.rpc.messages.AlterClusterConfigsResponse;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.AlterTableResponse;
import org.apache.fluss.rpc.messages.CommitKvSnapshotRequest;
import org.apache.fluss.rpc.messages.CommitKvSnapshotResponse;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotResponse;
import org.apache.fluss.rpc.messages.ControlledShutdownRequest;
import org.apache.fluss.rpc.messages.ControlledShutdownResponse;
import org.apache.fluss.rpc.messages.CreateAclsRequest;
import org.apache.fluss.rpc.messages.CreateAclsResponse;
import org.apache.fluss.rpc.messages.CreateDatabaseRequest;
import org.apache.fluss.rpc.messages.CreateDatabaseResponse;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.CreatePartitionResponse;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.CreateTableResponse;
import org.apache.fluss.rpc.messages.DeleteProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.DeleteProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.DropAclsRequest;
import org.apache.fluss.rpc.messages.DropAclsResponse;
import org.apache.fluss.rpc.messages.DropDatabaseRequest;
import org.apache.fluss.rpc.messages.DropDatabaseResponse;
import org.apache.fluss.rpc.messages.DropKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.DropKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.DropPartitionRequest;
import org.apache.fluss.rpc.messages.DropPartitionResponse;
import org.apache.fluss.rpc.messages.DropTableRequest;
import org.apache.fluss.rpc.messages.DropTableResponse;
import org.apache.fluss.rpc.messages.GetProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.GetProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatRequest;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatResponse;
import org.apache.fluss.rpc.messages.PbAddColumn;
import org.apache.fluss.rpc.messages.PbAdjustIsrReqForBucket;
import org.apache.fluss.rpc.messages.PbAdjustIsrReqForTable;
import org.apache.fluss.rpc.messages.PbAdjustIsrRespForBucket;
import org.apache.fluss.rpc.messages.PbAdjustIsrRespForTable;
import org.apache.fluss.rpc.messages.PbAlterConfig;
import org.apache.fluss.rpc.messages.PbBucketOffset;
import org.apache.fluss.rpc.messages.PbHeartbeatReqForTable;
import org.apache.fluss.rpc.messages.PbHeartbeatRespForTable;
import org.apache.fluss.rpc.messages.PbKvSnapshotLeaseForBucket;
import org.apache.fluss.rpc.messages.PbKvSnapshotLeaseForTable;
import org.apache.fluss.rpc.messages.PbLakeTableOffsetForBucket;
import org.apache.fluss.rpc.messages.PbLakeTableSnapshotInfo;
import org.apache.fluss.rpc.messages.PbLakeTableSnapshotMetadata;
import org.apache.fluss.rpc.messages.PbPrepareLakeTableRespForTable;
import org.apache.fluss.rpc.messages.PbProducerTableOffsets;
import org.apache.fluss.rpc.messages.PbTableOffsets;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotResponse;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.ReleaseKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.ReleaseKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.RemoveServerTagRequest;
import org.apache.fluss.rpc.messages.RemoveServerTagResponse;
import org.apache.fluss.rpc.netty.server.Session;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.coordinator.ClusterState.Bucket;
import org.apache.fluss.server.kv.snapshot.KvSnapshotMetadata;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.MetadataService;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.server.zk.ConfigNode;
import org.apache.fluss.server.zk.DatabaseNode;
import org.apache.fluss.server.zk.LakeTableNode;
import org.apache.fluss.server.zk.LeaderAndIsr;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.ServerTagsNode;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.utils.PartitionUtils;
import org.apache.fluss.utils.clock.Clock;
import org.apache.fluss.utils.json.DataTypeJsonSerde;
import org.apache.fluss.utils.json.JsonSerdeUtils;

/**
 * The calls the coordinator serves. They are checked here, on the caller's thread or, where the
 * lake or remote storage is asked, on the IO pool; the change itself happens on the event loop.
 * Thread-safe.
 */
final class CoordinatorService extends MetadataService implements CoordinatorGateway {
  private final Coordinator coordinator;
  private final Catalog catalog;
  private final LakeCatalogs lake;
  private final LakeTiering tiering;
  private final LakeCommits lakeCommits;
  private final KvSnapshotCommits kvSnapshotCommits;
  private final KvSnapshotLeases kvSnapshotLeases;
  private final ProducerOffsets producerOffsets;
  private final Executor ioPool;
  private final Clock clock;
  private final Random random;

  CoordinatorService(
      Coordinator coordinator,
      Catalog catalog,
      LakeCatalogs lake,
      LakeTiering tiering,
      LakeCommits lakeCommits,
      KvSnapshotCommits kvSnapshotCommits,
      KvSnapshotLeases kvSnapshotLeases,
      ProducerOffsets producerOffsets,
      MetadataCache cache,
      DynamicConfig config,
      Executor ioPool,
      Clock clock,
      Random random) {
    super(coordinator.store().reads(), cache, config, ioPool, clock);
    this.coordinator = coordinator;
    this.catalog = catalog;
    this.lake = lake;
    this.tiering = tiering;
    this.lakeCommits = lakeCommits;
    this.kvSnapshotCommits = kvSnapshotCommits;
    this.kvSnapshotLeases = kvSnapshotLeases;
    this.producerOffsets = producerOffsets;
    this.ioPool = ioPool;
    this.clock = clock;
    this.random = random;
  }

  private <T> CompletableFuture<T> onLoop(T response, Runnable action) {
    return coordinator.call(
        () -> {
          action.run();
          return response;
        });
  }

  private <T> CompletableFuture<T> checked(Supplier<CompletableFuture<T>> action) {
    try {
      return action.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  // --- databases -----------------------------------------------------------------------------

  @Override
  public CompletableFuture<CreateDatabaseResponse> createDatabase(CreateDatabaseRequest request) {
    return checked(
        () -> {
          String name = request.getDatabaseName();
          TablePath.validateDatabaseName(name);
          DatabaseDescriptor descriptor =
              request.hasDatabaseJson()
                  ? parseDatabase(name, request.getDatabaseJson())
                  : DatabaseDescriptor.EMPTY;
          DatabaseNode node = DatabaseNode.of(descriptor, clock.milliseconds());
          return onLoop(
              new CreateDatabaseResponse(),
              () -> catalog.createDatabase(name, node, request.getIgnoreIfExists()));
        });
  }

  private static DatabaseDescriptor parseDatabase(String name, byte[] json) {
    try {
      return DatabaseDescriptor.fromJsonBytes(json);
    } catch (RuntimeException e) {
      throw new InvalidDatabaseException(
          "The description of database " + name + " is not understood: " + e.getMessage());
    }
  }

  @Override
  public CompletableFuture<DropDatabaseResponse> dropDatabase(DropDatabaseRequest request) {
    return onLoop(
        new DropDatabaseResponse(),
        () ->
            catalog.dropDatabase(
                request.getDatabaseName(), request.getIgnoreIfNotExists(), request.getCascade()));
  }

  // --- tables --------------------------------------------------------------------------------

  @Override
  public CompletableFuture<CreateTableResponse> createTable(CreateTableRequest request) {
    return checked(
        () -> {
          TablePath path = Wire.read(request.getTablePath());
          path.validate();
          Configuration conf = config().current();
          TableDescriptor descriptor =
              TableDefaults.apply(parseTable(path, request.getTableJson(), conf), conf);
          Map<Integer, List<Integer>> assignment = assign(descriptor);
          TableValidation.validateNew(descriptor, conf.get(ConfigOptions.MAX_BUCKET_NUM));
          boolean ignore = request.getIgnoreIfExists();
          boolean inLake =
              TableDefaults.read(descriptor.getProperties(), ConfigOptions.TABLE_DATALAKE_ENABLED);
          if (!inLake) {
            return onLoop(
                new CreateTableResponse(),
                () -> catalog.createTable(path, descriptor, assignment, ignore));
          }
          LakeCatalogs.Context context =
              new LakeCatalogs.Context(true, Session.current().principal(), null, descriptor);
          return coordinator
              .call(() -> catalog.checkNew(path, ignore))
              .thenComposeAsync(
                  isNew -> {
                    if (!isNew) {
                      return CompletableFuture.completedFuture(new CreateTableResponse());
                    }
                    lake.createTable(path, descriptor, context);
                    return onLoop(
                        new CreateTableResponse(),
                        () -> catalog.createTable(path, descriptor, assignment, ignore));
                  },
                  ioPool);
        });
  }

  private static TableDescriptor parseTable(TablePath path, byte[] json, Configuration conf) {
    TableDescriptor descriptor;
    try {
      descriptor = TableDescriptor.fromJsonBytes(json);
    } catch (RuntimeException e) {
      throw new InvalidTableException(
          "The description of table " + path + " is not valid: " + e.getMessage());
    }
    TableValidation.checkFunctionNames(json);
    ConfigOptionOfKind kind = ConfigOptionOfKind.of(descriptor);
    if (!conf.getBoolean(kind.option)) {
      throw new InvalidTableException(
          "This cluster creates no " + kind.name + ": '" + kind.option.key() + "' is false.");
    }
    return descriptor;
  }

  /** Which option allows a kind of table. */
  private enum ConfigOptionOfKind {
    KV("primary key tables", ConfigOptions.KV_TABLE_ALLOW_CREATION),
    LOG("log tables", ConfigOptions.LOG_TABLE_ALLOW_CREATION);

    private final String name;
    private final ConfigOption<Boolean> option;

    ConfigOptionOfKind(String name, ConfigOption<Boolean> option) {
      this.name = name;
      this.option = option;
    }

    static ConfigOptionOfKind of(TableDescriptor descriptor) {
      return descriptor.hasPrimaryKey() ? KV : LOG;
    }
  }

  /** The replicas of a new table's buckets; none for a partitioned table. */
  private Map<Integer, List<Integer>> assign(TableDescriptor descriptor) {
    int replicationFactor =
        TableDefaults.read(descriptor.getProperties(), ConfigOptions.TABLE_REPLICATION_FACTOR);
    if (replicationFactor > 1
        && !config().current().get(ConfigOptions.REPLICATION_PREVIEW_ENABLED)) {
      throw new InvalidReplicationFactorException(
          "The replication factor "
              + replicationFactor
              + " is not possible yet: this version keeps one replica of each bucket. Set '"
              + ConfigOptions.TABLE_REPLICATION_FACTOR.key()
              + "' to 1, or try the preview with '"
              + ConfigOptions.REPLICATION_PREVIEW_ENABLED.key()
              + ": true' on the coordinator.");
    }
    if (descriptor.isPartitioned()) {
      return Map.of();
    }
    int buckets =
        descriptor
            .getTableDistribution()
            .flatMap(TableDescriptor.TableDistribution::getBucketCount)
            .orElse(0);
    return ReplicaAssignment.assign(
        buckets, replicationFactor, coordinator.assignableServers(), random);
  }

  @Override
  public CompletableFuture<DropTableResponse> dropTable(DropTableRequest request) {
    return onLoop(
        new DropTableResponse(),
        () -> catalog.dropTable(Wire.read(request.getTablePath()), request.getIgnoreIfNotExists()));
  }

  @Override
  public CompletableFuture<AlterTableResponse> alterTable(AlterTableRequest request) {
    LakeContextFactory contexts = new LakeContextFactory(Session.current());
    return CompletableFuture.supplyAsync(
            () -> {
              alter(request, contexts);
              return new AlterTableResponse();
            },
            ioPool)
        .exceptionally(
            failure -> {
              Throwable cause =
                  failure instanceof CompletionException ? failure.getCause() : failure;
              if (cause instanceof TableNotExistException && request.getIgnoreIfNotExists()) {
                return new AlterTableResponse();
              }
              throw new CompletionException(cause);
            });
  }

  /** Makes contexts for a caller whose thread has gone on. */
  private static final class LakeContextFactory {
    private final Session session;

    LakeContextFactory(Session session) {
      this.session = session;
    }

    LakeCatalogs.Context altering(TableInfo current, TableDescriptor expected) {
      return new LakeCatalogs.Context(
          false, session.principal(), current.toTableDescriptor(), expected);
    }
  }

  private void alter(AlterTableRequest request, LakeContextFactory contexts) {
    List<TableChange> options = optionChanges(request);
    List<TableChange> columns = columnChanges(request);
    if (!options.isEmpty() && !columns.isEmpty()) {
      throw new InvalidAlterTableException(
          "One ALTER TABLE changes either properties or columns; make it two.");
    }
    if (options.isEmpty() && columns.isEmpty()) {
      return;
    }
    TablePath path = Wire.read(request.getTablePath());
    boolean done = false;
    while (!done) {
      TableInfo table = coordinator.call(() -> catalog.existing(path)).join();
      done =
          options.isEmpty()
              ? alterColumns(table, columns, contexts)
              : alterOptions(table, options, contexts);
    }
  }

  private boolean alterOptions(
      TableInfo table, List<TableChange> changes, LakeContextFactory contexts) {
    TableDescriptor before = table.toTableDescriptor();
    TableDescriptor after = TableAlteration.withProperties(table, changes);
    if (after.getProperties().equals(before.getProperties())
        && after.getCustomProperties().equals(before.getCustomProperties())) {
      return true;
    }
    TableValidation.validate(after, config().current().get(ConfigOptions.MAX_BUCKET_NUM));
    boolean wasInLake = table.getTableConfig().isDataLakeEnabled();
    boolean inLake =
        TableDefaults.read(after.getProperties(), ConfigOptions.TABLE_DATALAKE_ENABLED);
    LakeCatalogs.Context context = contexts.altering(table, after);
    if (inLake && !wasInLake) {
      if (!lake.isConfigured()) {
        throw new InvalidAlterTableException(
            "The cluster has no lake any more: set 'datalake.format' first.");
      }
      lake.createTable(table.getTablePath(), after, context);
    }
    if (lake.isConfigured() && (wasInLake || inLake)) {
      alterLakeTable(table.getTablePath(), changes, context, inLake);
    }
    return coordinator.call(() -> catalog.setProperties(table, after)).join();
  }

  private void alterLakeTable(
      TablePath path, List<TableChange> changes, LakeCatalogs.Context context, boolean required) {
    try {
      lake.alterTable(path, changes, context);
    } catch (TableNotExistException e) {
      if (required) {
        throw new InvalidAlterTableException(
            "The lake has no table "
                + path
                + " although the table is to be in the lake; was it dropped there? Disable"
                + " 'table.datalake.enabled', then enable it again to have it created.");
      }
    }
  }

  private boolean alterColumns(
      TableInfo table, List<TableChange> changes, LakeContextFactory contexts) {
    Schema schema = TableAlteration.withColumns(table, changes);
    if (table.getTableConfig().isDataLakeEnabled()) {
      if (!lake.isConfigured()) {
        throw new InvalidAlterTableException(
            "The table is in the lake, but the cluster has no lake any more.");
      }
      TableDescriptor after =
          TableDescriptor.builder(table.toTableDescriptor()).schema(schema).build();
      alterLakeTable(table.getTablePath(), changes, contexts.altering(table, after), true);
    }
    return coordinator.call(() -> catalog.addSchema(table, schema)).join();
  }

  private static List<TableChange> optionChanges(AlterTableRequest request) {
    List<TableChange> out = new ArrayList<>();
    for (PbAlterConfig change : request.getConfigChangesList()) {
      AlterConfigOpType type = AlterConfigOpType.from(change.getOpType());
      if (type == AlterConfigOpType.SET) {
        if (!change.hasConfigValue()) {
          throw new InvalidConfigException(
              "No value is given for '" + change.getConfigKey() + "'.");
        }
        out.add(TableChange.set(change.getConfigKey(), change.getConfigValue()));
      } else if (type == AlterConfigOpType.DELETE) {
        out.add(TableChange.reset(change.getConfigKey()));
      } else {
        throw new InvalidConfigException("Table properties can be SET or reset, not " + type + ".");
      }
    }
    return out;
  }

  private static List<TableChange> columnChanges(AlterTableRequest request) {
    List<TableChange> out = new ArrayList<>();
    for (PbAddColumn column : request.getAddColumnsList()) {
      if (column.getColumnPositionType() != ColumnPositionType.LAST.value()) {
        throw new InvalidAlterTableException(
            "The column '" + column.getColumnName() + "' can be added as the last one only.");
      }
      out.add(
          TableChange.addColumn(
              column.getColumnName(),
              JsonSerdeUtils.readValue(column.getDataTypeJson(), DataTypeJsonSerde.INSTANCE),
              column.hasComment() ? column.getComment() : null,
              TableChange.ColumnPosition.last()));
    }
    if (request.getDropColumnsCount() > 0
        || request.getRenameColumnsCount() > 0
        || request.getModifyColumnsCount() > 0) {
      throw new InvalidAlterTableException(
          "Columns can be added, but not dropped, renamed or modified.");
    }
    return out;
  }

  // --- partitions ----------------------------------------------------------------------------

  @Override
  public CompletableFuture<CreatePartitionResponse> createPartition(
      CreatePartitionRequest request) {
    return coordinator.call(
        () -> {
          TablePath path = Wire.read(request.getTablePath());
          String name = partitionName(path, Wire.read(request.getPartitionSpec()), true);
          catalog.createPartition(path, name, request.getIgnoreIfNotExists());
          return new CreatePartitionResponse();
        });
  }

  @Override
  public CompletableFuture<DropPartitionResponse> dropPartition(DropPartitionRequest request) {
    return coordinator.call(
        () -> {
          TablePath path = Wire.read(request.getTablePath());
          String name = partitionName(path, Wire.read(request.getPartitionSpec()), false);
          catalog.dropPartition(path, name, request.getIgnoreIfNotExists());
          return new DropPartitionResponse();
        });
  }

  private String partitionName(TablePath path, PartitionSpec spec, boolean creating) {
    TableInfo table = catalog.existing(path);
    if (!table.isPartitioned()) {
      throw new TableNotPartitionedException("Table " + path + " is not partitioned.");
    }
    List<String> keys = table.getPartitionKeys();
    PartitionUtils.validatePartitionSpec(path, keys, spec, creating);
    return ResolvedPartitionSpec.fromPartitionSpec(keys, spec).getPartitionName();
  }

  // --- tablet servers ------------------------------------------------------------------------

  @Override
  public CompletableFuture<AdjustIsrResponse> adjustIsr(AdjustIsrRequest request) {
    return coordinator.call(
        () -> {
          AdjustIsrResponse response = new AdjustIsrResponse();
          for (PbAdjustIsrReqForTable table : request.getTablesReqList()) {
            PbAdjustIsrRespForTable out = response.addTablesResp().setTableId(table.getTableId());
            for (PbAdjustIsrReqForBucket bucket : table.getBucketsReqList()) {
              adjustIsr(request.getServerId(), table.getTableId(), bucket, out.addBucketsResp());
            }
          }
          return response;
        });
  }

  private void adjustIsr(
      int leader, long tableId, PbAdjustIsrReqForBucket request, PbAdjustIsrRespForBucket out) {
    Long partitionId = request.hasPartitionId() ? Long.valueOf(request.getPartitionId()) : null;
    TableBucket id = new TableBucket(tableId, partitionId, request.getBucketId());
    out.setBucketId(request.getBucketId());
    if (partitionId != null) {
      out.setPartitionId(partitionId);
    }
    LeaderAndIsr wanted =
        new LeaderAndIsr(
            leader,
            request.getLeaderEpoch(),
            request.getNewIsrList(),
            request.getCoordinatorEpoch(),
            request.getBucketEpoch());
    try {
      LeaderAndIsr decided = IsrAdjustments.decide(coordinator.state(), id, wanted);
      Bucket bucket = coordinator.state().bucket(id).get();
      coordinator.persistIsr(bucket, decided);
      out.setLeaderId(decided.leader())
          .setLeaderEpoch(decided.leaderEpoch())
          .addAllIsr(decided.isr())
          .setBucketEpoch(decided.bucketEpoch())
          .setCoordinatorEpoch(decided.coordinatorEpoch());
    } catch (CoordinatorReplacedException e) {
      throw e;
    } catch (RuntimeException e) {
      ApiError.fromThrowable(e).applyTo(out);
    }
  }

  @Override
  public CompletableFuture<ControlledShutdownResponse> controlledShutdown(
      ControlledShutdownRequest request) {
    return coordinator.call(
        () -> {
          ControlledShutdownResponse response = new ControlledShutdownResponse();
          for (TableBucket bucket : coordinator.controlledShutdown(request.getTabletServerId())) {
            Wire.write(bucket, response.addRemainingLeaderBuckets());
          }
          return response;
        });
  }

  // --- lake ----------------------------------------------------------------------------------

  @Override
  public CompletableFuture<LakeTieringHeartbeatResponse> lakeTieringHeartbeat(
      LakeTieringHeartbeatRequest request) {
    return coordinator.call(
        () -> {
          LakeTieringHeartbeatResponse response =
              new LakeTieringHeartbeatResponse().setCoordinatorEpoch(Coordinator.WIRE_EPOCH);
          List<Long> forced = request.getForceFinishedTablesList();
          for (PbHeartbeatReqForTable table : request.getFailedTablesList()) {
            report(
                table,
                response.addFailedTableResp(),
                () ->
                    tiering.failed(
                        table.getTableId(), table.getCoordinatorEpoch(), table.getTieringEpoch()));
          }
          for (PbHeartbeatReqForTable table : request.getTieringTablesList()) {
            report(
                table,
                response.addTieringTableResp(),
                () ->
                    tiering.renew(
                        table.getTableId(), table.getCoordinatorEpoch(), table.getTieringEpoch()));
          }
          for (PbHeartbeatReqForTable table : request.getFinishedTablesList()) {
            report(
                table,
                response.addFinishedTableResp(),
                () ->
                    tiering.finished(
                        table.getTableId(),
                        table.getCoordinatorEpoch(),
                        table.getTieringEpoch(),
                        forced.contains(table.getTableId())));
          }
          if (request.hasRequestTable() && request.getRequestTable()) {
            tiering
                .lease()
                .ifPresent(
                    lease ->
                        Wire.write(
                            lease.path(),
                            response
                                .setTieringTable()
                                .setTableId(lease.tableId())
                                .setTieringEpoch(lease.epoch())
                                .setTablePath()));
          }
          return response;
        });
  }

  private static void report(
      PbHeartbeatReqForTable table, PbHeartbeatRespForTable out, Runnable action) {
    out.setTableId(table.getTableId());
    try {
      action.run();
    } catch (CoordinatorReplacedException e) {
      throw e;
    } catch (ApiException | IllegalStateException e) {
      out.setError(ApiError.fromThrowable(e).toErrorResponse());
    }
  }

  @Override
  public CompletableFuture<PrepareLakeTableSnapshotResponse> prepareLakeTableSnapshot(
      PrepareLakeTableSnapshotRequest request) {
    boolean ignorePrevious =
        request.hasIgnorePreviousTableOffsets() && request.getIgnorePreviousTableOffsets();
    return CompletableFuture.supplyAsync(
        () -> {
          PrepareLakeTableSnapshotResponse response = new PrepareLakeTableSnapshotResponse();
          for (PbTableOffsets table : request.getBucketOffsetsList()) {
            prepare(table, ignorePrevious, response.addPrepareLakeTableResp());
          }
          return response;
        },
        ioPool);
  }

  private void prepare(
      PbTableOffsets table, boolean ignorePrevious, PbPrepareLakeTableRespForTable out) {
    long tableId = table.getTableId();
    Map<TableBucket, Long> offsets = new LinkedHashMap<>();
    for (PbBucketOffset bucket : table.getBucketOffsetsList()) {
      if (bucket.hasLogEndOffset()) {
        offsets.put(bucket(tableId, bucket), bucket.getLogEndOffset());
      }
    }
    try {
      TablePath path = Wire.read(table.getTablePath());
      TableInfo known =
          cache()
              .table(tableId)
              .orElseThrow(
                  () ->
                      new TableNotExistException(
                          "There is no table " + path + " with the id " + tableId + "."))
              .info();
      String file = lakeCommits.prepare(known.getTablePath(), tableId, offsets, ignorePrevious);
      out.setTableId(tableId).setLakeTableOffsetsPath(file);
    } catch (RuntimeException e) {
      ApiError.fromThrowable(e).applyTo(out);
    }
  }

  @Override
  public CompletableFuture<CommitLakeTableSnapshotResponse> commitLakeTableSnapshot(
      CommitLakeTableSnapshotRequest request) {
    return CompletableFuture.supplyAsync(() -> refusals(request), ioPool)
        .thenCompose(refusals -> commit(request, refusals));
  }

  /** What the files of the snapshots forbid; by place in the request. */
  private List<ApiError> refusals(CommitLakeTableSnapshotRequest request) {
    List<ApiError> refusals = new ArrayList<>();
    for (PbLakeTableSnapshotMetadata table : request.getLakeTableSnapshotMetadataList()) {
      refusals.add(attempt(() -> check(table)));
    }
    return refusals;
  }

  private void check(PbLakeTableSnapshotMetadata table) {
    // A table that is not known is refused by the commit.
    cache()
        .table(table.getTableId())
        .ifPresent(
            known ->
                lakeCommits.check(
                    known.info().getTablePath(), table.getTableId(), snapshot(table)));
  }

  private CompletableFuture<CommitLakeTableSnapshotResponse> commit(
      CommitLakeTableSnapshotRequest request, List<ApiError> refusals) {
    return coordinator.call(
        () -> {
          Map<Long, ApiError> results = new LinkedHashMap<>();
          if (request.getLakeTableSnapshotMetadataCount() > 0) {
            for (int i = 0; i < request.getLakeTableSnapshotMetadataCount(); i++) {
              PbLakeTableSnapshotMetadata table = request.getLakeTableSnapshotMetadataAt(i);
              ApiError refusal = refusals.get(i);
              results.put(
                  table.getTableId(), refusal.isFailure() ? refusal : attempt(() -> commit(table)));
            }
          } else {
            for (PbLakeTableSnapshotInfo table : request.getTablesReqList()) {
              results.put(table.getTableId(), attempt(() -> commitOffsets(table)));
            }
          }
          announce(request, results);
          CommitLakeTableSnapshotResponse response = new CommitLakeTableSnapshotResponse();
          results.forEach(
              (id, result) -> {
                var out = response.addTableResp().setTableId(id);
                if (result.isFailure()) {
                  result.applyTo(out);
                }
              });
          return response;
        });
  }

  private static ApiError attempt(Runnable action) {
    try {
      action.run();
      return ApiError.NONE;
    } catch (CoordinatorReplacedException e) {
      throw e;
    } catch (RuntimeException e) {
      return ApiError.fromThrowable(e);
    }
  }

  private void commit(PbLakeTableSnapshotMetadata table) {
    if (table.hasTieringEpoch()) {
      tiering.ensureNotOver(table.getTableId(), table.getTieringEpoch());
    }
    lakeCommits.commit(
        table.getTableId(),
        snapshot(table),
        table.hasEarliestSnapshotIdToKeep() ? table.getEarliestSnapshotIdToKeep() : null);
  }

  private static LakeTableNode.Snapshot snapshot(PbLakeTableSnapshotMetadata table) {
    return new LakeTableNode.Snapshot(
        table.getSnapshotId(),
        table.getTieredBucketOffsetsFilePath(),
        table.hasReadableBucketOffsetsFilePath() ? table.getReadableBucketOffsetsFilePath() : null);
  }

  private void commitOffsets(PbLakeTableSnapshotInfo table) {
    Map<TableBucket, Long> offsets = new LinkedHashMap<>();
    for (PbLakeTableOffsetForBucket bucket : table.getBucketsReqList()) {
      if (bucket.hasLogEndOffset()) {
        offsets.put(bucket(table.getTableId(), bucket), bucket.getLogEndOffset());
      }
    }
    lakeCommits.commitOffsets(table.getTableId(), table.getSnapshotId(), offsets);
  }

  private static TableBucket bucket(long tableId, PbLakeTableOffsetForBucket bucket) {
    return new TableBucket(
        tableId,
        bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
        bucket.getBucketId());
  }

  private void announce(CommitLakeTableSnapshotRequest request, Map<Long, ApiError> results) {
    Map<TableBucket, LakeOffset> offsets = new LinkedHashMap<>();
    for (PbLakeTableSnapshotInfo table : request.getTablesReqList()) {
      if (results.getOrDefault(table.getTableId(), ApiError.NONE).isSuccess()) {
        for (PbLakeTableOffsetForBucket bucket : table.getBucketsReqList()) {
          offsets.put(
              bucket(table.getTableId(), bucket),
              new LakeOffset(
                  table.getSnapshotId(),
                  bucket.hasLogEndOffset() ? bucket.getLogEndOffset() : null,
                  bucket.hasMaxTimestamp() ? bucket.getMaxTimestamp() : null));
        }
      }
    }
    lakeCommits.announce(offsets);
  }

  // --- kv snapshots --------------------------------------------------------------------------

  @Override
  public CompletableFuture<CommitKvSnapshotResponse> commitKvSnapshot(
      CommitKvSnapshotRequest request) {
    return checked(
        () ->
            kvSnapshotCommits
                .commit(
                    parseSnapshot(request.getCompletedSnapshot()),
                    request.getBucketLeaderEpoch(),
                    request.getCoordinatorEpoch())
                .thenApply(done -> new CommitKvSnapshotResponse()));
  }

  private static KvSnapshotMetadata parseSnapshot(byte[] json) {
    try {
      return KvSnapshotMetadata.fromJson(json);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public CompletableFuture<AcquireKvSnapshotLeaseResponse> acquireKvSnapshotLease(
      AcquireKvSnapshotLeaseRequest request) {
    return checked(
        () -> {
          Map<TableBucket, Long> wanted = new LinkedHashMap<>();
          for (PbKvSnapshotLeaseForTable table : request.getSnapshotsToLeaseList()) {
            for (PbKvSnapshotLeaseForBucket bucket : table.getBucketSnapshotsList()) {
              wanted.put(
                  new TableBucket(
                      table.getTableId(),
                      bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
                      bucket.getBucketId()),
                  bucket.getSnapshotId());
            }
          }
          return kvSnapshotLeases
              .acquire(request.getLeaseId(), request.getLeaseDurationMs(), wanted)
              .thenApply(CoordinatorService::unavailable);
        });
  }

  private static AcquireKvSnapshotLeaseResponse unavailable(Map<TableBucket, Long> snapshots) {
    AcquireKvSnapshotLeaseResponse response = new AcquireKvSnapshotLeaseResponse();
    Map<Long, PbKvSnapshotLeaseForTable> tables = new HashMap<>();
    snapshots.forEach(
        (bucket, snapshot) -> {
          PbKvSnapshotLeaseForBucket out =
              tables
                  .computeIfAbsent(
                      bucket.getTableId(), id -> response.addUnavailableSnapshots().setTableId(id))
                  .addBucketSnapshots()
                  .setBucketId(bucket.getBucket())
                  .setSnapshotId(snapshot);
          if (bucket.getPartitionId() != null) {
            out.setPartitionId(bucket.getPartitionId());
          }
        });
    return response;
  }

  @Override
  public CompletableFuture<ReleaseKvSnapshotLeaseResponse> releaseKvSnapshotLease(
      ReleaseKvSnapshotLeaseRequest request) {
    return checked(
        () -> {
          List<TableBucket> buckets = new ArrayList<>();
          request.getBucketsToReleaseList().forEach(bucket -> buckets.add(Wire.read(bucket)));
          return kvSnapshotLeases
              .release(request.getLeaseId(), buckets)
              .thenApply(done -> new ReleaseKvSnapshotLeaseResponse());
        });
  }

  @Override
  public CompletableFuture<DropKvSnapshotLeaseResponse> dropKvSnapshotLease(
      DropKvSnapshotLeaseRequest request) {
    return checked(
        () ->
            kvSnapshotLeases
                .drop(request.getLeaseId())
                .thenApply(done -> new DropKvSnapshotLeaseResponse()));
  }

  // --- producer offsets ----------------------------------------------------------------------

  @Override
  public CompletableFuture<RegisterProducerOffsetsResponse> registerProducerOffsets(
      RegisterProducerOffsetsRequest request) {
    return checked(
        () -> {
          Map<Long, Map<TableBucket, Long>> offsets = new LinkedHashMap<>();
          for (PbProducerTableOffsets table : request.getTableOffsetsList()) {
            Map<TableBucket, Long> ofTable =
                offsets.computeIfAbsent(table.getTableId(), id -> new LinkedHashMap<>());
            for (PbBucketOffset bucket : table.getBucketOffsetsList()) {
              if (bucket.hasLogEndOffset()) {
                ofTable.put(bucket(table.getTableId(), bucket), bucket.getLogEndOffset());
              }
            }
          }
          long ttlMs =
              request.hasTtlMs()
                  ? request.getTtlMs()
                  : config()
                      .current()
                      .get(ConfigOptions.COORDINATOR_PRODUCER_OFFSETS_TTL)
                      .toMillis();
          return producerOffsets
              .register(request.getProducerId(), offsets, ttlMs)
              .thenApply(
                  created -> new RegisterProducerOffsetsResponse().setResult(created ? 0 : 1));
        });
  }

  private static TableBucket bucket(long tableId, PbBucketOffset bucket) {
    return new TableBucket(
        tableId,
        bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
        bucket.getBucketId());
  }

  @Override
  public CompletableFuture<GetProducerOffsetsResponse> getProducerOffsets(
      GetProducerOffsetsRequest request) {
    return checked(
        () -> {
          String producer = request.getProducerId();
          return producerOffsets
              .get(producer)
              .thenApply(
                  found -> {
                    GetProducerOffsetsResponse response = new GetProducerOffsetsResponse();
                    found.ifPresent(registered -> write(producer, registered, response));
                    return response;
                  });
        });
  }

  private static void write(
      String producer, ProducerOffsets.Registered registered, GetProducerOffsetsResponse out) {
    out.setProducerId(producer).setExpirationTime(registered.expirationTimeMs());
    registered
        .offsets()
        .forEach(
            (tableId, offsets) -> {
              PbProducerTableOffsets table = out.addTableOffsets().setTableId(tableId);
              offsets.forEach(
                  (bucket, offset) -> {
                    PbBucketOffset written =
                        table
                            .addBucketOffsets()
                            .setBucketId(bucket.getBucket())
                            .setLogEndOffset(offset);
                    if (bucket.getPartitionId() != null) {
                      written.setPartitionId(bucket.getPartitionId());
                    }
                  });
            });
  }

  @Override
  public CompletableFuture<DeleteProducerOffsetsResponse> deleteProducerOffsets(
      DeleteProducerOffsetsRequest request) {
    return checked(
        () ->
            producerOffsets
                .delete(request.getProducerId())
                .thenApply(done -> new DeleteProducerOffsetsResponse()));
  }

  // --- cluster -------------------------------------------------------------------------------

  @Override
  public CompletableFuture<AlterClusterConfigsResponse> alterClusterConfigs(
      AlterClusterConfigsRequest request) {
    return checked(
        () -> {
          List<AlterConfig> changes = new ArrayList<>();
          for (PbAlterConfig change : request.getAlterConfigsList()) {
            changes.add(
                new AlterConfig(
                    change.getConfigKey(),
                    change.hasConfigValue() ? change.getConfigValue() : null,
                    AlterConfigOpType.from(change.getOpType())));
          }
          return onLoop(new AlterClusterConfigsResponse(), () -> alter(changes));
        });
  }

  private void alter(List<AlterConfig> changes) {
    if (changes.isEmpty()) {
      return;
    }
    Optional<StoredNode> stored = coordinator.store().reads().get(ConfigNode.PATH);
    config()
        .alter(
            stored.map(node -> ConfigNode.decode(node.data()).configs()).orElse(Map.of()),
            changes,
            target -> persist(stored.isPresent(), target));
  }

  private void persist(boolean exists, Map<String, String> target) {
    byte[] data = new ConfigNode(target).encode();
    List<NodeOp> ops = new ArrayList<>();
    if (exists) {
      ops.add(NodeOp.set(ConfigNode.PATH, data));
    } else {
      String parent = ConfigNode.PATH.substring(0, ConfigNode.PATH.lastIndexOf('/'));
      ops.addAll(NodeTree.creation(coordinator.store().reads(), parent));
      ops.add(NodeOp.create(ConfigNode.PATH, data));
    }
    if (!coordinator.store().reads().get(ConfigNode.CHANGES_PARENT).isPresent()) {
      ops.add(NodeOp.create(ConfigNode.CHANGES_PARENT));
    }
    ops.add(NodeOp.createSequential(ConfigNode.CHANGE_PREFIX, new byte[0]));
    coordinator.store().transact(ops);
  }

  @Override
  public CompletableFuture<AddServerTagResponse> addServerTag(AddServerTagRequest request) {
    return checked(
        () -> {
          ServerTag tag = tag(request.getServerTag());
          List<Integer> ids = request.getServerIdsList();
          return onLoop(new AddServerTagResponse(), () -> addTag(ids, tag));
        });
  }

  private void addTag(List<Integer> ids, ServerTag tag) {
    Map<Integer, ServerTag> tags = new HashMap<>(coordinator.state().tags());
    for (int id : ids) {
      if (!coordinator.state().server(id).isPresent()) {
        throw new ServerNotExistException("There is no live tablet server " + id + " to tag.");
      }
      ServerTag present = tags.get(id);
      if (present != null && present != tag) {
        throw new ServerTagAlreadyExistException(
            "Tablet server " + id + " has the tag " + present + "; remove it first.");
      }
      tags.put(id, tag);
    }
    persistTags(tags);
  }

  @Override
  public CompletableFuture<RemoveServerTagResponse> removeServerTag(
      RemoveServerTagRequest request) {
    return checked(
        () -> {
          ServerTag tag = tag(request.getServerTag());
          List<Integer> ids = request.getServerIdsList();
          return onLoop(new RemoveServerTagResponse(), () -> removeTag(ids, tag));
        });
  }

  private void removeTag(List<Integer> ids, ServerTag tag) {
    Map<Integer, ServerTag> tags = new HashMap<>(coordinator.state().tags());
    for (int id : ids) {
      ServerTag present = tags.get(id);
      if (present != null && present != tag) {
        throw new ServerTagNotExistException(
            "Tablet server " + id + " has the tag " + present + ", not " + tag + ".");
      }
      tags.remove(id);
    }
    persistTags(tags);
  }

  private void persistTags(Map<Integer, ServerTag> tags) {
    Map<Integer, ServerTag> before = coordinator.state().tags();
    if (tags.equals(before)) {
      return;
    }
    byte[] data = new ServerTagsNode(tags).encode();
    if (tags.isEmpty()) {
      coordinator.store().transact(List.of(NodeOp.delete(ServerTagsNode.PATH)));
    } else if (before.isEmpty()) {
      coordinator.store().transact(List.of(NodeOp.create(ServerTagsNode.PATH, data)));
    } else {
      coordinator.store().transact(List.of(NodeOp.set(ServerTagsNode.PATH, data)));
    }
    before.clear();
    before.putAll(tags);
    coordinator.publishAssignable();
  }

  private static ServerTag tag(int code) {
    for (ServerTag tag : ServerTag.values()) {
      if (tag.value == code) {
        return tag;
      }
    }
    throw new IllegalArgumentException("There is no server tag with the code " + code + ".");
  }

  @Override
  public CompletableFuture<CreateAclsResponse> createAcls(CreateAclsRequest request) {
    return CompletableFuture.failedFuture(noAuthorizer());
  }

  @Override
  public CompletableFuture<DropAclsResponse> dropAcls(DropAclsRequest request) {
    return CompletableFuture.failedFuture(noAuthorizer());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.DatabaseNotExistException;
import org.apache.fluss.exception.InvalidPartitionException;
import org.apache.fluss.exception.KvSnapshotNotExistException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.exception.NonPrimaryKeyTableException;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.exception.SchemaNotExistException;
import org.apache.fluss.exception.SecurityDisabledException;
import org.apache.fluss.exception.SecurityTokenException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.exception.TableNotPartitionedException;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.metadata.DatabaseInfo;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.gateway.AdminReadOnlyGateway;
import org.apache.fluss.rpc.messages.DatabaseExistsRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsResponse;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsRequest;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsResponse;
import org.apache.fluss.rpc.messages.GetDatabaseInfoRequest;
import org.apache.fluss.rpc.messages.GetDatabaseInfoResponse;
import org.apache.fluss.rpc.messages.GetFileSystemSecurityTokenRequest;
import org.apache.fluss.rpc.messages.GetFileSystemSecurityTokenResponse;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataRequest;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataResponse;
import org.apache.fluss.rpc.messages.GetLakeSnapshotRequest;
import org.apache.fluss.rpc.messages.GetLakeSnapshotResponse;
import org.apache.fluss.rpc.messages.GetLatestKvSnapshotsRequest;
import org.apache.fluss.rpc.messages.GetLatestKvSnapshotsResponse;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.GetTableInfoResponse;
import org.apache.fluss.rpc.messages.GetTableSchemaRequest;
import org.apache.fluss.rpc.messages.GetTableSchemaResponse;
import org.apache.fluss.rpc.messages.ListAclsRequest;
import org.apache.fluss.rpc.messages.ListAclsResponse;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.ListDatabasesResponse;
import org.apache.fluss.rpc.messages.ListPartitionInfosRequest;
import org.apache.fluss.rpc.messages.ListPartitionInfosResponse;
import org.apache.fluss.rpc.messages.ListTablesRequest;
import org.apache.fluss.rpc.messages.ListTablesResponse;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.PbDescribeConfig;
import org.apache.fluss.rpc.messages.PbKvSnapshot;
import org.apache.fluss.rpc.messages.PbLakeSnapshotForBucket;
import org.apache.fluss.rpc.messages.PbPhysicalTablePath;
import org.apache.fluss.rpc.messages.PbServerNode;
import org.apache.fluss.rpc.messages.PbTablePath;
import org.apache.fluss.rpc.messages.TableExistsRequest;
import org.apache.fluss.rpc.messages.TableExistsResponse;
import org.apache.fluss.rpc.netty.server.Session;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.kv.snapshot.KvSnapshotMetadata;
import org.apache.fluss.server.kv.snapshot.KvSnapshotReader;
import org.apache.fluss.server.zk.KvSnapshotNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.PartitionNode;
import org.apache.fluss.utils.clock.Clock;

/**
 * The calls about metadata that coordinator and tablet server answer alike: from the cache where
 * the coordinator keeps it current, else from the metadata store, on threads of their own.
 * Thread-safe.
 */
public class MetadataService implements AdminReadOnlyGateway {
  private static final long TOKEN_CACHE_MS = 60_000;
  private static final Comparator<TableBucket> BY_ID =
      Comparator.comparing(
              TableBucket::getPartitionId, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(TableBucket::getBucket);

  private final MetadataCache cache;
  private final MetadataReader reader;
  private final MetadataStore store;
  private final LakeSnapshotReader lakeSnapshots;
  private final KvSnapshotReader kvSnapshots;
  private final DynamicConfig config;
  private final Executor storeCalls;
  private final Clock clock;
  private final AtomicReference<CachedToken> token = new AtomicReference<>();

  /**
   * @param storeCalls runs what may have to wait for the metadata store or remote storage; bounded
   *     in threads
   */
  public MetadataService(
      MetadataStore store,
      MetadataCache cache,
      DynamicConfig config,
      Executor storeCalls,
      Clock clock) {
    this.store = store;
    this.storeCalls = storeCalls;
    this.cache = cache;
    this.reader = new MetadataReader(store);
    this.lakeSnapshots = new LakeSnapshotReader(store);
    this.kvSnapshots = new KvSnapshotReader(store);
    this.config = config;
    this.clock = clock;
  }

  private static final class CachedToken {
    private final ObtainedSecurityToken value;
    private final long obtainedMs;

    CachedToken(ObtainedSecurityToken value, long obtainedMs) {
      this.value = value;
      this.obtainedMs = obtainedMs;
    }
  }

  /** Answers at once; what is thrown becomes the failure of the future. */
  protected static <T> CompletableFuture<T> answer(Supplier<T> action) {
    try {
      return CompletableFuture.completedFuture(action.get());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Answers from another thread, since the action may wait for the metadata store. */
  protected final <T> CompletableFuture<T> answerLater(Supplier<T> action) {
    try {
      return CompletableFuture.supplyAsync(action, storeCalls);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          new NetworkException("The server is stopping; ask another one.", e));
    }
  }

  protected MetadataReader reader() {
    return reader;
  }

  protected MetadataCache cache() {
    return cache;
  }

  protected DynamicConfig config() {
    return config;
  }

  protected LakeSnapshotReader lakeSnapshots() {
    return lakeSnapshots;
  }

  /**
   * @throws TableNotExistException when there is no such table
   */
  protected TableInfo existingTable(TablePath path) {
    return reader.table(path).orElseThrow(() -> noTable(path));
  }

  protected static TableNotExistException noTable(TablePath path) {
    return new TableNotExistException("There is no table " + path + ".");
  }

  protected static DatabaseNotExistException noDatabase(String name) {
    return new DatabaseNotExistException("There is no database " + name + ".");
  }

  // --- databases and tables ------------------------------------------------------------------

  @Override
  public CompletableFuture<ListDatabasesResponse> listDatabases(ListDatabasesRequest request) {
    return answerLater(
        () -> {
          ListDatabasesResponse response = new ListDatabasesResponse();
          if (request.hasIncludeSummary() && request.getIncludeSummary()) {
            reader
                .databaseSummaries()
                .forEach(
                    summary ->
                        response
                            .addDatabaseSummary()
                            .setDatabaseName(summary.getDatabaseName())
                            .setCreatedTime(summary.getCreatedTime())
                            .setTableCount(summary.getTableCount()));
          } else {
            response.addAllDatabaseName(reader.databases());
          }
          return response;
        });
  }

  @Override
  public CompletableFuture<DatabaseExistsResponse> databaseExists(DatabaseExistsRequest request) {
    return answerLater(
        () ->
            new DatabaseExistsResponse()
                .setExists(reader.databaseExists(request.getDatabaseName())));
  }

  @Override
  public CompletableFuture<GetDatabaseInfoResponse> getDatabaseInfo(
      GetDatabaseInfoRequest request) {
    return answerLater(
        () -> {
          String name = request.getDatabaseName();
          DatabaseInfo info = reader.database(name).orElseThrow(() -> noDatabase(name));
          return new GetDatabaseInfoResponse()
              .setDatabaseJson(info.getDatabaseDescriptor().toJsonBytes())
              .setCreatedTime(info.getCreatedTime())
              .setModifiedTime(info.getModifiedTime());
        });
  }

  @Override
  public CompletableFuture<ListTablesResponse> listTables(ListTablesRequest request) {
    return answerLater(
        () -> {
          String database = request.getDatabaseName();
          if (!reader.databaseExists(database)) {
            throw noDatabase(database);
          }
          ListTablesResponse response = new ListTablesResponse();
          response.addAllTableName(reader.tables(database));
          return response;
        });
  }

  @Override
  public CompletableFuture<TableExistsResponse> tableExists(TableExistsRequest request) {
    return answerLater(
        () ->
            new TableExistsResponse()
                .setExists(reader.tableExists(Wire.read(request.getTablePath()))));
  }

  @Override
  public CompletableFuture<GetTableInfoResponse> getTableInfo(GetTableInfoRequest request) {
    return answerLater(
        () -> {
          TableInfo info = existingTable(Wire.read(request.getTablePath()));
          return new GetTableInfoResponse()
              .setTableId(info.getTableId())
              .setSchemaId(info.getSchemaId())
              .setTableJson(LakeTableOptions.of(config.current()).describe(info).toJsonBytes())
              .setCreatedTime(info.getCreatedTime())
              .setModifiedTime(info.getModifiedTime());
        });
  }

  @Override
  public CompletableFuture<GetTableSchemaResponse> getTableSchema(GetTableSchemaRequest request) {
    return answerLater(
        () -> {
          TablePath path = Wire.read(request.getTablePath());
          SchemaInfo schema =
              (request.hasSchemaId()
                      ? reader.schema(path, request.getSchemaId())
                      : reader.latestSchema(path))
                  .orElseThrow(
                      () ->
                          new SchemaNotExistException(
                              request.hasSchemaId()
                                  ? "Table "
                                      + path
                                      + " has no schema with the id "
                                      + request.getSchemaId()
                                      + "."
                                  : "There is no table " + path + ", so it has no schema."));
          return new GetTableSchemaResponse()
              .setSchemaId(schema.getSchemaId())
              .setSchemaJson(schema.getSchema().toJsonBytes());
        });
  }

  @Override
  public CompletableFuture<ListPartitionInfosResponse> listPartitionInfos(
      ListPartitionInfosRequest request) {
    return answerLater(
        () -> {
          TablePath path = Wire.read(request.getTablePath());
          List<String> keys =
              reader.tableNode(path).orElseThrow(() -> noTable(path)).partitionKeys();
          if (keys.isEmpty()) {
            throw new TableNotPartitionedException("Table " + path + " is not partitioned.");
          }
          Map<String, String> wanted =
              request.hasPartialPartitionSpec()
                  ? Wire.read(request.getPartialPartitionSpec()).getSpecMap()
                  : Map.of();
          for (String key : wanted.keySet()) {
            if (!keys.contains(key)) {
              throw new InvalidPartitionException(
                  "'" + key + "' is no partition key of table " + path + ", which has " + keys);
            }
          }
          ListPartitionInfosResponse response = new ListPartitionInfosResponse();
          reader
              .partitions(path)
              .forEach(
                  (name, node) -> {
                    ResolvedPartitionSpec spec =
                        ResolvedPartitionSpec.fromPartitionName(keys, name);
                    if (matches(spec, wanted)) {
                      Wire.write(
                          spec,
                          response
                              .addPartitionsInfo()
                              .setPartitionId(node.partitionId())
                              .setPartitionSpec());
                    }
                  });
          return response;
        });
  }

  private static boolean matches(ResolvedPartitionSpec spec, Map<String, String> wanted) {
    for (int i = 0; i < spec.getPartitionKeys().size(); i++) {
      String value = wanted.get(spec.getPartitionKeys().get(i));
      if (value != null && !value.equals(spec.getPartitionValues().get(i))) {
        return false;
      }
    }
    return true;
  }

  // --- where things are ----------------------------------------------------------------------

  @Override
  public CompletableFuture<MetadataResponse> metadata(MetadataRequest request) {
    String listener = Session.current().listenerName();
    return answerLater(() -> metadata(request, listener));
  }

  private MetadataResponse metadata(MetadataRequest request, String listener) {
    MetadataResponse response = new MetadataResponse();
    cache
        .coordinator()
        .flatMap(server -> server.node(listener))
        .ifPresent(node -> write(node, response.setCoordinatorServer()));
    for (ServerInfo server : cache.tabletServers().values()) {
      server.node(listener).ifPresent(node -> write(node, response.addTabletServers()));
    }
    List<TablePath> tables = new ArrayList<>();
    LakeTableOptions lake = LakeTableOptions.of(config.current());
    for (PbTablePath wanted : request.getTablePathList()) {
      TablePath path = Wire.read(wanted);
      tables.add(path);
      TableMetadata table =
          cache.table(path).or(() -> reader.tableMetadata(path)).orElseThrow(() -> noTable(path));
      MetadataUpdate.write(lake.describe(table), response.addTableMetadata());
    }
    for (PbPhysicalTablePath wanted : request.getPartitionsPathList()) {
      MetadataUpdate.write(partition(Wire.read(wanted)), response.addPartitionMetadata());
    }
    for (long id : request.getPartitionsIdArray()) {
      MetadataUpdate.write(partition(id, tables), response.addPartitionMetadata());
    }
    return response;
  }

  private PartitionMetadata partition(PhysicalTablePath path) {
    if (path.getPartitionName() == null) {
      throw new InvalidPartitionException(
          "The request names no partition of table " + path.getTablePath() + ".");
    }
    return cache
        .partition(path)
        .or(() -> reader.partitionMetadata(path.getTablePath(), path.getPartitionName()))
        .orElseThrow(() -> new PartitionNotExistException("There is no partition " + path + "."));
  }

  private PartitionMetadata partition(long id, List<TablePath> tables) {
    PartitionMetadata known = cache.partition(id).orElse(null);
    if (known != null) {
      return known;
    }
    for (TablePath table : tables) {
      for (Map.Entry<String, PartitionNode> entry : reader.partitions(table).entrySet()) {
        if (entry.getValue().partitionId() == id) {
          return reader.partitionMetadata(entry.getKey(), entry.getValue());
        }
      }
    }
    throw new PartitionNotExistException(
        "There is no partition with the id " + id + " in the tables " + tables + ".");
  }

  private static void write(ServerNode node, PbServerNode out) {
    out.setNodeId(node.id()).setHost(node.host()).setPort(node.port());
    if (node.rack() != null) {
      out.setRack(node.rack());
    }
  }

  // --- lake and snapshots --------------------------------------------------------------------

  @Override
  public CompletableFuture<GetLakeSnapshotResponse> getLakeSnapshot(
      GetLakeSnapshotRequest request) {
    return answerLater(
        () -> {
          boolean readable = request.hasReadable() && request.getReadable();
          if (readable && request.hasSnapshotId()) {
            throw new IllegalArgumentException(
                "Ask for a lake snapshot by its id or for the readable one, not for both.");
          }
          TablePath path = Wire.read(request.getTablePath());
          long tableId = reader.tableNode(path).orElseThrow(() -> noTable(path)).tableId();
          LakeSnapshotReader.LakeSnapshot snapshot =
              readable
                  ? lakeSnapshots.readableSnapshot(path, tableId)
                  : lakeSnapshots.snapshot(
                      path, tableId, request.hasSnapshotId() ? request.getSnapshotId() : null);
          GetLakeSnapshotResponse response =
              new GetLakeSnapshotResponse().setTableId(tableId).setSnapshotId(snapshot.id());
          snapshot.endOffsets().entrySet().stream()
              .sorted(Map.Entry.comparingByKey(BY_ID))
              .forEach(entry -> write(entry.getKey(), entry.getValue(), response));
          return response;
        });
  }

  private static void write(TableBucket bucket, long offset, GetLakeSnapshotResponse response) {
    PbLakeSnapshotForBucket out =
        response.addBucketSnapshots().setBucketId(bucket.getBucket()).setLogOffset(offset);
    if (bucket.getPartitionId() != null) {
      out.setPartitionId(bucket.getPartitionId());
    }
  }

  @Override
  public CompletableFuture<GetLatestKvSnapshotsResponse> getLatestKvSnapshots(
      GetLatestKvSnapshotsRequest request) {
    return answerLater(
        () -> {
          TablePath path = Wire.read(request.getTablePath());
          TableInfo table = existingTable(path);
          if (!table.hasPrimaryKey()) {
            throw new NonPrimaryKeyTableException(
                "Table " + path + " has no primary key, so there are no kv snapshots of it.");
          }
          Long partitionId =
              partitionId(table, request.hasPartitionName() ? request.getPartitionName() : null);
          GetLatestKvSnapshotsResponse response =
              new GetLatestKvSnapshotsResponse().setTableId(table.getTableId());
          if (partitionId != null) {
            response.setPartitionId(partitionId);
          }
          for (int i = 0; i < table.getNumBuckets(); i++) {
            latestKvSnapshot(
                new TableBucket(table.getTableId(), partitionId, i),
                response.addLatestSnapshots().setBucketId(i));
          }
          return response;
        });
  }

  private Long partitionId(TableInfo table, String partitionName) {
    TablePath path = table.getTablePath();
    if (!table.isPartitioned()) {
      if (partitionName != null) {
        throw new TableNotPartitionedException("Table " + path + " is not partitioned.");
      }
      return null;
    }
    if (partitionName == null) {
      throw new PartitionNotExistException(
          "Table " + path + " is partitioned; name one of its partitions.");
    }
    return reader
        .partition(path, partitionName)
        .orElseThrow(
            () ->
                new PartitionNotExistException(
                    "Table " + path + " has no partition " + partitionName + "."))
        .partitionId();
  }

  private void latestKvSnapshot(TableBucket bucket, PbKvSnapshot out) {
    OptionalLong latest = kvSnapshots.latestId(bucket);
    if (latest.isPresent()) {
      kvSnapshots
          .node(bucket, latest.getAsLong())
          .ifPresent(node -> out.setSnapshotId(node.snapshotId()).setLogOffset(node.logOffset()));
    }
  }

  @Override
  public CompletableFuture<GetKvSnapshotMetadataResponse> getKvSnapshotMetadata(
      GetKvSnapshotMetadataRequest request) {
    return answerLater(
        () -> {
          TableBucket bucket =
              new TableBucket(
                  request.getTableId(),
                  request.hasPartitionId() ? Long.valueOf(request.getPartitionId()) : null,
                  request.getBucketId());
          KvSnapshotMetadata snapshot = kvSnapshot(bucket, request.getSnapshotId());
          GetKvSnapshotMetadataResponse response =
              new GetKvSnapshotMetadataResponse().setLogOffset(snapshot.logOffset());
          snapshot
              .files()
              .forEach(
                  file ->
                      response
                          .addSnapshotFiles()
                          .setRemotePath(file.remotePath())
                          .setLocalFileName(file.localName()));
          return response;
        });
  }

  private KvSnapshotMetadata kvSnapshot(TableBucket bucket, long snapshotId) {
    KvSnapshotNode node =
        kvSnapshots
            .node(bucket, snapshotId)
            .orElseThrow(
                () ->
                    new KvSnapshotNotExistException(
                        "There is no kv snapshot " + snapshotId + " of " + bucket + "."));
    try {
      return KvSnapshotReader.read(node);
    } catch (IOException e) {
      throw new KvSnapshotNotExistException(
          "What kv snapshot "
              + snapshotId
              + " of "
              + bucket
              + " consists of cannot be read from "
              + node.metadataPath()
              + ": "
              + e.getMessage());
    }
  }

  // --- configuration and rights --------------------------------------------------------------

  @Override
  public CompletableFuture<DescribeClusterConfigsResponse> describeClusterConfigs(
      DescribeClusterConfigsRequest request) {
    return answer(
        () -> {
          DescribeClusterConfigsResponse response = new DescribeClusterConfigsResponse();
          config
              .describe()
              .forEach(
                  entry -> {
                    PbDescribeConfig out =
                        response
                            .addConfigs()
                            .setConfigKey(entry.key())
                            .setConfigSource(entry.source().name());
                    if (entry.value() != null) {
                      out.setConfigValue(entry.value());
                    }
                  });
          return response;
        });
  }

  @Override
  public CompletableFuture<ListAclsResponse> listAcls(ListAclsRequest request) {
    return CompletableFuture.failedFuture(noAuthorizer());
  }

  protected static SecurityDisabledException noAuthorizer() {
    return new SecurityDisabledException(
        "No authorizer runs in this cluster, so there are no access rights to list or change.");
  }

  @Override
  public CompletableFuture<GetFileSystemSecurityTokenResponse> getFileSystemSecurityToken(
      GetFileSystemSecurityTokenRequest request) {
    return answerLater(
        () -> {
          ObtainedSecurityToken obtained = obtainToken();
          GetFileSystemSecurityTokenResponse response =
              new GetFileSystemSecurityTokenResponse()
                  .setSchema(obtained.getScheme())
                  .setToken(obtained.getToken());
          obtained.getValidUntil().ifPresent(response::setExpirationTime);
          obtained
              .getAdditionInfos()
              .forEach((key, value) -> response.addAdditionInfo().setKey(key).setValue(value));
          return response;
        });
  }

  private ObtainedSecurityToken obtainToken() {
    CachedToken cached = token.get();
    long now = clock.milliseconds();
    if (cached != null && now - cached.obtainedMs < TOKEN_CACHE_MS) {
      return cached.value;
    }
    Configuration conf = config.current();
    String root = Objects.requireNonNull(conf.getString(ConfigOptions.REMOTE_DATA_DIR));
    try {
      ObtainedSecurityToken obtained = new FsPath(root).getFileSystem().obtainSecurityToken();
      token.set(new CachedToken(obtained, now));
      return obtained;
    } catch (Exception e) {
      throw new SecurityTokenException(
          "No access token for the remote storage " + root + ": " + e.getMessage(), e);
    }
  }
}

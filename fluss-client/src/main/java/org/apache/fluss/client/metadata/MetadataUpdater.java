// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metadata;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.cluster.BucketLocation;
import org.apache.fluss.cluster.Cluster;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.BootstrapServers;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.exception.RetriableException;
import org.apache.fluss.exception.StaleMetadataException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.exception.TimeoutException;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePartition;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.GatewayClientProxy;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.PbBucketMetadata;
import org.apache.fluss.rpc.messages.PbPartitionMetadata;
import org.apache.fluss.rpc.messages.PbServerNode;
import org.apache.fluss.rpc.messages.PbTableMetadata;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client knows of its cluster, fetched on demand. The knowledge is an immutable {@link
 * Cluster}, replaced as a whole. Thread-safe; methods that do not return a future may block for the
 * cluster's answer and must not be called by network threads.
 */
public class MetadataUpdater {
  private static final Logger LOG = LoggerFactory.getLogger(MetadataUpdater.class);

  private static final long ANSWER_TIMEOUT_SECONDS = 30;
  private static final int BOOTSTRAP_ROUNDS = 4;
  private static final long BOOTSTRAP_BACKOFF_MS = 100;
  private static final int LEADER_RETRIES = 3;
  private static final long LEADER_BACKOFF_MS = 50;

  /** Everything known now. */
  protected volatile Cluster cluster;

  private final RpcClient rpcClient;
  private final Configuration conf;
  private final Set<Integer> unavailable = ConcurrentHashMap.newKeySet();
  private final Map<Integer, TabletServerGateway> gateways = new ConcurrentHashMap<>();

  /**
   * Asks the bootstrap servers for the cluster; blocks.
   *
   * @throws IllegalStateException if none of them answers
   */
  public MetadataUpdater(Configuration conf, RpcClient rpcClient) {
    this(rpcClient, conf, Cluster.empty());
    List<InetSocketAddress> addresses = BootstrapServers.resolve(conf);
    Throwable failure = null;
    for (int round = 0; round < BOOTSTRAP_ROUNDS; round++) {
      if (round > 0) {
        pause(BOOTSTRAP_BACKOFF_MS << (round - 1));
      }
      try {
        cluster = bootstrap(addresses, 0).get();
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure = e;
        break;
      } catch (ExecutionException e) {
        failure = Errors.unwrap(e);
        if (!(failure instanceof RetriableException)) {
          break;
        }
      }
    }
    throw new IllegalStateException(
        "None of the bootstrap servers " + addresses + " gave the cluster's metadata: " + failure,
        failure);
  }

  /** Starts with a known cluster. */
  public MetadataUpdater(RpcClient rpcClient, Configuration conf, Cluster cluster) {
    this.rpcClient = rpcClient;
    this.conf = conf;
    this.cluster = cluster;
  }

  private static void pause(long millis) {
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
        .join();
  }

  /** Asks the addresses one after the other; the first good answer counts. */
  private CompletableFuture<Cluster> bootstrap(List<InetSocketAddress> addresses, int index) {
    InetSocketAddress address = addresses.get(index);
    // ids of their own, so that the connections differ
    ServerNode node =
        new ServerNode(-1 - index, address.getHostString(), address.getPort(), ServerType.UNKNOWN);
    return rpcClient
        .sendRequest(node, ApiKeys.GET_METADATA, new MetadataRequest())
        .thenApply(
            answer -> {
              Cluster found = merge(Cluster.empty(), (MetadataResponse) answer);
              if (found.getAliveTabletServerList().isEmpty()) {
                throw new StaleMetadataException(
                    "Server " + address + " knows no living tablet server yet.");
              }
              return found;
            })
        .handle(
            (found, failure) -> {
              rpcClient.disconnect(node.uid());
              if (failure == null) {
                return CompletableFuture.completedFuture(found);
              }
              LOG.debug("Bootstrap server {} failed.", address, failure);
              return index + 1 < addresses.size()
                  ? bootstrap(addresses, index + 1)
                  : CompletableFuture.<Cluster>failedFuture(Errors.unwrap(failure));
            })
        .thenCompose(result -> result);
  }

  // ---- what is known

  public Cluster getCluster() {
    return cluster;
  }

  /** Null if unknown. */
  public ServerNode getCoordinatorServer() {
    return cluster.getCoordinatorServer();
  }

  /** A living tablet server, one that answered lately if there is one; null if none is known. */
  public ServerNode getRandomTabletServer() {
    List<ServerNode> servers = cluster.getAliveTabletServerList();
    List<ServerNode> good = new ArrayList<>(servers);
    good.removeIf(server -> unavailable.contains(server.id()));
    List<ServerNode> choice = good.isEmpty() ? servers : good;
    return choice.isEmpty() ? null : choice.get(ThreadLocalRandom.current().nextInt(choice.size()));
  }

  public Optional<Long> getPartitionId(PhysicalTablePath physicalTablePath) {
    return cluster.getPartitionId(physicalTablePath);
  }

  /**
   * @throws PartitionNotExistException if the partition is unknown
   */
  public Long getPartitionIdOrElseThrow(PhysicalTablePath physicalTablePath) {
    return cluster.getPartitionIdOrElseThrow(physicalTablePath);
  }

  public Optional<BucketLocation> getBucketLocation(TableBucket tableBucket) {
    return cluster.getBucketLocation(tableBucket);
  }

  /** The known paths of tables and partitions of these ids. */
  public Set<PhysicalTablePath> getPhysicalTablePathByIds(
      Collection<Long> tableIds, Collection<TablePartition> tablePartitions) {
    Cluster known = cluster;
    Set<PhysicalTablePath> paths = new HashSet<>();
    for (long tableId : tableIds) {
      known.getTablePath(tableId).ifPresent(path -> paths.add(PhysicalTablePath.of(path)));
    }
    for (TablePartition partition : tablePartitions) {
      known
          .getTablePath(partition.getTableId())
          .ifPresent(
              path ->
                  known
                      .getPartitionName(partition.getPartitionId())
                      .ifPresent(name -> paths.add(PhysicalTablePath.of(path, name))));
    }
    return paths;
  }

  /** A gateway to the coordinator that is known at each call. */
  public CoordinatorGateway newCoordinatorServerClient() {
    return GatewayClientProxy.createGatewayProxy(
        this::getCoordinatorServer, rpcClient, CoordinatorGateway.class);
  }

  /** A gateway to another living tablet server at each call. */
  public TabletServerGateway newRandomTabletServerClient() {
    return GatewayClientProxy.createGatewayProxy(
        this::getRandomTabletServer, rpcClient, TabletServerGateway.class);
  }

  /** A gateway to this tablet server; its calls fail while the server is not known to live. */
  public TabletServerGateway newTabletServerClientForNode(int serverId) {
    return gateways.computeIfAbsent(
        serverId,
        id ->
            GatewayClientProxy.createGatewayProxy(
                () -> cluster.getTabletServer(id), rpcClient, TabletServerGateway.class));
  }

  // ---- asking

  /** Forgets where the buckets of these tables and partitions are. */
  public void invalidPhysicalTableBucketMeta(Set<PhysicalTablePath> physicalTables) {
    if (physicalTables.isEmpty()) {
      return;
    }
    synchronized (this) {
      cluster = cluster.invalidPhysicalTableBucketMeta(physicalTables);
    }
  }

  /** Forgets a partition that turned out not to exist. */
  public synchronized void forgetPartition(PhysicalTablePath partition) {
    Map<PhysicalTablePath, Long> partitionIds = new HashMap<>(cluster.getPartitionIdByPath());
    Map<PhysicalTablePath, List<BucketLocation>> locations =
        new HashMap<>(cluster.getBucketLocationsByPath());
    if (partitionIds.remove(partition) != null | locations.remove(partition) != null) {
      cluster =
          new Cluster(
              cluster.getAliveTabletServers(),
              cluster.getCoordinatorServer(),
              locations,
              cluster.getTableIdByPath(),
              partitionIds);
    }
  }

  /**
   * Fetches metadata without blocking.
   *
   * @return done when {@link #getCluster()} holds the answer; fails with {@link
   *     TableNotExistException} or {@link PartitionNotExistException} if one of them does not
   *     exist, with a {@link RetriableException} if no server answered
   */
  public CompletableFuture<Void> refresh(
      Collection<TablePath> tables,
      Collection<PhysicalTablePath> partitions,
      Collection<Long> partitionIds) {
    MetadataRequest request = new MetadataRequest();
    tables.forEach(
        path ->
            request
                .addTablePath()
                .setDatabaseName(path.getDatabaseName())
                .setTableName(path.getTableName()));
    partitions.forEach(
        path ->
            request
                .addPartitionsPath()
                .setDatabaseName(path.getDatabaseName())
                .setTableName(path.getTableName())
                .setPartitionName(path.getPartitionName()));
    partitionIds.forEach(request::addPartitionsId);
    return server()
        .thenCompose(
            server ->
                rpcClient
                    .sendRequest(server, ApiKeys.GET_METADATA, request)
                    .handle(
                        (answer, failure) -> {
                          if (failure != null) {
                            throw failed(server, tables, Errors.unwrap(failure));
                          }
                          MetadataResponse response = (MetadataResponse) answer;
                          synchronized (this) {
                            cluster = merge(cluster, response);
                          }
                          unavailable.removeAll(cluster.getAliveTabletServers().keySet());
                          return null;
                        }));
  }

  /** A tablet server that may answer, from the bootstrap servers if none is left. */
  private CompletableFuture<ServerNode> server() {
    ServerNode server = getRandomTabletServer();
    if (server != null && !unavailable.contains(server.id())) {
      return CompletableFuture.completedFuture(server);
    }
    return bootstrap(BootstrapServers.resolve(conf), 0)
        .thenApply(
            found -> {
              synchronized (this) {
                cluster = withServersOf(cluster, found);
              }
              unavailable.clear();
              return getRandomTabletServer();
            });
  }

  private RuntimeException failed(
      ServerNode server, Collection<TablePath> tables, Throwable failure) {
    if (failure instanceof NetworkException || failure instanceof TimeoutException) {
      unavailable.add(server.id());
    }
    // a released server wraps what it did not find
    if (failure instanceof UnknownServerException
        && (failure.getMessage().contains("TableNotExistException")
            || failure.getMessage().contains("Failed to get tables"))) {
      return new TableNotExistException("At least one of the tables " + tables + " is missing.");
    }
    return failure instanceof RuntimeException
        ? (RuntimeException) failure
        : new FlussRuntimeException(failure);
  }

  private static Cluster withServersOf(Cluster known, Cluster servers) {
    return new Cluster(
        servers.getAliveTabletServers(),
        servers.getCoordinatorServer() == null
            ? known.getCoordinatorServer()
            : servers.getCoordinatorServer(),
        known.getBucketLocationsByPath(),
        known.getTableIdByPath(),
        known.getPartitionIdByPath());
  }

  private static Cluster merge(Cluster known, MetadataResponse answer) {
    Map<Integer, ServerNode> servers = new HashMap<>();
    for (PbServerNode server : answer.getTabletServersList()) {
      servers.put(server.getNodeId(), node(server, ServerType.TABLET_SERVER));
    }
    ServerNode coordinator =
        answer.hasCoordinatorServer()
            ? node(answer.getCoordinatorServer(), ServerType.COORDINATOR)
            : known.getCoordinatorServer();
    Map<TablePath, Long> tableIds = new HashMap<>(known.getTableIdByPath());
    Map<PhysicalTablePath, Long> partitionIds = new HashMap<>(known.getPartitionIdByPath());
    Map<PhysicalTablePath, List<BucketLocation>> locations =
        new HashMap<>(known.getBucketLocationsByPath());
    Map<Long, TablePath> paths = new HashMap<>();
    for (PbTableMetadata table : answer.getTableMetadataList()) {
      TablePath path =
          TablePath.of(table.getTablePath().getDatabaseName(), table.getTablePath().getTableName());
      paths.put(table.getTableId(), path);
      Long oldId = tableIds.put(path, table.getTableId());
      if (oldId != null && oldId != table.getTableId()) {
        // another table of that name: nothing of the old one is true any more
        partitionIds.keySet().removeIf(partition -> partition.getTablePath().equals(path));
        locations.keySet().removeIf(physical -> physical.getTablePath().equals(path));
      }
      PhysicalTablePath physical = PhysicalTablePath.of(path);
      locations.put(
          physical,
          locations(physical, table.getTableId(), null, table.getBucketMetadataList(), servers));
    }
    for (PbPartitionMetadata partition : answer.getPartitionMetadataList()) {
      TablePath path = paths.get(partition.getTableId());
      if (path == null) {
        path = known.getTablePath(partition.getTableId()).orElse(null);
      }
      if (path == null) {
        continue;
      }
      PhysicalTablePath physical = PhysicalTablePath.of(path, partition.getPartitionName());
      partitionIds.put(physical, partition.getPartitionId());
      locations.put(
          physical,
          locations(
              physical,
              partition.getTableId(),
              partition.getPartitionId(),
              partition.getBucketMetadataList(),
              servers));
    }
    return new Cluster(servers, coordinator, locations, tableIds, partitionIds);
  }

  private static ServerNode node(PbServerNode server, ServerType type) {
    return new ServerNode(
        server.getNodeId(),
        server.getHost(),
        server.getPort(),
        type,
        server.hasRack() ? server.getRack() : null);
  }

  private static List<BucketLocation> locations(
      PhysicalTablePath path,
      long tableId,
      Long partitionId,
      List<PbBucketMetadata> buckets,
      Map<Integer, ServerNode> servers) {
    List<BucketLocation> locations = new ArrayList<>();
    for (PbBucketMetadata bucket : buckets) {
      // a leader that does not live is none
      Integer leader =
          bucket.hasLeaderId() && servers.containsKey(bucket.getLeaderId())
              ? bucket.getLeaderId()
              : null;
      locations.add(
          new BucketLocation(
              path,
              new TableBucket(tableId, partitionId, bucket.getBucketId()),
              leader,
              bucket.getReplicaIdArray()));
    }
    return locations;
  }

  // ---- asking, and waiting for the answer

  /**
   * Fetches metadata. A cluster that does not answer is no error here: what is known stays as it
   * was.
   *
   * @throws PartitionNotExistException if one of the partitions does not exist
   * @throws FlussRuntimeException if the answer is an error; the cause tells which
   */
  public void updateMetadata(
      Set<TablePath> tablePaths,
      Collection<PhysicalTablePath> tablePartitionNames,
      Collection<Long> tablePartitionIds)
      throws PartitionNotExistException {
    Collection<TablePath> tables = tablePaths == null ? Collections.emptySet() : tablePaths;
    Collection<PhysicalTablePath> names =
        tablePartitionNames == null ? Collections.emptySet() : tablePartitionNames;
    Collection<Long> ids = tablePartitionIds == null ? Collections.emptySet() : tablePartitionIds;
    try {
      refresh(tables, names, ids).get(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlussRuntimeException("Interrupted while waiting for metadata.", e);
    } catch (java.util.concurrent.TimeoutException e) {
      LOG.warn("No metadata of {} {} within {} s.", tables, names, ANSWER_TIMEOUT_SECONDS);
    } catch (ExecutionException e) {
      Throwable failure = Errors.unwrap(e);
      if (failure instanceof PartitionNotExistException) {
        throw new PartitionNotExistException(failure.getMessage());
      }
      if (!(failure instanceof RetriableException)) {
        throw new FlussRuntimeException(
            "The metadata of " + tables + " cannot be fetched.", failure);
      }
      LOG.warn("Metadata of {} {} could not be fetched, will try again.", tables, names, failure);
    }
  }

  /** Fetches what is not known of these tables. */
  public void checkAndUpdateTableMetadata(Set<TablePath> tablePaths) {
    Set<TablePath> unknown = new HashSet<>(tablePaths);
    unknown.removeIf(path -> cluster.getTableId(path).isPresent());
    if (!unknown.isEmpty()) {
      updateMetadata(unknown, null, null);
    }
  }

  /**
   * Makes sure a partition is known.
   *
   * @return whether it is
   * @throws PartitionNotExistException if the partition does not exist
   */
  public boolean checkAndUpdatePartitionMetadata(PhysicalTablePath physicalTablePath)
      throws PartitionNotExistException {
    if (cluster.getPartitionId(physicalTablePath).isEmpty()) {
      updateMetadata(
          Collections.singleton(physicalTablePath.getTablePath()),
          Collections.singleton(physicalTablePath),
          null);
    }
    return cluster.getPartitionId(physicalTablePath).isPresent();
  }

  /** Fetches what is not known of these partitions of a table. */
  public void checkAndUpdatePartitionMetadata(TablePath tablePath, Collection<Long> partitionIds) {
    Set<Long> unknown = new HashSet<>(partitionIds);
    unknown.removeIf(id -> cluster.getPartitionName(id).isPresent());
    if (!unknown.isEmpty()) {
      updateMetadata(Collections.singleton(tablePath), null, unknown);
    }
  }

  /** Fetches where a bucket is, if that is not known. */
  public void checkAndUpdateMetadata(TablePath tablePath, TableBucket tableBucket) {
    if (cluster.leaderFor(tableBucket) == null) {
      updateTableOrPartitionMetadata(tablePath, tableBucket.getPartitionId());
    }
  }

  /**
   * Fetches the metadata of a table, or of one partition of it.
   *
   * @param partitionId null for a table that is not partitioned
   */
  public void updateTableOrPartitionMetadata(TablePath tablePath, Long partitionId) {
    updateMetadata(
        Collections.singleton(tablePath),
        null,
        partitionId == null ? null : Collections.singleton(partitionId));
  }

  /** Fetches the metadata of these tables and partitions. */
  public void updatePhysicalTableMetadata(Set<PhysicalTablePath> physicalTablePaths) {
    Set<TablePath> tables = new HashSet<>();
    Set<PhysicalTablePath> partitions = new HashSet<>();
    for (PhysicalTablePath path : physicalTablePaths) {
      tables.add(path.getTablePath());
      if (path.getPartitionName() != null) {
        partitions.add(path);
      }
    }
    updateMetadata(tables, partitions, null);
  }

  /**
   * Id of the tablet server that leads a bucket, fetched if unknown.
   *
   * @throws FlussRuntimeException if the bucket does not exist, or has no leader for a while
   */
  public int leaderFor(TablePath tablePath, TableBucket tableBucket) {
    Integer leader = cluster.leaderFor(tableBucket);
    for (int attempt = 0; leader == null && attempt <= LEADER_RETRIES; attempt++) {
      if (attempt > 0) {
        pause(LEADER_BACKOFF_MS << attempt);
      }
      updateTableOrPartitionMetadata(tablePath, tableBucket.getPartitionId());
      leader = cluster.leaderFor(tableBucket);
      if (leader == null && hasOtherBuckets(tablePath, tableBucket)) {
        throw new FlussRuntimeException(
            "Bucket "
                + tableBucket.getBucket()
                + " has no leader: table "
                + tablePath
                + " has no such bucket.");
      }
    }
    if (leader == null) {
      throw new FlussRuntimeException(
          String.format(
              "No leader of %s of table %s is known after %d attempts.",
              tableBucket, tablePath, LEADER_RETRIES + 1));
    }
    return leader;
  }

  /** Whether the buckets of the table are known and this one is not among them. */
  private boolean hasOtherBuckets(TablePath tablePath, TableBucket bucket) {
    Cluster known = cluster;
    if (known.getBucketLocation(bucket).isPresent()) {
      return false;
    }
    Long partition = bucket.getPartitionId();
    PhysicalTablePath path =
        partition == null
            ? PhysicalTablePath.of(tablePath)
            : known
                .getPartitionName(partition)
                .map(name -> PhysicalTablePath.of(tablePath, name))
                .orElse(null);
    return path != null
        && !known.getBucketLocationsByPath().getOrDefault(path, List.of()).isEmpty();
  }
}

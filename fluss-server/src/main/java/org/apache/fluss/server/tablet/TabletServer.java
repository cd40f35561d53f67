// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.plugin.PluginUtils;
import org.apache.fluss.rpc.GatewayClientProxy;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.CommitKvSnapshotRequest;
import org.apache.fluss.rpc.messages.ControlledShutdownRequest;
import org.apache.fluss.rpc.messages.ControlledShutdownResponse;
import org.apache.fluss.rpc.netty.client.NettyRpcClient;
import org.apache.fluss.rpc.netty.server.NettyServer;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.ReadyFile;
import org.apache.fluss.server.ServerProcess;
import org.apache.fluss.server.ThreadEventLoop;
import org.apache.fluss.server.kv.BufferBudget;
import org.apache.fluss.server.kv.KvEnvironment;
import org.apache.fluss.server.kv.RocksKvEngines;
import org.apache.fluss.server.kv.snapshot.PeriodicSnapshots;
import org.apache.fluss.server.kv.snapshot.SnapshotRestore;
import org.apache.fluss.server.kv.snapshot.SnapshotTransfer;
import org.apache.fluss.server.log.DataDirectory;
import org.apache.fluss.server.log.LogConfig;
import org.apache.fluss.server.log.LogEnvironment;
import org.apache.fluss.server.log.LogMetrics;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.ServerInfo;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.replica.Lanes;
import org.apache.fluss.server.replica.ReplicaConfig;
import org.apache.fluss.server.replica.ReplicaEnvironment;
import org.apache.fluss.server.replica.Replicas;
import org.apache.fluss.server.zk.ConfigNode;
import org.apache.fluss.server.zk.CoordinatorNode;
import org.apache.fluss.server.zk.CuratorMetadataStore;
import org.apache.fluss.server.zk.ForeignServers;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.Registration;
import org.apache.fluss.server.zk.SoftwareBuild;
import org.apache.fluss.server.zk.TabletServerNode;
import org.apache.fluss.utils.clock.Clock;
import org.apache.fluss.utils.clock.SystemClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tablet server: keeps replicas of buckets and serves their readers and writers. */
public final class TabletServer extends ServerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(TabletServer.class);
  private static final long POOL_GRACE_SECONDS = 5;
  private static final long CLOSE_LOGS_TIMEOUT_MS = 40_000;
  private static final long SHUTDOWN_CALL_TIMEOUT_MS = 5_000;
  private static final int PROBE_TIMEOUT_MS = 1_000;

  /** Calls that wait for ZooKeeper at once; more of them queue up behind. */
  private static final int STORE_CALL_THREADS = 4;

  private static final int MAX_REPLAY_READ_BYTES = 1 << 30;

  private final Configuration conf;
  private final Clock clock;
  private final int serverId;
  private final List<Endpoint> bindEndpoints;
  private final ReplicaConfig replicaConfig;
  private final LogConfig logConfig;
  private final int replayReadBytes;
  private final String internalListener;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private List<Endpoint> advertised = List.of();
  private volatile boolean crashing;

  /**
   * @throws IllegalConfigurationException when an option cannot be used
   */
  public TabletServer(Configuration conf) {
    this(conf, SystemClock.getInstance());
  }

  TabletServer(Configuration conf, Clock clock) {
    this.conf = conf;
    this.clock = clock;
    checkCommon(conf);
    Optional<Integer> id = conf.getOptional(ConfigOptions.TABLET_SERVER_ID);
    if (!id.isPresent()) {
      throw new IllegalConfigurationException(
          "'"
              + ConfigOptions.TABLET_SERVER_ID.key()
              + "' must be set: a number from 0, unique among the tablet servers of the cluster.");
    }
    checkAtLeast(conf, ConfigOptions.TABLET_SERVER_ID, 0);
    checkAtLeast(conf, ConfigOptions.BACKGROUND_THREADS, 1);
    checkAtLeast(conf, ConfigOptions.SERVER_IO_POOL_SIZE, 1);
    checkAtLeast(conf, ConfigOptions.NETTY_SERVER_NUM_WORKER_THREADS, 1);
    this.serverId = id.get();
    this.replicaConfig = new ReplicaConfig(conf);
    this.logConfig = LogConfig.of(conf);
    long replayBytes = conf.get(ConfigOptions.KV_RECOVER_LOG_RECORD_BATCH_MAX_SIZE).getBytes();
    this.replayReadBytes = (int) Math.max(1, Math.min(replayBytes, MAX_REPLAY_READ_BYTES));
    this.internalListener = conf.getString(ConfigOptions.INTERNAL_LISTENER_NAME);
    try {
      this.bindEndpoints = Endpoint.loadBindEndpoints(conf, ServerType.TABLET_SERVER);
    } catch (IllegalArgumentException e) {
      throw new IllegalConfigurationException(e.getMessage());
    }
  }

  /** Runs a tablet server until it is told to stop. */
  public static void main(String[] args) {
    run("tablet server", args, TabletServer::new);
  }

  private <T extends AutoCloseable> T part(T started) {
    parts.push(started);
    return started;
  }

  @Override
  protected void startParts() throws Exception {
    FileSystem.initialize(conf, PluginUtils.createPluginManagerFromRootFolder(conf));
    Path root = Paths.get(conf.getString(ConfigOptions.DATA_DIR)).toAbsolutePath().normalize();
    LocalDisk.INSTANCE.createDirectories(root);
    part(DirectoryLock.take(root));

    MetadataStore store = part(CuratorMetadataStore.connect(conf));
    ForeignServers.refuse(store);
    refuseSecondServer(store);

    RpcClient rpc = part(new NettyRpcClient(conf, true));
    ExecutorService background =
        pool("fluss-background", conf.getInt(ConfigOptions.BACKGROUND_THREADS));
    int cores = Runtime.getRuntime().availableProcessors();
    ExecutorService readers = pool("fluss-read", Math.max(2, cores));
    ExecutorService storeCalls = pool("fluss-metadata", STORE_CALL_THREADS);
    ExecutorService replays = pool("fluss-kv-replay", Math.max(2, cores));
    EventLoop timer = part(loop("fluss-timer"));
    Lanes lanes = part(new Lanes(Math.max(2, cores), i -> loop("fluss-lane-" + i)));
    EventLoop fetcherLoop = part(loop("fluss-fetch"));

    MetadataCache cache = new MetadataCache();
    DynamicConfig config = new DynamicConfig(conf);
    part(
        store.watchChildren(
            ConfigNode.CHANGES_PARENT,
            () -> background.execute(() -> loadClusterConfig(store, config))));
    loadClusterConfig(store, config);
    KnownTables tables = new KnownTables(store, cache, background, clock);
    CoordinatorGateway coordinator = coordinator(store, cache, rpc);
    DataDirectory data = DataDirectory.open(LocalDisk.INSTANCE, root);
    RocksKvEngines stores = part(new RocksKvEngines(conf));
    config.register(stores);
    KvEnvironment kv =
        new KvEnvironment(
            stores,
            new BufferBudget(conf.get(ConfigOptions.SERVER_BUFFER_MEMORY_SIZE).getBytes()),
            replayReadBytes);
    ExecutorService transfers =
        pool("fluss-kv-transfer", conf.getInt(ConfigOptions.SERVER_IO_POOL_SIZE));
    SnapshotTransfer transfer = new SnapshotTransfer(transfers);
    SnapshotRestore restore = new SnapshotRestore(store, LocalDisk.INSTANCE, transfer);
    PeriodicSnapshots snapshots =
        new PeriodicSnapshots(
            store,
            LocalDisk.INSTANCE,
            new RemotePaths(new FsPath(conf.getString(ConfigOptions.REMOTE_DATA_DIR))),
            transfer,
            (snapshot, leaderEpoch, coordinatorEpoch) ->
                coordinator
                    .commitKvSnapshot(
                        new CommitKvSnapshotRequest()
                            .setCompletedSnapshot(snapshot.toJson())
                            .setBucketLeaderEpoch(leaderEpoch)
                            .setCoordinatorEpoch(coordinatorEpoch))
                    .thenApply(answer -> null),
            restore::restored,
            timer,
            background,
            conf.get(ConfigOptions.KV_SNAPSHOT_INTERVAL).toMillis());
    ReplicaEnvironment environment =
        new ReplicaEnvironment(
            serverId,
            replicaConfig,
            new LogEnvironment(LocalDisk.INSTANCE, logConfig, clock, background, LogMetrics.NONE),
            data,
            clock,
            background,
            replays,
            tables,
            new IsrRequests(serverId, coordinator),
            new LeaderFetchers(
                serverId, replicaConfig, id -> tabletServer(id, cache, rpc), fetcherLoop, readers),
            id -> cache.tabletServers().containsKey(id),
            kv,
            restore,
            snapshots);
    Replicas replicas = new Replicas(environment, lanes, timer);
    TabletService service =
        new TabletService(
            serverId, replicas, tables, store, cache, config, readers, storeCalls, clock);

    NettyServer network = new NettyServer(conf, ServerType.TABLET_SERVER, bindEndpoints, service);
    network.start();
    part(
        () -> {
          network.close();
          if (crashing) {
            replicas.abandon();
          } else {
            replicas.close(CLOSE_LOGS_TIMEOUT_MS);
          }
        });
    advertised = Endpoint.loadAdvertisedEndpoints(network.boundEndpoints(), conf);
    loadLogs(replicas, tables, data);
    replicas.start();
    part(new Registration(
            store,
            TabletServerNode.path(serverId),
            () -> node().encode(),
            bytes -> TabletServerNode.decode(bytes).endpoints(),
            clock))
        .register(background, this::fail);
    part(
        () -> {
          if (!crashing) {
            handOver(coordinator, timer);
          }
        });
    ReadyFile.write(advertised);
    LOG.info("Tablet server {} serves at {}", serverId, advertised);
  }

  private static void loadClusterConfig(MetadataStore store, DynamicConfig config) {
    try {
      config.load(
          store
              .get(ConfigNode.PATH)
              .map(node -> ConfigNode.decode(node.data()).configs())
              .orElse(Map.of()));
    } catch (MetadataStoreException e) {
      LOG.warn("The cluster's configuration cannot be read; what was known stays in force", e);
    }
  }

  private void loadLogs(Replicas replicas, KnownTables tables, DataDirectory data)
      throws Exception {
    long start = clock.milliseconds();
    ExecutorService recovery =
        Executors.newFixedThreadPool(
            conf.getInt(ConfigOptions.NETTY_SERVER_NUM_WORKER_THREADS),
            task -> daemon(task, "fluss-recovery"));
    try {
      replicas.load(recovery, tables::exists).get();
    } catch (ExecutionException e) {
      throw new FlussRuntimeException(
          "The logs in " + data.root() + " cannot be opened: " + e.getCause().getMessage(),
          e.getCause());
    } finally {
      recovery.shutdownNow();
    }
    LOG.info(
        "Opened {} logs in {} ms, {}",
        data.logs().size(),
        clock.milliseconds() - start,
        data.wasCleanlyStopped() ? "stopped cleanly before" : "recovering them");
  }

  private TabletServerNode node() {
    return new TabletServerNode(
        advertised,
        clock.milliseconds(),
        conf.getString(ConfigOptions.TABLET_SERVER_RACK),
        SoftwareBuild.version());
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static ThreadEventLoop loop(String name) {
    return new ThreadEventLoop(name, failure -> LOG.error("A task of {} failed", name, failure));
  }

  private ExecutorService pool(String name, int threads) {
    AtomicInteger number = new AtomicInteger();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads, task -> daemon(task, name + "-" + number.getAndIncrement()));
    part(
        () -> {
          pool.shutdown();
          if (!pool.awaitTermination(POOL_GRACE_SECONDS, TimeUnit.SECONDS)) {
            pool.shutdownNow();
          }
        });
    return pool;
  }

  /** A registration whose address still answers is no leftover. */
  private void refuseSecondServer(MetadataStore store) {
    Optional<TabletServerNode> other =
        store
            .get(TabletServerNode.path(serverId))
            .map(node -> TabletServerNode.decode(node.data()));
    if (other.isPresent() && other.get().endpoints().stream().anyMatch(TabletServer::answers)) {
      throw new IllegalConfigurationException(
          "Tablet server "
              + serverId
              + " is running already at "
              + other.get().endpoints()
              + "; give this one another 'tablet-server.id'.");
    }
  }

  private static boolean answers(Endpoint endpoint) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(endpoint.getHost(), endpoint.getPort()), PROBE_TIMEOUT_MS);
      return true;
    } catch (IOException e) {
      LOG.debug("Nobody answers at {}", endpoint, e);
      return false;
    }
  }

  private CoordinatorGateway coordinator(MetadataStore store, MetadataCache cache, RpcClient rpc) {
    return GatewayClientProxy.createGatewayProxy(
        () ->
            cache
                .coordinator()
                .flatMap(server -> server.node(internalListener))
                .orElseGet(() -> registeredCoordinator(store)),
        rpc,
        CoordinatorGateway.class);
  }

  private ServerNode registeredCoordinator(MetadataStore store) {
    try {
      return store
          .get(CoordinatorNode.PATH)
          .map(node -> CoordinatorNode.decode(node.data()))
          .flatMap(
              node ->
                  new ServerInfo(
                          ServerInfo.COORDINATOR_ID, ServerType.COORDINATOR, null, node.endpoints())
                      .node(internalListener))
          .orElse(null);
    } catch (MetadataStoreException e) {
      LOG.debug("The coordinator's address cannot be read", e);
      return null;
    }
  }

  private TabletServerGateway tabletServer(int id, MetadataCache cache, RpcClient rpc) {
    return GatewayClientProxy.createGatewayProxy(
        () ->
            Optional.ofNullable(cache.tabletServers().get(id))
                .flatMap(server -> server.node(internalListener))
                .orElse(null),
        rpc,
        TabletServerGateway.class);
  }

  /** Asks the coordinator to let other servers lead; stops all the same if that fails. */
  private void handOver(CoordinatorGateway coordinator, EventLoop timer)
      throws InterruptedException {
    int attempts =
        1 + Math.max(0, conf.getInt(ConfigOptions.TABLET_SERVER_CONTROLLED_SHUTDOWN_MAX_RETRIES));
    long pauseMs =
        conf.get(ConfigOptions.TABLET_SERVER_CONTROLLED_SHUTDOWN_RETRY_INTERVAL).toMillis();
    for (int attempt = 1; attempt <= attempts; attempt++) {
      try {
        ControlledShutdownResponse left =
            coordinator
                .controlledShutdown(
                    new ControlledShutdownRequest()
                        .setTabletServerId(serverId)
                        .setTabletServerEpoch(-1))
                .get(SHUTDOWN_CALL_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        LOG.info(
            "The coordinator knows that this server stops; {} buckets stay without leader",
            left.getRemainingLeaderBucketsCount());
        return;
      } catch (ExecutionException | TimeoutException e) {
        LOG.warn("Attempt {} of {} to hand over to other servers failed", attempt, attempts, e);
      }
      if (attempt < attempts) {
        CompletableFuture<Void> pause = new CompletableFuture<>();
        timer.schedule(pauseMs, () -> pause.complete(null));
        pause.join();
      }
    }
  }

  /** Ends like a process that is killed: hands nothing over, writes nothing. For tests. */
  void crash() {
    crashing = true;
    close();
  }

  /** The addresses clients use; empty before the start. */
  public List<Endpoint> advertisedEndpoints() {
    return advertised;
  }

  @Override
  protected void stopParts() throws Exception {
    Exception first = null;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first = e;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}

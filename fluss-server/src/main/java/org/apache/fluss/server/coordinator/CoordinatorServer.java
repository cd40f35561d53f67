// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.plugin.PluginManager;
import org.apache.fluss.plugin.PluginUtils;
import org.apache.fluss.rpc.GatewayClientProxy;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.netty.client.NettyRpcClient;
import org.apache.fluss.rpc.netty.server.NettyServer;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.ReadyFile;
import org.apache.fluss.server.ServerProcess;
import org.apache.fluss.server.ThreadEventLoop;
import org.apache.fluss.server.metadata.LakeSnapshotReader;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.ServerInfo;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.zk.ConfigNode;
import org.apache.fluss.server.zk.CoordinatorNode;
import org.apache.fluss.server.zk.CuratorMetadataStore;
import org.apache.fluss.server.zk.DatabaseNode;
import org.apache.fluss.server.zk.ForeignServers;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.Registration;
import org.apache.fluss.server.zk.SoftwareBuild;
import org.apache.fluss.server.zk.TabletServerNode;
import org.apache.fluss.utils.clock.Clock;
import org.apache.fluss.utils.clock.SystemClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The coordinator as a server: one per cluster serves at a time. */
public final class CoordinatorServer extends ServerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorServer.class);
  private static final String DEFAULT_DATABASE = "fluss";
  private static final long IO_POOL_GRACE_SECONDS = 5;

  private final Configuration conf;
  private final Clock clock;
  private final List<Endpoint> bindEndpoints;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private List<Endpoint> advertised = List.of();

  /**
   * @throws IllegalConfigurationException when an option cannot be used
   */
  public CoordinatorServer(Configuration conf) {
    this(conf, SystemClock.getInstance());
  }

  CoordinatorServer(Configuration conf, Clock clock) {
    this.conf = conf;
    this.clock = clock;
    checkCommon(conf);
    checkAtLeast(conf, ConfigOptions.DEFAULT_REPLICATION_FACTOR, 1);
    checkAtLeast(conf, ConfigOptions.KV_MAX_RETAINED_SNAPSHOTS, 1);
    checkAtLeast(conf, ConfigOptions.SERVER_IO_POOL_SIZE, 1);
    try {
      this.bindEndpoints = Endpoint.loadBindEndpoints(conf, ServerType.COORDINATOR);
    } catch (IllegalArgumentException e) {
      throw new IllegalConfigurationException(e.getMessage());
    }
  }

  public static void main(String[] args) {
    run("coordinator", args, CoordinatorServer::new);
  }

  private <T extends AutoCloseable> T part(T started) {
    parts.push(started);
    return started;
  }

  @Override
  protected void startParts() throws Exception {
    PluginManager plugins = PluginUtils.createPluginManagerFromRootFolder(conf);
    FileSystem.initialize(conf, plugins);
    FsPath remoteRoot = new FsPath(conf.getString(ConfigOptions.REMOTE_DATA_DIR));
    remoteRoot.getFileSystem();

    MetadataStore store = part(CuratorMetadataStore.connect(conf));
    DynamicConfig config = new DynamicConfig(conf);
    LakeCatalogs lake = part(new LakeCatalogs(plugins, conf));
    config.register(lake);
    ExecutorService ioPool = ioPool();
    Random random = new Random();
    String internalListener = conf.getString(ConfigOptions.INTERNAL_LISTENER_NAME);

    FencedStore fenced = new FencedStore(store);
    part(fenced::close);
    RpcClient rpc = part(new NettyRpcClient(conf, false));
    MetadataCache cache = new MetadataCache();
    RemoteDirectories remote = new RemoteDirectories(new RemotePaths(remoteRoot), ioPool);
    LoopFailures failures = new LoopFailures();
    ThreadEventLoop loop = part(new ThreadEventLoop("fluss-coordinator", failures::accept));
    Coordinator coordinator =
        new Coordinator(
            loop,
            fenced,
            cache,
            internalListener,
            gateways(rpc, internalListener),
            remote,
            this::fail);
    failures.coordinator = coordinator;
    Catalog catalog = new Catalog(coordinator, config, clock, random);
    LakeTiering tiering =
        new LakeTiering(
            coordinator, loop, clock, conf.get(ConfigOptions.LAKE_TIERING_LEASE_TIMEOUT));
    AutoPartitions autoPartitions =
        new AutoPartitions(coordinator, catalog, config, loop, clock, random);
    catalog.addListener(tiering);
    catalog.addListener(autoPartitions);
    KvSnapshotLeases leases =
        new KvSnapshotLeases(
            coordinator,
            loop,
            remote.paths(),
            ioPool,
            clock,
            conf.get(ConfigOptions.KV_SNAPSHOT_LEASE_EXPIRATION_CHECK_INTERVAL).toMillis());
    ProducerOffsets producerOffsets =
        new ProducerOffsets(
            coordinator,
            loop,
            remote.paths(),
            ioPool,
            clock,
            conf.get(ConfigOptions.COORDINATOR_PRODUCER_OFFSETS_CLEANUP_INTERVAL).toMillis());
    CoordinatorService service =
        new CoordinatorService(
            coordinator,
            catalog,
            lake,
            tiering,
            new LakeCommits(coordinator, new LakeSnapshotReader(store), remote, ioPool),
            new KvSnapshotCommits(
                coordinator, remote, leases, conf.getInt(ConfigOptions.KV_MAX_RETAINED_SNAPSHOTS)),
            leases,
            producerOffsets,
            cache,
            config,
            ioPool,
            clock,
            random);

    // The ports must be bound to be registered; calls are refused until the cluster is loaded.
    NettyServer network =
        part(new NettyServer(conf, ServerType.COORDINATOR, bindEndpoints, service));
    network.start();
    advertised = Endpoint.loadAdvertisedEndpoints(network.boundEndpoints(), conf);
    ForeignServers.refuse(store);
    CoordinatorNode address =
        new CoordinatorNode(UUID.randomUUID().toString(), advertised, SoftwareBuild.version());
    part(new Registration(
            store,
            CoordinatorNode.PATH,
            address::encode,
            data -> CoordinatorNode.decode(data).endpoints(),
            clock))
        .register(ioPool, this::fail);
    fenced.takeOver();
    store
        .get(ConfigNode.PATH)
        .ifPresent(node -> config.load(ConfigNode.decode(node.data()).configs()));
    part(
        store.watchChildren(
            TabletServerNode.PARENT, () -> loop.execute(coordinator::tabletServersChanged)));
    ServerInfo self =
        new ServerInfo(ServerInfo.COORDINATOR_ID, ServerType.COORDINATOR, null, advertised);
    Runnable then =
        () -> {
          autoPartitions.start();
          tiering.start();
          leases.start();
          producerOffsets.start();
        };
    coordinator.start(self, ClusterLoader.load(store), then).join();
    coordinator
        .call(
            () -> {
              createFirstDatabase(store, catalog);
              return null;
            })
        .join();
    ReadyFile.write(advertised);
    LOG.info("Coordinating the cluster at {}", advertised);
  }

  private ExecutorService ioPool() {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            conf.getInt(ConfigOptions.SERVER_IO_POOL_SIZE),
            task -> {
              Thread thread = new Thread(task, "fluss-io");
              thread.setDaemon(true);
              return thread;
            });
    part(
        () -> {
          pool.shutdown();
          if (!pool.awaitTermination(IO_POOL_GRACE_SECONDS, TimeUnit.SECONDS)) {
            pool.shutdownNow();
          }
        });
    return pool;
  }

  private static Function<ServerInfo, TabletServerGateway> gateways(
      RpcClient rpc, String internalListener) {
    return server -> {
      ServerNode node = server.node(internalListener).get();
      return GatewayClientProxy.createGatewayProxy(() -> node, rpc, TabletServerGateway.class);
    };
  }

  private void createFirstDatabase(MetadataStore store, Catalog catalog) {
    if (store.children(DatabaseNode.PARENT).isEmpty()) {
      catalog.createDatabase(
          DEFAULT_DATABASE, DatabaseNode.of(DatabaseDescriptor.EMPTY, clock.milliseconds()), true);
    }
  }

  /** Knows the coordinator only after the loop was made. */
  private static final class LoopFailures {
    private volatile Coordinator coordinator;

    void accept(Throwable failure) {
      LOG.error("An event was not handled", failure);
      if (coordinator != null) {
        coordinator.checkFatal(failure);
      }
    }
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

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrRequest;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrResponse;
import org.apache.fluss.rpc.messages.PbNotifyLeaderAndIsrReqForBucket;
import org.apache.fluss.rpc.netty.server.Session;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.ThreadEventLoop;
import org.apache.fluss.server.kv.BufferBudget;
import org.apache.fluss.server.kv.KvEnvironment;
import org.apache.fluss.server.kv.KvOrigin;
import org.apache.fluss.server.kv.StoreSnapshots;
import org.apache.fluss.server.log.DataDirectory;
import org.apache.fluss.server.log.LogConfig;
import org.apache.fluss.server.log.LogEnvironment;
import org.apache.fluss.server.log.LogMetrics;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.metadata.BucketMetadata;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.MetadataUpdate;
import org.apache.fluss.server.metadata.ServerInfo;
import org.apache.fluss.server.metadata.TableMetadata;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.server.replica.FetchPosition;
import org.apache.fluss.server.replica.IsrAdjustments;
import org.apache.fluss.server.replica.Lanes;
import org.apache.fluss.server.replica.LeaderLinks;
import org.apache.fluss.server.replica.Replica;
import org.apache.fluss.server.replica.ReplicaConfig;
import org.apache.fluss.server.replica.ReplicaEnvironment;
import org.apache.fluss.server.replica.Replicas;
import org.apache.fluss.server.zk.InMemoryMetadataStore;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.SchemaNode;
import org.apache.fluss.server.zk.TableNode;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.Clock;
import org.apache.fluss.utils.clock.ManualClock;

/** The tablet service of one server without network; the test is its coordinator. */
final class TabletFixture implements AutoCloseable {
  /** For changes of all buckets that followers lack. */
  static final int BUFFER_BYTES = 16 << 20;

  static final int SERVER = 1;
  static final long TABLE = 7;
  static final TablePath PATH = TablePath.of("db", "t");

  /** A table with a primary key. */
  static final long KV_TABLE = 8;

  static final TablePath KV_PATH = TablePath.of("db", "kv");

  /** One with an auto-increment column. */
  static final long IDS_TABLE = 9;

  static final TablePath IDS_PATH = TablePath.of("db", "ids");

  final ManualClock clock = new ManualClock(1_000_000);
  final MetadataCache cache = new MetadataCache();
  final Replicas replicas;
  TableInfo info;
  final TabletService service;
  final LogCalls calls;

  /** The change of in-sync replicas that was asked for last. */
  final AtomicReference<IsrAdjustments.Listener> isrChange = new AtomicReference<>();

  final AtomicReference<List<Integer>> wantedIsr = new AtomicReference<>();

  final InMemoryMetadataStore store = new InMemoryMetadataStore(clock);
  final FaultyStores stores = new FaultyStores();
  final ExecutorService background =
      Executors.newFixedThreadPool(2, task -> new Thread(task, "background"));
  private final ExecutorService replays = Executors.newSingleThreadExecutor();

  private final List<ThreadEventLoop> loops = new ArrayList<>();
  private final Lanes lanes;

  /** What the calls handed to other threads. */
  final AtomicInteger reads = new AtomicInteger();

  final AtomicInteger storeCallCount = new AtomicInteger();
  private final Executor readers = task -> count(reads, task);
  private final Executor storeCalls = task -> count(storeCallCount, task);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  TabletFixture(
      Disk disk, Path directory, LogConfig logConfig, Configuration conf, LogFormat format)
      throws Exception {
    this(
        disk,
        directory,
        logConfig,
        conf,
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("name", DataTypes.STRING())
                    .build())
            .distributedBy(2)
            .logFormat(format)
            .build());
  }

  TabletFixture(
      Disk disk, Path directory, LogConfig logConfig, Configuration conf, TableDescriptor table)
      throws Exception {
    Clock waiting = SystemNanos.of(clock);
    MetadataStore checked = notOnLanes(store);
    KnownTables tables = new KnownTables(checked, cache, background, waiting);
    lanes = new Lanes(2, i -> loop("lane-" + i));
    ReplicaEnvironment environment =
        new ReplicaEnvironment(
            SERVER,
            new ReplicaConfig(conf, 200),
            new LogEnvironment(disk, logConfig, clock, background, LogMetrics.NONE),
            DataDirectory.open(disk, directory),
            clock,
            background,
            replays,
            tables,
            (bucket, current, isr, listener) -> {
              wantedIsr.set(isr);
              isrChange.set(listener);
            },
            new NoLinks(),
            id -> cache.tabletServers().containsKey(id),
            new KvEnvironment(stores, new BufferBudget(BUFFER_BYTES), 1 << 16),
            KvOrigin.LOG,
            StoreSnapshots.NONE);
    replicas = new Replicas(environment, lanes, loop("timer"));
    service =
        new TabletService(
            SERVER,
            replicas,
            tables,
            checked,
            cache,
            new DynamicConfig(conf),
            readers,
            storeCalls,
            waiting);
    calls = new LogCalls(service);
    apply(table);
  }

  private void count(AtomicInteger tasks, Runnable task) {
    tasks.incrementAndGet();
    background.execute(task);
  }

  /** Lanes wait for nothing far away. */
  private static MetadataStore notOnLanes(MetadataStore store) {
    return (MetadataStore)
        Proxy.newProxyInstance(
            MetadataStore.class.getClassLoader(),
            new Class<?>[] {MetadataStore.class},
            (proxy, method, args) -> {
              if (Thread.currentThread().getName().startsWith("lane-")) {
                throw new IllegalStateException("A lane calls " + method);
              }
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private EventLoop loop(String name) {
    ThreadEventLoop loop = new ThreadEventLoop(name, failure::set);
    loops.add(loop);
    return loop;
  }

  private void apply(TableDescriptor descriptor) {
    List<ServerInfo> servers = new ArrayList<>();
    List<BucketMetadata> buckets = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      servers.add(
          new ServerInfo(
              i,
              ServerType.TABLET_SERVER,
              null,
              List.of(new Endpoint("127.0.0.1", 9000 + i, "FLUSS"))));
    }
    for (int i = 0; i < descriptor.getTableDistribution().get().getBucketCount().get(); i++) {
      buckets.add(BucketMetadata.led(i, SERVER, 0, new int[] {SERVER}));
    }
    info = TableInfo.of(PATH, TABLE, 1, descriptor, 1, 1);
    cache.apply(
        new MetadataUpdate(null, servers)
            .table(new TableMetadata(info, buckets))
            .table(new TableMetadata(kvTable(1), buckets))
            .table(new TableMetadata(idsTable(), buckets)));
  }

  /** The table with a primary key: columns id, name, and one more of type INT per schema. */
  static TableInfo kvTable(int schemaId) {
    return TableInfo.of(KV_PATH, KV_TABLE, schemaId, kvDescriptor(schemaId).build(), 1, 1);
  }

  private static TableDescriptor.Builder kvDescriptor(int schemaId) {
    Schema.Builder schema =
        Schema.newBuilder().column("id", DataTypes.INT()).column("name", DataTypes.STRING());
    for (int i = 2; i <= schemaId; i++) {
      schema.column("c" + i, DataTypes.INT());
    }
    return TableDescriptor.builder()
        .schema(schema.primaryKey("id").build())
        .distributedBy(2)
        .property(ConfigOptions.TABLE_REPLICATION_FACTOR.key(), "1");
  }

  static TableInfo idsTable() {
    TableDescriptor descriptor =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("n", DataTypes.BIGINT())
                    .primaryKey("id")
                    .enableAutoIncrement("n")
                    .build())
            .distributedBy(2)
            .build();
    return TableInfo.of(IDS_PATH, IDS_TABLE, 1, descriptor, 1, 1);
  }

  /** Writes the table with a primary key to the metadata store, with so many schemas. */
  void storeKvTable(int schemas) {
    store.ensure(SchemaNode.parent(KV_PATH));
    store.transact(
        List.of(
            NodeOp.set(
                TableNode.path(KV_PATH),
                TableNode.of(KV_TABLE, kvDescriptor(schemas).build(), 1).encode())));
    for (int id = 1; id <= schemas; id++) {
      if (!store.get(SchemaNode.path(KV_PATH, id)).isPresent()) {
        store.transact(
            List.of(
                NodeOp.create(
                    SchemaNode.path(KV_PATH, id), SchemaNode.encode(kvTable(id).getSchema()))));
      }
    }
  }

  static TableBucket kvBucket(int id) {
    return new TableBucket(KV_TABLE, id);
  }

  /** Calls about a bucket of the table with a primary key, whose newest schema is given. */
  KvCalls kv(int bucket, int schemaId) {
    return new KvCalls(
        gateway(), kvBucket(bucket), kvTable(schemaId), id -> kvTable(id).getSchema());
  }

  KvCalls ids() {
    return new KvCalls(
        gateway(), new TableBucket(IDS_TABLE, 0), idsTable(), id -> idsTable().getSchema());
  }

  private TabletServerGateway gateway() {
    Session session =
        new Session((short) 1, "CLIENT", false, "127.0.0.1", FlussPrincipal.ANONYMOUS);
    return (TabletServerGateway)
        Proxy.newProxyInstance(
            TabletServerGateway.class.getClassLoader(),
            new Class<?>[] {TabletServerGateway.class},
            (proxy, method, args) -> session.call(() -> method.invoke(service, args)));
  }

  /** The table's bucket of a number. */
  static TableBucket bucket(int id) {
    return new TableBucket(TABLE, id);
  }

  /** Tells a role; returns the error code of the answer, 0 if there is none. */
  int assign(
      TableBucket bucket,
      int leader,
      int leaderEpoch,
      int bucketEpoch,
      int[] replicas,
      int... isr) {
    NotifyLeaderAndIsrRequest request = new NotifyLeaderAndIsrRequest().setCoordinatorEpoch(0);
    PbNotifyLeaderAndIsrReqForBucket out =
        request
            .addNotifyBucketsLeaderReq()
            .setLeader(leader)
            .setLeaderEpoch(leaderEpoch)
            .setBucketEpoch(bucketEpoch);
    TablePath path =
        bucket.getTableId() == TABLE ? PATH : bucket.getTableId() == KV_TABLE ? KV_PATH : IDS_PATH;
    Wire.write(PhysicalTablePath.of(path), out.setPhysicalTablePath());
    Wire.write(bucket, out.setTableBucket());
    for (int replica : replicas) {
      out.addReplicas(replica);
    }
    for (int id : isr) {
      out.addIsr(id);
    }
    NotifyLeaderAndIsrResponse response = LogCalls.get(service.notifyLeaderAndIsr(request));
    return response.getNotifyBucketsLeaderRespAt(0).hasErrorCode()
        ? response.getNotifyBucketsLeaderRespAt(0).getErrorCode()
        : 0;
  }

  /** Leads a bucket that has no other replica. */
  TabletFixture lead(TableBucket bucket) {
    if (assign(bucket, SERVER, 0, 0, new int[] {SERVER}, SERVER) != 0) {
      throw new AssertionError("not leading " + bucket);
    }
    return this;
  }

  /** Calls about a bucket of the table, if that has a primary key. */
  KvCalls kv(TableBucket bucket) {
    return new KvCalls(gateway(), bucket, info, id -> info.getSchema());
  }

  Replica replica(TableBucket bucket) {
    return replicas.get(bucket);
  }

  /** Followers that never fetch. */
  private static final class NoLinks implements LeaderLinks {
    @Override
    public void follow(Replica replica, int leader, int leaderEpoch, FetchPosition position) {}

    @Override
    public void unfollow(Replica replica) {}
  }

  /** Time of day from a manual clock; waits take as long as they say. */
  private static final class SystemNanos implements Clock {
    private final Clock timeOfDay;

    private SystemNanos(Clock timeOfDay) {
      this.timeOfDay = timeOfDay;
    }

    static Clock of(Clock timeOfDay) {
      return new SystemNanos(timeOfDay);
    }

    @Override
    public long milliseconds() {
      return timeOfDay.milliseconds();
    }

    @Override
    public long nanoseconds() {
      return System.nanoTime();
    }
  }

  @Override
  public void close() throws Exception {
    replicas.close(30_000);
    end();
  }

  /** Ends like a process that is killed. */
  void kill() {
    replicas.abandon();
    end();
  }

  private void end() {
    lanes.close();
    loops.forEach(ThreadEventLoop::close);
    background.shutdownNow();
    replays.shutdownNow();
    if (failure.get() != null) {
      throw new AssertionError("A lane failed", failure.get());
    }
  }
}

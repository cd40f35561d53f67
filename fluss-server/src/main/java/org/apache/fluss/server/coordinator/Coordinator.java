// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.cluster.TabletServerInfo;
import org.apache.fluss.exception.LeaderNotAvailableException;
import org.apache.fluss.exception.TabletServerNotAvailableException;
import org.apache.fluss.exception.TimeoutException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.PbNotifyLeaderAndIsrReqForBucket;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.coordinator.ClusterState.Bucket;
import org.apache.fluss.server.coordinator.ClusterState.LiveServer;
import org.apache.fluss.server.metadata.MetadataCache;
import org.apache.fluss.server.metadata.MetadataUpdate;
import org.apache.fluss.server.metadata.PartitionMetadata;
import org.apache.fluss.server.metadata.ServerInfo;
import org.apache.fluss.server.metadata.TableMetadata;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.server.zk.BucketNode;
import org.apache.fluss.server.zk.LeaderAndIsr;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.server.zk.TableNode;
import org.apache.fluss.server.zk.TabletServerNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every bucket led: watches tablet servers come and go, elects, persists, and tells servers.
 * Everything runs on one event loop; others enter through {@link #call}. An event is handled in
 * three steps: decide on the state, persist, then change the state and speak to servers. So what a
 * server is told is always persisted, and metadata names a leader only after it accepted.
 */
final class Coordinator implements TabletServerLink.Owner {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

  /** Sent in every request; see {@link org.apache.fluss.server.zk.CoordinatorNode#EPOCH_PATH}. */
  static final int WIRE_EPOCH = 0;

  private static final int MAX_WAITING_CALLS = 10_000;

  private final EventLoop loop;
  private final AtomicInteger waitingCalls = new AtomicInteger();
  private final FencedStore store;
  private final MetadataCache cache;
  private ServerInfo self;
  private final String internalListener;
  private final Function<ServerInfo, TabletServerGateway> connect;
  private final Consumer<Throwable> onFatal;
  private final Map<Integer, TabletServerLink> links = new TreeMap<>();
  private final Deletions deletions;
  private ClusterState state = new ClusterState();
  private volatile boolean serving;
  private volatile List<TabletServerInfo> assignable = List.of();

  /**
   * @param connect gives the gateway to a tablet server on the internal listener
   * @param onFatal told when this coordinator was replaced and has to stop
   */
  Coordinator(
      EventLoop loop,
      FencedStore store,
      MetadataCache cache,
      String internalListener,
      Function<ServerInfo, TabletServerGateway> connect,
      RemoteDirectories remoteDirectories,
      Consumer<Throwable> onFatal) {
    this.loop = loop;
    this.store = store;
    this.cache = cache;
    this.internalListener = internalListener;
    this.connect = connect;
    this.onFatal = onFatal;
    this.deletions = new Deletions(this, store, loop, remoteDirectories);
  }

  /**
   * Runs on the event loop and completes with its result or failure. Calls wait in a bounded queue;
   * one that finds it full fails at once with a retriable error.
   */
  <T> CompletableFuture<T> call(Supplier<T> action) {
    CompletableFuture<T> future = new CompletableFuture<>();
    if (waitingCalls.incrementAndGet() > MAX_WAITING_CALLS) {
      waitingCalls.decrementAndGet();
      future.completeExceptionally(
          new TimeoutException(
              "The coordinator has " + MAX_WAITING_CALLS + " calls waiting; try again later."));
      return future;
    }
    loop.execute(
        () -> {
          waitingCalls.decrementAndGet();
          try {
            if (!serving) {
              throw new LeaderNotAvailableException(
                  "The coordinator is still starting; try again.");
            }
            future.complete(action.get());
          } catch (Throwable t) {
            future.completeExceptionally(t);
            checkFatal(t);
          }
        });
    return future;
  }

  /** What a task of the loop threw; the coordinator stops when it was replaced. */
  void checkFatal(Throwable failure) {
    if (failure instanceof CoordinatorReplacedException) {
      onFatal.accept(failure);
    }
  }

  ClusterState state() {
    return state;
  }

  FencedStore store() {
    return store;
  }

  Deletions deletions() {
    return deletions;
  }

  // --- start ---------------------------------------------------------------------------------

  /** Takes over the loaded cluster, on the event loop, then starts what works on it. */
  CompletableFuture<Void> start(ServerInfo address, ClusterLoader loaded, Runnable then) {
    return CompletableFuture.runAsync(
        () -> {
          self = address;
          start(loaded);
          then.run();
        },
        loop);
  }

  private void start(ClusterLoader loaded) {
    state = loaded.state();
    for (TablePath unfinished : loaded.unfinishedTables()) {
      LOG.warn("Removing what a creation of table {} left that never finished", unfinished);
      store.transact(NodeTree.deletion(store.reads(), TableNode.path(unfinished)));
    }
    MetadataChanges changes = new MetadataChanges();
    state.tables().forEach(table -> changes.table(table.info().getTableId()));
    state.buckets().forEach(bucket -> changes.bucket(bucket.id()));
    applyToCache(changes);
    serving = true;
    tabletServersChanged();
    // Servers that have gone while nobody coordinated.
    Set<Integer> gone = new TreeSet<>();
    state.buckets().forEach(bucket -> gone.addAll(bucket.replicas()));
    state.servers().forEach(server -> gone.remove(server.info().id()));
    serversGone(gone);
    loaded.deletions().forEach(deletions::add);
    flush();
  }

  /** The servers new replicas may be put on. May be called from any thread. */
  List<TabletServerInfo> assignableServers() {
    return assignable;
  }

  /** To be called when servers or their tags changed. */
  void publishAssignable() {
    assignable = List.copyOf(state.assignableServers());
  }

  // --- tablet servers ------------------------------------------------------------------------

  /** Registrations may have changed: compares them with what is known. */
  void tabletServersChanged() {
    if (!serving) {
      return;
    }
    List<String> paths =
        store.reads().children(TabletServerNode.PARENT).stream()
            .map(id -> TabletServerNode.PARENT + "/" + id)
            .collect(Collectors.toList());
    Map<String, StoredNode> nodes = store.reads().getAll(paths);
    Map<Integer, LiveServer> registered = new TreeMap<>();
    nodes.forEach((path, node) -> addRegistered(path, node, registered));

    Set<Integer> gone = new TreeSet<>();
    for (LiveServer known : state.servers()) {
      LiveServer now = registered.get(known.info().id());
      if (now == null || now.registration() != known.registration()) {
        gone.add(known.info().id());
      }
    }
    gone.forEach(this::disconnect);
    List<LiveServer> arrived =
        registered.values().stream()
            .filter(server -> !state.server(server.info().id()).isPresent())
            .collect(Collectors.toList());
    if (gone.isEmpty() && arrived.isEmpty()) {
      return;
    }
    arrived.forEach(this::connect);
    publishAssignable();
    // A server that came back at once lost what it led all the same.
    applyToCache(new MetadataChanges());
    links.values().forEach(TabletServerLink::serverListChanged);
    serversGone(gone);
    arrived.forEach(server -> greet(server.info().id()));
    flush();
  }

  private void addRegistered(String path, StoredNode node, Map<Integer, LiveServer> out) {
    try {
      int id = Integer.parseInt(path.substring(TabletServerNode.PARENT.length() + 1));
      TabletServerNode registration = TabletServerNode.decode(node.data());
      ServerInfo info =
          new ServerInfo(
              id, ServerType.TABLET_SERVER, registration.rack(), registration.endpoints());
      if (!info.node(internalListener).isPresent()) {
        LOG.error("{} has no listener {}; it is ignored", info, internalListener);
      } else {
        out.put(id, new LiveServer(info, node.creationId()));
      }
    } catch (NumberFormatException | MetadataStoreException e) {
      LOG.error("The tablet server registered at {} is ignored", path, e);
    }
  }

  private void connect(LiveServer server) {
    LOG.info("{} is there", server.info());
    state.addServer(server);
    int id = server.info().id();
    links.put(id, new TabletServerLink(id, connect.apply(server.info()), loop, this));
  }

  private void disconnect(int id) {
    LOG.info("Tablet server {} is gone", id);
    links.remove(id).close();
    state.removeServer(id);
  }

  /** Tells a server that just came all there is, and gives leaders to buckets it can lead. */
  private void greet(int id) {
    TabletServerLink link = links.get(id);
    MetadataChanges everything = new MetadataChanges();
    state.tables().forEach(table -> everything.table(table.info().getTableId()));
    state.buckets().forEach(bucket -> everything.bucket(bucket.id()));
    link.changed(everything);
    Collection<Bucket> hosted = state.bucketsOn(id);
    hosted.forEach(bucket -> link.notify(bucket.id()));
    persist(LeaderDecisions.leaderless(state, hosted));
    deletions.serverArrived(id);
  }

  private void serversGone(Set<Integer> gone) {
    if (gone.isEmpty()) {
      return;
    }
    // As of now none of them serves, also one that registered again already.
    persist(LeaderDecisions.withoutServers(state, gone));
  }

  /**
   * Moves leadership away from a server about to stop.
   *
   * @return the buckets it still leads
   */
  List<TableBucket> controlledShutdown(int serverId) {
    if (!state.server(serverId).isPresent()) {
      throw new TabletServerNotAvailableException(
          "Tablet server " + serverId + " is not registered, so it cannot be shut down.");
    }
    state.markShuttingDown(serverId);
    publishAssignable();
    persist(LeaderDecisions.beforeShutdown(state, serverId));
    TabletServerLink link = links.get(serverId);
    List<TableBucket> led = new ArrayList<>();
    for (Bucket bucket : state.bucketsOn(serverId)) {
      if (bucket.hasLeader() && bucket.leaderAndIsr().leader() == serverId) {
        led.add(bucket.id());
      } else if (bucket.leaderAndIsr() != null) {
        link.stop(bucket.id(), new StopReplica(bucket.leaderAndIsr().leaderEpoch(), false, false));
      }
    }
    flush();
    return led;
  }

  // --- buckets -------------------------------------------------------------------------------

  /** Leads buckets that were just created, and tells servers of them. */
  void bucketsCreated(Collection<Bucket> buckets) {
    changed(metadataOf(buckets));
    persist(LeaderDecisions.leaderless(state, buckets));
    flush();
  }

  private static MetadataChanges metadataOf(Collection<Bucket> buckets) {
    MetadataChanges changes = new MetadataChanges();
    buckets.forEach(bucket -> changes.bucket(bucket.id()));
    return changes;
  }

  /** Persists new leaders and ISRs, takes them over, and tells replicas and servers. */
  void persist(Map<Bucket, LeaderAndIsr> decided) {
    List<Bucket> part = new ArrayList<>();
    List<NodeOp> ops = new ArrayList<>();
    for (Map.Entry<Bucket, LeaderAndIsr> entry : decided.entrySet()) {
      List<NodeOp> steps = steps(entry.getKey(), entry.getValue());
      if (ops.size() + steps.size() > FencedStore.MAX_OPS) {
        persist(part, ops, decided);
        part = new ArrayList<>();
        ops = new ArrayList<>();
      }
      part.add(entry.getKey());
      ops.addAll(steps);
    }
    persist(part, ops, decided);
  }

  private void persist(List<Bucket> buckets, List<NodeOp> ops, Map<Bucket, LeaderAndIsr> decided) {
    List<Bucket> persisted = buckets;
    try {
      store.transact(ops);
    } catch (MetadataStoreException e) {
      LOG.warn("{} leaders cannot be written at once; trying one by one", buckets.size(), e);
      persisted = persistOneByOne(buckets, decided);
    }
    for (Bucket bucket : persisted) {
      bucket.setLeaderAndIsr(decided.get(bucket));
      notifyReplicas(bucket);
    }
    changed(metadataOf(persisted));
  }

  private List<Bucket> persistOneByOne(List<Bucket> buckets, Map<Bucket, LeaderAndIsr> decided) {
    List<Bucket> persisted = new ArrayList<>();
    for (Bucket bucket : buckets) {
      try {
        store.transact(steps(bucket, decided.get(bucket)));
        persisted.add(bucket);
      } catch (MetadataStoreException e) {
        LOG.error("The leader of {} cannot be written; it stays as it was", bucket.id(), e);
      }
    }
    return persisted;
  }

  private static List<NodeOp> steps(Bucket bucket, LeaderAndIsr value) {
    String path = LeaderAndIsr.path(bucket.id());
    if (bucket.leaderAndIsr() != null) {
      return List.of(NodeOp.set(path, value.encode()));
    }
    return bucket.nodeExists()
        ? List.of(NodeOp.create(path, value.encode()))
        : List.of(NodeOp.create(BucketNode.path(bucket.id())), NodeOp.create(path, value.encode()));
  }

  private void notifyReplicas(Bucket bucket) {
    for (int replica : bucket.replicas()) {
      TabletServerLink link = links.get(replica);
      if (link != null && !state.server(replica).get().isShuttingDown()) {
        link.notify(bucket.id());
      }
    }
  }

  /**
   * Persists an ISR that its leader asked for; no server needs to be told.
   *
   * @throws MetadataStoreException when it cannot be written, and stays as it was
   */
  void persistIsr(Bucket bucket, LeaderAndIsr value) {
    store.transact(steps(bucket, value));
    bucket.setLeaderAndIsr(value);
  }

  // --- what servers are told -----------------------------------------------------------------

  /** Every server, this one included, hears of the changes. */
  void changed(MetadataChanges changes) {
    if (!changes.isEmpty()) {
      applyToCache(changes);
      links.values().forEach(link -> link.changed(changes));
    }
  }

  /** Sends what the event brought up. */
  void flush() {
    links.values().forEach(TabletServerLink::flush);
  }

  /** Null when the server is not live. */
  TabletServerLink link(int serverId) {
    return links.get(serverId);
  }

  private void applyToCache(MetadataChanges changes) {
    List<MetadataUpdate> updates = metadata(changes);
    if (updates.isEmpty()) {
      cache.apply(serverList());
    }
    updates.forEach(cache::apply);
  }

  @Override
  public int coordinatorEpoch() {
    return WIRE_EPOCH;
  }

  @Override
  public PbNotifyLeaderAndIsrReqForBucket describe(TableBucket id) {
    Bucket bucket = state.bucket(id).orElse(null);
    if (bucket == null || bucket.leaderAndIsr() == null) {
      return null;
    }
    LeaderAndIsr value = bucket.leaderAndIsr();
    PbNotifyLeaderAndIsrReqForBucket out =
        new PbNotifyLeaderAndIsrReqForBucket()
            .setLeader(value.leader())
            .setLeaderEpoch(value.leaderEpoch())
            .setBucketEpoch(value.bucketEpoch())
            .addAllReplicas(bucket.replicas())
            .addAllIsr(value.isr());
    Wire.write(bucket.path(), out.setPhysicalTablePath());
    Wire.write(id, out.setTableBucket());
    return out;
  }

  @Override
  public MetadataUpdate serverList() {
    return new MetadataUpdate(self, state.serverInfos());
  }

  @Override
  public List<MetadataUpdate> metadata(MetadataChanges changes) {
    List<MetadataUpdate> updates = new ArrayList<>();
    MetadataUpdate first = serverList();
    boolean used = addDropped(changes, first);
    Map<Long, List<Bucket>> ofTables = new LinkedHashMap<>();
    Map<Long, List<Bucket>> ofPartitions = new LinkedHashMap<>();
    changes.tables().forEach(id -> ofTables.put(id, new ArrayList<>()));
    for (TableBucket id : changes.buckets()) {
      state
          .bucket(id)
          .ifPresent(
              bucket -> {
                ofTables.computeIfAbsent(id.getTableId(), table -> new ArrayList<>());
                if (id.getPartitionId() == null) {
                  ofTables.get(id.getTableId()).add(bucket);
                } else {
                  ofPartitions
                      .computeIfAbsent(id.getPartitionId(), partition -> new ArrayList<>())
                      .add(bucket);
                }
              });
    }
    MetadataUpdate update = first;
    int size = 0;
    for (Map.Entry<Long, List<Bucket>> entry : ofTables.entrySet()) {
      ClusterState.Table table = state.table(entry.getKey()).orElse(null);
      if (table != null) {
        if (size > 0 && size + entry.getValue().size() > TabletServerLink.MAX_BUCKETS_PER_REQUEST) {
          updates.add(update);
          update = serverList();
          size = 0;
        }
        update.table(describe(table, entry.getValue()));
        size += entry.getValue().size() + 1;
        used = true;
      }
    }
    for (Map.Entry<Long, List<Bucket>> entry : ofPartitions.entrySet()) {
      ClusterState.Partition partition = state.partition(entry.getKey()).orElse(null);
      if (partition != null) {
        if (size > 0 && size + entry.getValue().size() > TabletServerLink.MAX_BUCKETS_PER_REQUEST) {
          updates.add(update);
          update = serverList();
          size = 0;
        }
        update.partition(describe(partition, entry.getValue()));
        size += entry.getValue().size() + 1;
        used = true;
      }
    }
    if (used) {
      updates.add(update);
    }
    return updates;
  }

  /** A name taken by a newer table needs no marker: what is told of that table replaces the old. */
  private boolean addDropped(MetadataChanges changes, MetadataUpdate update) {
    boolean[] used = new boolean[1];
    changes
        .droppedTables()
        .forEach(
            (id, path) -> {
              if (path == null || !state.table(path).isPresent()) {
                update.droppedTable(path, id);
                used[0] = true;
              }
            });
    changes
        .droppedPartitions()
        .forEach(
            (id, dropped) -> {
              ClusterState.Table table = state.table(dropped.tableId()).orElse(null);
              if (dropped.name() == null
                  || table == null
                  || !table.partitions().containsKey(dropped.name())) {
                update.droppedPartition(dropped.tableId(), dropped.name(), id);
                used[0] = true;
              }
            });
    return used[0];
  }

  private static TableMetadata describe(ClusterState.Table table, List<Bucket> buckets) {
    return table
        .description()
        .withBuckets(buckets.stream().map(Bucket::metadata).collect(Collectors.toList()));
  }

  private static PartitionMetadata describe(
      ClusterState.Partition partition, List<Bucket> buckets) {
    return new PartitionMetadata(
        partition.table().info().getTableId(),
        partition.name(),
        partition.id(),
        buckets.stream().map(Bucket::metadata).collect(Collectors.toList()));
  }

  // --- what servers answer -------------------------------------------------------------------

  private final MetadataChanges accepted = new MetadataChanges();
  private boolean acceptedScheduled;

  @Override
  public void notified(int serverId, TableBucket id, int leaderEpoch, ApiError result) {
    Bucket bucket = state.bucket(id).orElse(null);
    if (bucket == null
        || bucket.leaderAndIsr() == null
        || bucket.leaderAndIsr().leaderEpoch() != leaderEpoch) {
      // It answers to what is no longer so; a newer notification is on its way.
      return;
    }
    if (result.isSuccess()) {
      if (bucket.leaderAndIsr().leader() == serverId && bucket.accept(leaderEpoch)) {
        accepted.bucket(id);
        announceAccepted();
      }
      return;
    }
    LOG.warn("Tablet server {} cannot serve {}: {}", serverId, id, result);
    if (result.error() == Errors.INVALID_COORDINATOR_EXCEPTION) {
      // A newer coordinator spoke to it: this one's next write will tell.
      return;
    }
    state.markOffline(id, serverId);
    Map<Bucket, LeaderAndIsr> decided = new HashMap<>();
    LeaderDecisions.withoutReplica(state, bucket, serverId).ifPresent(v -> decided.put(bucket, v));
    persist(decided);
    TabletServerLink link = links.get(serverId);
    if (link != null) {
      link.stop(id, new StopReplica(leaderEpoch, false, false));
    }
    loop.execute(this::flush);
  }

  /** One update for all acceptances of an answer. */
  private void announceAccepted() {
    if (!acceptedScheduled) {
      acceptedScheduled = true;
      loop.execute(
          () -> {
            acceptedScheduled = false;
            MetadataChanges changes = new MetadataChanges();
            changes.add(accepted);
            accepted.clear();
            changed(changes);
            flush();
          });
    }
  }

  @Override
  public void stopped(int serverId, TableBucket bucket, StopReplica stop, ApiError result) {
    if (stop.isDelete()) {
      deletions.stopped(serverId, bucket, result);
    }
  }
}

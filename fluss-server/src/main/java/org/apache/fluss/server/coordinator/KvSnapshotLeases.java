// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.fluss.exception.NonPrimaryKeyTableException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.TimeoutException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.remote.SmallFile;
import org.apache.fluss.server.zk.KvSnapshotLeaseNode;
import org.apache.fluss.server.zk.KvSnapshotNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.utils.clock.Clock;
import org.apache.fluss.utils.json.BucketArrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots that readers keep from deletion. What a lease holds changes in memory only after it
 * was persisted; from the check that a snapshot is there until then it is kept as well. Owned by
 * the coordinator's event loop, which alone removes snapshots; files are written on the IO pool.
 */
final class KvSnapshotLeases {
  private static final Logger LOG = LoggerFactory.getLogger(KvSnapshotLeases.class);
  private static final BucketArrays.Form JSON =
      new BucketArrays.Form("bucket_snapshots", "partition_snapshots");
  private static final int MAX_FILE_BYTES = 64 << 20;
  private static final int MAX_ID_LENGTH = 200;
  private static final int MAX_WAITING_LEASES = 10_000;
  private static final long LOAD_RETRY_DELAY_MS = 1_000;

  private final Coordinator coordinator;
  private final EventLoop loop;
  private final RemotePaths paths;
  private final Executor ioPool;
  private final Clock clock;
  private final long checkIntervalMs;
  private final KeyedOrder<String> order = new KeyedOrder<>();
  private final Map<String, Lease> leases = new HashMap<>();
  private final Map<TableBucket, Map<Long, Integer>> holders = new HashMap<>();
  private Consumer<Collection<TableBucket>> onFreed = buckets -> {};
  private boolean loaded;

  KvSnapshotLeases(
      Coordinator coordinator,
      EventLoop loop,
      RemotePaths paths,
      Executor ioPool,
      Clock clock,
      long checkIntervalMs) {
    this.coordinator = coordinator;
    this.loop = loop;
    this.paths = paths;
    this.ioPool = ioPool;
    this.clock = clock;
    this.checkIntervalMs = checkIntervalMs;
  }

  /** What one lease holds. Immutable. */
  private static final class Lease {
    private final long expirationTimeMs;
    private final Map<TableBucket, Long> snapshots;

    /** Where the snapshots of a table are written down, by table id. */
    private final Map<Long, String> files;

    /** Tables whose file cannot be read: any of their snapshots may be held. */
    private final Set<Long> unreadable;

    Lease(
        long expirationTimeMs,
        Map<TableBucket, Long> snapshots,
        Map<Long, String> files,
        Set<Long> unreadable) {
      this.expirationTimeMs = expirationTimeMs;
      this.snapshots = Map.copyOf(snapshots);
      this.files = Map.copyOf(files);
      this.unreadable = Set.copyOf(unreadable);
    }

    Map<TableBucket, Long> ofTable(long tableId) {
      return ofTable(snapshots, tableId);
    }

    static Map<TableBucket, Long> ofTable(Map<TableBucket, Long> snapshots, long tableId) {
      return snapshots.entrySet().stream()
          .filter(entry -> entry.getKey().getTableId() == tableId)
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
  }

  private static final Lease NONE = new Lease(0, Map.of(), Map.of(), Set.of());

  /** Told of buckets of which a snapshot is held no longer, on the event loop. */
  void onFreed(Consumer<Collection<TableBucket>> listener) {
    onFreed = listener;
  }

  // --- start ---------------------------------------------------------------------------------

  /** Loads what is persisted; until then every snapshot counts as leased. On the event loop. */
  void start() {
    CompletableFuture.supplyAsync(this::load, ioPool)
        .whenCompleteAsync(
            (found, failure) -> {
              if (failure != null) {
                LOG.warn("Leases on kv snapshots cannot be loaded; trying again", failure);
                loop.schedule(LOAD_RETRY_DELAY_MS, this::start);
                return;
              }
              found.forEach((id, lease) -> replace(id, NONE, lease));
              loaded = true;
              dropExpired();
            },
            loop);
  }

  private Map<String, Lease> load() {
    MetadataStore store = coordinator.store().reads();
    Map<String, Lease> out = new HashMap<>();
    for (String id : store.children(KvSnapshotLeaseNode.PARENT)) {
      Optional<StoredNode> node = store.get(KvSnapshotLeaseNode.path(id));
      if (node.isPresent()) {
        try {
          out.put(id, read(id, KvSnapshotLeaseNode.decode(node.get().data())));
        } catch (MetadataStoreException e) {
          LOG.error("The lease {} on kv snapshots is damaged and holds nothing", id, e);
        }
      }
    }
    return out;
  }

  private static Lease read(String id, KvSnapshotLeaseNode node) {
    Map<TableBucket, Long> snapshots = new HashMap<>();
    Set<Long> unreadable = new HashSet<>();
    node.metadataPaths()
        .forEach(
            (tableId, file) -> {
              try {
                snapshots.putAll(
                    JSON.fromBytes(SmallFile.read(new FsPath(file), MAX_FILE_BYTES)).values());
              } catch (FileNotFoundException e) {
                LOG.warn("Lease {} holds nothing of table {}: {} is gone", id, tableId, file);
              } catch (IOException | RuntimeException e) {
                LOG.warn("Lease {} holds all of table {}: {} is unreadable", id, tableId, file, e);
                unreadable.add(tableId);
              }
            });
    return new Lease(node.expirationTimeMs(), snapshots, node.metadataPaths(), unreadable);
  }

  private void dropExpired() {
    long now = clock.milliseconds();
    leases.forEach(
        (id, lease) -> {
          if (lease.expirationTimeMs < now || !lease.unreadable.isEmpty()) {
            inOrder(id, () -> isExpired(id) ? remove(id) : readAgain(id))
                .exceptionally(
                    failure -> {
                      LOG.warn("The lease {} stays as it is for now", id, failure);
                      return null;
                    });
          }
        });
    loop.schedule(checkIntervalMs, this::dropExpired);
  }

  private boolean isExpired(String id) {
    return leases.getOrDefault(id, NONE).expirationTimeMs < clock.milliseconds();
  }

  // --- queries, on the event loop ------------------------------------------------------------

  boolean isLeased(TableBucket bucket, long snapshotId) {
    return !loaded
        || holders.getOrDefault(bucket, Map.of()).containsKey(snapshotId)
        || leases.values().stream()
            .anyMatch(lease -> lease.unreadable.contains(bucket.getTableId()));
  }

  private void hold(TableBucket bucket, long snapshotId) {
    holders
        .computeIfAbsent(bucket, id -> new HashMap<>())
        .merge(snapshotId, 1, (now, more) -> now + more);
  }

  private void free(TableBucket bucket, long snapshotId) {
    holders.computeIfPresent(
        bucket,
        (id, counts) -> {
          counts.computeIfPresent(snapshotId, (snapshot, n) -> n == 1 ? null : n - 1);
          return counts.isEmpty() ? null : counts;
        });
  }

  private void replace(String id, Lease before, Lease after) {
    after.snapshots.forEach(this::hold);
    before.snapshots.forEach(this::free);
    if (after == NONE) {
      leases.remove(id);
    } else {
      leases.put(id, after);
    }
  }

  // --- changes, from any thread --------------------------------------------------------------

  /**
   * Adds snapshots to a lease, and lets it end that long from now.
   *
   * @return the snapshots that are not there any more, which are not leased
   */
  CompletableFuture<Map<TableBucket, Long>> acquire(
      String id, long durationMs, Map<TableBucket, Long> wanted) {
    checkId(id);
    return onLoop(id, () -> readAgain(id).thenCompose(read -> add(id, durationMs, wanted)));
  }

  /** On the event loop. */
  private CompletableFuture<Map<TableBucket, Long>> add(
      String id, long durationMs, Map<TableBucket, Long> wanted) {
    wanted.keySet().stream().map(TableBucket::getTableId).distinct().forEach(this::check);
    Map<TableBucket, Long> available = available(wanted);
    Map<TableBucket, Long> unavailable = new LinkedHashMap<>(wanted);
    unavailable.keySet().removeAll(available.keySet());
    Lease before = leases.getOrDefault(id, NONE);
    Map<TableBucket, Long> snapshots = new HashMap<>(before.snapshots);
    snapshots.putAll(available);
    available.forEach(this::hold);
    return write(id, before, expiration(durationMs), snapshots, before.unreadable)
        .whenCompleteAsync((done, failure) -> available.forEach(this::free), loop)
        .thenApply(done -> unavailable);
  }

  /** Tries again what could not be read of a lease. On the event loop, completes there. */
  private CompletableFuture<Void> readAgain(String id) {
    Lease before = leases.getOrDefault(id, NONE);
    if (before.unreadable.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    KvSnapshotLeaseNode node = new KvSnapshotLeaseNode(before.expirationTimeMs, before.files);
    return CompletableFuture.supplyAsync(() -> read(id, node), ioPool)
        .thenAcceptAsync(after -> replace(id, before, after), loop);
  }

  private long expiration(long durationMs) {
    long now = clock.milliseconds();
    return durationMs > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + durationMs;
  }

  private void check(long tableId) {
    ClusterState.Table table =
        coordinator
            .state()
            .table(tableId)
            .orElseThrow(
                () ->
                    new UnknownTableOrBucketException(
                        "There is no table with the id " + tableId + "."));
    if (!table.info().hasPrimaryKey()) {
      throw new NonPrimaryKeyTableException(
          "Table "
              + table.info().getTablePath()
              + " has no primary key, so there are no kv snapshots of it to lease.");
    }
  }

  private Map<TableBucket, Long> available(Map<TableBucket, Long> wanted) {
    List<String> nodes = new ArrayList<>();
    wanted.forEach((bucket, snapshot) -> nodes.add(KvSnapshotNode.path(bucket, snapshot)));
    Map<String, StoredNode> found = coordinator.store().reads().getAll(nodes);
    return wanted.entrySet().stream()
        .filter(entry -> found.containsKey(KvSnapshotNode.path(entry.getKey(), entry.getValue())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Ends a lease on some buckets; on the last ones ends it altogether. */
  CompletableFuture<Void> release(String id, Collection<TableBucket> buckets) {
    checkId(id);
    return onLoop(
        id,
        () -> {
          Lease before = leases.getOrDefault(id, NONE);
          Map<TableBucket, Long> snapshots = new HashMap<>(before.snapshots);
          if (!snapshots.keySet().removeAll(buckets)) {
            return CompletableFuture.completedFuture(null);
          }
          return snapshots.isEmpty() && before.unreadable.isEmpty()
              ? remove(id)
              : write(id, before, before.expirationTimeMs, snapshots, before.unreadable);
        });
  }

  CompletableFuture<Void> drop(String id) {
    checkId(id);
    return onLoop(id, () -> remove(id));
  }

  /** It becomes the name of a node and of a directory. */
  private static void checkId(String id) {
    if (id.isEmpty()
        || id.equals(".")
        || id.equals("..")
        || id.length() > MAX_ID_LENGTH
        || id.chars().anyMatch(c -> c < ' ' || c == '/' || c == '\\' || c > '~')) {
      throw new IllegalArgumentException(
          "'"
              + id
              + "' cannot be the id of a lease: use at most "
              + MAX_ID_LENGTH
              + " printable ASCII characters and no slash.");
    }
  }

  private <T> CompletableFuture<T> onLoop(String id, Supplier<CompletableFuture<T>> step) {
    return coordinator
        .call(
            () -> {
              if (order.size() >= MAX_WAITING_LEASES || !loaded) {
                throw new TimeoutException(
                    "Leases are still being written or loaded; try again later.");
              }
              return inOrder(id, step);
            })
        .thenCompose(result -> result);
  }

  private <T> CompletableFuture<T> inOrder(String id, Supplier<CompletableFuture<T>> step) {
    return order
        .run(id, loop, step)
        .whenComplete(
            (result, failure) ->
                coordinator.checkFatal(
                    failure instanceof CompletionException ? failure.getCause() : failure));
  }

  /** Persists what a lease holds, then takes it over. On the event loop. */
  private CompletableFuture<Void> write(
      String id,
      Lease before,
      long expirationTimeMs,
      Map<TableBucket, Long> snapshots,
      Set<Long> unreadable) {
    Map<Long, String> files = new TreeMap<>(before.files);
    Map<Long, Map<TableBucket, Long>> changed = new TreeMap<>();
    Set<Long> tables = new HashSet<>();
    snapshots.keySet().forEach(bucket -> tables.add(bucket.getTableId()));
    for (long table : tables) {
      Map<TableBucket, Long> ofTable = Lease.ofTable(snapshots, table);
      if (!ofTable.equals(before.ofTable(table))) {
        changed.put(table, ofTable);
      }
    }
    files.keySet().removeIf(table -> !tables.contains(table) && !unreadable.contains(table));
    for (long table : changed.keySet()) {
      if (unreadable.contains(table)) {
        return CompletableFuture.failedFuture(
            new StorageException(
                "What lease "
                    + id
                    + " holds of table "
                    + table
                    + " cannot be read from "
                    + files.get(table)
                    + ", so nothing can be added. Use another lease."));
      }
    }
    return CompletableFuture.supplyAsync(() -> writeFiles(id, changed), ioPool)
        .thenAcceptAsync(
            written -> {
              files.putAll(written);
              Lease after = new Lease(expirationTimeMs, snapshots, files, unreadable);
              try {
                persist(id, before, new KvSnapshotLeaseNode(expirationTimeMs, files));
              } catch (RuntimeException e) {
                if (!FencedStore.isUnclear(e)) {
                  deleteLater(written.values());
                }
                throw e;
              }
              replace(id, before, after);
              List<String> unused = new ArrayList<>(before.files.values());
              unused.removeAll(files.values());
              deleteLater(unused);
              tellFreed(before);
            },
            loop);
  }

  private Map<Long, String> writeFiles(String id, Map<Long, Map<TableBucket, Long>> byTable) {
    Map<Long, String> out = new HashMap<>();
    byTable.forEach(
        (tableId, snapshots) -> {
          FsPath directory = new FsPath(paths.kvSnapshotLease(id), String.valueOf(tableId));
          FsPath file = new FsPath(directory, UUID.randomUUID() + ".metadata");
          try {
            SmallFile.write(
                file, JSON.toBytes(tableId, snapshots), FileSystem.WriteMode.NO_OVERWRITE);
          } catch (IOException e) {
            deleteFiles(out.values());
            throw new StorageException("Lease " + id + " cannot be written to " + file + ".", e);
          }
          out.put(tableId, file.toString());
        });
    return out;
  }

  private void persist(String id, Lease before, KvSnapshotLeaseNode node) {
    String path = KvSnapshotLeaseNode.path(id);
    List<NodeOp> ops = new ArrayList<>();
    if (before == NONE) {
      ops.addAll(NodeTree.creation(coordinator.store().reads(), KvSnapshotLeaseNode.PARENT));
      ops.add(NodeOp.create(path, node.encode()));
    } else {
      ops.add(NodeOp.set(path, node.encode()));
    }
    coordinator.store().transact(ops);
  }

  /** Ends a lease. On the event loop. */
  private CompletableFuture<Void> remove(String id) {
    Lease before = leases.getOrDefault(id, NONE);
    if (before != NONE) {
      coordinator.store().transact(List.of(NodeOp.delete(KvSnapshotLeaseNode.path(id))));
      replace(id, before, NONE);
      tellFreed(before);
    }
    FsPath directory = paths.kvSnapshotLease(id);
    return before == NONE
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.runAsync(
            () -> {
              try {
                directory.getFileSystem().delete(directory, true);
              } catch (IOException e) {
                LOG.warn("{} is no longer needed, but stays", directory, e);
              }
            },
            ioPool);
  }

  private void tellFreed(Lease before) {
    List<TableBucket> freed = new ArrayList<>();
    before.snapshots.forEach(
        (bucket, snapshot) -> {
          if (!isLeased(bucket, snapshot)) {
            freed.add(bucket);
          }
        });
    if (!freed.isEmpty()) {
      // On its own, so that its failure is not taken for one of the lease.
      loop.execute(() -> onFreed.accept(freed));
    }
  }

  private void deleteLater(Collection<String> files) {
    if (!files.isEmpty()) {
      ioPool.execute(() -> deleteFiles(files));
    }
  }

  private static void deleteFiles(Collection<String> files) {
    for (String file : files) {
      try {
        FsPath path = new FsPath(file);
        path.getFileSystem().delete(path, false);
      } catch (IOException | UncheckedIOException e) {
        LOG.warn("{} is no longer needed, but stays", file, e);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.fluss.exception.InvalidProducerIdException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.TimeoutException;
import org.apache.fluss.fs.FileStatus;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.remote.SmallFile;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.ProducerOffsetsNode;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.utils.clock.Clock;
import org.apache.fluss.utils.json.TableBucketOffsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offsets that producers left here to start over from. What concerns one producer is done in order:
 * files on the IO pool, then the node on the event loop. Thread-safe.
 */
final class ProducerOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(ProducerOffsets.class);
  private static final int MAX_FILE_BYTES = 64 << 20;
  private static final int MAX_WAITING_PRODUCERS = 10_000;

  private final Coordinator coordinator;
  private final EventLoop loop;
  private final RemotePaths paths;
  private final Executor ioPool;
  private final Clock clock;
  private final long cleanupIntervalMs;
  private final KeyedOrder<String> order = new KeyedOrder<>();

  ProducerOffsets(
      Coordinator coordinator,
      EventLoop loop,
      RemotePaths paths,
      Executor ioPool,
      Clock clock,
      long cleanupIntervalMs) {
    this.coordinator = coordinator;
    this.loop = loop;
    this.paths = paths;
    this.ioPool = ioPool;
    this.clock = clock;
    this.cleanupIntervalMs = cleanupIntervalMs;
  }

  /** What a producer registered. Immutable. */
  static final class Registered {
    private final long expirationTimeMs;
    private final Map<Long, Map<TableBucket, Long>> offsets;

    Registered(long expirationTimeMs, Map<Long, Map<TableBucket, Long>> offsets) {
      this.expirationTimeMs = expirationTimeMs;
      this.offsets = offsets;
    }

    long expirationTimeMs() {
      return expirationTimeMs;
    }

    /** Offsets by table id. */
    Map<Long, Map<TableBucket, Long>> offsets() {
      return offsets;
    }
  }

  /** Starts the cleanup. On the event loop. */
  void start() {
    loop.schedule(cleanupIntervalMs, this::cleanUp);
  }

  /**
   * Registers a producer's offsets, by table id, unless it has some that have not expired.
   *
   * @return whether they were registered
   */
  CompletableFuture<Boolean> register(
      String producer, Map<Long, Map<TableBucket, Long>> offsets, long ttlMs) {
    check(producer);
    return inOrder(
        producer,
        () ->
            onIoPool(() -> isTaken(producer) ? null : writeFiles(producer, offsets))
                .thenCompose(
                    files ->
                        files == null
                            ? CompletableFuture.completedFuture(false)
                            : coordinator
                                .call(() -> create(producer, files, ttlMs))
                                .whenComplete(
                                    (replaced, failure) -> {
                                      if (failure == null) {
                                        deleteLater(replaced);
                                      } else if (!FencedStore.isUnclear(failure)) {
                                        deleteLater(files.values());
                                      }
                                    })
                                .thenApply(replaced -> true)));
  }

  private boolean isTaken(String producer) {
    return node(producer)
        .map(node -> ProducerOffsetsNode.decode(node.data()))
        .filter(node -> node.expirationTimeMs() >= clock.milliseconds())
        .isPresent();
  }

  private Optional<StoredNode> node(String producer) {
    return coordinator.store().reads().get(ProducerOffsetsNode.path(producer));
  }

  private Map<Long, String> writeFiles(String producer, Map<Long, Map<TableBucket, Long>> offsets) {
    Map<Long, String> files = new TreeMap<>();
    new TreeMap<>(offsets)
        .forEach(
            (tableId, ofTable) -> {
              FsPath file =
                  new FsPath(
                      new FsPath(directory(producer), String.valueOf(tableId)),
                      UUID.randomUUID() + ".offsets");
              try {
                SmallFile.write(
                    file,
                    new TableBucketOffsets(tableId, ofTable).toJsonBytes(),
                    FileSystem.WriteMode.NO_OVERWRITE);
              } catch (IOException e) {
                delete(files.values());
                throw new StorageException(
                    "The offsets of producer " + producer + " cannot be written to " + file + ".",
                    e);
              }
              files.put(tableId, file.toString());
            });
    return files;
  }

  private FsPath directory(String producer) {
    return new FsPath(paths.producers(), producer);
  }

  /**
   * On the event loop.
   *
   * @return files of expired offsets that are replaced
   */
  private Collection<String> create(String producer, Map<Long, String> files, long ttlMs) {
    long now = clock.milliseconds();
    long expiration = ttlMs > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + ttlMs;
    byte[] data = new ProducerOffsetsNode(expiration, files).encode();
    String path = ProducerOffsetsNode.path(producer);
    Optional<StoredNode> before = node(producer);
    if (before.isPresent()) {
      coordinator.store().transact(List.of(NodeOp.set(path, data, before.get().version())));
      return ProducerOffsetsNode.decode(before.get().data()).offsetsPaths().values();
    }
    List<NodeOp> ops =
        new ArrayList<>(NodeTree.creation(coordinator.store().reads(), ProducerOffsetsNode.PARENT));
    ops.add(NodeOp.create(path, data));
    coordinator.store().transact(ops);
    return List.of();
  }

  /** Empty when the producer registered nothing, or it was cleaned up. */
  CompletableFuture<Optional<Registered>> get(String producer) {
    check(producer);
    return onIoPool(
        () ->
            node(producer)
                .map(node -> ProducerOffsetsNode.decode(node.data()))
                .map(node -> read(producer, node)));
  }

  private static Registered read(String producer, ProducerOffsetsNode node) {
    Map<Long, Map<TableBucket, Long>> offsets = new LinkedHashMap<>();
    node.offsetsPaths()
        .forEach(
            (tableId, file) -> {
              try {
                byte[] content = SmallFile.read(new FsPath(file), MAX_FILE_BYTES);
                offsets.put(tableId, TableBucketOffsets.fromJsonBytes(content).getOffsets());
              } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
                throw new StorageException(
                    "The offsets of producer " + producer + " cannot be read from " + file + ".",
                    e);
              }
            });
    return new Registered(node.expirationTimeMs(), offsets);
  }

  /** Forgets a producer; one that is not known is fine. */
  CompletableFuture<Void> delete(String producer) {
    check(producer);
    return inOrder(producer, () -> remove(producer, Long.MAX_VALUE));
  }

  /** Removes offsets that expire before that time. */
  private CompletableFuture<Void> remove(String producer, long beforeMs) {
    return coordinator
        .call(
            () -> {
              Optional<StoredNode> node = node(producer);
              if (!node.isPresent()
                  || ProducerOffsetsNode.decode(node.get().data()).expirationTimeMs() >= beforeMs) {
                return node.isPresent();
              }
              coordinator
                  .store()
                  .transact(
                      List.of(
                          NodeOp.delete(ProducerOffsetsNode.path(producer), node.get().version())));
              return false;
            })
        .thenAcceptAsync(
            stays -> {
              if (!stays) {
                deleteDirectory(producer);
              }
            },
            ioPool);
  }

  private void deleteDirectory(String producer) {
    FsPath directory = directory(producer);
    try {
      directory.getFileSystem().delete(directory, true);
    } catch (IOException e) {
      LOG.warn("{} is no longer needed, but stays", directory, e);
    }
  }

  private static void check(String producer) {
    String reason = TablePath.detectInvalidName(producer);
    if (reason != null) {
      throw new InvalidProducerIdException(
          "'" + producer + "' cannot be the id of a producer: " + reason + ".");
    }
  }

  private <T> CompletableFuture<T> inOrder(String producer, Supplier<CompletableFuture<T>> step) {
    if (order.size() >= MAX_WAITING_PRODUCERS) {
      return CompletableFuture.failedFuture(
          new TimeoutException("Too many producers' offsets are being written; try again later."));
    }
    return order.run(producer, ioPool, step);
  }

  private <T> CompletableFuture<T> onIoPool(Supplier<T> action) {
    return CompletableFuture.supplyAsync(action, ioPool);
  }

  // --- cleanup -------------------------------------------------------------------------------

  /** Removes what has expired, and directories of producers that are not registered. */
  private void cleanUp() {
    long now = clock.milliseconds();
    CompletableFuture.supplyAsync(this::allProducers, ioPool)
        .thenCompose(
            producers ->
                CompletableFuture.allOf(
                    producers.stream()
                        .map(producer -> inOrder(producer, () -> remove(producer, now)))
                        .toArray(CompletableFuture[]::new)))
        .whenCompleteAsync(
            (done, failure) -> {
              if (failure != null) {
                LOG.warn("Some expired offsets of producers stay for now", failure);
              }
              loop.schedule(cleanupIntervalMs, this::cleanUp);
            },
            loop);
  }

  private Set<String> allProducers() {
    Set<String> out =
        new HashSet<>(coordinator.store().reads().children(ProducerOffsetsNode.PARENT));
    FsPath root = paths.producers();
    try {
      FileSystem fs = root.getFileSystem();
      FileStatus[] directories = fs.exists(root) ? fs.listStatus(root) : null;
      if (directories != null) {
        for (FileStatus directory : directories) {
          out.add(directory.getPath().getName());
        }
      }
    } catch (FileNotFoundException e) {
      LOG.debug("{} is not there", root, e);
    } catch (IOException e) {
      LOG.warn("Directories of producers that are gone stay", e);
    }
    return out;
  }

  private void deleteLater(Collection<String> files) {
    if (!files.isEmpty()) {
      ioPool.execute(() -> delete(files));
    }
  }

  private static void delete(Collection<String> files) {
    for (String file : files) {
      try {
        FsPath path = new FsPath(file);
        path.getFileSystem().delete(path, false);
      } catch (IOException e) {
        LOG.warn("{} is no longer needed, but stays", file, e);
      }
    }
  }
}

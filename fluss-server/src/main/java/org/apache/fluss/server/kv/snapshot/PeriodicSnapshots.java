// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.snapshot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.apache.fluss.exception.FencedLeaderEpochException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.kv.LedStore;
import org.apache.fluss.server.kv.StoreSnapshots;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a snapshot of every led store once an interval, spread over it by bucket, and again sooner
 * after a failure. One at a time per store; it is registered under the epochs it began with.
 */
public final class PeriodicSnapshots implements StoreSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicSnapshots.class);
  private static final long FIRST_BACKOFF_MS = 1_000;
  private static final int MAX_BACKOFF_DOUBLINGS = 6;

  private final MetadataStore store;
  private final Disk disk;
  private final RemotePaths paths;
  private final SnapshotTransfer transfer;
  private final Registry registry;
  private final Function<TableBucket, KvSnapshotMetadata> restored;
  private final EventLoop timer;
  private final Executor background;
  private final long intervalMs;

  /**
   * @param registry the coordinator
   * @param restored the snapshot a store was made from, null if there was none
   * @param timer starts attempts, which run in the background
   * @param intervalMs pause between two snapshots of a store; none are taken unless positive
   */
  public PeriodicSnapshots(
      MetadataStore store,
      Disk disk,
      RemotePaths paths,
      SnapshotTransfer transfer,
      Registry registry,
      Function<TableBucket, KvSnapshotMetadata> restored,
      EventLoop timer,
      Executor background,
      long intervalMs) {
    this.store = store;
    this.disk = disk;
    this.paths = paths;
    this.transfer = transfer;
    this.registry = registry;
    this.restored = restored;
    this.timer = timer;
    this.background = background;
    this.intervalMs = intervalMs;
  }

  /** Where snapshots are registered once their files are there. */
  public interface Registry {
    /** Does not block; fails with what the coordinator answered, or when there was no answer. */
    CompletableFuture<Void> register(
        KvSnapshotMetadata snapshot, int leaderEpoch, int coordinatorEpoch);
  }

  @Override
  public Taking begin(LedStore led) {
    OfStore snapshots = new OfStore(led, restored.apply(led.bucket()));
    if (intervalMs > 0) {
      snapshots.later(Math.floorMod(spread(led.bucket().hashCode()), intervalMs));
    }
    return snapshots;
  }

  /** Mixes all bits of a hash into all of the result, so that neighbours come at other times. */
  private static long spread(int hash) {
    long mixed = (hash ^ (hash >>> 16)) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 32);
  }

  private final class OfStore implements Taking {
    private final LedStore led;
    private KvSnapshotMetadata last;
    private int failures;
    private EventLoop.Timer next;

    /** Completes when files of the store are neither read nor copied. */
    private CompletableFuture<Void> copied = CompletableFuture.completedFuture(null);

    private volatile boolean ended;

    OfStore(LedStore led, KvSnapshotMetadata last) {
      this.led = led;
      this.last = last;
    }

    synchronized void later(long delayMs) {
      if (!ended) {
        next = timer.schedule(delayMs, this::start);
      }
    }

    private void start() {
      CompletableFuture<Void> done = new CompletableFuture<>();
      synchronized (this) {
        if (ended) {
          return;
        }
        copied = done;
      }
      try {
        background.execute(
            () ->
                copy()
                    .whenComplete((snapshot, failure) -> done.complete(null))
                    .thenCompose(this::register)
                    .whenComplete((registered, failure) -> ended(failure)));
      } catch (RejectedExecutionException e) {
        LOG.debug("The server stops; no more snapshots of {} are taken", led.bucket(), e);
        done.complete(null);
      }
    }

    private void ended(Throwable failure) {
      if (failure == null) {
        failures = 0;
        later(intervalMs);
        return;
      }
      if (ended) {
        LOG.info("The snapshot of {} under way was given up", led.bucket(), failure);
        return;
      }
      long delayMs = Math.min(intervalMs, backoffMs(failures++));
      LOG.warn(
          "Taking a snapshot of {} failed {} times in a row; trying again in {} ms",
          led.bucket(),
          failures,
          delayMs,
          failure);
      later(delayMs);
    }

    /** Brings a snapshot to remote storage; gives null if nothing is new. Never throws. */
    private CompletableFuture<KvSnapshotMetadata> copy() {
      try {
        if (led.highWatermark() <= (last == null ? 0 : last.logOffset())) {
          return CompletableFuture.completedFuture(null);
        }
        long id = CounterNode.kvSnapshotIds(led.bucket()).take(store, 1);
        Path local = led.directory().resolve(RemotePaths.kvSnapshotName(id));
        FsPath remote = paths.kvBucket(led.path(), led.bucket());
        return led.checkpoint(local)
            .thenComposeAsync(
                state ->
                    transfer.upload(remote, led.bucket(), id, local, state, known(), () -> ended),
                background)
            .whenComplete((snapshot, failure) -> deleteLocal(local));
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    /** Files of the last snapshot, by local name. */
    private Map<String, KvFile> known() {
      Map<String, KvFile> known = new HashMap<>();
      if (last != null) {
        last.sharedFiles().forEach(file -> known.put(file.localName(), file));
      }
      return known;
    }

    private CompletableFuture<Void> register(KvSnapshotMetadata snapshot) {
      return snapshot == null ? CompletableFuture.completedFuture(null) : register(snapshot, 0);
    }

    /**
     * Registers until it is known whether it is registered: as long as it may still become so, its
     * files must stay, and no other snapshot may begin.
     */
    private CompletableFuture<Void> register(KvSnapshotMetadata snapshot, int tries) {
      return registry
          .register(snapshot, led.leaderEpoch(), led.coordinatorEpoch())
          .handleAsync((done, failure) -> answered(snapshot, tries, failure), background)
          .thenCompose(answer -> answer);
    }

    private CompletableFuture<Void> answered(
        KvSnapshotMetadata snapshot, int tries, Throwable failure) {
      if (failure == null) {
        taken(snapshot);
        return CompletableFuture.completedFuture(null);
      }
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      boolean refused =
          cause instanceof FencedLeaderEpochException
              || cause instanceof UnknownTableOrBucketException;
      try {
        if (new KvSnapshotReader(store).node(led.bucket(), snapshot.snapshotId()).isPresent()) {
          taken(snapshot);
          return CompletableFuture.completedFuture(null);
        }
        if (refused) {
          SnapshotTransfer.remove(snapshot, known());
          return CompletableFuture.failedFuture(cause);
        }
      } catch (RuntimeException e) {
        cause.addSuppressed(e);
      }
      if (ended) {
        // Whether it is registered shows later; if not, the coordinator removes its files then.
        return CompletableFuture.failedFuture(cause);
      }
      long delayMs = backoffMs(tries);
      LOG.warn("It is unclear whether {} is registered; asking in {} ms", snapshot, delayMs, cause);
      CompletableFuture<Void> result = new CompletableFuture<>();
      timer.schedule(
          delayMs,
          () ->
              register(snapshot, tries + 1)
                  .whenComplete(
                      (done, error) -> {
                        if (error == null) {
                          result.complete(null);
                        } else {
                          result.completeExceptionally(error);
                        }
                      }));
      return result;
    }

    private void taken(KvSnapshotMetadata snapshot) {
      last = snapshot;
      LOG.info(
          "Took {} with log offset {}: {} bytes, {} of them new",
          snapshot,
          snapshot.logOffset(),
          snapshot.sizeBytes(),
          snapshot.incrementalSizeBytes());
      led.snapshotTaken(snapshot.logOffset());
    }

    private void deleteLocal(Path directory) {
      try {
        disk.deleteRecursively(directory);
      } catch (IOException e) {
        // The directory goes with the store at the latest.
        LOG.debug("{} stays for now", directory, e);
      }
    }

    @Override
    public CompletableFuture<Void> end() {
      CompletableFuture<Void> running;
      synchronized (this) {
        ended = true;
        if (next != null) {
          next.cancel();
        }
        running = copied;
      }
      return running;
    }
  }

  private static long backoffMs(int failures) {
    return FIRST_BACKOFF_MS << Math.min(failures, MAX_BACKOFF_DOUBLINGS);
  }
}

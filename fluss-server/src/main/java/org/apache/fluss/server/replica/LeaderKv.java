// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.fluss.exception.KvStorageException;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.kv.KvReplay;
import org.apache.fluss.server.kv.KvState;
import org.apache.fluss.server.kv.KvTablet;
import org.apache.fluss.server.kv.LedStore;
import org.apache.fluss.server.kv.StoreSnapshots;
import org.apache.fluss.server.kv.autoinc.AutoIncrement;
import org.apache.fluss.server.log.BucketDirectory;
import org.apache.fluss.server.log.LogReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of a bucket as long as its replica leads: made in the background when that begins, gone
 * when it ends. One store at a time uses the directory. Owned by the lane of the replica.
 */
final class LeaderKv {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderKv.class);

  private final ReplicaEnvironment environment;
  private final BucketDirectory directory;
  private final EventLoop lane;

  /** Completes when nobody uses the directory. */
  private CompletableFuture<Void> free = CompletableFuture.completedFuture(null);

  /** Counts beginnings and ends, so that what belongs to an earlier one is dropped. */
  private int turn;

  private volatile KvTablet tablet;

  /** Offset up to which the store came from its origin. */
  private long originOffset;

  private StoreSnapshots.Taking snapshots;

  LeaderKv(ReplicaEnvironment environment, BucketDirectory directory, EventLoop lane) {
    this.environment = environment;
    this.directory = directory;
    this.lane = lane;
  }

  /** The store; null as long as it is not there. Any thread. */
  KvTablet tablet() {
    return tablet;
  }

  /**
   * Makes the store from its origin and the log, to which nothing may be appended meanwhile.
   *
   * @param beyondLog run on the lane, with its end, if the origin has more than the log
   * @param made run on the lane when the store is there, unless the leadership ended before
   * @param failed run on the lane instead if it cannot be made
   */
  void begin(
      TableInfo table,
      LogReader log,
      LongConsumer beyondLog,
      Runnable made,
      Consumer<KvStorageException> failed) {
    end();
    int begun = turn;
    CompletableFuture<Void> before = free;
    CompletableFuture<Void> closed = new CompletableFuture<>();
    free = closed;
    before.whenComplete(
        (done, error) ->
            background(
                () -> make(table, log, beyondLog, begun, closed, made, failed),
                () -> closed.complete(null)));
  }

  private void background(Runnable task, Runnable rejected) {
    try {
      environment.background.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("The server stops; nothing more is done for {}", directory, e);
      rejected.run();
    }
  }

  private void make(
      TableInfo table,
      LogReader log,
      LongConsumer beyondLog,
      int begun,
      CompletableFuture<Void> closed,
      Runnable made,
      Consumer<KvStorageException> failed) {
    long start = environment.clock.milliseconds();
    Runnable release =
        () -> {
          discard();
          closed.complete(null);
        };
    KvTablet opened;
    long origin;
    try {
      environment.logs.disk().deleteRecursively(directory.kv());
      Path store = directory.kv().resolve("db");
      KvState state =
          environment.kvOrigin.restore(table, directory.tablePath(), directory.bucket(), store);
      origin = state.flushedLogOffset();
      if (origin > log.endOffset()) {
        onLane(begun, () -> beyondLog.accept(origin));
      }
      opened =
          KvReplay.open(
              environment.kv,
              directory.tablePath() + " bucket " + directory.bucket().getBucket(),
              table,
              id -> environment.tables.schema(table, id),
              AutoIncrement.of(
                  table,
                  id -> environment.tables.schema(table, id),
                  environment.tables.autoIncrementValues(table),
                  lane),
              store,
              state,
              log,
              release);
    } catch (IOException | RuntimeException | Error e) {
      closed.complete(null);
      lane.execute(
          () -> {
            if (turn == begun) {
              failed.accept(
                  new KvStorageException(
                      "The store in " + directory.kv() + " cannot be made: " + e, e));
            }
          });
      return;
    }
    lane.execute(
        () -> {
          if (turn != begun) {
            opened.end();
            close(opened);
            return;
          }
          tablet = opened;
          originOffset = origin;
          LOG.info(
              "The store of {} is there after {} ms, up to offset {}",
              directory,
              environment.clock.milliseconds() - start,
              opened.flushedOffset());
          made.run();
        });
  }

  /** Runs something on the lane, unless the leadership has ended, and waits for it. */
  private void onLane(int begun, Runnable task) throws IOException {
    CompletableFuture<Void> done = new CompletableFuture<>();
    lane.execute(
        () -> {
          try {
            if (turn != begun) {
              throw new IllegalStateException("The leadership has ended.");
            }
            task.run();
            done.complete(null);
          } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    try {
      done.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the log is adapted.", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  /** Offset up to which the store came from its origin, without the log. */
  long originOffset() {
    return originOffset;
  }

  /** Takes snapshots of the store from now on. */
  void takeSnapshots(LedStore store) {
    snapshots = environment.kvSnapshots.begin(store);
  }

  /** What lies there is of use to nobody: the next leader begins anew. */
  private void discard() {
    try {
      environment.logs.disk().deleteRecursively(directory.kv());
    } catch (IOException e) {
      LOG.warn("Cannot remove {}; the next leader tries again", directory.kv(), e);
    }
  }

  /** Ends the leadership of the store. */
  void end() {
    turn++;
    KvTablet ended = tablet;
    if (ended != null) {
      tablet = null;
      ended.end();
      if (snapshots != null) {
        free = CompletableFuture.allOf(free, snapshots.end());
        snapshots = null;
      }
      close(ended);
    }
  }

  /**
   * Closing writes files, so not on the lane; if there is no other thread any more, all the same.
   */
  private void close(KvTablet ended) {
    background(ended::close, ended::close);
  }

  /** Completes when the store is closed and its directory is free. */
  CompletableFuture<Void> free() {
    return free;
  }
}

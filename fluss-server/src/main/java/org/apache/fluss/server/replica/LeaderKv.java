// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.fluss.exception.KvStorageException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.kv.KvReplay;
import org.apache.fluss.server.kv.KvState;
import org.apache.fluss.server.kv.KvTablet;
import org.apache.fluss.server.kv.LedStore;
import org.apache.fluss.server.kv.SchemaHistory;
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
  private volatile int turn;

  private volatile KvTablet tablet;

  /** Offset up to which the store came from its origin. */
  private long originOffset;

  private StoreSnapshots.Taking snapshots;

  /** Schemas the store can find; null as long as there is none. */
  private SchemaHistory schemas;

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
            run(
                environment.replays,
                () -> make(table, log, beyondLog, begun, closed, made, failed),
                () -> closed.complete(null)));
  }

  private void background(Runnable task, Runnable rejected) {
    run(environment.background, task, rejected);
  }

  private void run(Executor pool, Runnable task, Runnable rejected) {
    try {
      pool.execute(task);
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
    if (turn != begun) {
      closed.complete(null);
      return;
    }
    Consumer<KvStorageException> ifLeading =
        e ->
            lane.execute(
                () -> {
                  if (turn == begun) {
                    failed.accept(e);
                  }
                });
    long start = environment.clock.milliseconds();
    Runnable release =
        () -> {
          discard();
          closed.complete(null);
        };
    SchemaHistory history = new SchemaHistory();
    KvTablet opened;
    long origin;
    try {
      // The log may have rows of a schema that the coordinator did not tell of yet.
      TableInfo newest = newer(environment.tables.newest(table), table);
      history.add(newest, environment.tables.schemas(newest));
      environment.logs.disk().deleteRecursively(directory.kv());
      Path store = directory.kv().resolve("db");
      KvState state =
          environment.kvOrigin.restore(newest, directory.tablePath(), directory.bucket(), store);
      origin = state.flushedLogOffset();
      if (origin > log.endOffset()) {
        onLane(begun, () -> beyondLog.accept(origin));
      }
      opened =
          KvReplay.open(
              environment.kv,
              directory.tablePath() + " bucket " + directory.bucket().getBucket(),
              newest,
              history,
              AutoIncrement.of(
                  newest, history, environment.tables.autoIncrementValues(newest), lane),
              store,
              state,
              log,
              () -> turn == begun,
              release);
      opened.reader().onFailure(ifLeading);
    } catch (IOException | RuntimeException | Error e) {
      closed.complete(null);
      ifLeading.accept(
          new KvStorageException("The store in " + directory.kv() + " cannot be made: " + e, e));
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
          schemas = history;
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

  /** The one with the newer schema; the first one if there is none. */
  static TableInfo newer(TableInfo a, TableInfo b) {
    return b.getSchemaId() > a.getSchemaId() ? b : a;
  }

  /** Tells the store of new properties or a new schema, as soon as all before are known. Lane. */
  void tableChanged(TableInfo table) {
    if (tablet == null) {
      return;
    }
    if (schemas.isKnownBefore(table)) {
      schemas.add(table, Map.of());
      tablet.tableChanged(table);
      return;
    }
    learn(tablet, schemas, () -> table)
        .whenComplete(
            (learnt, error) -> {
              if (error != null) {
                LOG.warn(
                    "The schemas before {} of {} cannot be read; tried again by the next put"
                        + " that needs them",
                    table.getSchemaId(),
                    directory,
                    error);
              }
            });
  }

  /**
   * Reads the table anew for the store, which there must be, until it has a schema or certainly has
   * not. Lane.
   *
   * @return completes on the lane, once the store knows the table
   */
  CompletableFuture<TableInfo> reread(int schemaId) {
    KvTablet store = tablet;
    SchemaHistory history = schemas;
    TableInfo known = store.table();
    Supplier<TableInfo> newest = () -> environment.tables.newest(known);
    return learn(store, history, newest)
        .thenCompose(
            now -> {
              if (now.getSchemaId() >= schemaId) {
                return CompletableFuture.completedFuture(now);
              }
              // That may have been read just before the schema came.
              CompletableFuture<Void> outdated = new CompletableFuture<>();
              lane.schedule(Tables.NEWEST_MS, () -> outdated.complete(null));
              return outdated.thenCompose(done -> learn(store, history, newest));
            });
  }

  private CompletableFuture<TableInfo> learn(
      KvTablet store, SchemaHistory history, Supplier<TableInfo> source) {
    CompletableFuture<TableInfo> learnt = new CompletableFuture<>();
    background(
        () -> {
          try {
            TableInfo table = source.get();
            Map<Integer, Schema> older =
                history.isKnownBefore(table) ? Map.of() : environment.tables.schemas(table);
            lane.execute(
                () -> {
                  history.add(table, older);
                  if (tablet == store) {
                    store.tableChanged(table);
                  }
                  learnt.complete(table);
                });
          } catch (RuntimeException | Error e) {
            lane.execute(() -> learnt.completeExceptionally(e));
          }
        },
        () -> learnt.completeExceptionally(new StorageException("The server stops.")));
    return learnt;
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
      schemas = null;
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

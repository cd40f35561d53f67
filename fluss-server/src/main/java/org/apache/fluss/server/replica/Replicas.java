// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.RepeatedFailure;
import org.apache.fluss.server.log.BucketDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All replicas a server holds, and what is done for them in common. Thread-safe. */
public final class Replicas {
  /** Period in which recovery points are written. */
  static final long RECOVERY_CHECKPOINT_MS = 60_000;

  /** Period in which data that outlived its table's time to live is removed. */
  static final long RETENTION_MS = 5 * 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(Replicas.class);

  private final ReplicaEnvironment environment;
  private final Lanes lanes;
  private final EventLoop timer;
  private final Map<TableBucket, Replica> replicas = new ConcurrentHashMap<>();
  private final Object checkpointLock = new Object();
  private final Map<String, RepeatedFailure> checkpointFailures = new HashMap<>();

  /**
   * Makes the replicas of all logs in the data directory. None is open before {@link #load}, but
   * they take orders already.
   *
   * @param timer starts periodic work, which it hands over; nothing runs on it for long
   */
  public Replicas(ReplicaEnvironment environment, Lanes lanes, EventLoop timer) {
    this.environment = environment;
    this.lanes = lanes;
    this.timer = timer;
    for (BucketDirectory directory : environment.data.logs()) {
      replicas.put(directory.bucket(), replica(directory));
    }
  }

  /**
   * Opens all logs of the data directory, as many at once as the executor has threads.
   *
   * @param isWanted whether the table of a log still exists; what is not wanted is removed
   * @return completes when all are open or known to be damaged
   */
  public CompletableFuture<Void> load(Executor pool, Predicate<BucketDirectory> isWanted) {
    boolean clean = environment.data.wasCleanlyStopped();
    List<CompletableFuture<Void>> opening = new ArrayList<>();
    for (BucketDirectory directory : environment.data.logs()) {
      CompletableFuture<Void> opened = new CompletableFuture<>();
      opening.add(opened);
      pool.execute(
          () -> {
            try {
              load(directory, clean, isWanted, opened);
            } catch (RuntimeException e) {
              opened.completeExceptionally(e);
            }
          });
    }
    return CompletableFuture.allOf(opening.toArray(new CompletableFuture<?>[0]));
  }

  private void load(
      BucketDirectory directory,
      boolean clean,
      Predicate<BucketDirectory> isWanted,
      CompletableFuture<Void> opened) {
    Replica replica = replicas.get(directory.bucket());
    replica.whenOpen(() -> opened.complete(null));
    if (isWanted.test(directory)) {
      replica.open(clean);
    } else {
      LOG.info("Removing {}: its table or partition was dropped", directory);
      replica.discard(() -> replicas.remove(directory.bucket(), replica));
    }
  }

  private Replica replica(BucketDirectory directory) {
    return new Replica(environment, directory, lanes.of(directory.bucket()));
  }

  /** Begins the periodic work. */
  public void start() {
    ReplicaConfig config = environment.config;
    every(config.watermarkCheckpointMs, () -> inBackground(this::checkpointHighWatermarks));
    every(RECOVERY_CHECKPOINT_MS, () -> inBackground(this::checkpointRecoveryPoints));
    every(RETENTION_MS, this::deleteExpired);
    every(config.writerCheckMs, () -> replicas.values().forEach(Replica::expireWriters));
    every(Math.max(1, config.maxLagMs / 2), this::checkLag);
  }

  /** Removes data that outlived its time to live. */
  public void deleteExpired() {
    replicas.values().forEach(Replica::deleteExpired);
  }

  /** Takes followers that are dead or behind for too long out of the in-sync replicas. */
  public void checkLag() {
    replicas.values().forEach(Replica::checkLag);
  }

  private void every(long periodMs, Runnable task) {
    timer.schedule(
        periodMs,
        () -> {
          try {
            task.run();
          } finally {
            every(periodMs, task);
          }
        });
  }

  private void inBackground(Runnable task) {
    environment.background.execute(task);
  }

  // ---------------------------------------------------------------------------- control, look-ups

  /** The replica of a bucket, null if this server holds none. */
  public Replica get(TableBucket bucket) {
    return replicas.get(bucket);
  }

  /** All replicas, in no order. */
  public Collection<Replica> all() {
    return Collections.unmodifiableCollection(replicas.values());
  }

  /**
   * Tells a replica its role; makes it if it is not there.
   *
   * @param done told once with null or the error
   */
  public void assign(
      PhysicalTablePath path,
      TableBucket bucket,
      BucketAssignment assignment,
      Consumer<RuntimeException> done) {
    Replica replica = replicas.get(bucket);
    if (replica == null && assignment.replicas.contains(environment.serverId)) {
      Replica fresh = replica(environment.data.directory(path, bucket));
      replica = replicas.putIfAbsent(bucket, fresh);
      if (replica == null) {
        replica = fresh;
        inBackground(() -> fresh.open(true));
      }
    }
    if (replica == null) {
      done.accept(
          new UnknownTableOrBucketException(
              "Tablet server "
                  + environment.serverId
                  + " is none of the replicas "
                  + assignment.replicas
                  + " of "
                  + path
                  + " bucket "
                  + bucket.getBucket()
                  + "."));
    } else {
      replica.assign(assignment, done);
    }
  }

  /**
   * Stops a replica; one that is not there counts as stopped.
   *
   * @param leaderEpoch negative if it is not known
   * @param done told once with null or the error
   */
  public void stop(
      TableBucket bucket, int leaderEpoch, boolean delete, Consumer<RuntimeException> done) {
    Replica replica = replicas.get(bucket);
    if (replica == null) {
      done.accept(null);
      return;
    }
    replica.stop(
        leaderEpoch,
        delete,
        error -> {
          if (delete && error == null) {
            replicas.remove(bucket, replica);
          }
          done.accept(error);
        });
  }

  /** The coordinator told of a table's new properties or schema. */
  public void tableChanged(TableInfo table) {
    for (Replica replica : replicas.values()) {
      if (replica.bucket().getTableId() == table.getTableId()) {
        replica.tableChanged(table);
      }
    }
  }

  // --------------------------------------------------------------------------------- checkpoints

  private Map<TableBucket, Long> offsets(ToLongFunction<Replica> offset) {
    Map<TableBucket, Long> offsets = new HashMap<>();
    for (Replica replica : replicas.values()) {
      if (replica.state() != ReplicaState.DELETING) {
        offsets.put(replica.bucket(), offset.applyAsLong(replica));
      }
    }
    return offsets;
  }

  private void checkpointHighWatermarks() {
    write(
        "high watermarks",
        () -> environment.data.writeHighWatermarks(offsets(Replica::highWatermark)));
  }

  private void checkpointRecoveryPoints() {
    write(
        "recovery points",
        () -> environment.data.writeRecoveryPoints(offsets(Replica::recoveryPoint)));
  }

  private interface Checkpoint {
    void write() throws IOException;
  }

  private boolean write(String what, Checkpoint checkpoint) {
    synchronized (checkpointLock) {
      RepeatedFailure failures =
          checkpointFailures.computeIfAbsent(
              what, name -> new RepeatedFailure(LOG, "Cannot write the " + name));
      try {
        checkpoint.write();
        failures.succeeded();
        return true;
      } catch (IOException e) {
        // The next time may do better; after a crash more must be recovered.
        failures.failed(e);
        return false;
      }
    }
  }

  // ---------------------------------------------------------------------------------------- stop

  /**
   * Closes all logs and writes the checkpoints. If all went well, the next start recovers nothing.
   *
   * @param timeoutMs how long that may take
   */
  public void close(long timeoutMs) throws InterruptedException {
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    replicas.values().forEach(replica -> closing.add(replica.close()));
    boolean clean = true;
    try {
      CompletableFuture.allOf(closing.toArray(new CompletableFuture<?>[0]))
          .get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Not all logs could be closed; they are recovered at the next start", e);
      clean = false;
    }
    clean &=
        write(
            "recovery points",
            () -> environment.data.writeRecoveryPoints(offsets(Replica::recoveryPoint)));
    clean &=
        write(
            "high watermarks",
            () -> environment.data.writeHighWatermarks(offsets(Replica::highWatermark)));
    if (clean) {
      write("marker of a clean stop", environment.data::markCleanlyStopped);
    }
  }

  /** Closes all logs as they are and writes nothing; they must be recovered. */
  public void abandon() {
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    for (Replica replica : replicas.values()) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      closing.add(done);
      replica.abandon(() -> done.complete(null));
    }
    CompletableFuture.allOf(closing.toArray(new CompletableFuture<?>[0])).join();
  }
}

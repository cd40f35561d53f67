// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiers the tables that the coordinator hands out: keeps their leases alive, starts their rounds,
 * reports how they ended. Whoever owns it calls {@link #turn} again and again from one thread;
 * rounds run on the executors it was given.
 */
public final class TieringEngine {
  private static final Logger LOG = LoggerFactory.getLogger(TieringEngine.class);

  /** Tables held at once, most of them waiting. */
  private static final int MAX_HELD = 1000;

  private static final int MAX_REMEMBERED = 10_000;
  private static final int NO_EPOCH = -1;

  private final Fluss fluss;
  private final LakeTieringFactory<?, ?> lake;
  private final TieringOptions options;
  private final Clock clock;
  private final Executor rounds;
  private final Executor buckets;
  private final String runnerId;
  private final Runnable wakeUp;

  private final Queue<Runnable> ended = new ConcurrentLinkedQueue<>();
  private final Map<Long, TableStatus> statuses = new ConcurrentHashMap<>();
  private volatile boolean stopping;
  private volatile boolean registered;

  // owned by the thread that takes turns
  private final Map<Long, HeldTable> jobs = new LinkedHashMap<>();
  private final Map<Long, Lease> finished = new LinkedHashMap<>();
  private final Map<Long, Lease> failed = new LinkedHashMap<>();
  private int coordinatorEpoch = NO_EPOCH;
  private long nextHeartbeatMs = Long.MIN_VALUE;
  private boolean reachable = true;
  private boolean moreTables;
  private long roundCount;

  /**
   * @param rounds runs whole rounds, of {@link TieringOptions#tables} tables at once
   * @param buckets runs the buckets of rounds; not the same threads as {@code rounds}
   * @param runnerId unique among all runners of all times, part of the ids of rounds
   * @param wakeUp run, on any thread, when a turn should come soon
   */
  public TieringEngine(
      Fluss fluss,
      LakeTieringFactory<?, ?> lake,
      TieringOptions options,
      Clock clock,
      Executor rounds,
      Executor buckets,
      String runnerId,
      Runnable wakeUp) {
    this.fluss = fluss;
    this.lake = lake;
    this.options = options;
    this.clock = clock;
    this.rounds = rounds;
    this.buckets = buckets;
    this.runnerId = runnerId;
    this.wakeUp = wakeUp;
  }

  /**
   * Does what is due.
   *
   * @return milliseconds until something is due again, unless woken earlier
   */
  public long turn() {
    settle();
    long now = nowMs();
    startRounds(now);
    boolean reports = !finished.isEmpty() || !failed.isEmpty() || moreTables && wantsTable(now);
    if (now >= nextHeartbeatMs || reports && reachable) {
      heartbeat(now);
      startRounds(nowMs());
    }
    return nextTurnMs(nowMs());
  }

  private long nextTurnMs(long now) {
    if (!ended.isEmpty() || reachable && moreTables && wantsTable(now)) {
      return 0;
    }
    long next = nextHeartbeatMs;
    if (running() < options.tables()) {
      for (HeldTable job : jobs.values()) {
        if (!job.running) {
          next = Math.min(next, status(job.lease).notBeforeMs());
        }
      }
    }
    return Math.max(0, next - now);
  }

  /** How the tables stand that this runner has seen. Callable by any thread. */
  public List<TableStatus> tables() {
    return new ArrayList<>(statuses.values());
  }

  /** Whether the coordinator ever answered. Callable by any thread. */
  public boolean isRegistered() {
    return registered;
  }

  /** Makes running rounds stop soon and keeps new ones from starting. Callable by any thread. */
  public void stop() {
    stopping = true;
    wakeUp.run();
  }

  /** Gives all tables back. Called after {@link #stop}, when all rounds have ended. */
  public void close() {
    settle();
    jobs.values().forEach(job -> failed.put(job.lease.tableId(), job.lease));
    jobs.clear();
    if (coordinatorEpoch != NO_EPOCH && !(finished.isEmpty() && failed.isEmpty())) {
      heartbeat(nowMs());
    }
  }

  // ---- rounds

  private void startRounds(long now) {
    int free = stopping ? 0 : options.tables() - running();
    for (HeldTable job : List.copyOf(jobs.values())) {
      if (free > 0 && !job.running && status(job.lease).notBeforeMs() <= now) {
        free--;
        job.running = true;
        start(job, lake);
      }
    }
  }

  private <W, C> void start(HeldTable job, LakeTieringFactory<W, C> factory) {
    String roundId = runnerId + "-" + roundCount++;
    long startMs = nowMs();
    TableStatus status = status(job.lease);
    rounds.execute(
        () -> {
          try {
            RoundResult result =
                round(job, factory, roundId, (rows, files) -> status.gathers(rows, files, startMs));
            for (int part = 1; result.partial && !stopping; part++) {
              RoundResult next = round(job, factory, roundId + "-" + part, (rows, files) -> false);
              if (next.snapshotId == null) {
                break;
              }
              result = result.and(next);
            }
            RoundResult all = result;
            ended.add(() -> succeeded(job, all, startMs));
          } catch (Throwable e) {
            // also linkage errors: a broken lake plugin must not end the service
            ended.add(() -> failed(job, e));
          }
          wakeUp.run();
        });
  }

  private <W, C> RoundResult round(
      HeldTable job,
      LakeTieringFactory<W, C> factory,
      String roundId,
      TieringRound.WorthWaiting gathers)
      throws Exception {
    return new TieringRound<>(
            fluss, factory, options, buckets, job, roundId, gathers, () -> stopping)
        .run();
  }

  private void settle() {
    for (Runnable end = ended.poll(); end != null; end = ended.poll()) {
      end.run();
    }
  }

  private void succeeded(HeldTable job, RoundResult result, long startMs) {
    jobs.remove(job.lease.tableId(), job);
    long now = nowMs();
    remember(job.lease, status(job.lease).after(result, now, options));
    if (result.snapshotId != null) {
      double seconds = Math.max(1, now - startMs) / 1000.0;
      LOG.info(
          "Tiered {} rows of {} in {} s ({} rows/s) from {} buckets, lake snapshot {}.",
          result.rows,
          job.lease,
          seconds,
          Math.round(result.rows / seconds),
          result.writers,
          result.snapshotId);
    }
    if (!job.isLost()) {
      finished.put(job.lease.tableId(), job.lease);
    }
  }

  private void failed(HeldTable job, Throwable failure) {
    jobs.remove(job.lease.tableId(), job);
    if (failure instanceof LeaseLostException || job.isLost()) {
      LOG.warn("A round was given up. {}", failure.getMessage());
      return;
    }
    failed.put(job.lease.tableId(), job.lease);
    if (stopping) {
      return;
    }
    TableStatus before = status(job.lease);
    TableStatus now = before.after(failure, nowMs(), options);
    remember(job.lease, now);
    String what = "Tiering of " + job.lease.path() + " failed, " + now.failures() + " in a row";
    if (failure instanceof InvalidTableException
        || now.lastFailure().equals(before.lastFailure())) {
      LOG.warn("{}: {}", what, now.lastFailure());
    } else {
      LOG.warn("{}.", what, failure);
    }
  }

  private int running() {
    int running = 0;
    for (HeldTable job : jobs.values()) {
      running += job.running ? 1 : 0;
    }
    return running;
  }

  private TableStatus status(Lease lease) {
    return Optional.ofNullable(statuses.get(lease.tableId()))
        .orElseGet(() -> TableStatus.unknown(lease.path()));
  }

  private void remember(Lease lease, TableStatus status) {
    if (statuses.size() >= MAX_REMEMBERED && !statuses.containsKey(lease.tableId())) {
      statuses.remove(statuses.keySet().iterator().next());
    }
    statuses.put(lease.tableId(), status);
  }

  // ---- heartbeats

  private boolean wantsTable(long now) {
    if (stopping || jobs.size() >= MAX_HELD) {
      return false;
    }
    int busy = 0;
    for (HeldTable job : jobs.values()) {
      busy += job.running || status(job.lease).notBeforeMs() <= now ? 1 : 0;
    }
    return busy < options.tables();
  }

  private void heartbeat(long now) {
    nextHeartbeatMs = now + options.pollIntervalMs();
    List<Lease> held = new ArrayList<>();
    jobs.values().forEach(job -> held.add(job.lease));
    Heartbeat.Answer answer;
    try {
      answer =
          fluss.heartbeat(
              new Heartbeat(
                  coordinatorEpoch, held, finished.values(), failed.values(), wantsTable(now)));
    } catch (RuntimeException e) {
      if (reachable) {
        LOG.warn("No heartbeat with the coordinator; trying again. {}", e.toString());
        LOG.debug("The heartbeat failed.", e);
      }
      reachable = false;
      moreTables = false;
      jobs.values().removeIf(job -> !job.running && job.isLost());
      return;
    }
    if (!reachable) {
      LOG.info("Heartbeats with the coordinator work again.");
      reachable = true;
    }
    registered = true;
    finished.clear();
    failed.clear();
    if (coordinatorEpoch != answer.coordinatorEpoch()) {
      LOG.info("The coordinator's epoch is {}.", answer.coordinatorEpoch());
      coordinatorEpoch = answer.coordinatorEpoch();
    }
    jobs.values().forEach(job -> job.renew(now));
    answer.lost().forEach(this::lose);
    Lease offered = answer.offered();
    moreTables = offered != null;
    if (offered != null) {
      HeldTable before = jobs.get(offered.tableId());
      if (before != null) {
        lose(offered.tableId(), "it was handed out again, to this runner");
        if (before.running) {
          // its round has to end first; the coordinator offers the table again
          failed.put(offered.tableId(), offered);
          return;
        }
      }
      jobs.put(offered.tableId(), new HeldTable(offered, options.leaseMs(), this::nowMs, now));
    }
  }

  private void lose(long tableId, String because) {
    HeldTable job = jobs.get(tableId);
    if (job != null) {
      job.lose(because);
      if (!job.running) {
        jobs.remove(tableId);
      }
    }
  }

  private long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(clock.nanoseconds());
  }
}

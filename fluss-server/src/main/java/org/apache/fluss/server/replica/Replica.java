// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.FencedLeaderEpochException;
import org.apache.fluss.exception.IneligibleReplicaException;
import org.apache.fluss.exception.InvalidOffsetException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.InvalidUpdateVersionException;
import org.apache.fluss.exception.KvStorageException;
import org.apache.fluss.exception.LogStorageException;
import org.apache.fluss.exception.NonPrimaryKeyTableException;
import org.apache.fluss.exception.NotEnoughReplicasAfterAppendException;
import org.apache.fluss.exception.NotEnoughReplicasException;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.exception.OperationNotAttemptedException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.TimeoutException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.kv.KvPut;
import org.apache.fluss.server.kv.KvReader;
import org.apache.fluss.server.kv.KvState;
import org.apache.fluss.server.kv.KvTablet;
import org.apache.fluss.server.kv.LedStore;
import org.apache.fluss.server.log.AppendResult;
import org.apache.fluss.server.log.BucketDirectory;
import org.apache.fluss.server.log.CheckedRecords;
import org.apache.fluss.server.log.LogReader;
import org.apache.fluss.server.log.LogTablet;
import org.apache.fluss.server.log.ReadBound;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica of a bucket. Everything that changes it runs on its lane, in the order it was asked
 * for; methods may be called by any thread and hand over. What readers need is published in
 * immutable values.
 */
public final class Replica {
  /** Bytes of appends that are written in one turn of the lane. */
  static final int TURN_BYTES = 1 << 20;

  /** Pause before the coordinator is asked again for in-sync replicas. */
  static final long ISR_RETRY_DELAY_MS = 200;

  /** How many puts may wait for what comes from the metadata store; more are told to come back. */
  static final int MAX_HELD = 1024;

  private static final long NEVER = Long.MAX_VALUE;
  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);

  private final ReplicaEnvironment environment;
  private final TableBucket bucket;
  private final BucketDirectory directory;
  private final EventLoop lane;
  private final Queue<PendingAppend> appends = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean appendsScheduled = new AtomicBoolean();
  private final Set<LogWaiter> waiters = ConcurrentHashMap.newKeySet();

  /** The store, if the table has a primary key. */
  private final LeaderKv kv;

  /** Offset of the first change that no snapshot has. Owned by the lane. */
  private long storeNeedsLogFrom;

  // Owned by the lane, published to readers.
  private volatile ReplicaState state = ReplicaState.LOADING;
  private volatile BucketAssignment assignment = BucketAssignment.UNKNOWN;
  private volatile TableInfo table;
  private volatile LogReader reader;
  private volatile StorageException failure;
  private volatile long leaderEndSnapshot = -1;
  private volatile long remoteStart = NEVER;
  private volatile long remoteEnd = -1;
  private volatile long lakeStart = NEVER;
  private volatile long lakeEnd = -1;
  private volatile long lakeSnapshotId = -1;
  private volatile long lastHighWatermark;
  private volatile long lastRecoveryPoint;

  // Owned by the lane.
  private volatile LogTablet log;
  private List<Runnable> whenOpen = new ArrayList<>();
  private final Map<Integer, FollowerProgress> followers = new TreeMap<>();
  private final PriorityQueue<PendingAck> acks =
      new PriorityQueue<>(Comparator.comparingLong((PendingAck ack) -> ack.endOffset));

  /** Whether the first put waits for something far away. */
  private boolean awaitsStore;

  /** The puts that wait because the first one does; they come before those that are new. */
  private final Deque<PendingAppend> held = new ArrayDeque<>();

  /** Whether the high watermark will move on in another turn. */
  private boolean advanceScheduled;

  /** Keeps a disk that stays full from filling the server's log too. */
  private boolean appendsFail;

  /** The in-sync replicas that were asked for and are not confirmed; null if none were. */
  private List<Integer> wantedIsr;

  private static final class PendingAppend {
    /** Null for a put. */
    final CheckedRecords records;

    /** Null for an append to a log table. */
    final KvPut put;

    final boolean replicated;
    final long timeoutMs;
    final AppendListener listener;

    /** Whether the newest schema was asked for because the put has one that is not known. */
    boolean schemaAsked;

    /** Ends the waiting of one that is held. */
    EventLoop.Timer timer;

    PendingAppend(
        CheckedRecords records,
        KvPut put,
        boolean replicated,
        long timeoutMs,
        AppendListener listener) {
      this.records = records;
      this.put = put;
      this.replicated = replicated;
      this.timeoutMs = timeoutMs;
      this.listener = listener;
    }

    int sizeInBytes() {
      return put == null ? records.sizeInBytes() : put.records().sizeInBytes();
    }
  }

  /** An append that waits for the high watermark. */
  private static final class PendingAck {
    final long baseOffset;
    final long endOffset;
    final AppendListener listener;
    EventLoop.Timer timer;

    PendingAck(long baseOffset, long endOffset, AppendListener listener) {
      this.baseOffset = baseOffset;
      this.endOffset = endOffset;
      this.listener = listener;
    }
  }

  Replica(ReplicaEnvironment environment, BucketDirectory directory, EventLoop lane) {
    this.environment = environment;
    this.bucket = directory.bucket();
    this.directory = directory;
    this.lane = lane;
    this.kv = new LeaderKv(environment, directory, lane);
    this.lastHighWatermark = environment.data.highWatermark(bucket);
    this.lastRecoveryPoint = environment.data.recoveryPoint(bucket);
  }

  // ------------------------------------------------------------------------------------- opening

  /**
   * Opens the log, which may take long. Called once, on a background thread.
   *
   * @param clean whether the log was closed properly, or is new
   */
  void open(boolean clean) {
    try {
      TableInfo info = environment.tables.table(directory.tablePath(), bucket);
      long inLake =
          info.getTableConfig().isDataLakeEnabled()
              ? environment.tables.lakeEndOffset(info, bucket).orElse(-1)
              : -1;
      LogTablet opened =
          LogTablet.open(
              environment.logs, lane, directory.log(), lastRecoveryPoint, clean, lastHighWatermark);
      lane.execute(() -> opened(info, inLake, opened));
    } catch (IOException | RuntimeException e) {
      lane.execute(() -> openFailed(e));
    }
  }

  /** Called instead of {@link #open} if nobody needs the log any more: removes it. */
  void discard(Runnable removed) {
    lane.execute(
        () -> {
          state = ReplicaState.DELETING;
          removed.run();
          removeFiles();
          runWaiting();
        });
  }

  private void removeFiles() {
    try {
      environment.data.removed(directory);
    } catch (IOException e) {
      LOG.warn("Cannot remove {}; the next start tries again", directory, e);
    }
  }

  private void opened(TableInfo info, long inLake, LogTablet opened) {
    if (state == ReplicaState.DELETING) {
      try {
        opened.abandon();
      } catch (IOException e) {
        LOG.warn("Cannot close {}", opened, e);
      }
      removeFiles();
      runWaiting();
      return;
    }
    // Changes that were told while it was opened are newer.
    table = table == null ? info : LeaderKv.newer(table, info);
    log = opened;
    reader = opened.reader();
    lakeEnd = Math.max(lakeEnd, inLake);
    failure = null;
    state = ReplicaState.FOLLOWER;
    takeRole(null);
    runWaiting();
  }

  private void openFailed(Exception e) {
    if (state != ReplicaState.DELETING) {
      LOG.error(
          "Cannot open {}; trying again in {} ms", directory, environment.config.reopenDelayMs, e);
      rest(new StorageException("The replica of " + this + " cannot be opened: " + text(e), e));
    }
    runWaiting();
  }

  private static String text(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private void runWaiting() {
    List<Runnable> tasks = whenOpen;
    whenOpen = new ArrayList<>();
    tasks.forEach(Runnable::run);
  }

  /** Runs on the lane, after the log was opened or could not be. */
  private void onLane(Runnable task) {
    lane.execute(
        () -> {
          if (state == ReplicaState.LOADING) {
            whenOpen.add(task);
          } else {
            task.run();
          }
        });
  }

  /** Runs something on the lane once the log was opened or could not be. */
  void whenOpen(Runnable task) {
    onLane(task);
  }

  /** Log or store failed: nothing is answered until both could be opened again. */
  private void goOffline(StorageException e) {
    if (state == ReplicaState.OFFLINE || state == ReplicaState.DELETING) {
      return;
    }
    LOG.error("The replica of {} goes offline", this, e);
    remember();
    try {
      log.abandon();
    } catch (IOException closing) {
      LOG.warn("Cannot close {}", log, closing);
    }
    rest(new StorageException("The replica of " + this + " is offline: " + e.getMessage(), e));
  }

  private void rest(StorageException why) {
    failure = why;
    state = ReplicaState.OFFLINE;
    dropLeadership(why);
    environment.links.unfollow(this);
    wakeAll();
    lane.schedule(
        environment.config.reopenDelayMs,
        () -> {
          if (state == ReplicaState.OFFLINE) {
            environment.background.execute(() -> open(false));
          }
        });
  }

  private void remember() {
    lastHighWatermark = log.highWatermark();
    lastRecoveryPoint = log.recoveryPoint();
  }

  // --------------------------------------------------------------------------------------- roles

  /**
   * Takes over what the coordinator decided.
   *
   * @param done told once with null or the error
   */
  public void assign(BucketAssignment next, Consumer<RuntimeException> done) {
    onLane(() -> done.accept(tryAssign(next)));
  }

  private RuntimeException tryAssign(BucketAssignment next) {
    BucketAssignment current = assignment;
    if (state == ReplicaState.DELETING) {
      return removed();
    }
    if (next.leaderEpoch < current.leaderEpoch) {
      return new FencedLeaderEpochException(
          "Leader epoch "
              + next.leaderEpoch
              + " of "
              + this
              + " is over, "
              + current.leaderEpoch
              + " has begun.");
    }
    if (!next.replicas.contains(environment.serverId)) {
      return new UnknownTableOrBucketException(
          "Tablet server "
              + environment.serverId
              + " is none of the replicas "
              + next.replicas
              + " of "
              + this
              + ".");
    }
    if (next.bucketEpoch < current.bucketEpoch) {
      return new InvalidUpdateVersionException(
          "Bucket epoch "
              + next.bucketEpoch
              + " of "
              + this
              + " is over, "
              + current.bucketEpoch
              + " has begun.");
    }
    assignment = next;
    if (next.leaderEpoch != current.leaderEpoch || next.bucketEpoch != current.bucketEpoch) {
      wantedIsr = null;
    }
    if (state == ReplicaState.OFFLINE) {
      return failure;
    }
    takeRole(current);
    return failure;
  }

  /**
   * Becomes what the assignment says.
   *
   * @param before the assignment it lived under, null if its log was just opened
   */
  private void takeRole(BucketAssignment before) {
    BucketAssignment now = assignment;
    boolean newEpoch = before == null || before.leaderEpoch != now.leaderEpoch;
    if (now.leader == environment.serverId) {
      if (newEpoch || !leads()) {
        environment.links.unfollow(this);
        try {
          log.epochs().begin(now.leaderEpoch, log.endOffset());
        } catch (IOException e) {
          goOffline(new LogStorageException("Cannot write the leader epochs of " + this, e));
          return;
        }
        leaderEndSnapshot = log.endOffset();
        followers.clear();
        LOG.info("Leading {}: {}, log end {}", this, now, log.endOffset());
        if (table.hasPrimaryKey()) {
          state = ReplicaState.LEADER_RESTORING;
          kv.begin(table, reader, this::lostLog, this::storeMade, this::goOffline);
        } else {
          state = ReplicaState.LEADER;
        }
      }
      followers.keySet().retainAll(now.replicas);
      for (int replica : now.replicas) {
        if (replica != environment.serverId && !followers.containsKey(replica)) {
          FollowerProgress progress = new FollowerProgress();
          progress.startedAt(environment.clock.milliseconds());
          followers.put(replica, progress);
        }
      }
      advance();
    } else {
      if (state != ReplicaState.FOLLOWER || newEpoch) {
        state = ReplicaState.FOLLOWER;
        dropLeadership(notLeader());
        wakeAll();
      }
      if (newEpoch || before.leader != now.leader) {
        environment.links.unfollow(this);
        if (now.leader != BucketAssignment.NO_LEADER) {
          environment.links.follow(this, now.leader, now.leaderEpoch, position());
        }
      }
    }
  }

  /** A snapshot of the store has more than the log: the disk was lost, and nobody has a copy. */
  private void lostLog(long snapshotOffset) {
    LOG.error(
        "The log of {} ends at {}, but a snapshot has the changes below {}: what was written since"
            + " is lost. Going on at that offset.",
        this,
        log.endOffset(),
        snapshotOffset);
    try {
      log.truncateFullyAndStartAt(snapshotOffset);
      log.epochs().begin(assignment.leaderEpoch, snapshotOffset);
    } catch (IOException e) {
      throw new LogStorageException("Cannot write the leader epochs of " + this, e);
    }
    leaderEndSnapshot = snapshotOffset;
  }

  private void storeMade() {
    kv.tableChanged(table);
    table = LeaderKv.newer(table, kv.tablet().table());
    state = ReplicaState.LEADER;
    storeNeedsLogFrom = Math.max(storeNeedsLogFrom, kv.originOffset());
    kv.takeSnapshots(new Led(assignment.leaderEpoch, assignment.coordinatorEpoch));
    // What the replay left is little, and readers must not miss it.
    long highWatermark = log.highWatermark();
    for (long flushed = 0; state == ReplicaState.LEADER && flushed < highWatermark; ) {
      flushed = flushStore(highWatermark);
    }
    if (state == ReplicaState.LEADER) {
      advance();
    }
  }

  /** The store in one leader epoch. */
  private final class Led implements LedStore {
    private final int leaderEpoch;
    private final int coordinatorEpoch;

    Led(int leaderEpoch, int coordinatorEpoch) {
      this.leaderEpoch = leaderEpoch;
      this.coordinatorEpoch = coordinatorEpoch;
    }

    @Override
    public TableBucket bucket() {
      return bucket;
    }

    @Override
    public PhysicalTablePath path() {
      return directory.tablePath();
    }

    @Override
    public int leaderEpoch() {
      return leaderEpoch;
    }

    @Override
    public int coordinatorEpoch() {
      return coordinatorEpoch;
    }

    @Override
    public Path directory() {
      return directory.kv();
    }

    @Override
    public long highWatermark() {
      return Replica.this.highWatermark();
    }

    @Override
    public CompletableFuture<KvState> checkpoint(Path target) {
      return Replica.this.checkpoint(leaderEpoch, target);
    }

    @Override
    public void snapshotTaken(long logOffset) {
      storeNeedsLogFrom(logOffset);
    }
  }

  /** A snapshot has what lies below the offset, which may go from the log then. Only grows. */
  public void storeNeedsLogFrom(long offset) {
    onLane(() -> storeNeedsLogFrom = Math.max(storeNeedsLogFrom, offset));
  }

  /** What lies below may go, whatever else it is kept for. */
  private long notNeededByStore() {
    return table.hasPrimaryKey() ? storeNeedsLogFrom : NEVER;
  }

  /** Whether this server is the leader, if perhaps without its store yet. */
  private boolean leads() {
    return state == ReplicaState.LEADER || state == ReplicaState.LEADER_RESTORING;
  }

  private boolean isOpen() {
    return leads() || state == ReplicaState.FOLLOWER;
  }

  private FetchPosition position() {
    long end = log.endOffset();
    return new FetchPosition(end, end == 0 ? -1 : log.epochs().epochOf(end - 1));
  }

  private void dropLeadership(RuntimeException why) {
    kv.end();
    followers.clear();
    wantedIsr = null;
    List<PendingAck> open = new ArrayList<>(acks);
    acks.clear();
    for (PendingAck ack : open) {
      ack.timer.cancel();
      guarded(() -> ack.listener.failed(why));
    }
  }

  private ApiException notLeader() {
    return state == ReplicaState.DELETING
        ? removed()
        : new NotLeaderOrFollowerException(
            "Tablet server " + environment.serverId + " does not lead " + this + ".");
  }

  private UnknownTableOrBucketException removed() {
    return new UnknownTableOrBucketException("The replica of " + this + " is being removed.");
  }

  /**
   * Stops the replica.
   *
   * @param leaderEpoch of the decision; negative if it is not known
   * @param delete whether its data goes too
   * @param done told once with null or the error
   */
  void stop(int leaderEpoch, boolean delete, Consumer<RuntimeException> done) {
    lane.execute(
        () -> {
          if (leaderEpoch >= 0 && leaderEpoch < assignment.leaderEpoch) {
            done.accept(
                new FencedLeaderEpochException(
                    "Leader epoch " + leaderEpoch + " of " + this + " is over."));
          } else if (delete) {
            delete(done);
          } else {
            BucketAssignment known = assignment;
            assignment =
                new BucketAssignment(
                    BucketAssignment.NO_LEADER,
                    known.leaderEpoch,
                    known.bucketEpoch,
                    known.coordinatorEpoch,
                    known.replicas,
                    known.isr);
            if (isOpen()) {
              takeRole(known);
            }
            done.accept(null);
          }
        });
  }

  private void delete(Consumer<RuntimeException> done) {
    boolean open = isOpen();
    boolean loading = state == ReplicaState.LOADING;
    state = ReplicaState.DELETING;
    environment.links.unfollow(this);
    dropLeadership(notLeader());
    wakeAll();
    if (loading) {
      // Whoever opens it removes it, and answers what waits.
      done.accept(null);
      return;
    }
    try {
      if (open) {
        log.delete();
      }
    } catch (IOException e) {
      done.accept(cannotRemove(e));
      return;
    }
    // On the lane if there is no store; else on the thread that closes it.
    kv.free()
        .thenRun(
            () -> {
              try {
                environment.data.removed(directory);
                done.accept(null);
              } catch (IOException e) {
                done.accept(cannotRemove(e));
              }
            });
  }

  private LogStorageException cannotRemove(IOException e) {
    return new LogStorageException("Cannot remove " + directory + ": " + e.getMessage(), e);
  }

  /**
   * Closes the log for a clean stop.
   *
   * @return completes once it is closed; fails if it must be recovered
   */
  CompletableFuture<Void> close() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    lane.execute(
        () -> {
          try {
            if (isOpen()) {
              state = ReplicaState.OFFLINE;
              failure = new StorageException("Tablet server is stopping.");
              dropLeadership(notLeader());
              wakeAll();
              log.close();
              remember();
            } else if (state != ReplicaState.DELETING) {
              throw new IOException("The replica of " + this + " is " + state + ".");
            }
            kv.free().thenRun(() -> closed.complete(null));
          } catch (IOException | RuntimeException e) {
            closed.completeExceptionally(e);
          }
        });
    return closed;
  }

  /** Closes the log as it is, so that it must be recovered. */
  void abandon(Runnable done) {
    lane.execute(
        () -> {
          if (isOpen()) {
            state = ReplicaState.OFFLINE;
            failure = new StorageException("Tablet server has ended.");
            dropLeadership(notLeader());
            wakeAll();
            try {
              log.abandon();
            } catch (IOException e) {
              LOG.warn("Cannot close {}", log, e);
            }
          }
          kv.free().thenRun(done);
        });
  }

  // ------------------------------------------------------------------------------------- appends

  /**
   * Appends as leader. What arrives while the lane is busy is written together.
   *
   * @param replicated whether to answer only when all in-sync replicas have the records
   * @param timeoutMs how long that may take
   */
  public void append(
      CheckedRecords records, boolean replicated, long timeoutMs, AppendListener listener) {
    appends.add(new PendingAppend(records, null, replicated, timeoutMs, listener));
    scheduleAppends();
  }

  /**
   * Puts as leader of a bucket of a primary-key table, otherwise as {@link #append}. The listener
   * is told the offsets of the changelog.
   */
  public void put(KvPut put, boolean replicated, long timeoutMs, AppendListener listener) {
    appends.add(new PendingAppend(null, put, replicated, timeoutMs, listener));
    scheduleAppends();
  }

  private void scheduleAppends() {
    if (appendsScheduled.compareAndSet(false, true)) {
      onLane(this::appendWaiting);
    }
  }

  private void appendWaiting() {
    appendsScheduled.set(false);
    if (awaitsStore) {
      hold();
      return;
    }
    List<PendingAppend> taken = new ArrayList<>();
    long bytes = 0;
    int upserts = 0;
    for (PendingAppend next; bytes < TURN_BYTES && (next = first()) != null; ) {
      RuntimeException refusal = refusal(next);
      if (refusal == null && next.put != null) {
        upserts += next.put.records().count();
        CompletableFuture<Void> ready = ready(next, upserts);
        if (!ready.isDone()) {
          await(next, ready);
          break;
        }
        refusal = error(ready);
      }
      removeFirst();
      if (refusal == null) {
        taken.add(next);
        bytes += next.sizeInBytes();
      } else {
        refuse(next, refusal);
      }
    }
    if (first() != null && !awaitsStore) {
      scheduleAppends();
    }
    if (taken.isEmpty()) {
      return;
    }
    AppendResult[] results;
    try {
      results = write(taken);
    } catch (RuntimeException | Error e) {
      RuntimeException failure = failure(e);
      taken.forEach(append -> guarded(() -> append.listener.failed(failure)));
      failed(failure);
      return;
    }
    wake(ReadBound.LOG_END);
    guarded(this::advance);
    RuntimeException storage = null;
    for (int i = 0; i < results.length; i++) {
      PendingAppend append = taken.get(i);
      AppendResult result = results[i];
      guarded(() -> answer(append, result));
      if (results[i].error() instanceof LogStorageException) {
        storage = results[i].error();
      }
    }
    if (storage != null) {
      failed(storage);
    } else if (appendsFail) {
      appendsFail = false;
      LOG.info("Appending to {} works again", this);
    }
  }

  private PendingAppend first() {
    PendingAppend first = held.peek();
    return first == null ? appends.peek() : first;
  }

  private void removeFirst() {
    PendingAppend first = held.poll();
    if (first == null) {
      appends.poll();
    } else {
      first.timer.cancel();
    }
  }

  private void refuse(PendingAppend append, RuntimeException why) {
    guarded(() -> append.listener.failed(why));
  }

  /** Completed if the put can be written at once; else it completes on the lane. */
  private CompletableFuture<Void> ready(PendingAppend next, int upserts) {
    KvTablet store = kv.tablet();
    if (!next.schemaAsked && next.put.records().schemaId() > store.table().getSchemaId()) {
      // The coordinator's word may be late; what is in the metadata store counts.
      next.schemaAsked = true;
      return kv.reread(next.put.records().schemaId())
          .thenAccept(now -> table = LeaderKv.newer(table, now));
    }
    return store.ready(upserts);
  }

  private void await(PendingAppend first, CompletableFuture<Void> ready) {
    awaitsStore = true;
    hold();
    ready.whenComplete(
        (done, error) -> {
          awaitsStore = false;
          if (error != null && held.remove(first)) {
            first.timer.cancel();
            refuse(first, failure(error instanceof CompletionException ? error.getCause() : error));
          }
          scheduleAppends();
        });
  }

  /** Puts wait, in order, no longer than their clients do. */
  private void hold() {
    for (PendingAppend next; (next = appends.poll()) != null; ) {
      PendingAppend waiting = next;
      if (held.size() == MAX_HELD) {
        refuse(
            waiting,
            new StorageException(
                MAX_HELD
                    + " puts into "
                    + this
                    + " wait for the metadata store already; try again."));
        continue;
      }
      held.add(waiting);
      waiting.timer =
          lane.schedule(
              Math.max(0, waiting.timeoutMs),
              () -> {
                if (held.remove(waiting)) {
                  refuse(
                      waiting,
                      new TimeoutException(
                          "The put into "
                              + this
                              + " waited for the metadata store for "
                              + waiting.timeoutMs
                              + " ms; nothing was written."));
                }
              });
    }
  }

  /** The error of a future that is done, null if it has none. */
  private RuntimeException error(CompletableFuture<Void> done) {
    try {
      done.join();
      return null;
    } catch (CompletionException e) {
      return failure(e.getCause());
    }
  }

  private AppendResult[] write(List<PendingAppend> taken) {
    if (table.hasPrimaryKey()) {
      List<KvPut> puts = new ArrayList<>(taken.size());
      taken.forEach(append -> puts.add(append.put));
      return kv.tablet().put(log, puts);
    }
    List<CheckedRecords> records = new ArrayList<>(taken.size());
    taken.forEach(append -> records.add(append.records));
    return log.appendAsLeader(records);
  }

  private RuntimeException failure(Throwable e) {
    return e instanceof RuntimeException
        ? (RuntimeException) e
        : new LogStorageException("Appending to " + this + " failed: " + e, e);
  }

  /** What one listener throws must not keep the others from being told. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      LOG.error("Telling of a change of {} failed", this, e);
    }
  }

  private RuntimeException refusal(PendingAppend append) {
    if (state != ReplicaState.LEADER) {
      return noStore();
    }
    if ((append.put != null) != table.hasPrimaryKey()) {
      return new InvalidTableException(
          "A table with a primary key is written by puts, one without by appends, and "
              + path()
              + (table.hasPrimaryKey() ? " has one." : " has none."));
    }
    int inSync = assignment.isr.size();
    if (append.replicated && inSync < environment.config.minInSyncReplicas) {
      return new NotEnoughReplicasException(
          this
              + " has "
              + inSync
              + " in-sync replicas, but "
              + environment.config.minInSyncReplicas
              + " are needed for a write that is acknowledged by all.");
    }
    return null;
  }

  private void answer(PendingAppend append, AppendResult result) {
    if (result.error() != null) {
      append.listener.failed(result.error());
      return;
    }
    long end = result.lastOffset() + 1;
    if (!append.replicated || result.firstOffset() < 0 || end <= log.highWatermark()) {
      append.listener.appended(result.firstOffset(), result.firstOffset() < 0 ? -1 : end);
      return;
    }
    if (!leads()) {
      append.listener.failed(state == ReplicaState.OFFLINE ? failure : notLeader());
      return;
    }
    PendingAck ack = new PendingAck(result.firstOffset(), end, append.listener);
    ack.timer = lane.schedule(Math.max(0, append.timeoutMs), () -> timeOut(ack));
    acks.add(ack);
  }

  private void timeOut(PendingAck ack) {
    if (acks.remove(ack)) {
      ack.listener.failed(
          new TimeoutException(
              "The in-sync replicas "
                  + assignment.isr
                  + " of "
                  + this
                  + " did not all copy offset "
                  + (ack.endOffset - 1)
                  + " in time; it may still happen."));
    }
  }

  private void failed(RuntimeException e) {
    if (!log.isUsable()) {
      goOffline(new LogStorageException(text(e), e));
    } else if (e instanceof KvStorageException) {
      goOffline((KvStorageException) e);
    } else if (e instanceof LogStorageException) {
      // For example a full disk: readers go on, and so will writers once there is room.
      if (!appendsFail) {
        LOG.error("Cannot append to {}", this, e);
      }
      appendsFail = true;
    } else if (!(e instanceof ApiException)) {
      LOG.error("Work on {} failed", this, e);
    }
  }

  // ------------------------------------------------------------- high watermark, in-sync replicas

  private boolean isInSync(int follower) {
    return assignment.isr.contains(follower) || (wantedIsr != null && wantedIsr.contains(follower));
  }

  /** Moves the high watermark to what all in-sync replicas have. */
  private void advance() {
    BucketAssignment now = assignment;
    if (now.isr.size() < environment.config.minInSyncReplicas) {
      return;
    }
    long candidate = log.endOffset();
    long time = followers.isEmpty() ? 0 : environment.clock.milliseconds();
    for (Map.Entry<Integer, FollowerProgress> entry : followers.entrySet()) {
      FollowerProgress follower = entry.getValue();
      if (isInSync(entry.getKey())
          || (follower.isCaughtUp(log.endOffset(), time, environment.config.maxLagMs)
              && environment.liveServers.test(entry.getKey()))) {
        candidate = Math.min(candidate, follower.endOffset());
      }
    }
    if (candidate <= log.highWatermark()) {
      return;
    }
    long flushed = flushStore(candidate);
    if (log.isUsable() && log.advanceHighWatermark(flushed)) {
      completeAcks();
      wake(ReadBound.HIGH_WATERMARK);
      if (flushed < candidate && !advanceScheduled) {
        advanceScheduled = true;
        lane.execute(this::advanceFurther);
      }
    }
  }

  private void advanceFurther() {
    advanceScheduled = false;
    if (leads()) {
      advance();
    }
  }

  /**
   * Readers of the store see what all in-sync replicas have, before others can know that they do.
   *
   * @return how far the high watermark may move; -1 if not at all
   */
  private long flushStore(long highWatermark) {
    KvTablet store = kv.tablet();
    if (store == null) {
      return highWatermark;
    }
    if (store.isHeld()) {
      return -1;
    }
    try {
      return store.flush(Math.min(highWatermark, log.endOffset()));
    } catch (RuntimeException e) {
      goOffline(new KvStorageException("The store of " + this + " failed: " + text(e), e));
      return -1;
    }
  }

  private void completeAcks() {
    while (!acks.isEmpty() && acks.peek().endOffset <= log.highWatermark()) {
      PendingAck ack = acks.poll();
      ack.timer.cancel();
      if (assignment.isr.size() < environment.config.minInSyncReplicas) {
        guarded(
            () ->
                ack.listener.failed(
                    new NotEnoughReplicasAfterAppendException(
                        this
                            + " lost in-sync replicas after the write; only "
                            + assignment.isr
                            + " are.")));
      } else {
        guarded(() -> ack.listener.appended(ack.baseOffset, ack.endOffset));
      }
    }
  }

  /** A follower asks for what follows an offset. */
  public void fetched(FollowerFetch fetch, FollowerFetch.Listener listener) {
    onLane(
        () -> {
          FollowerProgress follower = followers.get(fetch.followerId);
          if (!leads() || follower == null) {
            listener.failed(state == ReplicaState.OFFLINE ? failure : notLeader());
            return;
          }
          if (fetch.leaderEpoch >= 0 && fetch.leaderEpoch != assignment.leaderEpoch) {
            listener.failed(
                new FencedLeaderEpochException(
                    "Leader epoch of "
                        + this
                        + " is "
                        + assignment.leaderEpoch
                        + ", the follower knows "
                        + fetch.leaderEpoch
                        + "."));
            return;
          }
          FetchedLog.EpochStart divergence = divergence(fetch);
          if (divergence != null) {
            listener.diverging(divergence);
            return;
          }
          if (fetch.offset >= log.startOffset() && fetch.offset <= log.endOffset()) {
            follower.fetched(fetch.offset, log.endOffset(), environment.clock.milliseconds());
            advance();
            mayExpandIsr(fetch.followerId, follower);
          }
          List<FetchedLog.EpochStart> epochs = new ArrayList<>();
          log.epochs()
              .forEachFrom(fetch.offset, (epoch, start) -> epochs.add(epochStart(epoch, start)));
          listener.accepted(epochs);
        });
  }

  private static FetchedLog.EpochStart epochStart(int epoch, long offset) {
    return new FetchedLog.EpochStart(epoch, offset);
  }

  /** Null if the follower's log is a beginning of this one, as far as epochs tell. */
  private FetchedLog.EpochStart divergence(FollowerFetch fetch) {
    if (fetch.lastEpoch < 0 || fetch.offset <= log.startOffset()) {
      return null;
    }
    int mine = log.epochs().epochOf(Math.min(fetch.offset, log.endOffset()) - 1);
    if (mine < 0 || (mine == fetch.lastEpoch && fetch.offset <= log.endOffset())) {
      return null;
    }
    long end =
        log.epochs().endOffset(Math.min(fetch.lastEpoch, log.epochs().latest()), log.endOffset());
    return end < 0 ? null : epochStart(log.epochs().epochOf(end - 1), end);
  }

  private void mayExpandIsr(int id, FollowerProgress follower) {
    if (wantedIsr == null
        && !assignment.isr.contains(id)
        && follower.endOffset() >= log.highWatermark()
        && environment.liveServers.test(id)) {
      List<Integer> isr = new ArrayList<>(assignment.isr);
      isr.add(id);
      adjustIsr(isr);
    }
  }

  /** Removes followers that are dead or behind for too long from the in-sync replicas. */
  void checkLag() {
    lane.execute(
        () -> {
          if (!leads() || wantedIsr != null || followers.isEmpty()) {
            return;
          }
          long now = environment.clock.milliseconds();
          List<Integer> isr = new ArrayList<>(assignment.isr);
          isr.removeIf(
              id -> {
                FollowerProgress follower = followers.get(id);
                return follower != null
                    && (!environment.liveServers.test(id)
                        || follower.lags(log.endOffset(), now, environment.config.maxLagMs));
              });
          if (isr.size() < assignment.isr.size()) {
            adjustIsr(isr);
          }
        });
  }

  private void adjustIsr(List<Integer> isr) {
    LOG.info("{}: in-sync replicas {} shall become {}", this, assignment.isr, isr);
    wantedIsr = isr;
    BucketAssignment asked = assignment;
    environment.isrAdjustments.adjust(
        bucket,
        asked,
        isr,
        new IsrAdjustments.Listener() {
          @Override
          public void adjusted(List<Integer> newIsr, int bucketEpoch) {
            lane.execute(() -> isrAdjusted(asked, newIsr, bucketEpoch));
          }

          @Override
          public void refused(Throwable error) {
            lane.execute(() -> isrRefused(asked, isr, error));
          }
        });
  }

  private boolean isStillAsked(BucketAssignment asked) {
    return leads()
        && assignment.leaderEpoch == asked.leaderEpoch
        && assignment.bucketEpoch == asked.bucketEpoch
        && wantedIsr != null;
  }

  private void isrAdjusted(BucketAssignment asked, List<Integer> isr, int bucketEpoch) {
    if (isStillAsked(asked) && bucketEpoch >= asked.bucketEpoch) {
      wantedIsr = null;
      assignment = assignment.withIsr(isr, bucketEpoch);
      advance();
    }
  }

  private void isrRefused(BucketAssignment asked, List<Integer> isr, Throwable error) {
    if (!isStillAsked(asked)) {
      return;
    }
    LOG.warn("{}: in-sync replicas stay {}", this, asked.isr, error);
    if (error instanceof OperationNotAttemptedException
        || error instanceof IneligibleReplicaException) {
      wantedIsr = null;
    } else if (!(error instanceof UnknownTableOrBucketException
        || error instanceof InvalidUpdateVersionException
        || error instanceof FencedLeaderEpochException)) {
      // In doubt the wider set counts until the coordinator has spoken.
      lane.schedule(
          ISR_RETRY_DELAY_MS,
          () -> {
            if (isStillAsked(asked)) {
              adjustIsr(isr);
            }
          });
    }
  }

  // ------------------------------------------------------------------------------ being a follower

  /**
   * Appends what the leader sent, or cuts what it does not have.
   *
   * @param leaderEpoch the epoch the fetch began under; a result of an older one is dropped
   * @param done told once where to go on, or null if this fetch is over
   * @param failed told instead if it must be tried again later
   */
  public void copied(
      int leaderEpoch,
      FetchedLog fetched,
      Consumer<FetchPosition> done,
      Consumer<RuntimeException> failed) {
    lane.execute(
        () -> {
          if (!isFollowing(leaderEpoch)) {
            done.accept(null);
            return;
          }
          try {
            if (fetched.divergence != null) {
              cut(fetched.divergence);
            } else {
              for (FetchedLog.EpochStart epoch : fetched.epochs) {
                log.epochs().begin(epoch.epoch(), Math.max(epoch.offset(), log.endOffset()));
              }
              log.appendAsFollower(fetched.records);
              if (log.advanceHighWatermark(fetched.highWatermark)) {
                wake(ReadBound.HIGH_WATERMARK);
              }
              wake(ReadBound.LOG_END);
            }
            done.accept(position());
          } catch (LogStorageException e) {
            goOffline(e);
            done.accept(null);
          } catch (IOException e) {
            goOffline(new LogStorageException("Cannot write the leader epochs of " + this, e));
            done.accept(null);
          } catch (RuntimeException | Error e) {
            failed.accept(failure(e));
          }
        });
  }

  private boolean isFollowing(int leaderEpoch) {
    return state == ReplicaState.FOLLOWER && assignment.leaderEpoch == leaderEpoch;
  }

  private void cut(FetchedLog.EpochStart leaders) {
    long mine = log.epochs().endOffset(leaders.epoch(), log.endOffset());
    long target = mine < 0 ? leaders.offset() : Math.min(mine, leaders.offset());
    if (target >= log.endOffset()) {
      throw new InvalidOffsetException(
          this + " differs from its leader at epoch " + leaders.epoch() + ", yet nothing to cut.");
    }
    LOG.warn("{}: cutting what the leader does not have, from {} on", this, target);
    log.truncateTo(target);
  }

  /**
   * Goes on at an offset because the leader does not have what lies before, or at its end.
   *
   * @param leaderStart first offset the leader has
   * @param leaderEnd offset behind the last one it has
   */
  public void outOfRange(
      int leaderEpoch,
      long leaderStart,
      long leaderEnd,
      Consumer<FetchPosition> done,
      Consumer<RuntimeException> failed) {
    lane.execute(
        () -> {
          if (!isFollowing(leaderEpoch)) {
            done.accept(null);
            return;
          }
          try {
            if (log.endOffset() > leaderEnd) {
              LOG.warn("{}: cutting to the leader's end {}", this, leaderEnd);
              log.truncateTo(leaderEnd);
            }
            if (log.endOffset() < leaderStart) {
              LOG.warn("{}: starting again at the leader's start {}", this, leaderStart);
              log.truncateFullyAndStartAt(leaderStart);
            }
            done.accept(position());
          } catch (LogStorageException e) {
            goOffline(e);
            done.accept(null);
          } catch (RuntimeException e) {
            failed.accept(e);
          }
        });
  }

  // -------------------------------------------------------------------------------------- upkeep

  /** The coordinator told of a change of the table. */
  void tableChanged(TableInfo info) {
    lane.execute(
        () -> {
          if (table == null || info.getSchemaId() >= table.getSchemaId()) {
            table = info;
            kv.tableChanged(info);
          }
        });
  }

  /** What lies in remote storage. Only grows. */
  public void remoteOffsets(long start, long end) {
    onLane(
        () -> {
          remoteStart = remoteStart == NEVER ? start : Math.max(remoteStart, start);
          remoteEnd = Math.max(remoteEnd, end);
          if (!isOpen()) {
            return;
          }
          if (remoteEnd > log.highWatermark()) {
            LOG.warn(
                "{} is in remote storage up to {}, beyond its high watermark {}",
                this,
                remoteEnd,
                log.highWatermark());
          } else if (remoteEnd >= log.startOffset()) {
            upkeep(
                () ->
                    log.deleteSegments(
                        Math.min(remoteEnd, notNeededByStore()),
                        table.getTableConfig().getTieredLogLocalSegments()));
          }
        });
  }

  /** What lies in the lake; absent values are negative. Only grows. */
  public void lakeOffsets(long snapshotId, long start, long end) {
    onLane(
        () -> {
          lakeSnapshotId = Math.max(lakeSnapshotId, snapshotId);
          if (start >= 0) {
            lakeStart = lakeStart == NEVER ? start : Math.max(lakeStart, start);
          }
          lakeEnd = Math.max(lakeEnd, end);
        });
  }

  /** Removes data that outlived the table's time to live and is in the lake if it must be. */
  void deleteExpired() {
    lane.execute(
        () -> {
          if (!isOpen()) {
            return;
          }
          long ttlMs = table.getTableConfig().getLogTTLMs();
          if (ttlMs > 0) {
            long oldest = environment.clock.milliseconds() - ttlMs;
            long limit = table.getTableConfig().isDataLakeEnabled() ? lakeEnd : NEVER;
            upkeep(() -> log.deleteExpired(oldest, Math.min(limit, notNeededByStore())));
          }
        });
  }

  /** Forgets writers that were silent for too long. */
  void expireWriters() {
    lane.execute(
        () -> {
          if (isOpen()) {
            log.expireWriters();
          }
        });
  }

  /** Deleting is not what a replica lives from: when it fails the next time may do better. */
  private void upkeep(Runnable deletion) {
    try {
      deletion.run();
    } catch (LogStorageException e) {
      LOG.warn("Cannot delete old data of {}", this, e);
    }
  }

  // ------------------------------------------------------------------------------------- waiting

  /** Registers somebody who found nothing to read; wakes him at once if that changed meanwhile. */
  public void await(LogWaiter waiter) {
    waiters.add(waiter);
    LogReader now = reader;
    if (!leads() || now == null || isReadable(waiter, now)) {
      waiter.wake();
    }
  }

  /** Ends {@link #await}. */
  public void forget(LogWaiter waiter) {
    waiters.remove(waiter);
  }

  private static boolean isReadable(LogWaiter waiter, LogReader reader) {
    long end =
        waiter.bound() == ReadBound.HIGH_WATERMARK ? reader.highWatermark() : reader.endOffset();
    return end > waiter.offset();
  }

  private void wake(ReadBound bound) {
    if (!waiters.isEmpty()) {
      for (LogWaiter waiter : waiters) {
        if (waiter.bound() == bound && isReadable(waiter, reader)) {
          guarded(waiter::wake);
        }
      }
    }
  }

  private void wakeAll() {
    waiters.forEach(waiter -> guarded(waiter::wake));
  }

  // --------------------------------------------------------------------------------------- state

  /**
   * The log, to be read as its leader.
   *
   * @throws NotLeaderOrFollowerException if this server does not lead the bucket
   * @throws StorageException if the replica is offline
   */
  public LogReader leaderLog() {
    ReplicaState now = state;
    if (now == ReplicaState.LEADER || now == ReplicaState.LEADER_RESTORING) {
      return reader;
    }
    StorageException why = failure;
    throw now == ReplicaState.OFFLINE && why != null ? why : notLeader();
  }

  /**
   * The store, to be read as leader.
   *
   * @throws NonPrimaryKeyTableException if the table has none
   * @throws NotLeaderOrFollowerException if this server does not lead the bucket, or makes the
   *     store still
   * @throws StorageException if the replica is offline
   */
  public KvReader leaderStore() {
    TableInfo known = table;
    if (known != null && !known.hasPrimaryKey()) {
      throw new NonPrimaryKeyTableException("Table " + path() + " has no primary key.");
    }
    KvTablet store = kv.tablet();
    if (state != ReplicaState.LEADER || store == null) {
      throw noStore();
    }
    return store.reader();
  }

  private RuntimeException noStore() {
    StorageException why = failure;
    switch (state) {
      case OFFLINE:
        return why == null ? notLeader() : why;
      case LEADER_RESTORING:
        return new NotLeaderOrFollowerException(
            "Tablet server "
                + environment.serverId
                + " leads "
                + this
                + " but makes its store from the log still; try again.");
      default:
        return notLeader();
    }
  }

  /**
   * Looks up the newest values of a few keys, whether or not all in-sync replicas have them.
   *
   * @param found told once on the lane, values by position, null for absent keys
   * @param failed told instead
   */
  public void newest(
      List<byte[]> keys, Consumer<List<byte[]>> found, Consumer<RuntimeException> failed) {
    onLane(
        () -> {
          List<byte[]> values;
          try {
            leaderStore();
            values = kv.tablet().newest(keys);
          } catch (KvStorageException e) {
            failed.accept(e);
            failed(e);
            return;
          } catch (RuntimeException e) {
            failed.accept(e);
            return;
          }
          found.accept(values);
        });
  }

  /**
   * Writes the store to a directory that does not exist. The high watermark stays until that is
   * done.
   *
   * @param leaderEpoch the epoch this is done for
   * @return what belongs to the content; fails if this server does not lead under that epoch, or
   *     does no longer when it is done
   */
  public CompletableFuture<KvState> checkpoint(int leaderEpoch, Path target) {
    CompletableFuture<KvState> result = new CompletableFuture<>();
    try {
      // The store stands still only when there is a thread that writes it.
      environment.background.execute(() -> checkpoint(leaderEpoch, target, result));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(e);
    }
    return result;
  }

  private void checkpoint(int leaderEpoch, Path target, CompletableFuture<KvState> result) {
    CompletableFuture<KvTablet> held = new CompletableFuture<>();
    CompletableFuture<KvTablet.Checkpoint> begun = new CompletableFuture<>();
    lane.execute(
        () -> {
          try {
            leaderStore();
            if (assignment.leaderEpoch != leaderEpoch) {
              throw new FencedLeaderEpochException(
                  "Leader epoch " + leaderEpoch + " of " + this + " is over.");
            }
            held.complete(kv.tablet());
            begun.complete(kv.tablet().beginCheckpoint());
          } catch (RuntimeException | Error e) {
            begun.completeExceptionally(e);
          }
        });
    KvTablet.Checkpoint checkpoint;
    try {
      checkpoint = begun.get();
    } catch (ExecutionException e) {
      result.completeExceptionally(e.getCause());
      return;
    } catch (InterruptedException e) {
      // The server stops.
      Thread.currentThread().interrupt();
      begun.thenAccept(
          late -> {
            late.release();
            late.end();
          });
      result.completeExceptionally(notLeader());
      return;
    }
    Throwable error = null;
    try {
      checkpoint.write(target);
    } catch (RuntimeException | Error e) {
      error = e;
    }
    checkpoint.release();
    Throwable failure = error;
    lane.execute(() -> checkpointed(held.join(), checkpoint, result, failure));
  }

  private void checkpointed(
      KvTablet store,
      KvTablet.Checkpoint checkpoint,
      CompletableFuture<KvState> result,
      Throwable error) {
    checkpoint.end();
    boolean leads = kv.tablet() == store && state == ReplicaState.LEADER;
    if (leads) {
      guarded(this::advance);
    }
    if (error != null) {
      result.completeExceptionally(error);
    } else if (leads) {
      result.complete(checkpoint.state());
    } else {
      result.completeExceptionally(notLeader());
    }
  }

  /**
   * The log, to be read whatever the role.
   *
   * @throws NotLeaderOrFollowerException if it is not open
   * @throws StorageException if the replica is offline
   */
  public LogReader localLog() {
    ReplicaState now = state;
    return now == ReplicaState.FOLLOWER ? reader : leaderLog();
  }

  /** First offset there is: local, remote or in the lake. */
  public long logStartOffset() {
    return Math.min(localLog().startOffset(), Math.min(remoteStart, lakeStart));
  }

  /** Whether an offset that the local log does not have is in the lake. */
  public boolean isInLake(long offset) {
    return lakeStart != NEVER && offset >= lakeStart && offset < lakeEnd;
  }

  /** Log end at the moment this replica last began to lead, -1 if it never did. */
  public long leaderEndSnapshot() {
    return leaderEndSnapshot;
  }

  /** The bucket. */
  public TableBucket bucket() {
    return bucket;
  }

  /** Table and partition. */
  public PhysicalTablePath path() {
    return directory.tablePath();
  }

  /** The table; null until the replica was opened. */
  public TableInfo table() {
    return table;
  }

  /** What it can do. */
  public ReplicaState state() {
    return state;
  }

  /** Its lane, for timers that belong to the bucket. */
  public EventLoop lane() {
    return lane;
  }

  /** High watermark, the last known one if the log is not open. */
  long highWatermark() {
    LogReader now = reader;
    return now == null || state == ReplicaState.OFFLINE ? lastHighWatermark : now.highWatermark();
  }

  /** Recovery point, the last known one if the log is not open. */
  long recoveryPoint() {
    LogTablet now = log;
    return now == null || state == ReplicaState.OFFLINE ? lastRecoveryPoint : now.recoveryPoint();
  }

  @Override
  public String toString() {
    return directory.tablePath() + " bucket " + bucket.getBucket();
  }
}

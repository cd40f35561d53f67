// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.exception.LogOffsetOutOfRangeException;
import org.apache.fluss.exception.LogStorageException;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.PbFetchLogReqForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogReqForTable;
import org.apache.fluss.rpc.messages.PbFetchLogRespForBucket;
import org.apache.fluss.rpc.messages.PbFetchLogRespForTable;
import org.apache.fluss.rpc.messages.RecordsPayload;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.server.EventLoop;
import org.apache.fluss.server.log.LogRead;
import org.apache.fluss.server.log.LogReader;
import org.apache.fluss.server.log.LogRegion;
import org.apache.fluss.server.log.ReadBound;
import org.apache.fluss.server.replica.FetchedLog;
import org.apache.fluss.server.replica.FollowerFetch;
import org.apache.fluss.server.replica.LogWaiter;
import org.apache.fluss.server.replica.Replica;
import org.apache.fluss.utils.clock.Clock;

/**
 * One request to read logs. It reads at once what is there; if that is too little it waits, without
 * occupying a thread, until an append, a change of role or its time limit wakes it, and reads
 * again.
 */
final class FetchLogCall {
  /** Wait of a request that sets a minimum but no time, ms. */
  private static final int DEFAULT_MAX_WAIT_MS = 100;

  private static final long EARLIEST = -2;
  private static final byte[] NOTHING = new byte[0];

  private final FetchLogRequest request;
  private final HostedBuckets hosted;
  private final KnownTables tables;
  private final Executor readers;
  private final Clock clock;
  private final boolean follower;
  private final ReadBound bound;
  private final int minBytes;
  private final List<Bucket> buckets = new ArrayList<>();
  private final int first;
  private final CompletableFuture<FetchLogResponse> answer = new CompletableFuture<>();
  private final long deadlineNanos;
  private volatile boolean timedOut;
  private volatile boolean waited;

  /** One bucket of the request and what was found of it. */
  private static final class Bucket {
    final int table;
    final TableBucket id;
    final PbFetchLogReqForBucket asked;
    final int[] columns;
    Replica replica;
    RuntimeException error;
    RecordsPayload records;
    long highWatermark;
    long logStart;

    /** End of what the last read saw; only what comes behind it is worth waking for. */
    long seenEnd;

    List<FetchedLog.EpochStart> epochs = List.of();
    FetchedLog.EpochStart divergence;

    Bucket(int table, TableBucket id, PbFetchLogReqForBucket asked, int[] columns) {
      this.table = table;
      this.id = id;
      this.asked = asked;
      this.columns = columns;
    }

    /** Whether a read needs no disk, as far as that can be known beforehand. */
    boolean isWarm() {
      if (error != null) {
        return true;
      }
      try {
        return replica.leaderLog().isWarm(asked.getFetchOffset());
      } catch (RuntimeException e) {
        // Not the leader any more: found again by the read.
        return true;
      }
    }

    void saw(LogRead read, ReadBound bound) {
      highWatermark = read.highWatermark();
      seenEnd = bound == ReadBound.LOG_END ? read.endOffset() : read.highWatermark();
    }

    void discard() {
      if (records != null) {
        records.release();
        records = null;
      }
    }
  }

  /**
   * @param readers runs reads that may need the disk, and those of requests that waited
   * @param turn any number; the bucket that is read first follows from it, so that none starves
   */
  FetchLogCall(
      FetchLogRequest request,
      HostedBuckets hosted,
      KnownTables tables,
      Executor readers,
      Clock clock,
      int turn) {
    this.request = request;
    this.hosted = hosted;
    this.tables = tables;
    this.readers = readers;
    this.clock = clock;
    this.deadlineNanos = clock.nanoseconds() + Math.max(0, maxWaitMs()) * 1_000_000L;
    this.follower = request.getFollowerServerId() >= 0;
    this.bound = follower ? ReadBound.LOG_END : ReadBound.HIGH_WATERMARK;
    this.minBytes = request.hasMinBytes() ? request.getMinBytes() : 0;
    for (int t = 0; t < request.getTablesReqCount(); t++) {
      PbFetchLogReqForTable table = request.getTablesReqAt(t);
      int[] columns = table.getProjectionPushdownEnabled() ? table.getProjectedFieldsArray() : null;
      for (PbFetchLogReqForBucket bucket : table.getBucketsReqList()) {
        TableBucket id =
            new TableBucket(
                table.getTableId(),
                bucket.hasPartitionId() ? Long.valueOf(bucket.getPartitionId()) : null,
                bucket.getBucketId());
        buckets.add(new Bucket(t, id, bucket, columns));
      }
    }
    this.first = buckets.isEmpty() ? 0 : Math.floorMod(turn, buckets.size());
  }

  CompletableFuture<FetchLogResponse> start() {
    for (Bucket bucket : buckets) {
      try {
        bucket.replica = hosted.replica(bucket.id);
        bucket.replica.leaderLog();
      } catch (RuntimeException e) {
        bucket.error = e;
      }
    }
    if (follower) {
      announce();
    } else if (buckets.stream().allMatch(Bucket::isWarm)) {
      read();
    } else {
      readers.execute(this::read);
    }
    return answer;
  }

  // ------------------------------------------------------------------------------ being a follower

  /** Tells the replicas how far the follower is, then reads. */
  private void announce() {
    AtomicInteger open = new AtomicInteger(buckets.size() + 1);
    for (Bucket bucket : buckets) {
      if (bucket.error != null) {
        open.decrementAndGet();
        continue;
      }
      PbFetchLogReqForBucket asked = bucket.asked;
      bucket.replica.fetched(
          new FollowerFetch(
              request.getFollowerServerId(),
              asked.getFetchOffset(),
              asked.hasLastEpoch() ? asked.getLastEpoch() : -1,
              asked.hasLeaderEpoch() ? asked.getLeaderEpoch() : -1),
          new FollowerFetch.Listener() {
            @Override
            public void accepted(List<FetchedLog.EpochStart> epochs) {
              bucket.epochs = epochs;
              announced(open);
            }

            @Override
            public void diverging(FetchedLog.EpochStart last) {
              bucket.divergence = last;
              announced(open);
            }

            @Override
            public void failed(RuntimeException error) {
              bucket.error = error;
              announced(open);
            }
          });
    }
    announced(open);
  }

  private void announced(AtomicInteger open) {
    if (open.decrementAndGet() == 0) {
      readers.execute(this::read);
    }
  }

  // ------------------------------------------------------------------------------------- reading

  /** One thread at a time; handed on through the wait. */
  private void read() {
    try {
      if (tryRead()) {
        answer.complete(response());
      } else {
        waited = true;
        new Wait().begin();
      }
    } catch (RuntimeException e) {
      buckets.forEach(Bucket::discard);
      answer.completeExceptionally(e);
    }
  }

  /** Reads all buckets; says whether that is to be answered now. */
  private boolean tryRead() {
    long budget = request.getMaxBytes();
    long found = 0;
    boolean local = false;
    boolean answerNow = minBytes <= 0 || maxWaitMs() <= 0 || timedOut;
    for (int i = 0; i < buckets.size(); i++) {
      Bucket bucket = buckets.get((first + i) % buckets.size());
      if (bucket.error == null && bucket.divergence == null) {
        read(bucket, (int) Math.max(0, budget), found == 0);
        // Who waited for a bucket that went elsewhere wants to know at once.
        answerNow |= waited && bucket.error != null;
      }
      if (bucket.error != null) {
        answerNow |= !isElsewhere(bucket.error);
      } else if (bucket.divergence != null) {
        answerNow = true;
      } else {
        local = true;
        int size = bucket.records == null ? 0 : bucket.records.sizeInBytes();
        found += size;
        budget -= size;
      }
    }
    if (answerNow || !local || found >= minBytes) {
      return true;
    }
    buckets.forEach(Bucket::discard);
    return false;
  }

  private static boolean isElsewhere(RuntimeException error) {
    return error instanceof NotLeaderOrFollowerException
        || error instanceof UnknownTableOrBucketException;
  }

  private int maxWaitMs() {
    return request.hasMaxWaitMs() ? request.getMaxWaitMs() : DEFAULT_MAX_WAIT_MS;
  }

  private long remainingMs() {
    return Math.max(0, (deadlineNanos - clock.nanoseconds() + 999_999) / 1_000_000);
  }

  private void read(Bucket bucket, int budget, boolean minOneBatch) {
    Replica replica = bucket.replica;
    long offset = bucket.asked.getFetchOffset();
    try {
      if (offset == EARLIEST) {
        offset = replica.logStartOffset();
      }
      if (request.getMaxBytes() < 0 || bucket.asked.getMaxFetchBytes() < 0) {
        throw new IllegalArgumentException(
            "A fetch must allow 0 or more bytes, not "
                + Math.min(request.getMaxBytes(), bucket.asked.getMaxFetchBytes())
                + ".");
      }
      bucket.logStart = replica.logStartOffset();
      int limit = Math.min(budget, bucket.asked.getMaxFetchBytes());
      if (bucket.columns == null) {
        LogRead read = replica.leaderLog().read(offset, limit, minOneBatch, bound);
        bucket.saw(read, bound);
        bucket.records = read.region() == null ? null : payload(read.region(), bucket.isWarm());
      } else {
        ColumnSelection selection = ColumnSelection.of(bucket.columns, replica.table(), tables);
        LogRead read = replica.leaderLog().read(offset, Integer.MAX_VALUE, true, bound);
        bucket.saw(read, bound);
        bucket.records =
            read.region() == null ? null : selection.read(read.region(), limit, minOneBatch);
      }
    } catch (LogOffsetOutOfRangeException e) {
      LogReader log = replica.localLog();
      bucket.highWatermark = log.highWatermark();
      // What is only in the lake comes from nowhere here: nothing but new records is worth waking
      // for.
      bucket.seenEnd = bound == ReadBound.LOG_END ? log.endOffset() : log.highWatermark();
      if (!replica.isInLake(offset)) {
        bucket.error = e;
      }
    } catch (IOException e) {
      bucket.error = new LogStorageException("Cannot read " + replica + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      bucket.error = e;
    }
  }

  /** A network thread sends the region later, which must not have to wait for the disk. */
  private static RecordsPayload payload(LogRegion region, boolean warm) throws IOException {
    if (!warm) {
      try {
        region.pageIn();
      } catch (IOException | RuntimeException e) {
        region.release();
        throw e;
      }
    }
    return LogPayload.of(region);
  }

  // ------------------------------------------------------------------------------------- waiting

  /** One wait of all buckets; whoever wakes it first reads again. */
  private final class Wait {
    private final AtomicBoolean woken = new AtomicBoolean();
    private final List<BucketWait> parts = new ArrayList<>();
    private EventLoop.Timer timer;

    /** Once the first bucket is registered, the end may run on another thread. */
    synchronized void begin() {
      for (Bucket bucket : buckets) {
        if (bucket.error == null) {
          parts.add(new BucketWait(this, bucket));
        }
      }
      timer = parts.get(0).bucket.replica.lane().schedule(remainingMs(), this::timeOut);
      for (BucketWait part : parts) {
        part.bucket.replica.await(part);
      }
    }

    private void timeOut() {
      if (woken.compareAndSet(false, true)) {
        timedOut = true;
        readers.execute(this::end);
      }
    }

    void wake() {
      if (woken.compareAndSet(false, true)) {
        readers.execute(this::end);
      }
    }

    private void end() {
      synchronized (this) {
        timer.cancel();
        parts.forEach(part -> part.bucket.replica.forget(part));
      }
      read();
    }
  }

  private final class BucketWait implements LogWaiter {
    private final Wait wait;
    private final Bucket bucket;
    private final long offset;

    BucketWait(Wait wait, Bucket bucket) {
      this.wait = wait;
      this.bucket = bucket;
      this.offset = Math.max(bucket.asked.getFetchOffset(), bucket.seenEnd);
    }

    @Override
    public long offset() {
      return offset;
    }

    @Override
    public ReadBound bound() {
      return bound;
    }

    @Override
    public void wake() {
      wait.wake();
    }
  }

  // -------------------------------------------------------------------------------------- answer

  private FetchLogResponse response() {
    FetchLogResponse response = new FetchLogResponse();
    PbFetchLogRespForTable[] out = new PbFetchLogRespForTable[request.getTablesReqCount()];
    for (int t = 0; t < out.length; t++) {
      out[t] = response.addTablesResp().setTableId(request.getTablesReqAt(t).getTableId());
    }
    for (Bucket bucket : buckets) {
      write(bucket, out[bucket.table].addBucketsResp());
    }
    return response;
  }

  private void write(Bucket bucket, PbFetchLogRespForBucket out) {
    out.setBucketId(bucket.id.getBucket());
    if (bucket.id.getPartitionId() != null) {
      out.setPartitionId(bucket.id.getPartitionId());
    }
    if (bucket.error != null) {
      ApiError.fromThrowable(bucket.error).applyTo(out);
      return;
    }
    if (bucket.divergence != null) {
      out.setDivergence().setEpoch(bucket.divergence.epoch()).setOffset(bucket.divergence.offset());
    }
    for (FetchedLog.EpochStart epoch : bucket.epochs) {
      out.addEpochs().setEpoch(epoch.epoch()).setOffset(epoch.offset());
    }
    out.setHighWatermark(bucket.highWatermark).setLogStartOffset(bucket.logStart);
    if (bucket.records == null) {
      out.setRecords(NOTHING);
    } else {
      out.setRecords(bucket.records);
    }
  }
}

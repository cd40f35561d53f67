// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.metrics.WriterMetricGroup;
import org.apache.fluss.cluster.Cluster;
import org.apache.fluss.exception.AuthorizationException;
import org.apache.fluss.exception.DuplicateSequenceException;
import org.apache.fluss.exception.InvalidMetadataException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.exception.OutOfOrderSequenceException;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.exception.RetriableException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.exception.UnknownWriterIdException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.InitWriterRequest;
import org.apache.fluss.rpc.messages.PbProduceLogReqForBucket;
import org.apache.fluss.rpc.messages.PbProduceLogRespForBucket;
import org.apache.fluss.rpc.messages.PbPutKvReqForBucket;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.PutKvRequest;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes batches from the accumulator and sends them to the leaders of their buckets. One thread
 * calls {@link #runOnce}; answers are handled on network threads.
 */
final class Sender {
  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

  private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MAX_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long WRITER_ID_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int WRITER_ID_ATTEMPTS = 4;

  /** Refreshes of a partition that was created and still does not show up. */
  private static final int PARTITION_REFRESHES = 20;

  private final WriteLimits limits;
  private final RecordAccumulator accumulator;
  private final MetadataUpdater metadata;
  private final WriterMetricGroup metrics;
  private final Clock clock;
  private final PartitionCreator partitions;
  private final Runnable wake;

  private volatile long writerId = WriteBatch.NO_WRITER_ID;
  private volatile boolean writerIdRequested;
  private volatile int writerIdFailures;
  private volatile long writerIdNotBeforeNanos = Long.MIN_VALUE;

  Sender(
      WriteLimits limits,
      RecordAccumulator accumulator,
      MetadataUpdater metadata,
      WriterMetricGroup metrics,
      Clock clock,
      PartitionCreator partitions,
      Runnable wake) {
    this.limits = limits;
    this.accumulator = accumulator;
    this.metadata = metadata;
    this.metrics = metrics;
    this.clock = clock;
    this.partitions = partitions;
    this.wake = wake;
  }

  /**
   * Sends what can be sent.
   *
   * @return after how many nanoseconds to call again at the latest, if nothing wakes the sender
   */
  long runOnce() {
    long now = clock.nanoseconds();
    long next = limits.idempotent ? writerId(now) : BucketQueue.ON_SIGNAL;
    boolean urgent = accumulator.urgent();
    long id = writerId;
    Cluster cluster = metadata.getCluster();
    Map<Integer, List<BucketQueue>> ready = new HashMap<>();
    Set<TableQueues> unknown = new HashSet<>();
    for (int left = accumulator.active.size(); left > 0; left--) {
      BucketQueue queue = accumulator.active.poll();
      if (queue == null) {
        break;
      }
      long delay;
      TableBucket bucket;
      synchronized (queue) {
        if (queue.isEmpty()) {
          queue.listed = false;
          continue;
        }
        delay = queue.delay(now, urgent, limits, id);
        bucket = queue.tableBucket(cluster);
      }
      accumulator.active.add(queue);
      if (delay > 0) {
        next = Math.min(next, delay);
        continue;
      }
      Integer leader = bucket == null ? null : cluster.leaderFor(bucket);
      if (leader == null) {
        unknown.add(queue.table);
      } else {
        ready.computeIfAbsent(leader, server -> new ArrayList<>()).add(queue);
      }
    }
    for (TableQueues table : unknown) {
      next = Math.min(next, refresh(table, now));
    }
    for (Map.Entry<Integer, List<BucketQueue>> server : ready.entrySet()) {
      if (drain(server.getKey(), server.getValue(), now, urgent, id)) {
        next = 0;
      }
    }
    return next;
  }

  // ---- writer id

  private long writerId(long now) {
    if (writerId != WriteBatch.NO_WRITER_ID || writerIdRequested || accumulator.active.isEmpty()) {
      return BucketQueue.ON_SIGNAL;
    }
    if (writerIdNotBeforeNanos > now) {
      return writerIdNotBeforeNanos - now;
    }
    writerIdRequested = true;
    InitWriterRequest request = new InitWriterRequest();
    Set<TablePath> tables = new HashSet<>();
    accumulator.active.forEach(queue -> tables.add(queue.table.path.getTablePath()));
    tables.forEach(
        path ->
            request
                .addTablePath()
                .setDatabaseName(path.getDatabaseName())
                .setTableName(path.getTableName()));
    metadata
        .newRandomTabletServerClient()
        .initWriter(request)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                writerIdFailures = 0;
                writerId = answer.getWriterId();
              } else {
                writerIdFailed(Errors.unwrap(failure));
              }
              writerIdRequested = false;
              wake.run();
            });
    return BucketQueue.ON_SIGNAL;
  }

  private void writerIdFailed(Throwable cause) {
    if (cause instanceof InvalidMetadataException) {
      refreshServers();
    }
    int failures = ++writerIdFailures;
    if (cause instanceof AuthorizationException || failures >= WRITER_ID_ATTEMPTS) {
      writerIdFailures = 0;
      LOG.warn("The cluster gave no writer id, what waits to be written fails.", cause);
      accumulator.abortWaiting(cause);
      return;
    }
    writerIdNotBeforeNanos = clock.nanoseconds() + (WRITER_ID_BACKOFF_NANOS << (failures - 1));
  }

  private void refreshServers() {
    metadata.refresh(Collections.emptySet(), Collections.emptySet(), Collections.emptySet());
  }

  // ---- unknown leaders

  /** Asks where the buckets of a table are; when to look again. */
  private long refresh(TableQueues table, long now) {
    if (table.refreshing || partitions.isPending(table)) {
      return BucketQueue.ON_SIGNAL;
    }
    if (table.nextRefreshNanos > now) {
      return table.nextRefreshNanos - now;
    }
    table.refreshing = true;
    PhysicalTablePath path = table.path;
    metadata
        .refresh(
            Collections.singleton(path.getTablePath()),
            path.getPartitionName() == null ? Collections.emptySet() : Collections.singleton(path),
            Collections.emptySet())
        .whenComplete(
            (nothing, failure) -> {
              table.refreshFailures++;
              table.nextRefreshNanos = clock.nanoseconds() + backoff(table.refreshFailures);
              refreshed(table, failure == null ? null : Errors.unwrap(failure));
              table.refreshing = false;
              wake.run();
            });
    return BucketQueue.ON_SIGNAL;
  }

  private void refreshed(TableQueues table, Throwable failure) {
    if (failure == null) {
      Long id = metadata.getCluster().getTableId(table.path.getTablePath()).orElse(null);
      if (id != null && id != table.table.getTableId()) {
        accumulator.abort(
            table,
            new TableNotExistException(
                "Table "
                    + table.path.getTablePath()
                    + " was dropped and created anew; open it again."));
      }
    } else if (failure instanceof PartitionNotExistException) {
      metadata.forgetPartition(table.path);
      if (limits.createPartitions && table.refreshFailures <= PARTITION_REFRESHES) {
        partitions.create(table);
      } else {
        accumulator.abort(table, failure);
      }
    } else if (!(failure instanceof RetriableException)) {
      accumulator.abort(table, failure);
    }
  }

  static long backoff(int failures) {
    long backoff =
        Math.min(MAX_BACKOFF_NANOS, FIRST_BACKOFF_NANOS << Math.min(Math.max(failures - 1, 0), 10));
    return (long) (backoff * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble()));
  }

  // ---- sending

  /** What must be equal for batches of one request. */
  private static final class Group {
    final long tableId;
    final boolean kv;
    final int[] targetColumns;
    final MergeMode mergeMode;

    Group(WriteBatch batch) {
      tableId = batch.queue.table.table.getTableId();
      kv = batch instanceof KvWriteBatch;
      targetColumns = kv ? ((KvWriteBatch) batch).targetColumns : null;
      mergeMode = kv ? ((KvWriteBatch) batch).mergeMode : null;
    }

    @Override
    public boolean equals(Object o) {
      if (!(o instanceof Group)) {
        return false;
      }
      Group other = (Group) o;
      return tableId == other.tableId
          && kv == other.kv
          && mergeMode == other.mergeMode
          && Arrays.equals(targetColumns, other.targetColumns);
    }

    @Override
    public int hashCode() {
      return Objects.hash(tableId, kv, mergeMode, Arrays.hashCode(targetColumns));
    }
  }

  /** Sends one batch per bucket; whether there is more to send at once. */
  private boolean drain(int server, List<BucketQueue> queues, long now, boolean urgent, long id) {
    Map<Group, List<WriteBatch>> groups = new HashMap<>();
    long bytes = 0;
    boolean left = false;
    for (BucketQueue queue : queues) {
      WriteBatch batch;
      synchronized (queue) {
        // a batch that failed or was aborted meanwhile is gone
        if (queue.delay(clock.nanoseconds(), true, limits, id) > 0) {
          continue;
        }
        batch = queue.take(limits.idempotent, id);
        left |= queue.delay(now, urgent, limits, id) == 0;
      }
      if (limits.idempotent && batch.writerId != id) {
        failForGood(
            batch,
            new UnknownWriterIdException(
                "The batch was sent under writer id "
                    + batch.writerId
                    + ", which the cluster has forgotten; it may have been written or not."));
        continue;
      }
      groups.computeIfAbsent(new Group(batch), group -> new ArrayList<>()).add(batch);
      bytes += batch.size();
      if (bytes >= limits.requestBytes) {
        left = true;
        break;
      }
    }
    TabletServerGateway gateway = metadata.newTabletServerClientForNode(server);
    groups.forEach((group, batches) -> send(gateway, group, batches));
    return left;
  }

  private void send(TabletServerGateway gateway, Group group, List<WriteBatch> batches) {
    try {
      if (group.kv) {
        putKv(gateway, group, batches);
      } else {
        produceLog(gateway, group, batches);
      }
    } catch (RuntimeException e) {
      LOG.error("A write request cannot be built, its batches fail.", e);
      batches.forEach(batch -> failForGood(batch, e));
    }
  }

  private ByteBuffer bytes(WriteBatch batch) {
    ByteBuffer bytes = batch.bytes();
    if (batch.attempts == 0) {
      batch.queue.table.batchSize.observe(bytes.remaining());
    }
    batch.queue.table.refreshFailures = 0;
    batch.sentNanos = clock.nanoseconds();
    metrics.sent(
        batch.recordCount(),
        bytes.remaining(),
        TimeUnit.NANOSECONDS.toMillis(batch.sentNanos - batch.createdNanos));
    return bytes;
  }

  private void produceLog(TabletServerGateway gateway, Group group, List<WriteBatch> batches) {
    ProduceLogRequest request =
        new ProduceLogRequest()
            .setAcks(limits.acks)
            .setTableId(group.tableId)
            .setTimeoutMs(limits.requestTimeoutMs);
    Unanswered unanswered = new Unanswered(group.tableId);
    for (WriteBatch batch : batches) {
      TableBucket bucket = unanswered.add(batch);
      PbProduceLogReqForBucket entry =
          request
              .addBucketsReq()
              .setBucketId(bucket.getBucket())
              .setRecords(Unpooled.wrappedBuffer(bytes(batch)));
      if (bucket.getPartitionId() != null) {
        entry.setPartitionId(bucket.getPartitionId());
      }
    }
    gateway
        .produceLog(request)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                for (PbProduceLogRespForBucket entry : answer.getBucketsRespList()) {
                  unanswered.answered(
                      entry.hasPartitionId() ? entry.getPartitionId() : null,
                      entry.getBucketId(),
                      ApiError.fromErrorMessage(entry),
                      -1);
                }
              }
              unanswered.fail(failure);
            });
  }

  private void putKv(TabletServerGateway gateway, Group group, List<WriteBatch> batches) {
    PutKvRequest request =
        new PutKvRequest()
            .setAcks(limits.acks)
            .setTableId(group.tableId)
            .setTimeoutMs(limits.requestTimeoutMs);
    if (group.targetColumns != null) {
      request.setTargetColumns(group.targetColumns);
    }
    if (group.mergeMode != MergeMode.DEFAULT) {
      request.setAggMode(group.mergeMode.getProtoValue());
    }
    Unanswered unanswered = new Unanswered(group.tableId);
    for (WriteBatch batch : batches) {
      TableBucket bucket = unanswered.add(batch);
      PbPutKvReqForBucket entry =
          request
              .addBucketsReq()
              .setBucketId(bucket.getBucket())
              .setRecords(Unpooled.wrappedBuffer(bytes(batch)));
      if (bucket.getPartitionId() != null) {
        entry.setPartitionId(bucket.getPartitionId());
      }
    }
    gateway
        .putKv(request)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                for (PbPutKvRespForBucket entry : answer.getBucketsRespList()) {
                  unanswered.answered(
                      entry.hasPartitionId() ? entry.getPartitionId() : null,
                      entry.getBucketId(),
                      ApiError.fromErrorMessage(entry),
                      entry.hasLogEndOffset() ? entry.getLogEndOffset() : -1);
                }
              }
              unanswered.fail(failure);
            });
  }

  /** The batches of a request whose buckets were not answered yet. */
  private final class Unanswered {
    private final long tableId;
    private final Map<TableBucket, WriteBatch> batches = new HashMap<>();

    Unanswered(long tableId) {
      this.tableId = tableId;
    }

    TableBucket add(WriteBatch batch) {
      TableBucket bucket = batch.queue.tableBucket();
      batches.put(bucket, batch);
      return bucket;
    }

    void answered(Long partitionId, int bucketId, ApiError error, long logEndOffset) {
      TableBucket bucket = new TableBucket(tableId, partitionId, bucketId);
      WriteBatch batch = batches.remove(bucket);
      if (batch == null) {
        return;
      }
      if (error.isSuccess()) {
        acknowledged(batch, bucket, logEndOffset);
      } else {
        failed(batch, error.exception());
      }
    }

    void fail(Throwable failure) {
      Throwable cause =
          failure == null
              ? new NetworkException("The server did not answer for this bucket.")
              : Errors.unwrap(failure);
      batches.values().forEach(batch -> failed(batch, cause));
    }
  }

  // ---- answers

  private void acknowledged(WriteBatch batch, TableBucket bucket, long logEndOffset) {
    metrics.answered(TimeUnit.NANOSECONDS.toMillis(clock.nanoseconds() - batch.sentNanos));
    synchronized (batch.queue) {
      batch.queue.acknowledged(batch);
    }
    accumulator.finish(batch, () -> batch.completeFutures(bucket, logEndOffset));
  }

  private void failed(WriteBatch batch, Throwable cause) {
    if (cause instanceof InvalidMetadataException) {
      metadata.invalidPhysicalTableBucketMeta(Collections.singleton(batch.queue.table.path));
    }
    if (cause instanceof DuplicateSequenceException) {
      acknowledged(batch, null, -1);
      return;
    }
    boolean idempotent = limits.idempotent;
    boolean again;
    boolean failedForGood = false;
    synchronized (batch.queue) {
      if (idempotent
          && cause instanceof OutOfOrderSequenceException
          && batch.queue.isAcknowledgedLater(batch)) {
        again = false;
      } else {
        again =
            batch.attempts < limits.retries
                && (cause instanceof RetriableException
                    || idempotent && batch.queue.isTransient(batch, cause));
        failedForGood = !again;
      }
    }
    if (failedForGood) {
      // outside the queue's monitor: callbacks of the application run here
      failForGood(batch, cause);
      return;
    }
    if (!again) {
      acknowledged(batch, null, -1);
      return;
    }
    if (idempotent && batch.writerId != writerId) {
      failForGood(
          batch,
          new UnknownWriterIdException(
              "The writer got another id while the batch was in flight; it may have been written"
                  + " or not. The error before that: "
                  + cause));
      return;
    }
    sendAgain(batch, cause);
  }

  private void sendAgain(WriteBatch batch, Throwable cause) {
    LOG.debug("A batch of {} is sent again.", batch.queue.table.path, cause);
    batch.attempts++;
    metrics.retried(batch.recordCount());
    batch.notBeforeNanos = clock.nanoseconds() + backoff(batch.attempts);
    boolean dead;
    synchronized (batch.queue) {
      dead = batch.queue.table.dead;
      if (!dead) {
        batch.queue.putBack(batch, limits.idempotent);
        accumulator.list(batch.queue);
      }
    }
    if (dead) {
      failForGood(batch, cause);
    }
    wake.run();
  }

  private void failForGood(WriteBatch batch, Throwable cause) {
    // Only a first try that was refused proves that nothing was written. After anything else the
    // batch may be in the
    // log under its sequence, and the next one must not take that sequence: it would count as a
    // duplicate.
    boolean neverWritten =
        batch.attempts == 0
            && !(cause instanceof RetriableException)
            && !(cause instanceof UnknownServerException);
    boolean sequencesLost =
        !neverWritten
            || cause instanceof OutOfOrderSequenceException
            || cause instanceof UnknownWriterIdException;
    if (limits.idempotent && sequencesLost && batch.writerId == writerId) {
      // the cluster and this writer do not agree any more on what was written: start anew
      writerId = WriteBatch.NO_WRITER_ID;
    }
    synchronized (batch.queue) {
      batch.queue.failed(batch, limits.idempotent && !sequencesLost);
    }
    accumulator.fail(batch, cause);
  }
}

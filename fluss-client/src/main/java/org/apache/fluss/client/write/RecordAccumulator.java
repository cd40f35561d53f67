// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.io.EOFException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.cluster.BucketLocation;
import org.apache.fluss.config.ConfigOptions.NoKeyAssigner;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.utils.clock.Clock;

/** Collects records in batches until the sender takes them. Thread-safe. */
final class RecordAccumulator {
  private static final int MIN_BATCH_PAGES = 2;

  private final WriteLimits limits;
  private final MetadataUpdater metadata;
  private final Clock clock;
  private final WriteBuffer buffer;
  private final Runnable wakeSender;
  private final Map<PhysicalTablePath, TableQueues> tables = new ConcurrentHashMap<>();
  private final Map<List<Object>, LogBuilders> builders = new ConcurrentHashMap<>();
  private final Set<WriteBatch> incomplete = ConcurrentHashMap.newKeySet();
  private final AtomicInteger flushes = new AtomicInteger();
  private volatile TableQueues lastTable;
  private volatile boolean closing;

  /** Queues with waiting batches, in the order the sender looks at them. */
  final Queue<BucketQueue> active = new ConcurrentLinkedQueue<>();

  RecordAccumulator(
      WriteLimits limits, MetadataUpdater metadata, Clock clock, Runnable wakeSender) {
    this.limits = limits;
    this.metadata = metadata;
    this.clock = clock;
    this.wakeSender = wakeSender;
    this.buffer = new WriteBuffer(limits.bufferBytes, limits.bufferWaitNanos, wakeSender);
  }

  BatchSize newBatchSize() {
    int min = (int) Math.min((long) MIN_BATCH_PAGES * limits.pageBytes, limits.batchBytes);
    return new BatchSize(limits.dynamicBatchSize, min, limits.batchBytes);
  }

  NoKeyAssigner noKeyAssigner() {
    return limits.noKeyAssigner;
  }

  List<BucketLocation> available(PhysicalTablePath path) {
    return metadata.getCluster().getAvailableBucketsForPhysicalTablePath(path);
  }

  LogBuilders builders(TableInfo table) {
    return builders.computeIfAbsent(
        List.of(table.getTableId(), table.getSchemaId()), key -> new LogBuilders(table));
  }

  void wakeSender() {
    wakeSender.run();
  }

  WriteBuffer buffer() {
    return buffer;
  }

  TableQueues table(WriteRecord record) {
    TableQueues last = lastTable;
    if (last != null && last.isFor(record)) {
      return last;
    }
    TableQueues found = tables.get(record.path);
    if (found == null || !found.isFor(record)) {
      found =
          tables.compute(
              record.path,
              (path, known) ->
                  known != null && known.isFor(record)
                      ? known
                      : new TableQueues(this, path, record.table));
    }
    lastTable = found;
    return found;
  }

  /**
   * Puts a record into a batch.
   *
   * @throws EOFException if there is no memory for it
   */
  <T> WriteFuture<T> append(WriteRecord record, WriteOutcome<T> outcome)
      throws EOFException, InterruptedException {
    while (true) {
      TableQueues table = table(record);
      BucketQueue queue = table.queue(table.assigner.bucket(record.bucketKey));
      WriteFuture<T> future = appendToOpen(queue, record, outcome);
      if (future != null) {
        return future;
      }
      if (record.bucketKey == null) {
        BucketQueue other = table.queue(table.assigner.bucket(null));
        future = other == queue ? null : appendToOpen(other, record, outcome);
        if (future != null) {
          return future;
        }
        queue = other;
      }
      int target = table.batchSize.bytes();
      long reserved = reservation(target, record);
      buffer.reserve(reserved);
      boolean taken = false;
      try {
        synchronized (queue) {
          if (closing) {
            throw new IllegalStateException("The writer is closed.");
          }
          if (!table.dead) {
            future = appendToOpen(queue, record, outcome);
            if (future == null) {
              future = open(queue, record, outcome, target, reserved);
              taken = true;
            }
          }
        }
      } finally {
        if (!taken) {
          buffer.release(reserved);
        }
      }
      if (future != null) {
        wakeSender.run();
        return future;
      }
    }
  }

  /** Whole pages for the batch, or for the record if it is larger than a batch. */
  private long reservation(int target, WriteRecord record) {
    long bytes = target;
    if (record.encoded != null || record.isKv()) {
      bytes = Math.max(bytes, size(record));
    }
    long pages = (bytes + limits.pageBytes - 1) / limits.pageBytes;
    return Math.max(1, pages) * limits.pageBytes;
  }

  private static long size(WriteRecord record) {
    return record.isKv() ? KvWriteBatch.sizeOf(record) : record.encoded.getSizeInBytes();
  }

  private <T> WriteFuture<T> appendToOpen(
      BucketQueue queue, WriteRecord record, WriteOutcome<T> outcome) {
    synchronized (queue) {
      WriteBatch open = queue.open();
      if (open == null) {
        return null;
      }
      if (!open.accepts(record)) {
        close(open);
        return null;
      }
      WriteFuture<T> future = open.append(record, outcome);
      if (open.isFull()) {
        close(open);
      }
      return future;
    }
  }

  private <T> WriteFuture<T> open(
      BucketQueue queue, WriteRecord record, WriteOutcome<T> outcome, int target, long reserved) {
    long now = clock.nanoseconds();
    WriteBatch batch =
        record.isKv()
            ? new KvWriteBatch(queue, now, reserved, record, target)
            : new LogWriteBatch(queue, now, reserved, queue.table.builders(record.table), target);
    WriteFuture<T> future;
    try {
      future = batch.append(record, outcome);
    } catch (RuntimeException e) {
      batch.release();
      throw e;
    }
    incomplete.add(batch);
    queue.add(batch);
    list(queue);
    if (batch.isFull()) {
      close(batch);
    }
    return future;
  }

  /** Needs the monitor of the queue. */
  void list(BucketQueue queue) {
    if (!queue.listed) {
      queue.listed = true;
      active.add(queue);
    }
  }

  private void close(WriteBatch batch) {
    batch.closed = true;
    int size = batch.estimatedSize();
    if (size > batch.reservedBytes) {
      buffer.overdraw(size - batch.reservedBytes);
      batch.reservedBytes = size;
    }
    batch.queue.table.assigner.batchFull(batch.queue.bucket);
    wakeSender.run();
  }

  /** Whether nothing may linger. */
  boolean urgent() {
    return closing || flushes.get() > 0 || buffer.waitingThreads() > 0;
  }

  boolean hasIncomplete() {
    return !incomplete.isEmpty();
  }

  Set<WriteBatch> incomplete() {
    return incomplete;
  }

  /** Ends a batch whose futures are completed by the given action. */
  void finish(WriteBatch batch, Runnable completeFutures) {
    if (!batch.finish()) {
      return;
    }
    // memory first: callbacks of the futures may write
    batch.release();
    buffer.release(batch.reservedBytes);
    try {
      completeFutures.run();
    } finally {
      incomplete.remove(batch);
      batch.ended.complete(null);
      wakeSender.run();
    }
  }

  void fail(WriteBatch batch, Throwable cause) {
    finish(batch, () -> batch.failFutures(cause));
  }

  /** Fails all waiting batches of a table or partition; records that come later start anew. */
  void abort(TableQueues table, Throwable cause) {
    table.dead = true;
    tables.remove(table.path, table);
    List<WriteBatch> failed = new ArrayList<>();
    for (int bucket = 0; bucket < table.buckets(); bucket++) {
      BucketQueue queue = table.existingQueue(bucket);
      if (queue != null) {
        synchronized (queue) {
          failed.addAll(queue.drain());
        }
      }
    }
    failed.forEach(batch -> fail(batch, cause));
  }

  /** Fails what is not on its way to a server; what is will be answered. */
  void abortWaiting(Throwable cause) {
    new ArrayList<>(tables.values()).forEach(table -> abort(table, cause));
  }

  /** Fails everything, also what is in flight: for a writer whose connections are given up. */
  void abortAll(Throwable cause) {
    abortWaiting(cause);
    new ArrayList<>(incomplete).forEach(batch -> fail(batch, cause));
  }

  /** Waits until all batches there are now have ended. */
  void flush() throws InterruptedException {
    flushes.incrementAndGet();
    try {
      wakeSender.run();
      for (WriteBatch batch : new ArrayList<>(incomplete)) {
        try {
          batch.ended.get();
        } catch (java.util.concurrent.ExecutionException e) {
          throw new IllegalStateException(e);
        }
      }
    } finally {
      flushes.decrementAndGet();
    }
  }

  /** Takes no more records and lets nothing linger. */
  void close() {
    closing = true;
    wakeSender.run();
  }

  void free() {
    buffer.close();
    builders.values().forEach(LogBuilders::dropIdle);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.fluss.cluster.Cluster;
import org.apache.fluss.exception.OutOfOrderSequenceException;
import org.apache.fluss.exception.UnknownWriterIdException;
import org.apache.fluss.metadata.TableBucket;

/**
 * The batches of one bucket that are not acknowledged: those waiting, the last one of which may be
 * open, and those in flight, with the sequences that make them idempotent. Every method needs the
 * monitor of the queue.
 */
final class BucketQueue {
  /** Waits for a signal, not for time. */
  static final long ON_SIGNAL = Long.MAX_VALUE;

  /**
   * An open batch that nobody added to for this long is sent if the bucket has nothing in flight:
   * whoever wrote it has nothing more to say, so lingering would only delay it.
   */
  static final long QUIET_NANOS = 1_000_000;

  final TableQueues table;
  final int bucket;

  private final Deque<WriteBatch> waiting = new ArrayDeque<>();
  private final List<WriteBatch> inFlight = new ArrayList<>();

  /** Whether the sender has the queue on its list. */
  boolean listed;

  private long writerId = WriteBatch.NO_WRITER_ID;
  private int nextSequence;
  private int lastAcked = WriteBatch.NO_SEQUENCE;

  private WriteBatch watched;
  private int watchedRecords;
  private long watchedNanos;

  private TableBucket tableBucket;

  BucketQueue(TableQueues table, int bucket) {
    this.table = table;
    this.bucket = bucket;
  }

  /** The identity of the bucket; null while its partition is not known. */
  TableBucket tableBucket(Cluster cluster) {
    if (table.path.getPartitionName() == null) {
      if (tableBucket == null) {
        tableBucket = new TableBucket(table.table.getTableId(), bucket);
      }
      return tableBucket;
    }
    Long partitionId = cluster.getPartitionId(table.path).orElse(null);
    if (partitionId == null) {
      return null;
    }
    if (tableBucket == null || !partitionId.equals(tableBucket.getPartitionId())) {
      tableBucket = new TableBucket(table.table.getTableId(), partitionId, bucket);
    }
    return tableBucket;
  }

  TableBucket tableBucket() {
    return tableBucket;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  WriteBatch open() {
    WriteBatch last = waiting.peekLast();
    return last == null || last.closed ? null : last;
  }

  void add(WriteBatch batch) {
    waiting.addLast(batch);
  }

  /** Takes all waiting batches out. */
  List<WriteBatch> drain() {
    List<WriteBatch> all = new ArrayList<>(waiting);
    waiting.clear();
    inFlight.removeAll(all);
    return all;
  }

  /**
   * How long the first batch has to wait still, in nanoseconds: 0 if it can be sent, {@link
   * #ON_SIGNAL} if something else has to happen first.
   *
   * @param urgent whether nothing may linger
   */
  long delay(long nowNanos, boolean urgent, WriteLimits limits, long currentWriterId) {
    WriteBatch first = waiting.peekFirst();
    if (first == null) {
      return ON_SIGNAL;
    }
    if (first.notBeforeNanos > nowNanos) {
      return first.notBeforeNanos - nowNanos;
    }
    if (limits.idempotent && !maySend(first, limits, currentWriterId)) {
      return ON_SIGNAL;
    }
    if (first.closed || urgent || first.awaited || waiting.size() > 1) {
      return 0;
    }
    long linger = limits.lingerNanos - (nowNanos - first.createdNanos);
    if (linger <= 0) {
      return 0;
    }
    if (!inFlight.isEmpty()) {
      return linger;
    }
    if (watched != first || watchedRecords != first.recordCount()) {
      watched = first;
      watchedRecords = first.recordCount();
      watchedNanos = nowNanos;
      return Math.min(linger, QUIET_NANOS);
    }
    long quiet = QUIET_NANOS - (nowNanos - watchedNanos);
    return quiet <= 0 ? 0 : Math.min(linger, quiet);
  }

  private boolean maySend(WriteBatch first, WriteLimits limits, long currentWriterId) {
    if (currentWriterId == WriteBatch.NO_WRITER_ID) {
      return false;
    }
    if (first.sequence != WriteBatch.NO_SEQUENCE) {
      // a batch sent again goes alone, so that it cannot overtake
      return inFlight.get(0) == first;
    }
    return inFlight.isEmpty()
        || writerId == currentWriterId && inFlight.size() < limits.maxInFlight;
  }

  /** Takes the first batch out to be sent. */
  WriteBatch take(boolean idempotent, long currentWriterId) {
    WriteBatch first = waiting.pollFirst();
    first.closed = true;
    if (!idempotent) {
      inFlight.add(first);
      return first;
    }
    if (first.sequence == WriteBatch.NO_SEQUENCE) {
      if (writerId != currentWriterId) {
        writerId = currentWriterId;
        nextSequence = 0;
        lastAcked = WriteBatch.NO_SEQUENCE;
      }
      first.writerId = currentWriterId;
      first.sequence = nextSequence;
      nextSequence = nextSequence == Integer.MAX_VALUE ? 0 : nextSequence + 1;
      inFlight.add(first);
    }
    return first;
  }

  void acknowledged(WriteBatch batch) {
    inFlight.remove(batch);
    if (batch.writerId == writerId) {
      lastAcked = Math.max(lastAcked, batch.sequence);
    }
  }

  /** Whether the cluster has the batch already although it did not say so in time. */
  boolean isAcknowledgedLater(WriteBatch batch) {
    return batch.writerId == writerId
        && batch.sequence != WriteBatch.NO_SEQUENCE
        && !batch.resequenced
        && batch.sequence <= lastAcked;
  }

  /** Whether an error about sequences goes away when the batch is sent again. */
  boolean isTransient(WriteBatch batch, Throwable error) {
    if (error instanceof OutOfOrderSequenceException) {
      return batch.resequenced || batch.sequence != lastAcked + 1;
    }
    return error instanceof UnknownWriterIdException && batch.resequenced;
  }

  /** Puts a batch back to be sent again, before all that were sent after it. */
  void putBack(WriteBatch batch, boolean idempotent) {
    if (!idempotent) {
      inFlight.remove(batch);
      waiting.addFirst(batch);
      return;
    }
    Deque<WriteBatch> before = new ArrayDeque<>();
    while (!waiting.isEmpty()
        && waiting.peekFirst().sequence != WriteBatch.NO_SEQUENCE
        && waiting.peekFirst().sequence < batch.sequence) {
      before.push(waiting.pollFirst());
    }
    waiting.addFirst(batch);
    while (!before.isEmpty()) {
      waiting.addFirst(before.pop());
    }
  }

  /** A batch failed for good; those sent after it move up in its place. */
  void failed(WriteBatch batch, boolean moveUp) {
    boolean wasInFlight = inFlight.remove(batch);
    if (!wasInFlight || !moveUp || batch.writerId != writerId) {
      return;
    }
    boolean moved = false;
    for (Iterator<WriteBatch> later = inFlight.iterator(); later.hasNext(); ) {
      WriteBatch other = later.next();
      if (other.writerId == batch.writerId && other.sequence > batch.sequence) {
        other.sequence--;
        other.resequenced = true;
        moved = true;
      }
    }
    if (moved || batch.sequence == nextSequence - 1) {
      nextSequence--;
    }
  }
}

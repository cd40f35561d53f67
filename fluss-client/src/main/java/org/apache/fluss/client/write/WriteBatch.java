// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.metadata.TableBucket;

/**
 * Records of one bucket that travel together. Guarded by the monitor of its {@link BucketQueue}
 * until it is closed and taken out of it; from then on it belongs to the sender, then to the answer
 * of its request, one after the other.
 */
abstract class WriteBatch {
  static final int NO_SEQUENCE = -1;
  static final long NO_WRITER_ID = -1;

  final BucketQueue queue;
  final long createdNanos;

  /** Done when all futures are. */
  final CompletableFuture<Void> ended = new CompletableFuture<>();

  private WriteFuture<?>[] futures = new WriteFuture<?>[16];
  private int count;

  /** Bytes of the write buffer that are accounted to the batch. */
  long reservedBytes;

  /** Takes no more records. */
  boolean closed;

  /** Somebody waits for one of its records. */
  volatile boolean awaited;

  /** How often it was sent again. */
  int attempts;

  /** Not to be sent again before. */
  long notBeforeNanos = Long.MIN_VALUE;

  long writerId = NO_WRITER_ID;
  int sequence = NO_SEQUENCE;

  /** Its sequence was lowered after it had been sent. */
  boolean resequenced;

  /** When it was sent last. */
  long sentNanos;

  private ByteBuffer sealed;
  private long sealedWriterId;
  private int sealedSequence;
  private boolean done;

  WriteBatch(BucketQueue queue, long createdNanos, long reservedBytes) {
    this.queue = queue;
    this.createdNanos = createdNanos;
    this.reservedBytes = reservedBytes;
  }

  /** Whether a record may go into this batch; an empty batch takes every record of its kind. */
  abstract boolean accepts(WriteRecord record);

  abstract void add(WriteRecord record);

  abstract boolean isFull();

  abstract int estimatedSize();

  abstract ByteBuffer seal(long writerId, int sequence);

  abstract void restamp(ByteBuffer sealed, long writerId, int sequence);

  /** Gives the memory of the batch to the next ones. */
  abstract void recycle();

  final <T> WriteFuture<T> append(WriteRecord record, WriteOutcome<T> outcome) {
    add(record);
    if (count == futures.length) {
      futures = Arrays.copyOf(futures, 2 * count);
    }
    WriteFuture<T> future = new WriteFuture<>(outcome, this);
    futures[count++] = future;
    return future;
  }

  final int recordCount() {
    return count;
  }

  /** Has the batch sent as soon as possible. */
  final void awaited() {
    if (!awaited) {
      awaited = true;
      queue.table.accumulator.wakeSender();
    }
  }

  /** The bytes to send under the present writer id and sequence. */
  final ByteBuffer bytes() {
    if (sealed == null) {
      sealed = seal(writerId, sequence);
    } else if (sealedWriterId != writerId || sealedSequence != sequence) {
      restamp(sealed, writerId, sequence);
    }
    sealedWriterId = writerId;
    sealedSequence = sequence;
    return sealed.duplicate();
  }

  final int size() {
    return sealed == null ? estimatedSize() : sealed.remaining();
  }

  /** Whether this call is the one that ends the batch. */
  final synchronized boolean finish() {
    boolean first = !done;
    done = true;
    return first;
  }

  final void completeFutures(TableBucket bucket, long logEndOffset) {
    WriteFuture<?>[] waiting = futures;
    int records = count;
    futures = null;
    for (int i = 0; i < records; i++) {
      waiting[i].acknowledged(bucket, logEndOffset);
    }
  }

  final void failFutures(Throwable cause) {
    WriteFuture<?>[] waiting = futures;
    int records = count;
    futures = null;
    for (int i = 0; i < records; i++) {
      waiting[i].failed(cause);
    }
  }

  /** Drops what is not needed once the batch is done, futures may keep the rest for long. */
  final void release() {
    sealed = null;
    recycle();
  }
}

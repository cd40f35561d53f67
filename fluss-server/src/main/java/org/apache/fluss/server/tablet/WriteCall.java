// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.exception.InvalidRequiredAcksException;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.server.replica.AppendListener;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;

/**
 * One request to write to buckets: checked by the thread it came in on, written by lanes, answered
 * when all buckets are.
 */
abstract class WriteCall<R> {
  private static final int ALL_REPLICAS = -1;

  private final long[] baseOffsets;
  private final long[] endOffsets;
  private final RuntimeException[] errors;
  private final AtomicInteger open;
  private final CompletableFuture<R> answer = new CompletableFuture<>();

  WriteCall(int bucketCount) {
    this.baseOffsets = new long[bucketCount];
    this.endOffsets = new long[bucketCount];
    this.errors = new RuntimeException[bucketCount];
    // One more, so that the answer is not complete before all writes were begun.
    this.open = new AtomicInteger(bucketCount + 1);
  }

  /**
   * Whether a write is answered only when all in-sync replicas have it.
   *
   * @throws InvalidRequiredAcksException if there is no such mode
   */
  static boolean isReplicated(int acks) {
    if (acks < -1 || acks > 1) {
      throw new InvalidRequiredAcksException(
          "A write can be acknowledged with acks -1 (by all in-sync replicas), 1 or 0, not "
              + acks
              + ".");
    }
    return acks == ALL_REPLICAS;
  }

  /** The bytes where they came in, or a copy if they lie in pieces. */
  static ByteBuffer writable(ByteBuf records) {
    if (records.nioBufferCount() == 1) {
      ByteBuffer view = records.nioBuffer();
      if (!view.isReadOnly()) {
        return view;
      }
    }
    ByteBuffer copy = ByteBuffer.allocate(records.readableBytes());
    records.getBytes(records.readerIndex(), copy);
    copy.flip();
    return copy;
  }

  final CompletableFuture<R> start() {
    for (int i = 0; i < errors.length; i++) {
      Result result = new Result(i);
      try {
        begin(i, result);
      } catch (RuntimeException e) {
        result.failed(e);
      } catch (Error e) {
        // The other buckets may be on their lanes, so the request's bytes must stay until all are
        // answered.
        result.failed(new UnknownServerException("The batch could not be taken: " + e, e));
      }
    }
    closed();
    return answer;
  }

  /** Hands the write of the bucket of a number to its lane. */
  abstract void begin(int index, AppendListener result);

  /** All buckets were written or failed. */
  abstract R answer();

  /** Null if the bucket was written. */
  final RuntimeException error(int index) {
    return errors[index];
  }

  final long baseOffset(int index) {
    return baseOffsets[index];
  }

  final long endOffset(int index) {
    return endOffsets[index];
  }

  private void closed() {
    if (open.decrementAndGet() == 0) {
      answer.complete(answer());
    }
  }

  private final class Result implements AppendListener {
    private final int index;

    Result(int index) {
      this.index = index;
    }

    @Override
    public void appended(long baseOffset, long endOffset) {
      baseOffsets[index] = baseOffset;
      endOffsets[index] = endOffset;
      closed();
    }

    @Override
    public void failed(RuntimeException error) {
      errors[index] = error;
      closed();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.record.bytesview.BytesView;
import org.apache.fluss.utils.AbstractIterator;

/** Log batches in a range of memory. Threads may share one that nobody writes or clears. */
@PublicEvolving
public class MemoryLogRecords implements LogRecords {
  /** No records. */
  public static final MemoryLogRecords EMPTY = pointToBytes(new byte[0]);

  private MemorySegment segment;
  private int position;
  private int sizeInBytes;

  private MemoryLogRecords(MemorySegment segment, int position, int sizeInBytes) {
    if (position < 0 || sizeInBytes < 0 || sizeInBytes > segment.size() - position) {
      throw new IllegalArgumentException(
          sizeInBytes + " bytes at " + position + " are not in memory of " + segment.size());
    }
    this.segment = segment;
    this.position = position;
    this.sizeInBytes = sizeInBytes;
  }

  /** A view of the array. */
  public static MemoryLogRecords pointToBytes(byte[] bytes) {
    return pointToBytes(bytes, 0, bytes.length);
  }

  /** A view of a range of the array. */
  public static MemoryLogRecords pointToBytes(byte[] bytes, int offset, int length) {
    return new MemoryLogRecords(MemorySegment.wrap(bytes), offset, length);
  }

  /** A view of a range of memory. */
  public static MemoryLogRecords pointToMemory(MemorySegment segment, int position, int size) {
    return new MemoryLogRecords(segment, position, size);
  }

  /** A view of what remains in the buffer; a copy if the buffer is on the heap and read-only. */
  public static MemoryLogRecords pointToByteBuffer(ByteBuffer buffer) {
    if (buffer.isDirect()) {
      return new MemoryLogRecords(
          MemorySegment.wrapOffHeapMemory(buffer), buffer.position(), buffer.remaining());
    }
    if (buffer.hasArray()) {
      return pointToBytes(
          buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    }
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return pointToBytes(copy);
  }

  /** A view of the bytes, copied if they lie in several pieces. */
  public static MemoryLogRecords pointToBytesView(BytesView bytesView) {
    return pointToByteBuffer(bytesView.toByteBuffer());
  }

  /** The first bytes of other records. */
  public static MemoryLogRecords readableRecords(MemoryLogRecords records, int sizeInBytes) {
    return new MemoryLogRecords(records.segment, records.position, sizeInBytes);
  }

  @Override
  public int sizeInBytes() {
    return sizeInBytes;
  }

  public MemorySegment getMemorySegment() {
    return segment;
  }

  /** Start in the memory. */
  public int getPosition() {
    return position;
  }

  /** Lets go of the memory. */
  public void clear() {
    segment = EMPTY.segment;
    position = 0;
    sizeInBytes = 0;
  }

  /**
   * Checks that whole batches of a magic fill the range, each with the right checksum.
   *
   * @throws CorruptMessageException if not
   */
  public void ensureValid(byte recordBatchMagic) {
    ByteBuffer buf = segment.wrap(0, position + sizeInBytes);
    int end = position + sizeInBytes;
    int at = position;
    while (at < end) {
      LogBatchHeader.ensureValid(buf, at, end - at);
      if (LogBatchHeader.magic(buf, at) != recordBatchMagic) {
        throw new CorruptMessageException(
            "Log batch has magic "
                + LogBatchHeader.magic(buf, at)
                + ", expected "
                + recordBatchMagic
                + ".");
      }
      at += LogBatchHeader.sizeInBytes(buf, at);
    }
  }

  /** Writes all bytes; returns their number. */
  public int writeFullyTo(GatheringByteChannel channel) throws IOException {
    ByteBuffer buf = segment.wrap(position, sizeInBytes);
    while (buf.hasRemaining()) {
      channel.write(buf);
    }
    return sizeInBytes;
  }

  @Override
  public Iterable<LogRecordBatch> batches() {
    return this::batchIterator;
  }

  /**
   * Walks the batches up to the first that is cut short.
   *
   * @throws CorruptMessageException from the iterator, at a size smaller than a header
   */
  public AbstractIterator<LogRecordBatch> batchIterator() {
    MemorySegment memory = segment;
    int end = position + sizeInBytes;
    ByteBuffer buf = memory.wrap(0, end);
    return new AbstractIterator<LogRecordBatch>() {
      private int at = position;

      @Override
      protected LogRecordBatch makeNext() {
        int left = end - at;
        if (left < LogBatchHeader.V0_HEADER_SIZE) {
          return allDone();
        }
        int size = LogBatchHeader.sizeInBytes(buf, at);
        if (size < LogBatchHeader.V0_HEADER_SIZE) {
          throw new CorruptMessageException(
              "Log batch at " + (at - position) + " claims " + size + " bytes; a header has 48.");
        }
        if (size > left) {
          return allDone();
        }
        DefaultLogRecordBatch batch = new DefaultLogRecordBatch();
        batch.pointTo(memory, at);
        at += size;
        return batch;
      }
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.nio.ByteBuffer;
import org.apache.fluss.exception.CorruptRecordException;
import org.apache.fluss.record.LogBatchHeader;

/**
 * The log batches of one request for one bucket, checked before they reach the lane: whole, of a
 * known magic, with right checksums. The bytes stay where they came in; appending stamps offsets
 * and timestamps into them.
 */
public final class CheckedRecords {
  private final ByteBuffer buffer;
  private final int batchCount;
  private final long offsetCount;

  private CheckedRecords(ByteBuffer buffer, int batchCount, long offsetCount) {
    this.buffer = buffer;
    this.batchCount = batchCount;
    this.offsetCount = offsetCount;
  }

  /**
   * Checks what remains in a writable buffer; its position and limit stay. A last batch that is not
   * whole is left out.
   *
   * @throws CorruptRecordException if a size or checksum is wrong
   * @throws IllegalArgumentException if a batch has an unknown magic
   */
  public static CheckedRecords check(ByteBuffer records) {
    ByteBuffer buffer = records.slice();
    int position = 0;
    int batches = 0;
    long offsets = 0;
    while (buffer.limit() - position >= LogBatchHeader.V0_HEADER_SIZE) {
      int size = LogBatchHeader.sizeInBytes(buffer, position);
      if (size < LogBatchHeader.V0_HEADER_SIZE) {
        throw new CorruptRecordException(
            "Log batch at byte " + position + " of the request claims to have " + size + " bytes.");
      }
      if (size > buffer.limit() - position) {
        break;
      }
      LogBatchHeader.headerSize(LogBatchHeader.magic(buffer, position));
      if (!LogBatchHeader.isValid(buffer, position, size)) {
        throw new CorruptRecordException(
            "Log batch at byte "
                + position
                + " of the request is damaged: its "
                + size
                + " bytes do not match their checksum "
                + LogBatchHeader.crc(buffer, position)
                + ".");
      }
      offsets += 1L + LogBatchHeader.lastOffsetDelta(buffer, position);
      batches++;
      position += size;
    }
    buffer.limit(position);
    return new CheckedRecords(buffer, batches, offsets);
  }

  /** Takes one whole batch that this server made itself. */
  public static CheckedRecords made(ByteBuffer batch) {
    ByteBuffer buffer = batch.slice();
    return new CheckedRecords(buffer, 1, 1L + LogBatchHeader.lastOffsetDelta(buffer, 0));
  }

  /** Number of whole batches. */
  public int batchCount() {
    return batchCount;
  }

  /** Size in bytes of the whole batches. */
  public int sizeInBytes() {
    return buffer.limit();
  }

  /** Number of offsets the batches take. */
  public long offsetCount() {
    return offsetCount;
  }

  /** Whether there is no whole batch. */
  public boolean isEmpty() {
    return batchCount == 0;
  }

  /** The batches from position 0 to the limit; only absolute access. */
  ByteBuffer buffer() {
    return buffer;
  }
}

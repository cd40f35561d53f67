// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.server.log.disk.DiskFile;

/**
 * Walks over the batch headers of a {@code .log} file, reading a small block at a time. Stops
 * before the first batch that is not whole or has an impossible header; checksums are not looked
 * at. For one thread.
 */
final class BatchCursor {
  /** Enough to get from an index entry to a batch in one or two reads. */
  static final int SEARCH_BLOCK_BYTES = 4096;

  /** For walking over many batches. */
  static final int WALK_BLOCK_BYTES = 64 << 10;

  private final DiskFile file;
  private final long limit;
  private final ByteBuffer block;
  private long blockStart;
  private long position;
  private int sizeInBytes;
  private int at;

  /**
   * Stands before the batch at the position.
   *
   * @param limit position no batch may pass
   */
  BatchCursor(DiskFile file, long position, long limit, int blockBytes) {
    this.file = file;
    this.limit = limit;
    this.position = position;
    this.block = ByteBuffer.allocate((int) Math.max(0, Math.min(blockBytes, limit - position)));
    this.block.limit(0);
  }

  /** Moves to the next batch; false if there is none that is whole. */
  boolean next() throws IOException {
    long next = position + sizeInBytes;
    if (limit - next < LogBatchHeader.V0_HEADER_SIZE) {
      return false;
    }
    int headerBytes = (int) Math.min(LogBatchHeader.V1_HEADER_SIZE, limit - next);
    if (next < blockStart || next + headerBytes > blockStart + block.limit()) {
      block.clear().limit((int) Math.min(block.capacity(), limit - next));
      file.readFully(block, next);
      blockStart = next;
    }
    int start = (int) (next - blockStart);
    int magic = LogBatchHeader.magic(block, start);
    int size = LogBatchHeader.sizeInBytes(block, start);
    if (magic < 0
        || magic > 1
        || size < LogBatchHeader.headerSize((byte) magic)
        || size > limit - next
        || LogBatchHeader.lastOffsetDelta(block, start) < 0) {
      return false;
    }
    position = next;
    sizeInBytes = size;
    at = start;
    return true;
  }

  /** Position of the current batch, or the start position before the first {@link #next}. */
  long position() {
    return position;
  }

  int sizeInBytes() {
    return sizeInBytes;
  }

  /** Position behind the current batch. */
  long endPosition() {
    return position + sizeInBytes;
  }

  long baseOffset() {
    return LogBatchHeader.baseOffset(block, at);
  }

  long lastOffset() {
    return baseOffset() + LogBatchHeader.lastOffsetDelta(block, at);
  }

  long commitTimestamp() {
    return LogBatchHeader.commitTimestamp(block, at);
  }

  long crc() {
    return LogBatchHeader.crc(block, at);
  }

  long writerId() {
    return LogBatchHeader.writerId(block, at);
  }

  int batchSequence() {
    return LogBatchHeader.batchSequence(block, at);
  }

  int lastOffsetDelta() {
    return LogBatchHeader.lastOffsetDelta(block, at);
  }
}

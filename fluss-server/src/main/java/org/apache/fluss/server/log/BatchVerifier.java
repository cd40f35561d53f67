// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.server.log.disk.DiskFile;

/**
 * Reads a {@code .log} file from its start in large steps and stops before the first batch that is
 * not whole, impossible or fails its checksum. Memory is one block, however large a batch is. For
 * one thread.
 */
final class BatchVerifier {
  private static final int BLOCK_BYTES = 256 << 10;

  /** Where the checksummed part of a magic 0 batch begins: the schema id. */
  private static final int CHECKED_FROM = 25;

  private final DiskFile file;
  private final long limit;
  private final ByteBuffer block;
  private final CRC32C crc = new CRC32C();
  private long blockStart;
  private long position;
  private int sizeInBytes;
  private long baseOffset;
  private long lastOffset;
  private long commitTimestamp;

  BatchVerifier(DiskFile file, long limit) {
    this.file = file;
    this.limit = limit;
    this.block = ByteBuffer.allocate((int) Math.min(BLOCK_BYTES, limit));
    this.block.limit(0);
  }

  boolean next() throws IOException {
    long start = position + sizeInBytes;
    if (limit - start < LogBatchHeader.V0_HEADER_SIZE) {
      return false;
    }
    load(start, (int) Math.min(LogBatchHeader.V1_HEADER_SIZE, limit - start));
    int header = (int) (start - blockStart);
    int magic = LogBatchHeader.magic(block, header);
    int size = LogBatchHeader.sizeInBytes(block, header);
    if (magic < 0 || magic > 1) {
      return false;
    }
    int headerSize = LogBatchHeader.headerSize((byte) magic);
    if (size < headerSize
        || size > limit - start
        || LogBatchHeader.lastOffsetDelta(block, header) < 0) {
      return false;
    }
    baseOffset = LogBatchHeader.baseOffset(block, header);
    lastOffset = LogBatchHeader.lastOffset(block, header);
    commitTimestamp = LogBatchHeader.commitTimestamp(block, header);
    long stored = LogBatchHeader.crc(block, header);
    int covered = headerSize - LogBatchHeader.V0_HEADER_SIZE + CHECKED_FROM;
    crc.reset();
    long at = start + covered;
    while (at < start + size) {
      load(at, 1);
      int from = (int) (at - blockStart);
      int loaded = block.limit();
      int count = (int) Math.min(loaded - from, start + size - at);
      block.limit(from + count).position(from);
      crc.update(block);
      block.limit(loaded);
      at += count;
    }
    if (crc.getValue() != stored) {
      return false;
    }
    position = start;
    sizeInBytes = size;
    return true;
  }

  int sizeInBytes() {
    return sizeInBytes;
  }

  long baseOffset() {
    return baseOffset;
  }

  long lastOffset() {
    return lastOffset;
  }

  long commitTimestamp() {
    return commitTimestamp;
  }

  /** Makes some bytes at the position available. */
  private void load(long at, int bytes) throws IOException {
    if (at >= blockStart && at + bytes <= blockStart + block.limit()) {
      return;
    }
    block.clear().limit((int) Math.min(block.capacity(), limit - at));
    file.readFully(block, at);
    blockStart = at;
  }
}

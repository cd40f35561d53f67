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
  private final ByteBuffer header = ByteBuffer.allocate(LogBatchHeader.V1_HEADER_SIZE);
  private final CRC32C crc = new CRC32C();
  private long blockStart;
  private long position;
  private int sizeInBytes;

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
    int headerBytes = (int) Math.min(LogBatchHeader.V1_HEADER_SIZE, limit - start);
    header.clear();
    copy(start, headerBytes);
    int magic = LogBatchHeader.magic(header, 0);
    int size = LogBatchHeader.sizeInBytes(header, 0);
    if (magic < 0 || magic > 1) {
      return false;
    }
    int headerSize = LogBatchHeader.headerSize((byte) magic);
    if (size < headerSize
        || size > limit - start
        || LogBatchHeader.lastOffsetDelta(header, 0) < 0) {
      return false;
    }
    int covered = headerSize - LogBatchHeader.V0_HEADER_SIZE + CHECKED_FROM;
    crc.reset();
    long at = start + covered;
    while (at < start + size) {
      load(at);
      int from = (int) (at - blockStart);
      int count = (int) Math.min(block.limit() - from, start + size - at);
      ByteBuffer part = block.duplicate();
      part.limit(from + count).position(from);
      crc.update(part);
      at += count;
    }
    if (crc.getValue() != LogBatchHeader.crc(header, 0)) {
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
    return LogBatchHeader.baseOffset(header, 0);
  }

  long lastOffset() {
    return LogBatchHeader.lastOffset(header, 0);
  }

  long commitTimestamp() {
    return LogBatchHeader.commitTimestamp(header, 0);
  }

  private void copy(long from, int count) throws IOException {
    long at = from;
    while (header.position() < count) {
      load(at);
      int start = (int) (at - blockStart);
      int part = Math.min(count - header.position(), block.limit() - start);
      for (int i = 0; i < part; i++) {
        header.put(block.get(start + i));
      }
      at += part;
    }
  }

  /** Makes at least one byte at the position available. */
  private void load(long at) throws IOException {
    if (at >= blockStart && at < blockStart + block.limit()) {
      return;
    }
    block.clear().limit((int) Math.min(block.capacity(), limit - at));
    file.readFully(block, at);
    blockStart = at;
  }
}

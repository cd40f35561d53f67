// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import org.apache.fluss.exception.CorruptMessageException;

/** The descriptor at the start of an LZ4 frame. */
final class Lz4FrameHeader {
  /** Magic, descriptor with content size, checksum. */
  static final int MAX_SIZE = 15;

  private static final int VERSION_MASK = 0xc0;
  private static final int VERSION_1 = 0x40;
  private static final int INDEPENDENT = 0x20;
  private static final int BLOCK_CHECKSUM = 0x10;
  private static final int CONTENT_SIZE = 0x08;
  private static final int RESERVED_OR_DICTIONARY = 0x03;
  private static final int BD_RESERVED = 0x8f;

  private final int size;
  private final int maxBlockSize;
  private final boolean hasBlockChecksum;

  private Lz4FrameHeader(int size, int maxBlockSize, boolean hasBlockChecksum) {
    this.size = size;
    this.maxBlockSize = maxBlockSize;
    this.hasBlockChecksum = hasBlockChecksum;
  }

  static Lz4FrameHeader parse(byte[] src, int offset, int available) {
    if (available < 7 || Lz4FrameCodec.getInt(src, offset) != Lz4FrameCodec.MAGIC) {
      throw new CorruptMessageException("The buffer is no LZ4 frame: its magic number is wrong.");
    }
    int flg = src[offset + 4];
    int bd = src[offset + 5];
    if ((flg & VERSION_MASK) != VERSION_1
        || (flg & INDEPENDENT) == 0
        || (flg & RESERVED_OR_DICTIONARY) != 0
        || (bd & BD_RESERVED) != 0
        || bd >> 4 < 4) {
      throw new CorruptMessageException(
          "LZ4 frame with flags "
              + Integer.toHexString(flg & 0xff)
              + Integer.toHexString(bd & 0xff)
              + " is not supported: only version 1, independent blocks, no dictionary.");
    }
    int size = (flg & CONTENT_SIZE) != 0 ? 15 : 7;
    if (available < size) {
      throw new CorruptMessageException("An LZ4 frame ends inside its descriptor.");
    }
    int hash = Lz4FrameCodec.HASH.hash(src, offset + 4, size - 5, 0);
    if ((byte) (hash >> 8) != src[offset + size - 1]) {
      throw new CorruptMessageException("The descriptor of an LZ4 frame fails its checksum.");
    }
    return new Lz4FrameHeader(size, 1 << (8 + 2 * (bd >> 4)), (flg & BLOCK_CHECKSUM) != 0);
  }

  int size() {
    return size;
  }

  int maxBlockSize() {
    return maxBlockSize;
  }

  boolean hasBlockChecksum() {
    return hasBlockChecksum;
  }
}

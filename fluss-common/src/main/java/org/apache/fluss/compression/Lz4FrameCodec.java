// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.fluss.exception.CorruptMessageException;

/** One LZ4 frame per buffer: independent blocks of 64 KiB, no checksums, no content size. */
final class Lz4FrameCodec extends BufferCodec {
  static final Lz4FrameCodec INSTANCE = new Lz4FrameCodec();

  static final int MAGIC = 0x184D2204;
  static final int RAW_BLOCK = 0x80000000;
  static final LZ4Compressor COMPRESSOR = LZ4Factory.fastestInstance().fastCompressor();
  static final LZ4SafeDecompressor DECOMPRESSOR = LZ4Factory.fastestInstance().safeDecompressor();
  static final XXHash32 HASH = XXHashFactory.fastestInstance().hash32();

  private static final int BLOCK_SIZE = 1 << 16;
  private static final byte FLG = 0x60;
  private static final byte BD = 0x40;
  private static final byte HEADER_CHECKSUM = (byte) 0x82;
  private static final int HEADER_SIZE = 7;

  private Lz4FrameCodec() {}

  @Override
  public byte id() {
    return LZ4_FRAME_ID;
  }

  @Override
  public int maxCompressedSize(int size) {
    int blocks = size / BLOCK_SIZE + 1;
    return Math.addExact(COMPRESSOR.maxCompressedLength(size), HEADER_SIZE + 4 + blocks * 32);
  }

  @Override
  public int compress(byte[] src, int offset, int size, byte[] dst, int dstOffset) {
    putInt(dst, dstOffset, MAGIC);
    dst[dstOffset + 4] = FLG;
    dst[dstOffset + 5] = BD;
    dst[dstOffset + 6] = HEADER_CHECKSUM;
    int out = dstOffset + HEADER_SIZE;
    for (int in = 0; in < size; in += BLOCK_SIZE) {
      int block = Math.min(BLOCK_SIZE, size - in);
      int written = COMPRESSOR.compress(src, offset + in, block, dst, out + 4);
      if (written >= block) {
        System.arraycopy(src, offset + in, dst, out + 4, block);
        putInt(dst, out, block | RAW_BLOCK);
        out += 4 + block;
      } else {
        putInt(dst, out, written);
        out += 4 + written;
      }
    }
    putInt(dst, out, 0);
    return out + 4 - dstOffset;
  }

  @Override
  public void decompress(byte[] src, int offset, int size, byte[] dst, int dstOffset, int dstSize) {
    Lz4FrameHeader header = Lz4FrameHeader.parse(src, offset, size);
    int in = offset + header.size();
    int end = offset + size;
    int out = dstOffset;
    int outEnd = dstOffset + dstSize;
    while (true) {
      if (end - in < 4) {
        throw new CorruptMessageException("An LZ4 frame ends before its end mark.");
      }
      int block = getInt(src, in);
      in += 4;
      if (block == 0) {
        break;
      }
      int stored = block & ~RAW_BLOCK;
      int trailer = header.hasBlockChecksum() ? 4 : 0;
      if (stored > header.maxBlockSize() || stored > end - in - trailer) {
        throw new CorruptMessageException(
            "An LZ4 block claims " + stored + " bytes, " + (end - in) + " are there.");
      }
      if (trailer != 0 && HASH.hash(src, in, stored, 0) != getInt(src, in + stored)) {
        throw new CorruptMessageException("An LZ4 block fails its checksum.");
      }
      if (block < 0) {
        if (stored > outEnd - out) {
          throw tooLong(dstSize);
        }
        System.arraycopy(src, in, dst, out, stored);
        out += stored;
      } else {
        try {
          out += DECOMPRESSOR.decompress(src, in, stored, dst, out, outEnd - out);
        } catch (LZ4Exception e) {
          throw new CorruptMessageException("An LZ4 block cannot be decompressed.", e);
        }
      }
      in += stored + trailer;
    }
    if (out != outEnd) {
      throw new CorruptMessageException(
          "An LZ4 frame holds " + (out - dstOffset) + " bytes, but claims " + dstSize + ".");
    }
  }

  private static CorruptMessageException tooLong(int dstSize) {
    return new CorruptMessageException("An LZ4 frame holds more than " + dstSize + " bytes.");
  }

  static int getInt(byte[] buf, int pos) {
    return (buf[pos] & 0xff)
        | (buf[pos + 1] & 0xff) << 8
        | (buf[pos + 2] & 0xff) << 16
        | buf[pos + 3] << 24;
  }

  static void putInt(byte[] buf, int pos, int value) {
    buf[pos] = (byte) value;
    buf[pos + 1] = (byte) (value >> 8);
    buf[pos + 2] = (byte) (value >> 16);
    buf[pos + 3] = (byte) (value >> 24);
  }
}

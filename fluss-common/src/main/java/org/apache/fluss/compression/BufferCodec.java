// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import org.apache.fluss.exception.CorruptMessageException;

/**
 * Compresses single buffers of an Arrow body, from heap array to heap array without a copy between.
 * Instances are shared and safe for any number of threads.
 */
public abstract class BufferCodec {
  /** Codec number of an LZ4 frame in Arrow metadata. */
  public static final byte LZ4_FRAME_ID = 0;

  /** Codec number of ZSTD in Arrow metadata. */
  public static final byte ZSTD_ID = 1;

  BufferCodec() {}

  /** The codec LZ4_FRAME. */
  public static BufferCodec lz4Frame() {
    return Lz4FrameCodec.INSTANCE;
  }

  /**
   * The codec ZSTD.
   *
   * @param level 1 to 22
   * @throws IllegalArgumentException if there is no such level
   */
  public static BufferCodec zstd(int level) {
    return ZstdCodec.ofLevel(level);
  }

  /**
   * The codec an Arrow message names.
   *
   * @throws CorruptMessageException if the number is not known
   */
  public static BufferCodec ofId(byte id) {
    if (id == ZSTD_ID) {
      return ZstdCodec.ofLevel(ZstdCodec.DEFAULT_LEVEL);
    }
    if (id == LZ4_FRAME_ID) {
      return Lz4FrameCodec.INSTANCE;
    }
    throw new CorruptMessageException(
        "Arrow batch names compression codec " + id + "; known are 0 (LZ4 frame) and 1 (ZSTD).");
  }

  /** Codec number in Arrow metadata. */
  public abstract byte id();

  /** Largest size in bytes that input of a size can compress to. */
  public abstract int maxCompressedSize(int size);

  /**
   * Compresses {@code size} bytes.
   *
   * @param dst has room for {@link #maxCompressedSize} bytes at {@code dstOffset}
   * @return bytes written
   */
  public abstract int compress(byte[] src, int offset, int size, byte[] dst, int dstOffset);

  /**
   * Decompresses into exactly {@code dstSize} bytes.
   *
   * @throws CorruptMessageException if the input is no such frame or holds another number of bytes
   */
  public abstract void decompress(
      byte[] src, int offset, int size, byte[] dst, int dstOffset, int dstSize);
}

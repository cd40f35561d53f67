// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.fluss.exception.CorruptMessageException;

/** ZSTD with native contexts that are reused, because making one costs more than a small buffer. */
final class ZstdCodec extends BufferCodec {
  static final int DEFAULT_LEVEL = 3;
  private static final int MAX_LEVEL = 22;

  /** Idle contexts kept; one more than that is freed when it comes back. */
  private static final int MAX_IDLE = 8;

  private static final AtomicReferenceArray<ZstdCodec> BY_LEVEL =
      new AtomicReferenceArray<>(MAX_LEVEL + 1);
  private static final ArrayBlockingQueue<ZstdDecompressCtx> DECOMPRESSORS =
      new ArrayBlockingQueue<>(MAX_IDLE);

  private final int level;
  private final ArrayBlockingQueue<ZstdCompressCtx> compressors =
      new ArrayBlockingQueue<>(MAX_IDLE);

  private ZstdCodec(int level) {
    this.level = level;
  }

  static ZstdCodec ofLevel(int level) {
    if (level < 1 || level > MAX_LEVEL) {
      throw new IllegalArgumentException(
          "ZSTD has no compression level " + level + "; use 1 (fast) to 22 (small).");
    }
    ZstdCodec codec = BY_LEVEL.get(level);
    if (codec == null) {
      BY_LEVEL.compareAndSet(level, null, new ZstdCodec(level));
      codec = BY_LEVEL.get(level);
    }
    return codec;
  }

  @Override
  public byte id() {
    return ZSTD_ID;
  }

  @Override
  public int maxCompressedSize(int size) {
    return Math.toIntExact(Zstd.compressBound(size));
  }

  @Override
  public int compress(byte[] src, int offset, int size, byte[] dst, int dstOffset) {
    ZstdCompressCtx context = compressors.poll();
    if (context == null) {
      context = new ZstdCompressCtx();
      context.setLevel(level);
    }
    int written =
        context.compressByteArray(dst, dstOffset, dst.length - dstOffset, src, offset, size);
    if (!compressors.offer(context)) {
      context.close();
    }
    return written;
  }

  @Override
  public void decompress(byte[] src, int offset, int size, byte[] dst, int dstOffset, int dstSize) {
    ZstdDecompressCtx context = DECOMPRESSORS.poll();
    if (context == null) {
      context = new ZstdDecompressCtx();
    }
    int written;
    try {
      written = context.decompressByteArray(dst, dstOffset, dstSize, src, offset, size);
    } catch (ZstdException e) {
      context.close();
      throw new CorruptMessageException("A ZSTD buffer cannot be decompressed.", e);
    }
    if (!DECOMPRESSORS.offer(context)) {
      context.close();
    }
    if (written != dstSize) {
      throw new CorruptMessageException(
          "A ZSTD buffer holds " + written + " bytes, but claims " + dstSize + ".");
    }
  }
}

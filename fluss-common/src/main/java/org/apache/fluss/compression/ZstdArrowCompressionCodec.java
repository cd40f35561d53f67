// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.ArrowBuf;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.BufferAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.CompressionUtil;

/** ZSTD for users of the Arrow library. */
public class ZstdArrowCompressionCodec extends AbstractCompressionCodec {
  private final BufferCodec codec;

  /** Level 3. */
  public ZstdArrowCompressionCodec() {
    this(ZstdCodec.DEFAULT_LEVEL);
  }

  /**
   * @param compressionLevel 1 to 22
   */
  public ZstdArrowCompressionCodec(int compressionLevel) {
    this.codec = BufferCodec.zstd(compressionLevel);
  }

  @Override
  protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf uncompressedBuffer) {
    return HeapCompression.compress(codec, allocator, uncompressedBuffer);
  }

  @Override
  protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf compressedBuffer) {
    return HeapCompression.decompress(codec, allocator, compressedBuffer);
  }

  @Override
  public CompressionUtil.CodecType getCodecType() {
    return CompressionUtil.CodecType.ZSTD;
  }
}

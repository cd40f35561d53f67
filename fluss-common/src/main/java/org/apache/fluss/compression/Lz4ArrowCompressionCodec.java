// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.ArrowBuf;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.BufferAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.CompressionUtil;

/** LZ4_FRAME for users of the Arrow library. */
public class Lz4ArrowCompressionCodec extends AbstractCompressionCodec {
  public Lz4ArrowCompressionCodec() {}

  @Override
  protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf uncompressedBuffer) {
    return HeapCompression.compress(BufferCodec.lz4Frame(), allocator, uncompressedBuffer);
  }

  @Override
  protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf compressedBuffer) {
    return HeapCompression.decompress(BufferCodec.lz4Frame(), allocator, compressedBuffer);
  }

  @Override
  public CompressionUtil.CodecType getCodecType() {
    return CompressionUtil.CodecType.LZ4_FRAME;
  }
}

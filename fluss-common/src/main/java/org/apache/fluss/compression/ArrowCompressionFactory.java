// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import org.apache.fluss.annotation.Internal;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.NoCompressionCodec;

/** Gives the Arrow library the codecs of this package. */
@Internal
public class ArrowCompressionFactory implements CompressionCodec.Factory {
  public static final ArrowCompressionFactory INSTANCE = new ArrowCompressionFactory();

  public ArrowCompressionFactory() {}

  @Override
  public CompressionCodec createCodec(CompressionUtil.CodecType codecType) {
    return createCodec(codecType, ZstdCodec.DEFAULT_LEVEL);
  }

  @Override
  public CompressionCodec createCodec(CompressionUtil.CodecType codecType, int compressionLevel) {
    switch (codecType) {
      case NO_COMPRESSION:
        return NoCompressionCodec.INSTANCE;
      case LZ4_FRAME:
        return new Lz4ArrowCompressionCodec();
      case ZSTD:
        return new ZstdArrowCompressionCodec(compressionLevel);
      default:
        throw new IllegalArgumentException("No codec for Arrow compression " + codecType);
    }
  }

  /** The name the Arrow library has for a compression. */
  public static CompressionUtil.CodecType toArrowCompressionCodecType(ArrowCompressionType type) {
    switch (type) {
      case NONE:
        return CompressionUtil.CodecType.NO_COMPRESSION;
      case LZ4_FRAME:
        return CompressionUtil.CodecType.LZ4_FRAME;
      case ZSTD:
        return CompressionUtil.CodecType.ZSTD;
      default:
        throw new IllegalArgumentException("No Arrow compression for " + type);
    }
  }
}

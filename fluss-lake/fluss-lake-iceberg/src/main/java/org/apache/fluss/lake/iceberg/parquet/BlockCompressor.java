// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Compresses Parquet pages straight with the codec's library, without Hadoop's stream wrappers. */
final class BlockCompressor implements BytesInputCompressor {

  private static final int ZSTD_LEVEL = 3;

  private final CompressionCodecName codec;
  private final Integer level;

  /**
   * @param level the codec's level, or null for its default
   */
  BlockCompressor(CompressionCodecName codec, Integer level) {
    switch (codec) {
      case UNCOMPRESSED:
      case ZSTD:
      case SNAPPY:
      case GZIP:
        break;
      default:
        throw new UnsupportedOperationException(
            "Parquet codec "
                + codec
                + " cannot be written here; set write.parquet.compression-codec to zstd, snappy,"
                + " gzip or uncompressed.");
    }
    this.codec = codec;
    this.level = level;
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    switch (codec) {
      case ZSTD:
        return BytesInput.from(Zstd.compress(array(bytes), level == null ? ZSTD_LEVEL : level));
      case SNAPPY:
        return BytesInput.from(Snappy.compress(array(bytes)));
      case GZIP:
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new LevelGzip(out, level)) {
          bytes.writeAllTo(gzip);
        }
        return BytesInput.from(out.toByteArray());
      default:
        return bytes;
    }
  }

  private static byte[] array(BytesInput bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(Math.toIntExact(bytes.size()));
    bytes.writeAllTo(out);
    return out.toByteArray();
  }

  @Override
  public CompressionCodecName getCodecName() {
    return codec;
  }

  @Override
  public void release() {
    // holds nothing
  }

  private static final class LevelGzip extends GZIPOutputStream {
    LevelGzip(ByteArrayOutputStream out, Integer level) throws IOException {
      super(out);
      def.setLevel(level == null ? Deflater.DEFAULT_COMPRESSION : level);
    }
  }
}

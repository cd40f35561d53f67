// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

import java.util.Objects;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.CompressionCodec;

/** Compression of the buffers of an Arrow batch, and its level. Immutable. */
public class ArrowCompressionInfo {
  /** What a table without options has. */
  public static final ArrowCompressionInfo DEFAULT_COMPRESSION =
      new ArrowCompressionInfo(ArrowCompressionType.ZSTD, 3);

  /** Plain buffers. */
  public static final ArrowCompressionInfo NO_COMPRESSION =
      new ArrowCompressionInfo(ArrowCompressionType.NONE, -1);

  private final ArrowCompressionType compressionType;
  private final int compressionLevel;

  /** A compression; the level matters to ZSTD only. */
  public ArrowCompressionInfo(ArrowCompressionType compressionType, int compressionLevel) {
    this.compressionType = Objects.requireNonNull(compressionType);
    this.compressionLevel = compressionLevel;
  }

  /** The compression the table options ask for. */
  public static ArrowCompressionInfo fromConf(Configuration config) {
    ArrowCompressionType type = config.get(ConfigOptions.TABLE_LOG_ARROW_COMPRESSION_TYPE);
    return new ArrowCompressionInfo(
        type,
        type == ArrowCompressionType.ZSTD
            ? config.get(ConfigOptions.TABLE_LOG_ARROW_COMPRESSION_ZSTD_LEVEL)
            : -1);
  }

  /** The kind. */
  public ArrowCompressionType getCompressionType() {
    return compressionType;
  }

  /** The level; -1 if the kind has none. */
  public int getCompressionLevel() {
    return compressionLevel;
  }

  /** The codec for users of the Arrow library. */
  public CompressionCodec createCompressionCodec() {
    return ArrowCompressionFactory.INSTANCE.createCodec(
        ArrowCompressionFactory.toArrowCompressionCodecType(compressionType), compressionLevel);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof ArrowCompressionInfo
        && ((ArrowCompressionInfo) o).compressionType == compressionType
        && ((ArrowCompressionInfo) o).compressionLevel == compressionLevel;
  }

  @Override
  public int hashCode() {
    return Objects.hash(compressionType, compressionLevel);
  }

  @Override
  public String toString() {
    return compressionLevel == -1
        ? compressionType.toString()
        : compressionType + "-" + compressionLevel;
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.upkeep;

import static org.apache.fluss.config.ConfigBuilder.key;

import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.MemorySize;

/** When and how much the tiering service compacts. Immutable. */
public final class CompactionOptions {

  /** Also how many rounds come before a look at the table. */
  public static final ConfigOption<Integer> MIN_FILES =
      key("lake.tiering.compaction.min-files")
          .intType()
          .defaultValue(3)
          .withDescription("How many small files, or delete files, of a bucket are compacted.");

  /** Bounds the time of a round. */
  public static final ConfigOption<MemorySize> MAX_BYTES =
      key("lake.tiering.compaction.max-bytes")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(1024))
          .withDescription("How much data is rewritten after one round of a table at most.");

  /** For files that are not small. */
  public static final ConfigOption<Double> DELETE_RATIO =
      key("lake.tiering.compaction.delete-ratio")
          .doubleType()
          .defaultValue(0.1)
          .withDescription(
              "Deleted share of a bucket's rows from which large files are rewritten.");

  final int minFiles;
  final long maxBytes;
  final double deleteRatio;

  /** Reads {@code lake.tiering.compaction.*}. */
  public CompactionOptions(Configuration conf) {
    this.minFiles = Math.max(2, conf.get(MIN_FILES));
    this.maxBytes = conf.get(MAX_BYTES).getBytes();
    this.deleteRatio = conf.get(DELETE_RATIO);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.time.Duration;
import java.util.Optional;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.compression.ArrowCompressionInfo;
import org.apache.fluss.metadata.ChangelogImage;
import org.apache.fluss.metadata.DataLakeFormat;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.MergeEngineType;
import org.apache.fluss.utils.AutoPartitionStrategy;

/**
 * The table options of one table. As thread-safe as the configuration, which is read at every call;
 * a value that does not parse is an {@link IllegalArgumentException}.
 */
@PublicEvolving
public class TableConfig {
  private final Configuration config;

  /** Reads from the properties of a table. */
  public TableConfig(Configuration config) {
    this.config = config;
  }

  /** Replicas of each bucket; {@link IllegalArgumentException} if the table was not created yet. */
  public int getReplicationFactor() {
    return config
        .getOptional(ConfigOptions.TABLE_REPLICATION_FACTOR)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    ConfigOptions.TABLE_REPLICATION_FACTOR.key()
                        + " is not set; the coordinator sets it when the table is created."));
  }

  /** Layout of log records. */
  public LogFormat getLogFormat() {
    return config.get(ConfigOptions.TABLE_LOG_FORMAT);
  }

  /** Layout of rows of a primary-key table. */
  public KvFormat getKvFormat() {
    return config.get(ConfigOptions.TABLE_KV_FORMAT);
  }

  /** Version of the key encoding; empty means 1. */
  public Optional<Integer> getKvFormatVersion() {
    return config.getOptional(ConfigOptions.TABLE_KV_FORMAT_VERSION);
  }

  /** Milliseconds log data is kept; {@link Long#MAX_VALUE} means for ever. */
  public long getLogTTLMs() {
    return config.get(ConfigOptions.TABLE_LOG_TTL).toMillis();
  }

  /** Compression of Arrow batches. */
  public ArrowCompressionInfo getArrowCompressionInfo() {
    return ArrowCompressionInfo.fromConf(config);
  }

  /** Local segments kept of a log whose older segments are remote. */
  public int getTieredLogLocalSegments() {
    return config.get(ConfigOptions.TABLE_TIERED_LOG_LOCAL_SEGMENTS);
  }

  /** Whether the table is tiered into the lake. */
  public boolean isDataLakeEnabled() {
    return config.get(ConfigOptions.TABLE_DATALAKE_ENABLED);
  }

  /** Lake format, fixed at creation; empty if the cluster had none. */
  public Optional<DataLakeFormat> getDataLakeFormat() {
    return config.getOptional(ConfigOptions.TABLE_DATALAKE_FORMAT);
  }

  /** How far the lake table may lag behind. */
  public Duration getDataLakeFreshness() {
    return config.get(ConfigOptions.TABLE_DATALAKE_FRESHNESS);
  }

  /** Whether tiering compacts the lake table. */
  public boolean isDataLakeAutoCompaction() {
    return config.get(ConfigOptions.TABLE_DATALAKE_AUTO_COMPACTION);
  }

  /** Whether tiering expires old lake snapshots. */
  public boolean isDataLakeAutoExpireSnapshot() {
    return config.get(ConfigOptions.TABLE_DATALAKE_AUTO_EXPIRE_SNAPSHOT);
  }

  /** How rows are removed from the lake table of a primary-key table. */
  public ConfigOptions.DeleteEncoding getDataLakeDeleteEncoding() {
    return config.get(ConfigOptions.TABLE_DATALAKE_DELETE_ENCODING);
  }

  /** Merge engine of a primary-key table; empty means the newest row wins. */
  public Optional<MergeEngineType> getMergeEngineType() {
    return config.getOptional(ConfigOptions.TABLE_MERGE_ENGINE);
  }

  /** Version column of merge engine VERSIONED. */
  public Optional<String> getMergeEngineVersionColumn() {
    return config.getOptional(ConfigOptions.TABLE_MERGE_ENGINE_VERSION_COLUMN);
  }

  /** What deletes do; empty if not set. */
  public Optional<DeleteBehavior> getDeleteBehavior() {
    return config.getOptional(ConfigOptions.TABLE_DELETE_BEHAVIOR);
  }

  /** Images of a changed row in the changelog. */
  public ChangelogImage getChangelogImage() {
    return config.get(ConfigOptions.TABLE_CHANGELOG_IMAGE);
  }

  /** Automatic partitioning. */
  public AutoPartitionStrategy getAutoPartitionStrategy() {
    return AutoPartitionStrategy.from(config);
  }

  /** Ids taken at once from the counter of an auto-increment column. */
  public long getAutoIncrementCacheSize() {
    return config.get(ConfigOptions.TABLE_AUTO_INCREMENT_CACHE_SIZE);
  }
}

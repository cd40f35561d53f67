// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.MemorySize;
import org.apache.fluss.exception.IllegalConfigurationException;

/** How the replicas of a server are kept. Immutable. */
public final class ReplicaConfig {
  private static final long REOPEN_DELAY_MS = 10_000;

  /** Fewest in-sync replicas, the leader included, for an acknowledged write. */
  final int minInSyncReplicas;

  /** How long a follower may be behind before it leaves the in-sync replicas, ms. */
  final long maxLagMs;

  /** Pause of a bucket after a failed fetch from its leader, ms. */
  private final long fetchBackoffMs;

  private final int fetchMaxBytes;
  private final int fetchMaxBytesForBucket;
  private final int fetchMinBytes;
  private final int fetchMaxWaitMs;

  /** How long a replica whose disk failed rests before it is opened again, ms. */
  final long reopenDelayMs;

  /** Period in which high watermarks are written, ms. */
  final long watermarkCheckpointMs;

  /** Period in which silent writers are forgotten, ms. */
  final long writerCheckMs;

  /** See the options of the same meaning. */
  public ReplicaConfig(Configuration conf) {
    this(conf, REOPEN_DELAY_MS);
  }

  /**
   * As above.
   *
   * @param reopenDelayMs pause before a replica whose disk failed is opened again
   */
  public ReplicaConfig(Configuration conf, long reopenDelayMs) {
    this.reopenDelayMs = reopenDelayMs;
    minInSyncReplicas =
        Math.max(1, conf.get(ConfigOptions.LOG_REPLICA_MIN_IN_SYNC_REPLICAS_NUMBER));
    maxLagMs = conf.get(ConfigOptions.LOG_REPLICA_MAX_LAG_TIME).toMillis();
    fetchBackoffMs = conf.get(ConfigOptions.LOG_REPLICA_FETCH_BACKOFF_INTERVAL).toMillis();
    fetchMaxBytes = bytes(conf, ConfigOptions.LOG_REPLICA_FETCH_MAX_BYTES);
    fetchMaxBytesForBucket = bytes(conf, ConfigOptions.LOG_REPLICA_FETCH_MAX_BYTES_FOR_BUCKET);
    fetchMinBytes = bytes(conf, ConfigOptions.LOG_REPLICA_FETCH_MIN_BYTES);
    fetchMaxWaitMs =
        (int)
            Math.min(
                Integer.MAX_VALUE,
                conf.get(ConfigOptions.LOG_REPLICA_FETCH_WAIT_MAX_TIME).toMillis());
    watermarkCheckpointMs =
        Math.max(
            1, conf.get(ConfigOptions.LOG_REPLICA_HIGH_WATERMARK_CHECKPOINT_INTERVAL).toMillis());
    writerCheckMs =
        Math.max(1, conf.get(ConfigOptions.WRITER_ID_EXPIRATION_CHECK_INTERVAL).toMillis());
  }

  /** Pause of a bucket after a failed fetch from its leader, ms. */
  public long fetchBackoffMs() {
    return fetchBackoffMs;
  }

  /** Limit of one answer to a follower. */
  public int fetchMaxBytes() {
    return fetchMaxBytes;
  }

  /** Limit of one bucket in an answer to a follower. */
  public int fetchMaxBytesForBucket() {
    return fetchMaxBytesForBucket;
  }

  /** What a follower waits for. */
  public int fetchMinBytes() {
    return fetchMinBytes;
  }

  /** How long a follower waits for that, ms. */
  public int fetchMaxWaitMs() {
    return fetchMaxWaitMs;
  }

  private static int bytes(Configuration conf, ConfigOption<MemorySize> option) {
    long bytes = conf.get(option).getBytes();
    if (bytes < 0 || bytes > Integer.MAX_VALUE) {
      throw new IllegalConfigurationException(
          option.key() + " must be 0 to " + Integer.MAX_VALUE + " bytes, but is " + bytes + ".");
    }
    return (int) bytes;
  }
}

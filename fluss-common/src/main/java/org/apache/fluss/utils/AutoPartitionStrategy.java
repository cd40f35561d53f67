// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import java.util.Map;
import java.util.TimeZone;
import org.apache.fluss.config.AutoPartitionTimeUnit;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;

/** How a table makes and drops partitions by time. Immutable. */
public class AutoPartitionStrategy {
  private final boolean enabled;
  private final String key;
  private final AutoPartitionTimeUnit timeUnit;
  private final int numPreCreate;
  private final int numToRetain;
  private final TimeZone timeZone;

  private AutoPartitionStrategy(Configuration config) {
    enabled = config.get(ConfigOptions.TABLE_AUTO_PARTITION_ENABLED);
    key = config.get(ConfigOptions.TABLE_AUTO_PARTITION_KEY);
    timeUnit = config.get(ConfigOptions.TABLE_AUTO_PARTITION_TIME_UNIT);
    numPreCreate = config.get(ConfigOptions.TABLE_AUTO_PARTITION_NUM_PRECREATE);
    numToRetain = config.get(ConfigOptions.TABLE_AUTO_PARTITION_NUM_RETENTION);
    timeZone = TimeZone.getTimeZone(config.get(ConfigOptions.TABLE_AUTO_PARTITION_TIMEZONE));
  }

  /** The strategy of the given table options. */
  public static AutoPartitionStrategy from(Map<String, String> options) {
    return from(Configuration.fromMap(options));
  }

  /** The strategy of the given table options. */
  public static AutoPartitionStrategy from(Configuration config) {
    return new AutoPartitionStrategy(config);
  }

  /** Whether partitions are made by time at all. */
  public boolean isAutoPartitionEnabled() {
    return enabled;
  }

  /** The partition column that holds the time; null if the only one. */
  public String key() {
    return key;
  }

  /** How much time a partition covers. */
  public AutoPartitionTimeUnit timeUnit() {
    return timeUnit;
  }

  /** Partitions made ahead, the current one included. */
  public int numPreCreate() {
    return numPreCreate;
  }

  /** Old partitions kept. */
  public int numToRetain() {
    return numToRetain;
  }

  /** The zone that decides which partition is the current one. */
  public TimeZone timeZone() {
    return timeZone;
  }
}

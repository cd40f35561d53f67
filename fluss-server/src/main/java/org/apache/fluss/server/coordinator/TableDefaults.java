// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.metadata.DataLakeFormat;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.TableDescriptor;

/** What the cluster adds to the description of a new table. Pure. */
final class TableDefaults {
  /** The newest encoding of keys this software writes. */
  static final int KV_FORMAT_VERSION = 2;

  private TableDefaults() {}

  /**
   * Completes the descriptor.
   *
   * @throws InvalidTableException when the lake is wanted and the cluster has none
   * @throws InvalidConfigException when the kv format is newer than this software
   */
  static TableDescriptor apply(TableDescriptor descriptor, Configuration cluster) {
    TableDescriptor out = descriptor;
    boolean noBuckets =
        out.getTableDistribution()
            .map(distribution -> !distribution.getBucketCount().isPresent())
            .orElse(true);
    if (noBuckets) {
      out = out.withBucketCount(cluster.get(ConfigOptions.DEFAULT_BUCKET_NUMBER));
    }
    Map<String, String> properties = new HashMap<>(out.getProperties());
    properties.putIfAbsent(
        ConfigOptions.TABLE_REPLICATION_FACTOR.key(),
        String.valueOf(cluster.get(ConfigOptions.DEFAULT_REPLICATION_FACTOR)));
    if (out.getPartitionKeys().size() > 1
        && "true".equals(properties.get(ConfigOptions.TABLE_AUTO_PARTITION_ENABLED.key()))) {
      properties.putIfAbsent(ConfigOptions.TABLE_AUTO_PARTITION_NUM_PRECREATE.key(), "0");
    }
    addLakeFormat(properties, cluster);
    if (out.hasPrimaryKey()) {
      addKvFormat(properties);
      if (properties.containsKey(ConfigOptions.TABLE_MERGE_ENGINE.key())) {
        properties.putIfAbsent(
            ConfigOptions.TABLE_DELETE_BEHAVIOR.key(), DeleteBehavior.IGNORE.name());
      }
    }
    return properties.equals(out.getProperties()) ? out : out.withProperties(properties);
  }

  private static void addLakeFormat(Map<String, String> properties, Configuration cluster) {
    DataLakeFormat format = cluster.get(ConfigOptions.DATALAKE_FORMAT);
    if (format != null) {
      properties.putIfAbsent(ConfigOptions.TABLE_DATALAKE_FORMAT.key(), format.toString());
    } else if (Boolean.TRUE.equals(read(properties, ConfigOptions.TABLE_DATALAKE_ENABLED))) {
      throw new InvalidTableException(
          "The table wants '"
              + ConfigOptions.TABLE_DATALAKE_ENABLED.key()
              + "', but this cluster has no lake: set 'datalake.format' and its options in"
              + " server.yaml.");
    }
  }

  private static void addKvFormat(Map<String, String> properties) {
    String key = ConfigOptions.TABLE_KV_FORMAT_VERSION.key();
    properties.putIfAbsent(key, String.valueOf(KV_FORMAT_VERSION));
    int version = read(properties, ConfigOptions.TABLE_KV_FORMAT_VERSION);
    if (version > KV_FORMAT_VERSION) {
      throw new InvalidConfigException(
          "'"
              + key
              + "' is "
              + version
              + ", but this cluster knows versions up to "
              + KV_FORMAT_VERSION
              + ".");
    }
  }

  /**
   * @throws InvalidConfigException when the value is not of the option's type
   */
  static <T> T read(Map<String, String> properties, ConfigOption<T> option) {
    try {
      return Configuration.fromMap(properties).get(option);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigException(
          "'"
              + option.key()
              + "' cannot be '"
              + properties.get(option.key())
              + "': "
              + e.getMessage());
    }
  }
}

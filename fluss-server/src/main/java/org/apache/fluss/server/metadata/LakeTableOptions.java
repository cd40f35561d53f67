// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.Secrets;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;

/**
 * The cluster's lake options as readers of a table see them: {@code datalake.iceberg.x} becomes the
 * table property {@code table.datalake.iceberg.x}. Secrets stay with the servers. Immutable.
 */
public final class LakeTableOptions {
  private static final String TABLE_PREFIX = "table.";

  private final Map<String, String> options;

  private LakeTableOptions(Map<String, String> options) {
    this.options = options;
  }

  public static LakeTableOptions of(Configuration conf) {
    Map<String, String> options = new TreeMap<>();
    conf.getOptional(ConfigOptions.DATALAKE_FORMAT)
        .ifPresent(
            format -> {
              String prefix = "datalake." + format + ".";
              conf.toMap()
                  .forEach(
                      (key, value) -> {
                        if (key.startsWith(prefix) && !isSecret(key)) {
                          options.put(TABLE_PREFIX + key, value);
                        }
                      });
            });
    return new LakeTableOptions(options);
  }

  private static boolean isSecret(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    return lower.contains("password")
        || lower.contains("secret")
        || lower.contains("key")
        || Secrets.isSecret(key);
  }

  /** The table's descriptor for clients. */
  public TableDescriptor describe(TableInfo table) {
    TableDescriptor descriptor = table.toTableDescriptor();
    if (!table.getTableConfig().isDataLakeEnabled() || options.isEmpty()) {
      return descriptor;
    }
    Map<String, String> properties = new LinkedHashMap<>(descriptor.getProperties());
    properties.putAll(options);
    return descriptor.withProperties(properties);
  }

  /** The table as told to clients. */
  TableMetadata describe(TableMetadata table) {
    boolean same = options.isEmpty() || !table.info().getTableConfig().isDataLakeEnabled();
    return same ? table : table.withDescriptor(describe(table.info()));
  }
}

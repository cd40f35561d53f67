// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.annotation.Internal;

/** Groups of the options of {@link ConfigOptions}. */
@Internal
public class FlussConfigUtils {

  /** What the keys of table options start with. */
  public static final String TABLE_PREFIX = "table.";

  /** What the keys of client options start with. */
  public static final String CLIENT_PREFIX = "client.";

  /** What the keys of client security options start with. */
  public static final String CLIENT_SECURITY_PREFIX = "client.security.";

  /** Options of a table by key. */
  public static final Map<String, ConfigOption<?>> TABLE_OPTIONS = optionsBelow(TABLE_PREFIX);

  /** Options of a client by key. */
  public static final Map<String, ConfigOption<?>> CLIENT_OPTIONS = optionsBelow(CLIENT_PREFIX);

  /** Keys of the table options that ALTER TABLE may change. */
  public static final List<String> ALTERABLE_TABLE_OPTIONS =
      List.of(
          ConfigOptions.TABLE_DATALAKE_ENABLED.key(),
          ConfigOptions.TABLE_DATALAKE_FRESHNESS.key(),
          ConfigOptions.TABLE_TIERED_LOG_LOCAL_SEGMENTS.key());

  /** Holds no state. */
  public FlussConfigUtils() {}

  /** Whether {@code key} belongs to the options of a table. */
  public static boolean isTableStorageConfig(String key) {
    return key.startsWith(TABLE_PREFIX);
  }

  /** Whether ALTER TABLE may change {@code key}. */
  public static boolean isAlterableTableOption(String key) {
    return ALTERABLE_TABLE_OPTIONS.contains(key);
  }

  private static Map<String, ConfigOption<?>> optionsBelow(String prefix) {
    Map<String, ConfigOption<?>> options = new LinkedHashMap<>();
    ConfigOptions.all().stream()
        .filter(option -> option.key().startsWith(prefix))
        .forEach(option -> options.put(option.key(), option));
    return Collections.unmodifiableMap(options);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config.cluster;

import java.util.Objects;
import org.apache.fluss.config.Secrets;

/** A setting of the cluster as it is in force. Immutable. */
public class ConfigEntry {
  private final String key;
  private final String value;
  private final ConfigSource source;

  /** An entry; {@code value} may be null. */
  public ConfigEntry(String key, String value, ConfigSource source) {
    this.key = Objects.requireNonNull(key);
    this.value = value;
    this.source = Objects.requireNonNull(source);
  }

  /** The key of the setting. */
  public String key() {
    return key;
  }

  /** The value, may be null. */
  public String value() {
    return value;
  }

  /** Where the value comes from. */
  public ConfigSource source() {
    return source;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof ConfigEntry)) {
      return false;
    }
    ConfigEntry that = (ConfigEntry) o;
    return key.equals(that.key) && Objects.equals(value, that.value) && source == that.source;
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, value, source);
  }

  @Override
  public String toString() {
    return key + " = " + Secrets.mask(key, value) + " (" + source + ")";
  }

  /** Where the value of a setting comes from. */
  public enum ConfigSource {
    /** Changed while the cluster ran. */
    DYNAMIC_SERVER_CONFIG,
    /** The configuration file of the server. */
    INITIAL_SERVER_CONFIG
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.util.Objects;

/** Another key under which the value of an option is looked for. Immutable. */
public class FallbackKey {
  private final String key;
  private final boolean deprecated;

  FallbackKey(String key, boolean deprecated) {
    this.key = Objects.requireNonNull(key);
    this.deprecated = deprecated;
  }

  /** The key. */
  public String getKey() {
    return key;
  }

  /** Whether using it earns a warning. */
  public boolean isDeprecated() {
    return deprecated;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof FallbackKey
        && ((FallbackKey) o).key.equals(key)
        && ((FallbackKey) o).deprecated == deprecated;
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + (deprecated ? 1 : 0);
  }

  @Override
  public String toString() {
    return key + (deprecated ? " (deprecated)" : "");
  }
}

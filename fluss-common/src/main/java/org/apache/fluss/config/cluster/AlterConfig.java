// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config.cluster;

import java.util.Objects;
import org.apache.fluss.config.Secrets;

/** One change of a dynamic cluster setting. Immutable. */
public class AlterConfig {
  private final String key;
  private final String value;
  private final AlterConfigOpType opType;

  /** A change; {@code value} may be null for {@link AlterConfigOpType#DELETE}. */
  public AlterConfig(String key, String value, AlterConfigOpType opType) {
    this.key = Objects.requireNonNull(key);
    this.value = value;
    this.opType = Objects.requireNonNull(opType);
  }

  /** The key of the setting. */
  public String key() {
    return key;
  }

  /** The new value, may be null. */
  public String value() {
    return value;
  }

  /** What to do. */
  public AlterConfigOpType opType() {
    return opType;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof AlterConfig)) {
      return false;
    }
    AlterConfig that = (AlterConfig) o;
    return key.equals(that.key) && Objects.equals(value, that.value) && opType == that.opType;
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, value, opType);
  }

  @Override
  public String toString() {
    return opType + " " + key + " = " + Secrets.mask(key, value);
  }
}

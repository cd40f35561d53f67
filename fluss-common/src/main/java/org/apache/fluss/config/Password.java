// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.io.Serializable;
import java.util.Objects;

/** A secret text that does not show itself when printed. Immutable. */
public class Password implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What is printed in place of the secret. */
  public static final String HIDDEN_CONTENT = "******";

  private final String value;

  /** Wraps {@code value}, never null. */
  public Password(String value) {
    this.value = Objects.requireNonNull(value);
  }

  /** The secret. */
  public String value() {
    return value;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Password && ((Password) o).value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return HIDDEN_CONTENT;
  }
}

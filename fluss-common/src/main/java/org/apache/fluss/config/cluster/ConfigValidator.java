// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config.cluster;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.ConfigException;

/** Decides whether one dynamic setting may change. Without side effects. */
@PublicEvolving
public interface ConfigValidator<T> {

  /** The key it answers for. */
  String configKey();

  /** Throws {@link ConfigException} to refuse {@code newValue}; both values may be null. */
  void validate(T oldValue, T newValue) throws ConfigException;
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.util.Optional;
import org.apache.fluss.annotation.PublicStable;

/** Read access to settings. */
@PublicStable
public interface ReadableConfig {

  /** The value, else the default of the option, else null. */
  <T> T get(ConfigOption<T> option);

  /** The value; empty if none is set, even if the option has a default. */
  <T> Optional<T> getOptional(ConfigOption<T> option);
}

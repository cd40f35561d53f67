// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config.cluster;

import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.ConfigException;

/** A part of a server that follows dynamic settings. */
public interface ServerReconfigurable {

  /** Throws {@link ConfigException} if it could not follow; changes nothing. */
  void validate(Configuration newConfig) throws ConfigException;

  /** Follows the whole new configuration, already validated. */
  void reconfigure(Configuration newConfig) throws ConfigException;
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.plugin.Plugin;

/** One authentication protocol, on one or both sides. Found as a service under this name. */
@PublicEvolving
public interface AuthenticationPlugin extends Plugin {

  /** The protocol, such as {@code SASL}; compared without case. */
  String authProtocol();
}

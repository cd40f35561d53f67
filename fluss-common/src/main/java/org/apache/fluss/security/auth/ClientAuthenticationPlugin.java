// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.Configuration;

/** The client side of a protocol. */
@PublicEvolving
public interface ClientAuthenticationPlugin extends AuthenticationPlugin {

  /** An authenticator for one connection. */
  ClientAuthenticator createClientAuthenticator(Configuration configuration);
}

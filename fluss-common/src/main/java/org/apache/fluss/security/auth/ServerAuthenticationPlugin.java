// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.Configuration;

/** The server side of a protocol. */
@PublicEvolving
public interface ServerAuthenticationPlugin extends AuthenticationPlugin {

  /** An authenticator for one connection. */
  ServerAuthenticator createServerAuthenticator(Configuration configuration);
}

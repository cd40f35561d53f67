// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth;

import java.io.Closeable;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.AuthenticationException;

/** Answers the challenges of a server on one connection. Used by one thread. */
@PublicEvolving
public interface ClientAuthenticator extends Closeable {

  /** The protocol, such as {@code SASL}. */
  String protocol();

  /** Starts over; called before anything else. */
  default void initialize(AuthenticateContext context) throws AuthenticationException {}

  /** Whether the answer to an empty challenge is the first token; else an empty token is sent. */
  default boolean hasInitialTokenResponse() {
    return true;
  }

  /** The token that answers a challenge; null if there is nothing to send. */
  byte[] authenticate(byte[] challenge) throws AuthenticationException;

  /** Whether this side is done. */
  boolean isCompleted();

  /** Forgets secrets. */
  @Override
  default void close() {}

  /** About the connection. */
  @PublicEvolving
  interface AuthenticateContext {

    /** Address of the server. */
    String ipAddress();
  }
}

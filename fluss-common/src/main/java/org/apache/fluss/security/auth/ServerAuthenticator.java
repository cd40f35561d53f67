// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth;

import java.io.Closeable;
import java.io.IOException;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.security.acl.FlussPrincipal;

/** Decides who the client of one connection is. Used by one thread. */
@PublicEvolving
public interface ServerAuthenticator extends Closeable {

  /** The protocol, such as {@code SASL}. */
  String protocol();

  /** Refuses a client of another protocol with {@link AuthenticationException}. */
  default void matchProtocol(String protocol) throws AuthenticationException {
    if (!protocol().equalsIgnoreCase(protocol)) {
      throw new AuthenticationException(
          "The client authenticates by '"
              + protocol
              + "', but this listener wants '"
              + protocol()
              + "'. Set client.security.protocol accordingly.");
    }
  }

  /** Starts over; called before anything else. */
  default void initialize(AuthenticateContext context) {}

  /**
   * Takes a token of the client. Throws {@link AuthenticationException} if it is not accepted.
   *
   * @return the next challenge, may be null
   */
  byte[] evaluateResponse(byte[] token) throws AuthenticationException;

  /** Whether the client is known. */
  boolean isCompleted();

  /** Who the client is; called once completed. */
  FlussPrincipal createPrincipal();

  /** Forgets secrets. */
  @Override
  default void close() throws IOException {}

  /** About the connection. */
  @PublicEvolving
  interface AuthenticateContext {

    /** Address of the client. */
    String ipAddress();

    /** The listener it connected to. */
    String listenerName();

    /** The protocol of that listener. */
    String protocol();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth;

import org.apache.fluss.config.Configuration;
import org.apache.fluss.security.acl.FlussPrincipal;

/** The protocol PLAINTEXT: nobody proves anything, everybody is {@code User:ANONYMOUS}. */
public final class PlainTextAuthenticationPlugin
    implements ClientAuthenticationPlugin, ServerAuthenticationPlugin {
  /** Name of this protocol. */
  public static final String PROTOCOL = "PLAINTEXT";

  @Override
  public String authProtocol() {
    return PROTOCOL;
  }

  @Override
  public ClientAuthenticator createClientAuthenticator(Configuration configuration) {
    return new Client();
  }

  @Override
  public ServerAuthenticator createServerAuthenticator(Configuration configuration) {
    return new Server();
  }

  private static final class Client implements ClientAuthenticator {
    @Override
    public String protocol() {
      return PROTOCOL;
    }

    @Override
    public byte[] authenticate(byte[] data) {
      return null;
    }

    @Override
    public boolean isCompleted() {
      return true;
    }
  }

  private static final class Server implements ServerAuthenticator {
    @Override
    public String protocol() {
      return PROTOCOL;
    }

    @Override
    public byte[] evaluateResponse(byte[] token) {
      return null;
    }

    @Override
    public boolean isCompleted() {
      return true;
    }

    @Override
    public FlussPrincipal createPrincipal() {
      return FlussPrincipal.ANONYMOUS;
    }
  }
}

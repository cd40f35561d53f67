// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.client;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.RetriableAuthenticationException;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.security.auth.ClientAuthenticationPlugin;
import org.apache.fluss.security.auth.ClientAuthenticator;
import org.apache.fluss.security.auth.ServerAuthenticationPlugin;
import org.apache.fluss.security.auth.ServerAuthenticator;

/**
 * A protocol of several rounds: the client counts down from {@link #rounds} and the server answers
 * each number with itself. The first {@link #failures} attempts end with a retriable error.
 */
public final class CountingPlugin
    implements ClientAuthenticationPlugin, ServerAuthenticationPlugin {
  static volatile int rounds = 3;
  static volatile boolean silentServer;
  static final AtomicInteger failures = new AtomicInteger();
  static final AtomicInteger initializations = new AtomicInteger();
  static final AtomicInteger openAuthenticators = new AtomicInteger();

  @Override
  public String authProtocol() {
    return "counting";
  }

  @Override
  public ClientAuthenticator createClientAuthenticator(Configuration configuration) {
    return new ClientAuthenticator() {
      private int left;

      @Override
      public String protocol() {
        return "Counting";
      }

      @Override
      public void initialize(AuthenticateContext context) {
        left = rounds;
      }

      @Override
      public byte[] authenticate(byte[] challenge) throws AuthenticationException {
        if (challenge.length > 0 && challenge[0] != left) {
          throw new AuthenticationException("The server cannot count.");
        }
        left -= challenge.length;
        return left == 0 ? null : new byte[] {(byte) left};
      }

      @Override
      public boolean isCompleted() {
        return left == 0;
      }
    };
  }

  @Override
  public ServerAuthenticator createServerAuthenticator(Configuration configuration) {
    openAuthenticators.incrementAndGet();
    return new ServerAuthenticator() {
      private boolean completed;

      @Override
      public String protocol() {
        return "counting";
      }

      @Override
      public void initialize(AuthenticateContext context) {
        initializations.incrementAndGet();
      }

      @Override
      public byte[] evaluateResponse(byte[] token) {
        if (failures.getAndDecrement() > 0) {
          throw new RetriableAuthenticationException("Not yet.");
        }
        completed = token[0] == 1;
        return silentServer ? null : token;
      }

      @Override
      public boolean isCompleted() {
        return completed;
      }

      @Override
      public FlussPrincipal createPrincipal() {
        return new FlussPrincipal("counter", "Robot");
      }

      @Override
      public void close() {
        openAuthenticators.decrementAndGet();
      }
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth.sasl;

import java.nio.charset.StandardCharsets;
import org.apache.fluss.security.auth.ClientAuthenticator;

/** Sends user name and password once; the server's empty challenge ends the exchange. */
final class PlainClientAuthenticator implements ClientAuthenticator {
  private final String username;
  private final String password;
  private boolean completed;

  PlainClientAuthenticator(String username, String password) {
    this.username = username;
    this.password = password;
  }

  @Override
  public String protocol() {
    return SaslAuthenticationPlugin.PLAIN;
  }

  @Override
  public void initialize(AuthenticateContext context) {
    completed = false;
  }

  @Override
  public byte[] authenticate(byte[] data) {
    completed = true;
    return ("\0" + username + "\0" + password).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean isCompleted() {
    return completed;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth.sasl;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.security.auth.ServerAuthenticator;

/** Checks user name and password against the users of the JAAS configuration of the listener. */
final class PlainServerAuthenticator implements ServerAuthenticator {
  private static final String JVM_ENTRY = "FlussServer";

  private final Configuration conf;
  private final Set<String> enabledMechanisms;
  private JaasEntry users;
  private String user;

  PlainServerAuthenticator(Configuration conf, Set<String> enabledMechanisms) {
    this.conf = conf;
    this.enabledMechanisms = enabledMechanisms;
  }

  @Override
  public String protocol() {
    return SaslAuthenticationPlugin.PLAIN;
  }

  /** A client names the mechanism, not the protocol. */
  @Override
  public void matchProtocol(String mechanism) {
    if (!enabledMechanisms.contains(mechanism.toUpperCase(Locale.ROOT))) {
      throw new AuthenticationException(
          "This listener authenticates with SASL "
              + enabledMechanisms
              + ", but the client uses '"
              + mechanism
              + "'. Set 'client.security.protocol' and 'client.security.sasl.mechanism' of the"
              + " client accordingly.");
    }
  }

  @Override
  public void initialize(AuthenticateContext context) {
    String mechanism = context.protocol().toLowerCase(Locale.ROOT);
    if (!mechanism.equalsIgnoreCase(SaslAuthenticationPlugin.PLAIN)) {
      throw new IllegalConfigurationException(
          "The enabled SASL mechanism " + context.protocol() + " is not available, PLAIN is.");
    }
    user = null;
    users = users(context.listenerName().toLowerCase(Locale.ROOT), mechanism);
  }

  private JaasEntry users(String listener, String mechanism) {
    String[] keys = {
      "security.sasl.listener.name." + listener + "." + mechanism + ".jaas.config",
      "security.sasl." + mechanism + ".jaas.config"
    };
    for (String key : keys) {
      Optional<Object> text = conf.getRawValue(key);
      if (text.isPresent()) {
        return JaasEntry.parse(key, text.get().toString());
      }
    }
    return JaasEntry.ofJvm(listener + "." + JVM_ENTRY)
        .or(() -> JaasEntry.ofJvm(JVM_ENTRY))
        .orElseThrow(
            () ->
                new IllegalConfigurationException(
                    "No users are configured for listener " + listener + ". Set " + keys[1] + "."));
  }

  @Override
  public byte[] evaluateResponse(byte[] token) {
    String[] parts = new String(token, StandardCharsets.UTF_8).split("\0", -1);
    if (parts.length != 3) {
      throw new AuthenticationException(
          "A PLAIN token has 3 parts divided by NUL, this one has " + parts.length + ".");
    }
    String authorizationId = parts[0];
    String name = parts[1];
    String password = parts[2];
    if (name.isEmpty() || password.isEmpty()) {
      throw new AuthenticationException("User name and password must not be empty.");
    }
    String expected = users.option("user_" + name);
    // compares in any case, so that the time tells nothing about which users exist
    boolean equal = sameBytes(password, expected == null ? "" : expected);
    if (expected == null || !equal) {
      throw new AuthenticationException("The user name or the password is wrong.");
    }
    if (!authorizationId.isEmpty() && !authorizationId.equals(name)) {
      throw new AuthenticationException("A user cannot act for another user.");
    }
    user = name;
    return new byte[0];
  }

  private static boolean sameBytes(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean isCompleted() {
    return user != null;
  }

  @Override
  public FlussPrincipal createPrincipal() {
    return new FlussPrincipal(user, "User");
  }
}

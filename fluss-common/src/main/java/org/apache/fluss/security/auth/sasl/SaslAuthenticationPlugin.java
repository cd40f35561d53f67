// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth.sasl;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.security.auth.ClientAuthenticationPlugin;
import org.apache.fluss.security.auth.ClientAuthenticator;
import org.apache.fluss.security.auth.ServerAuthenticationPlugin;
import org.apache.fluss.security.auth.ServerAuthenticator;

/** The protocol SASL with the mechanism PLAIN (RFC 4616). */
public final class SaslAuthenticationPlugin
    implements ClientAuthenticationPlugin, ServerAuthenticationPlugin {
  static final String PLAIN = "PLAIN";

  @Override
  public String authProtocol() {
    return "SASL";
  }

  @Override
  public ServerAuthenticator createServerAuthenticator(Configuration conf) {
    List<String> enabled =
        conf.getOptional(ConfigOptions.SERVER_SASL_ENABLED_MECHANISMS_CONFIG)
            .orElse(Collections.emptyList());
    if (enabled.isEmpty()) {
      throw new IllegalConfigurationException(
          "A listener uses SASL, but "
              + ConfigOptions.SERVER_SASL_ENABLED_MECHANISMS_CONFIG.key()
              + " names no mechanism. Set it to PLAIN.");
    }
    Set<String> mechanisms =
        enabled.stream().map(m -> m.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
    return new PlainServerAuthenticator(conf, mechanisms);
  }

  @Override
  public ClientAuthenticator createClientAuthenticator(Configuration conf) {
    String mechanism = conf.get(ConfigOptions.CLIENT_SASL_MECHANISM).toUpperCase(Locale.ROOT);
    if (!mechanism.equals(PLAIN)) {
      throw new AuthenticationException(
          "The SASL mechanism "
              + mechanism
              + " is not available. Set "
              + ConfigOptions.CLIENT_SASL_MECHANISM.key()
              + " to PLAIN.");
    }
    String text = conf.get(ConfigOptions.CLIENT_SASL_JAAS_CONFIG);
    if (text != null) {
      return client(JaasEntry.parse(ConfigOptions.CLIENT_SASL_JAAS_CONFIG.key(), text));
    }
    String username = conf.get(ConfigOptions.CLIENT_SASL_JAAS_USERNAME);
    String password = conf.get(ConfigOptions.CLIENT_SASL_JAAS_PASSWORD);
    if ((username == null) != (password == null)) {
      throw new AuthenticationException(
          "Set both "
              + ConfigOptions.CLIENT_SASL_JAAS_USERNAME.key()
              + " and "
              + ConfigOptions.CLIENT_SASL_JAAS_PASSWORD.key()
              + ", or none of them.");
    }
    if (username != null) {
      return new PlainClientAuthenticator(username, password);
    }
    return client(
        JaasEntry.ofJvm("FlussClient")
            .orElseThrow(
                () ->
                    new AuthenticationException(
                        "SASL needs credentials. Set "
                            + ConfigOptions.CLIENT_SASL_JAAS_USERNAME.key()
                            + " and "
                            + ConfigOptions.CLIENT_SASL_JAAS_PASSWORD.key()
                            + ".")));
  }

  private static ClientAuthenticator client(JaasEntry entry) {
    String username = entry.option("username");
    String password = entry.option("password");
    if (username == null || password == null) {
      throw new AuthenticationException(
          "The JAAS configuration of the client needs the options username and password.");
    }
    return new PlainClientAuthenticator(username, password);
  }
}

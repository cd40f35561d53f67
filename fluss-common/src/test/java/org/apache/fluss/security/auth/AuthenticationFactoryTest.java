// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.metadata.ValidationException;
import org.apache.fluss.plugin.PluginManager;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.junit.jupiter.api.Test;

class AuthenticationFactoryTest {
  private static final PluginManager PLUGINS =
      new PluginManager() {
        @Override
        @SuppressWarnings("unchecked")
        public <P> Iterator<P> load(Class<P> service) {
          return (Iterator<P>)
              List.of(new ServerSide("MINE"), new ServerSide("TWICE"), new ServerSide("twice"))
                  .iterator();
        }
      };

  @Test
  void protocolsOfListeners() throws Exception {
    Configuration configuration = new Configuration();
    configuration.setString("security.protocol.map", "CLIENT:mine");
    Map<String, Supplier<ServerAuthenticator>> suppliers =
        AuthenticationFactory.loadServerAuthenticatorSuppliers(configuration, PLUGINS);
    assertThat(suppliers).containsOnlyKeys("CLIENT");
    ServerAuthenticator authenticator = suppliers.get("CLIENT").get();
    assertThat(suppliers.get("CLIENT").get()).isNotSameAs(authenticator);
    authenticator.matchProtocol("Mine");
    assertThatThrownBy(() -> authenticator.matchProtocol("other"))
        .isInstanceOf(AuthenticationException.class);
    assertThat(AuthenticationFactory.loadServerAuthenticatorSuppliers(new Configuration()))
        .isEmpty();
  }

  @Test
  void unknownOrAmbiguousProtocols() {
    for (String protocol : List.of("none", "twice")) {
      Configuration configuration = new Configuration();
      configuration.setString("security.protocol.map", "CLIENT:" + protocol);
      assertThatThrownBy(
              () -> AuthenticationFactory.loadServerAuthenticatorSuppliers(configuration, PLUGINS))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining(protocol);
    }
    Configuration client = new Configuration();
    client.setString("client.security.protocol", "none");
    assertThatThrownBy(() -> AuthenticationFactory.loadClientAuthenticatorSupplier(client))
        .isInstanceOf(ValidationException.class);
  }

  private static final class ServerSide implements ServerAuthenticationPlugin {
    private final String protocol;

    private ServerSide(String protocol) {
      this.protocol = protocol;
    }

    @Override
    public String authProtocol() {
      return protocol;
    }

    @Override
    public ServerAuthenticator createServerAuthenticator(Configuration configuration) {
      return new ServerAuthenticator() {
        @Override
        public String protocol() {
          return protocol;
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
      };
    }
  }
}

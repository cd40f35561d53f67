// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth.sasl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.metadata.ValidationException;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.security.auth.AuthenticationFactory;
import org.apache.fluss.security.auth.ClientAuthenticator;
import org.apache.fluss.security.auth.ServerAuthenticator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaslTest {
  private static final String MODULE =
      "org.apache.fluss.security.auth.sasl.plain.PlainLoginModule required ";
  private static final String USERS = MODULE + "user_admin=\"admin-secret\" user_bob=bob-pass;";

  private static ServerAuthenticator server(Map<String, String> more) {
    Configuration conf = new Configuration();
    conf.setString("security.protocol.map", "CLIENT:sasl");
    conf.setString("security.sasl.enabled.mechanisms", "plain");
    more.forEach(conf::setString);
    Supplier<ServerAuthenticator> supplier =
        AuthenticationFactory.loadServerAuthenticatorSuppliers(conf).get("CLIENT");
    ServerAuthenticator server = supplier.get();
    server.matchProtocol("PLAIN");
    server.initialize(context("PLAIN"));
    return server;
  }

  private static ServerAuthenticator.AuthenticateContext context(String protocol) {
    return new ServerAuthenticator.AuthenticateContext() {
      @Override
      public String ipAddress() {
        return "127.0.0.1";
      }

      @Override
      public String listenerName() {
        return "CLIENT";
      }

      @Override
      public String protocol() {
        return protocol;
      }
    };
  }

  private static ServerAuthenticator server() {
    return server(Map.of("security.sasl.plain.jaas.config", USERS));
  }

  private static byte[] token(String text) {
    return text.replace('|', '\0').getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"|admin|admin-secret", "admin|admin|admin-secret"})
  void rightPassword(String token) {
    ServerAuthenticator server = server();
    assertThat(server.isCompleted()).isFalse();
    assertThat(server.evaluateResponse(token(token))).isEmpty();
    assertThat(server.isCompleted()).isTrue();
    assertThat(server.createPrincipal()).isEqualTo(new FlussPrincipal("admin", "User"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "admin",
        "admin|admin-secret",
        "|admin|admin-secret|",
        "||admin-secret",
        "|admin|",
        "|admin|admin-secre",
        "|admin|bob-pass",
        "|nobody|admin-secret",
        "bob|admin|admin-secret"
      })
  void refusedTokens(String token) {
    ServerAuthenticator server = server();
    assertThatThrownBy(() -> server.evaluateResponse(token(token)))
        .isInstanceOf(AuthenticationException.class);
    assertThat(server.isCompleted()).isFalse();
    server.initialize(context("PLAIN"));
    assertThat(server.evaluateResponse(token("|bob|bob-pass"))).isEmpty();
  }

  @Test
  void wrongUserAndWrongPasswordLookTheSame() {
    ServerAuthenticator server = server();
    assertThatThrownBy(() -> server.evaluateResponse(token("|admin|x")))
        .satisfies(
            e ->
                assertThatThrownBy(() -> server.evaluateResponse(token("|eve|x")))
                    .hasMessage(e.getMessage()));
  }

  @Test
  void jaasTextOfTheListenerGoesFirst() {
    ServerAuthenticator server =
        server(
            Map.of(
                "security.sasl.plain.jaas.config",
                USERS,
                "security.sasl.listener.name.client.plain.jaas.config",
                MODULE + "user_carol=c;"));
    assertThat(server.evaluateResponse(token("|carol|c"))).isEmpty();
    assertThatThrownBy(() -> server.evaluateResponse(token("|bob|bob-pass")))
        .isInstanceOf(AuthenticationException.class);
  }

  @Test
  void jaasFileOfTheJvmGoesLast(@TempDir Path dir) throws Exception {
    Path file =
        Files.writeString(
            dir.resolve("jaas"),
            "FlussServer { "
                + MODULE
                + "user_dora=\"d\"; };\nclient.FlussServer { "
                + MODULE
                + "user_eve=\"e\"; };\nFlussClient { "
                + MODULE
                + "username=\"eve\" password=\"e\"; };");
    String property = "java.security.auth.login.config";
    System.setProperty(property, file.toString());
    javax.security.auth.login.Configuration.setConfiguration(null);
    try {
      assertThat(server(Map.of()).evaluateResponse(token("|eve|e"))).isEmpty();
      ClientAuthenticator client = client(Map.of());
      assertThat(client.authenticate(new byte[0])).isEqualTo(token("|eve|e"));
    } finally {
      System.clearProperty(property);
      javax.security.auth.login.Configuration.setConfiguration(null);
    }
    assertThatThrownBy(() -> server(Map.of())).isInstanceOf(IllegalConfigurationException.class);
  }

  private static ClientAuthenticator client(Map<String, String> more) {
    Configuration conf = new Configuration();
    conf.setString("client.security.protocol", "sasl");
    more.forEach(conf::setString);
    ClientAuthenticator client = AuthenticationFactory.loadClientAuthenticatorSupplier(conf).get();
    client.initialize(() -> "127.0.0.1");
    return client;
  }

  @Test
  void clientCredentials() {
    ClientAuthenticator client =
        client(
            Map.of(
                "client.security.sasl.username", "bob",
                "client.security.sasl.password", "bob-pass"));
    assertThat(client.protocol()).isEqualTo("PLAIN");
    assertThat(client.hasInitialTokenResponse()).isTrue();
    assertThat(client.isCompleted()).isFalse();
    assertThat(client.authenticate(new byte[0])).isEqualTo(token("|bob|bob-pass"));
    assertThat(client.isCompleted()).isTrue();

    assertThat(
            client(
                    Map.of(
                        "client.security.sasl.mechanism",
                        "plain",
                        "client.security.sasl.jaas.config",
                        MODULE + "username=a password=\"b c\" ;"))
                .authenticate(new byte[0]))
        .isEqualTo(token("|a|b c"));
    for (Map<String, String> incomplete :
        java.util.List.of(
            Map.<String, String>of(),
            Map.of("client.security.sasl.username", "bob"),
            Map.of("client.security.sasl.password", "p"),
            Map.of("client.security.sasl.mechanism", "SCRAM-SHA-256"),
            Map.of("client.security.sasl.jaas.config", MODULE + "username=a;"))) {
      assertThatThrownBy(() -> client(incomplete)).isInstanceOf(AuthenticationException.class);
    }
  }

  @Test
  void protocols() {
    ServerAuthenticator server = server();
    assertThatThrownBy(() -> server.matchProtocol("PLAINTEXT"))
        .isInstanceOf(AuthenticationException.class);
    server.matchProtocol("plain");
    Configuration conf = new Configuration();
    conf.setString("security.protocol.map", "CLIENT:kerberos");
    assertThatThrownBy(() -> AuthenticationFactory.loadServerAuthenticatorSuppliers(conf))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("kerberos");
    assertThatThrownBy(() -> server(Map.of("security.sasl.enabled.mechanisms", "")))
        .isInstanceOf(IllegalConfigurationException.class);
    assertThatThrownBy(
            () -> {
              ServerAuthenticator scram =
                  server(
                      Map.of(
                          "security.sasl.enabled.mechanisms",
                          "PLAIN,SCRAM-SHA-256",
                          "security.sasl.plain.jaas.config",
                          USERS));
              scram.matchProtocol("SCRAM-SHA-256");
              scram.initialize(context("SCRAM-SHA-256"));
            })
        .isInstanceOf(IllegalConfigurationException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "M Required a=b; => b",
        "M optional a = \"x; y\" ; => x; y",
        "// one\nM required /* two */ a-c=d a=e1_$ ; => e1_$",
        "M sufficient a='q' ; => q"
      })
  void acceptedJaasTexts(String textAndValue) {
    String[] parts = textAndValue.replace("M", MODULE.trim().split(" ")[0]).split(" => ");
    assertThat(JaasEntry.parse("test", parts[0]).option("a")).isEqualTo(parts[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "M",
        "M required a=b",
        "M a=b;",
        "M required a=;",
        "M required a b;",
        "M required a=1b;",
        "M required a=b; M required a=b;",
        "com.evil.Module required a=b;",
        "M always a=b;"
      })
  void refusedJaasTexts(String text) {
    assertThatThrownBy(
            () -> JaasEntry.parse("test", text.replace("M", MODULE.trim().split(" ")[0])))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("test");
  }
}

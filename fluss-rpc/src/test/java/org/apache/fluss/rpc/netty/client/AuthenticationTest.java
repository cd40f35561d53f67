// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.AuthenticateRequest;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.netty.Frames;
import org.apache.fluss.rpc.netty.TestTablet;
import org.apache.fluss.rpc.netty.Wire;
import org.apache.fluss.rpc.netty.server.NettyServer;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AuthenticationTest {
  private final TestTablet tablet = new TestTablet();
  private NettyServer server;

  private int start(String protocol) {
    Configuration conf = new Configuration();
    conf.setString("security.protocol.map", "FLUSS:" + protocol);
    conf.setString("security.sasl.enabled.mechanisms", "PLAIN");
    conf.setString(
        "security.sasl.plain.jaas.config",
        "org.apache.fluss.security.auth.sasl.plain.PlainLoginModule required"
            + " user_admin=\"admin-secret\" user_bob=\"bob-pass\";");
    server =
        new NettyServer(
            conf, ServerType.TABLET_SERVER, List.of(new Endpoint("127.0.0.1", 0, "FLUSS")), tablet);
    server.start();
    return server.boundEndpoints().get(0).getPort();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static RpcClient client(Map<String, String> options) {
    Configuration conf = new Configuration();
    options.forEach(conf::setString);
    return new NettyRpcClient(conf, false);
  }

  private static RpcClient sasl(String user, String password) {
    return client(
        Map.of(
            "client.security.protocol", "SASL",
            "client.security.sasl.username", user,
            "client.security.sasl.password", password));
  }

  private static CompletableFuture<ApiMessage> call(RpcClient client, int port) {
    ServerNode node = new ServerNode(1, "127.0.0.1", port, ServerType.TABLET_SERVER);
    return client
        .sendRequest(node, ApiKeys.LIST_DATABASES, new ListDatabasesRequest())
        .orTimeout(20, TimeUnit.SECONDS);
  }

  private static void assertRefused(RpcClient client, int port) {
    assertThatThrownBy(() -> call(client, port).join())
        .cause()
        .isInstanceOf(AuthenticationException.class);
  }

  private static void waitFor(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("condition in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void usersOfOneProcessAreDistinct() {
    int port = start("sasl");
    try (RpcClient admin = sasl("admin", "admin-secret");
        RpcClient bob = sasl("bob", "bob-pass");
        RpcClient wrong = sasl("bob", "admin-secret");
        RpcClient plain = client(Map.of())) {
      call(admin, port).join();
      assertThat(tablet.lastSession.get().principal())
          .isEqualTo(new FlussPrincipal("admin", "User"));
      call(bob, port).join();
      assertThat(tablet.lastSession.get().principal()).isEqualTo(new FlussPrincipal("bob", "User"));
      assertRefused(wrong, port);
      assertRefused(plain, port);
    }
  }

  @Test
  void saslClientOnAPlaintextListener() {
    int port = start("PLAINTEXT");
    try (RpcClient client = sasl("admin", "admin-secret")) {
      assertRefused(client, port);
    }
  }

  /** The recorded conversations: same kind of answer, same error number, same bytes of success. */
  @Test
  void recordedConversations() throws Exception {
    int port = start("sasl");
    int requests = 0;
    for (JsonNode step : Vectors.load("rpc-sasl.json").get("steps")) {
      // the released server takes a mechanism in lower case first for known, then for unknown
      if (step.get("step").asText().startsWith("raw_")
          && !step.get("step").asText().equals("raw_lowercase_mechanism")) {
        requests += converse(port, step.get("frames"));
      }
    }
    assertThat(requests).isEqualTo(10);
  }

  private static int converse(int port, JsonNode frames) throws Exception {
    try (Wire wire = new Wire(port)) {
      for (int i = 0; i < frames.size(); i += 2) {
        JsonNode request = frames.get(i);
        wire.send(Vectors.bytes(request.get("frame_hex").asText()));
        byte[] answer = wire.receive();
        byte[] recorded = Vectors.bytes(frames.get(i + 1).get("frame_hex").asText());
        assertThat(Wire.id(answer)).isEqualTo(Wire.id(recorded));
        assertThat(Wire.type(answer)).isEqualTo(Wire.type(recorded));
        if (Wire.type(recorded) == Frames.ERROR) {
          assertThat(Wire.errorCode(answer)).isEqualTo(Wire.errorCode(recorded));
        } else if (request.get("api").asText().equals("AUTHENTICATE")) {
          assertThat(answer).isEqualTo(recorded);
        }
      }
      return frames.size() / 2;
    }
  }

  @Test
  void authenticationOfAReadyConnection() throws Exception {
    try (Wire wire = new Wire(start("sasl"))) {
      wire.send(plain(1, "admin", "admin-secret"));
      assertThat(Wire.type(wire.receive())).isEqualTo(Frames.SUCCESS);
      // the protocol is still checked, then the answer is empty
      wire.send(plain(9, "nobody", "x"));
      assertThat(Vectors.hex(wire.receive())).isEqualTo("000000050000000009");
    }
  }

  private static byte[] plain(int id, String user, String password) {
    return Wire.request(
        ApiKeys.AUTHENTICATE,
        0,
        id,
        new AuthenticateRequest()
            .setProtocol("PLAIN")
            .setToken(("\0" + user + "\0" + password).getBytes()));
  }

  @Test
  void framesBeforeAuthenticationAreSmall() throws Exception {
    try (Wire wire = new Wire(start("sasl"))) {
      wire.send(Vectors.bytes("00200000"));
      assertThat(Wire.type(wire.receive())).isEqualTo(Frames.SERVER_FAILURE);
    }
  }

  @Test
  void severalRoundsAndRetries() {
    CountingPlugin.rounds = 3;
    CountingPlugin.silentServer = false;
    CountingPlugin.failures.set(2);
    CountingPlugin.initializations.set(0);
    int port = start("COUNTING");
    try (RpcClient client = client(Map.of("client.security.protocol", "counting"))) {
      CompletableFuture<?> first = call(client, port);
      CompletableFuture<?> second = call(client, port);
      first.join();
      second.join();
      assertThat(tablet.lastSession.get().principal())
          .isEqualTo(new FlussPrincipal("counter", "Robot"));
      assertThat(CountingPlugin.initializations).hasValue(3);
    }
    waitFor(() -> CountingPlugin.openAuthenticators.get() == 0);
  }

  @Test
  void aServerThatEndsTooEarlyIsRefused() {
    CountingPlugin.rounds = 3;
    CountingPlugin.silentServer = true;
    CountingPlugin.failures.set(0);
    int port = start("counting");
    try (RpcClient client = client(Map.of("client.security.protocol", "counting"))) {
      assertRefused(client, port);
    }
    waitFor(() -> CountingPlugin.openAuthenticators.get() == 0);
  }

  @Test
  void incompleteConfigurationFailsTheStart() {
    Configuration conf = new Configuration();
    conf.setString("security.protocol.map", "FLUSS:sasl");
    NettyServer incomplete =
        new NettyServer(
            conf, ServerType.TABLET_SERVER, List.of(new Endpoint("127.0.0.1", 0, "FLUSS")), tablet);
    assertThatThrownBy(incomplete::start)
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("security.sasl.enabled.mechanisms");
    try (RpcClient client =
        client(
            Map.of("client.security.protocol", "sasl", "client.security.sasl.username", "admin"))) {
      assertRefused(client, 1);
    }
  }
}

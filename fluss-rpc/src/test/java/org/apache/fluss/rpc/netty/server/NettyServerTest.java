// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.MemorySize;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.rpc.RpcGateway;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.ApiVersionsRequest;
import org.apache.fluss.rpc.messages.ApiVersionsResponse;
import org.apache.fluss.rpc.messages.DatabaseExistsRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsResponse;
import org.apache.fluss.rpc.messages.ErrorResponse;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.messages.StopReplicaRequest;
import org.apache.fluss.rpc.netty.Frames;
import org.apache.fluss.rpc.netty.TestTablet;
import org.apache.fluss.rpc.netty.Wire;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufAllocator;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufAllocatorMetricProvider;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server against a client made by hand. */
@Timeout(60)
class NettyServerTest {
  private final Configuration conf = new Configuration();
  private final TestTablet tablet = new TestTablet();
  private NettyServer server;

  private int start(RpcGateway service, ServerType type) {
    server =
        new NettyServer(
            conf,
            type,
            List.of(new Endpoint("127.0.0.1", 0, "FLUSS"), new Endpoint("127.0.0.1", 0, "CLIENT")),
            service);
    server.start();
    return server.boundEndpoints().get(0).getPort();
  }

  private int start() {
    return start(tablet, ServerType.TABLET_SERVER);
  }

  private int clientPort() {
    return server.boundEndpoints().get(1).getPort();
  }

  @AfterEach
  void stop() {
    tablet.existsGate.countDown();
    if (server != null) {
      server.close();
    }
  }

  private static byte[] exists(int id, String database) {
    return Wire.request(
        ApiKeys.DATABASE_EXISTS, 0, id, new DatabaseExistsRequest().setDatabaseName(database));
  }

  private static void waitFor(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("condition in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ServerType.class,
      names = {"COORDINATOR", "TABLET_SERVER"})
  void apiVersionsEqualTheRecordedFrames(ServerType type) throws Exception {
    Class<?> gateway =
        type == ServerType.COORDINATOR ? CoordinatorGateway.class : TabletServerGateway.class;
    RpcGateway everything =
        (RpcGateway)
            Proxy.newProxyInstance(
                gateway.getClassLoader(),
                new Class<?>[] {gateway},
                (proxy, method, args) -> new CompletableFuture<>());
    int port = start(everything, type);
    String step =
        type == ServerType.COORDINATOR
            ? "raw_api_versions_wrong_version"
            : "raw_api_versions_tablet";
    JsonNode frames = null;
    for (JsonNode candidate : Vectors.load("rpc-errors.json").get("steps")) {
      if (candidate.get("step").asText().equals(step)) {
        frames = candidate.get("frames");
      }
    }
    assertThat(frames).hasSize(2);
    try (Wire wire = new Wire(port)) {
      wire.send(Vectors.bytes(frames.get(0).get("frame_hex").asText()));
      assertThat(Vectors.hex(wire.receive())).isEqualTo(frames.get(1).get("frame_hex").asText());
    }
  }

  @Test
  void onlyImplementedCallsAreOffered() throws Exception {
    try (Wire wire = new Wire(start())) {
      wire.send(
          Wire.request(
              ApiKeys.API_VERSIONS,
              0,
              1,
              new ApiVersionsRequest().setClientSoftwareName("x").setClientSoftwareVersion("1")));
      ApiVersionsResponse answer = Wire.body(wire.receive(), new ApiVersionsResponse());
      assertThat(answer.getApiVersionsList())
          .extracting(v -> ApiKeys.forId(v.getApiKey()))
          .containsExactly(
              ApiKeys.API_VERSIONS,
              ApiKeys.LIST_DATABASES,
              ApiKeys.DATABASE_EXISTS,
              ApiKeys.GET_TABLE_INFO,
              ApiKeys.PRODUCE_LOG,
              ApiKeys.FETCH_LOG,
              ApiKeys.LOOKUP,
              ApiKeys.STOP_REPLICA,
              ApiKeys.AUTHENTICATE);
    }
  }

  @Test
  void recordedFramesInAllSplits() throws Exception {
    // raw_pipelined and raw_duplicate_request_id of the vectors, as one segment and byte by byte
    byte[] pipelined =
        Vectors.bytes(
            "0000000d03ec0000000000280a036462300000000d03ec0000000000290a03646231"
                + "0000000d03ec00000000002a0a036462320000000d03ec00000000002b0a03646233");
    byte[] twice = Vectors.bytes("0000000d03ec0000000000220a03766462");
    try (Wire wire = new Wire(start())) {
      wire.send(pipelined);
      for (String expected :
          List.of(
              "0000000700000000280800",
              "0000000700000000290800",
              "00000007000000002a0800",
              "00000007000000002b0800")) {
        assertThat(Vectors.hex(wire.receive())).isEqualTo(expected);
      }
      for (byte b : pipelined) {
        wire.send(new byte[] {b});
      }
      for (int id = 40; id <= 43; id++) {
        assertThat(Wire.id(wire.receive())).isEqualTo(id);
      }
      wire.send(twice);
      wire.send(twice);
      assertThat(Vectors.hex(wire.receive())).isEqualTo("0000000700000000220801");
      assertThat(Vectors.hex(wire.receive())).isEqualTo("0000000700000000220801");
      wire.send(Wire.request(ApiKeys.LIST_DATABASES, 0, 7, new ListDatabasesRequest()));
      assertThat(Vectors.hex(wire.receive())).isEqualTo("000000050000000007");
    }
    assertThat(tablet.lastSession.get().isInternal()).isTrue();
    assertThat(tablet.lastSession.get().principal()).isEqualTo(FlussPrincipal.ANONYMOUS);
    assertThat(tablet.lastSession.get().clientIp()).isEqualTo("127.0.0.1");
  }

  @Test
  void whatThePeerAnswersWithSilenceGetsATypedError() throws Exception {
    try (Wire wire = new Wire(start())) {
      wire.send(Wire.request(4242, 0, 9, new byte[0]));
      expectError(wire, 9, Errors.UNSUPPORTED_VERSION);
      wire.send(Wire.request(ApiKeys.CREATE_DATABASE.id(), 0, 10, new byte[0]));
      expectError(wire, 10, Errors.UNSUPPORTED_VERSION);
      wire.send(Vectors.bytes("0000000803ec00000000000b"));
      expectError(wire, 11, Errors.CORRUPT_MESSAGE);
      wire.send(Vectors.bytes("0000000b03ec00000000000c0a7f41"));
      expectError(wire, 12, Errors.CORRUPT_MESSAGE);
      wire.send(Wire.request(ApiKeys.LOOKUP, 9, 13, new LookupRequest().setTableId(1)));
      expectError(wire, 13, Errors.UNSUPPORTED_VERSION);
      wire.send(exists(14, "vdb"));
      assertThat(Wire.body(wire.receive(), new DatabaseExistsResponse()).getExists()).isTrue();
    }
  }

  private static void expectError(Wire wire, int id, Errors error) throws IOException {
    byte[] frame = wire.receive();
    assertThat(Wire.type(frame)).isEqualTo(Frames.ERROR);
    assertThat(Wire.id(frame)).isEqualTo(id);
    assertThat(Errors.forCode(Wire.errorCode(frame))).isEqualTo(error);
  }

  @Test
  void failuresOfTheServiceCarryTheirErrorNumber() throws Exception {
    byte[] request =
        Wire.request(ApiKeys.GET_TABLE_INFO, 0, 1, withPath(new GetTableInfoRequest()));
    try (Wire wire = new Wire(start())) {
      tablet.onTableInfo =
          r -> {
            throw new TableNotExistException("Table a.b does not exist.");
          };
      wire.send(request);
      byte[] frame = wire.receive();
      ErrorResponse error = Wire.body(frame, new ErrorResponse());
      assertThat(error.getErrorCode()).isEqualTo(7);
      assertThat(error.getErrorMessage()).isEqualTo("Table a.b does not exist.");

      tablet.onTableInfo =
          r -> {
            throw new IllegalStateException("x".repeat(5000));
          };
      wire.send(request);
      error = Wire.body(wire.receive(), new ErrorResponse());
      assertThat(error.getErrorCode()).isEqualTo(-1);
      assertThat(error.getErrorMessage()).hasSize(2048).startsWith("java.lang.IllegalState");

      tablet.onTableInfo = r -> null;
      wire.send(request);
      expectError(wire, 1, Errors.UNKNOWN_SERVER_ERROR);

      // an answer that lacks a required field cannot be encoded
      tablet.onTableInfo = r -> new org.apache.fluss.rpc.messages.GetTableInfoResponse();
      wire.send(request);
      expectError(wire, 1, Errors.UNKNOWN_SERVER_ERROR);
    }
  }

  private static GetTableInfoRequest withPath(GetTableInfoRequest request) {
    request.setTablePath().setDatabaseName("a").setTableName("b");
    return request;
  }

  @Test
  void impossibleLengthsCloseOnlyTheirConnection() throws Exception {
    conf.set(ConfigOptions.NETTY_SERVER_MAX_REQUEST_SIZE, new MemorySize(1000));
    int port = start();
    try (Wire other = new Wire(port)) {
      for (String frame : List.of("0000000203e8", "ffffffff", "000003e5", "80000000", "00000000")) {
        try (Wire wire = new Wire(port)) {
          wire.send(Vectors.bytes(frame));
          byte[] answer = wire.receive();
          assertThat(Wire.type(answer)).isEqualTo(Frames.SERVER_FAILURE);
          assertThat(Wire.errorCode(answer)).isEqualTo(-1);
          assertThat(wire.isClosedByServer()).isTrue();
        }
      }
      // exactly at the limit: 4 + 8 + (1 + 2 + 985)
      byte[] largest = exists(1, "d".repeat(985));
      assertThat(largest).hasSize(1000);
      other.send(largest);
      assertThat(Wire.type(other.receive())).isEqualTo(Frames.SUCCESS);
    }
  }

  @Test
  void arbitraryBytesGiveTypedAnswersAndTheServerLives() throws Exception {
    int port = start();
    Random random = new Random(20260101);
    for (int round = 0; round < 300; round++) {
      try (Wire wire = new Wire(port)) {
        byte[] noise = new byte[random.nextInt(3000)];
        random.nextBytes(noise);
        if (round % 3 == 0) {
          // a whole frame of a real call with noise as payload
          ApiKeys[] apis = ApiKeys.values();
          int api = apis[random.nextInt(apis.length)].id();
          wire.send(Wire.request(api, random.nextInt(3), round, noise));
          byte[] answer = wire.receive();
          assertThat(Wire.id(answer)).isEqualTo(round);
          assertThat(Wire.type(answer)).isIn((int) Frames.ERROR, (int) Frames.SUCCESS);
        } else if (round % 3 == 1) {
          // a truncated frame
          byte[] frame = Wire.request(ApiKeys.PRODUCE_LOG.id(), 0, round, noise);
          wire.send(Arrays.copyOf(frame, random.nextInt(frame.length)));
        } else {
          wire.send(noise);
        }
      } catch (IOException closedByServer) {
        // noise that is no frame ends with the connection closed
        assertThat(round % 3).isEqualTo(2);
      }
    }
    try (Wire wire = new Wire(port)) {
      wire.send(exists(1, "vdb"));
      assertThat(Wire.body(wire.receive(), new DatabaseExistsResponse()).getExists()).isTrue();
    }
    waitFor(() -> server.budget().heldBytes() == 0 && server.budget().queuedRequests() == 0);
  }

  @Test
  void announcedLengthsAloneTakeNoMemory() throws Exception {
    int port = start();
    Wire[] wires = new Wire[50];
    long before = usedDirectMemory();
    for (int i = 0; i < wires.length; i++) {
      wires[i] = new Wire(port);
      // a frame of 90 MiB is announced, eleven bytes of it are sent
      wires[i].send(Arrays.copyOf(Vectors.bytes("05a0000003f6000000000001"), 15));
    }
    try (Wire wire = new Wire(port)) {
      wire.send(exists(1, "vdb"));
      wire.receive();
    }
    // the buffers of the connections themselves, not the 4.5 GiB announced
    assertThat(usedDirectMemory() - before).isLessThan(64L << 20);
    for (Wire wire : wires) {
      wire.close();
    }
  }

  private static long usedDirectMemory() {
    return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric().usedDirectMemory();
  }

  @Test
  void privateCallsAreRefusedOnClientListeners() throws Exception {
    byte[] request =
        Wire.request(ApiKeys.STOP_REPLICA, 0, 5, new StopReplicaRequest().setCoordinatorEpoch(1));
    try (Wire internal = new Wire(start());
        Wire client = new Wire(clientPort())) {
      internal.send(request);
      assertThat(Wire.type(internal.receive())).isEqualTo(Frames.SUCCESS);
      client.send(request);
      expectError(client, 5, Errors.AUTHORIZATION_EXCEPTION);
      client.send(Wire.request(ApiKeys.LIST_DATABASES, 0, 6, new ListDatabasesRequest()));
      assertThat(Wire.type(client.receive())).isEqualTo(Frames.SUCCESS);
      assertThat(tablet.lastSession.get().isInternal()).isFalse();
      assertThat(tablet.lastSession.get().listenerName()).isEqualTo("CLIENT");
    }
  }

  @Test
  void answersOvertakeWaitingOnes() throws Exception {
    try (Wire wire = new Wire(start())) {
      wire.send(
          Wire.request(
              ApiKeys.PRODUCE_LOG,
              0,
              1,
              new ProduceLogRequest().setAcks(-1).setTableId(0).setTimeoutMs(1000)));
      wire.send(exists(2, "vdb"));
      assertThat(Wire.id(wire.receive())).isEqualTo(2);
      tablet.produces.remove().complete(new ProduceLogResponse());
      assertThat(Wire.id(wire.receive())).isEqualTo(1);
    }
  }

  @Test
  void aSlowCallDelaysItsOwnConnectionOnly() throws Exception {
    tablet.existsGate = new CountDownLatch(1);
    int port = start();
    try (Wire slow = new Wire(port);
        Wire fast = new Wire(port)) {
      slow.send(exists(1, "slow"));
      slow.send(exists(2, "vdb"));
      fast.send(exists(3, "vdb"));
      assertThat(Wire.id(fast.receive())).isEqualTo(3);
      tablet.existsGate.countDown();
      assertThat(Wire.id(slow.receive())).isEqualTo(1);
      assertThat(Wire.id(slow.receive())).isEqualTo(2);
    }
  }

  @Test
  void readingPausesWhenTooManyRequestsWait() throws Exception {
    conf.set(ConfigOptions.NETTY_SERVER_MAX_QUEUED_REQUESTS, 100);
    tablet.existsGate = new CountDownLatch(1);
    int requests = 300_000;
    byte[] request = exists(1, "slow");
    try (Wire wire = new Wire(start())) {
      byte[] many = new byte[request.length * 1000];
      for (int i = 0; i < 1000; i++) {
        System.arraycopy(request, 0, many, i * request.length, request.length);
      }
      CompletableFuture<Void> sender =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < requests / 1000; i++) {
                    wire.send(many);
                  }
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      waitFor(() -> server.budget().exceeded());
      // one read of the socket may still go over the threshold, but not more
      assertThat(server.budget().queuedRequests()).isLessThan(100 + 65536 / request.length);
      tablet.existsGate.countDown();
      for (int i = 0; i < requests; i++) {
        wire.receive();
        if (i % 1000 == 0) {
          assertThat(server.budget().queuedRequests()).isLessThan(100 + 65536 / request.length);
        }
      }
      sender.get(20, TimeUnit.SECONDS);
    }
    waitFor(() -> server.budget().heldBytes() == 0);
  }

  @Test
  void aTakenPortFailsTheStart() {
    int port = start();
    NettyServer second =
        new NettyServer(
            conf,
            ServerType.TABLET_SERVER,
            List.of(new Endpoint("127.0.0.1", port, "FLUSS")),
            tablet);
    assertThatThrownBy(second::start)
        .isInstanceOf(FlussRuntimeException.class)
        .hasMessageContaining(String.valueOf(port));
  }
}

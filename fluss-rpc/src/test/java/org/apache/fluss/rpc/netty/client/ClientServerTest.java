// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.InvalidServerTypeException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.exception.TimeoutException;
import org.apache.fluss.exception.UnsupportedVersionException;
import org.apache.fluss.rpc.GatewayClientProxy;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.gateway.AdminGateway;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.CreateDatabaseRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsRequest;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.PbFetchLogRespForBucket;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.messages.RecordsPayload;
import org.apache.fluss.rpc.netty.TestTablet;
import org.apache.fluss.rpc.netty.server.NettyServer;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.PooledByteBufAllocator;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends ours, over real sockets. */
@Timeout(60)
class ClientServerTest {
  private final Configuration serverConf = new Configuration();
  private final Configuration clientConf = new Configuration();
  private final TestTablet tablet = new TestTablet();
  private NettyServer server;
  private RpcClient client;
  private ServerNode node;

  private TabletServerGateway connect(boolean keepNetworkBuffers) {
    startServer(0);
    client = new NettyRpcClient(clientConf, keepNetworkBuffers);
    return GatewayClientProxy.createGatewayProxy(() -> node, client, TabletServerGateway.class);
  }

  private void startServer(int port) {
    server =
        new NettyServer(
            serverConf,
            ServerType.TABLET_SERVER,
            List.of(new Endpoint("127.0.0.1", port, "FLUSS")),
            tablet);
    server.start();
    node = node(server.boundEndpoints().get(0).getPort());
  }

  private static ServerNode node(int port) {
    return new ServerNode(1, "127.0.0.1", port, ServerType.TABLET_SERVER);
  }

  @AfterEach
  void stop() {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  private static void assertFails(CompletableFuture<?> future, Class<? extends Throwable> type) {
    assertThatThrownBy(() -> future.orTimeout(20, TimeUnit.SECONDS).join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(type);
  }

  private static void waitFor(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("condition in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static FetchLogRequest fetch() {
    return new FetchLogRequest().setFollowerServerId(-1).setMaxBytes(1 << 24);
  }

  private static ProduceLogRequest produce(byte[] records) {
    ProduceLogRequest request =
        new ProduceLogRequest().setAcks(-1).setTableId(3).setTimeoutMs(1000);
    request
        .addBucketsReq()
        .setBucketId(0)
        .setRecords(Unpooled.wrappedBuffer(ByteBuffer.wrap(records)));
    return request;
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 4096, 100_000, 70_000_000})
  void producedRecordsArriveUncopiedAndStayUntilTheAnswer(int size) throws Exception {
    byte[] records = random(size);
    TabletServerGateway gateway = connect(false);
    AtomicReference<ByteBuf> seen = new AtomicReference<>();
    CompletableFuture<ProduceLogResponse> later = new CompletableFuture<>();
    tablet.onProduce =
        request -> {
          seen.set(request.getBucketsReqAt(0).getRecordsSlice());
          return later;
        };
    CompletableFuture<ProduceLogResponse> answer = gateway.produceLog(produce(records));
    waitFor(() -> seen.get() != null);
    assertThat(seen.get().refCnt()).isPositive();
    assertThat(seen.get()).isEqualTo(Unpooled.wrappedBuffer(records));
    ProduceLogResponse response = new ProduceLogResponse();
    response.addBucketsResp().setBucketId(0).setBaseOffset(7);
    later.complete(response);
    assertThat(get(answer)).isEqualTo(response);
    waitFor(() -> seen.get().refCnt() == 0);
  }

  @Test
  void aServiceMayGiveTheRequestBufferBackEarly() throws Exception {
    TabletServerGateway gateway = connect(false);
    AtomicInteger references = new AtomicInteger(-1);
    CompletableFuture<ProduceLogResponse> later = new CompletableFuture<>();
    tablet.onProduce =
        request -> {
          ByteBuf slice = request.getBucketsReqAt(0).getRecordsSlice();
          request.releaseBuffer();
          references.set(slice.refCnt());
          return later;
        };
    CompletableFuture<ProduceLogResponse> answer = gateway.produceLog(produce(random(1 << 20)));
    waitFor(() -> references.get() >= 0);
    later.complete(new ProduceLogResponse());
    get(answer);
    assertThat(references.get()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fetchedRecordsOfFilesAndBuffers(boolean keepNetworkBuffers, @TempDir Path dir)
      throws Exception {
    byte[] bytes = random(3_000_000);
    Path file = Files.write(dir.resolve("segment"), bytes);
    AtomicInteger released = new AtomicInteger();
    TabletServerGateway gateway = connect(keepNetworkBuffers);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      tablet.onFetch =
          request -> {
            ByteBuf head = PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes, 0, 48);
            FetchLogResponse response = new FetchLogResponse();
            response
                .addTablesResp()
                .setTableId(1)
                .addBucketsResp()
                .setBucketId(0)
                .setHighWatermark(9)
                .setRecords(
                    new RecordsPayload()
                        .add(head)
                        .add(channel, 48, 2_000_000, released::incrementAndGet)
                        .add(channel, 2_000_048, 100, released::incrementAndGet));
            response
                .getTablesRespAt(0)
                .addBucketsResp()
                .setBucketId(1)
                .setRecords(new RecordsPayload().add(channel, 5, 7, released::incrementAndGet));
            return CompletableFuture.completedFuture(response);
          };
      for (int i = 1; i <= 3; i++) {
        FetchLogResponse response = get(gateway.fetchLog(fetch()));
        List<PbFetchLogRespForBucket> buckets = response.getTablesRespAt(0).getBucketsRespList();
        assertThat(buckets.get(0).getRecordsSlice())
            .isEqualTo(Unpooled.wrappedBuffer(bytes, 0, 2_000_148));
        assertThat(buckets.get(1).getRecordsSlice()).isEqualTo(Unpooled.wrappedBuffer(bytes, 5, 7));
        ByteBuf slice = buckets.get(0).getRecordsSlice();
        assertThat(slice.hasArray()).isEqualTo(!keepNetworkBuffers);
        response.releaseBuffer();
        assertThat(slice.refCnt()).isEqualTo(keepNetworkBuffers ? 0 : 1);
        int expected = 3 * i;
        waitFor(() -> released.get() == expected);
      }
    }
  }

  @Test
  void recordsOfAnAnswerThatCannotBeSentAreGivenBack(@TempDir Path dir) throws Exception {
    Path file = Files.write(dir.resolve("segment"), random(1000));
    AtomicInteger released = new AtomicInteger();
    TabletServerGateway gateway = connect(false);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      CompletableFuture<FetchLogResponse> later = new CompletableFuture<>();
      AtomicInteger calls = new AtomicInteger();
      tablet.onFetch =
          request -> {
            calls.incrementAndGet();
            return later;
          };
      CompletableFuture<FetchLogResponse> answer = gateway.fetchLog(fetch());
      waitFor(() -> calls.get() == 1);
      get(client.disconnect(node.uid()));
      assertFails(answer, NetworkException.class);
      FetchLogResponse response = new FetchLogResponse();
      response
          .addTablesResp()
          .setTableId(1)
          .addBucketsResp()
          .setBucketId(0)
          .setRecords(new RecordsPayload().add(channel, 0, 1000, released::incrementAndGet));
      waitFor(() -> server.openConnections() == 0);
      later.complete(response);
      waitFor(() -> released.get() == 1);

      // a file that is shorter than promised breaks the connection, not the server
      tablet.onFetch =
          request -> {
            FetchLogResponse truncated = new FetchLogResponse();
            truncated
                .addTablesResp()
                .setTableId(1)
                .addBucketsResp()
                .setBucketId(0)
                .setRecords(new RecordsPayload().add(channel, 0, 5000, released::incrementAndGet));
            return CompletableFuture.completedFuture(truncated);
          };
      assertFails(gateway.fetchLog(fetch()), NetworkException.class);
      waitFor(() -> released.get() == 2);
      get(gateway.listDatabases(new ListDatabasesRequest()));
    }
  }

  @Test
  void callsBeforeTheConnectionIsReadyAreSentInOrder() throws Exception {
    TabletServerGateway gateway = connect(false);
    List<Long> tables = new ArrayList<>();
    tablet.onProduce =
        request -> {
          tables.add(request.getTableId());
          return CompletableFuture.completedFuture(new ProduceLogResponse());
        };
    List<CompletableFuture<?>> answers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      answers.add(gateway.produceLog(produce(new byte[10]).setTableId(i)));
    }
    get(CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0])));
    assertThat(tables).hasSize(1000).isSorted();
    assertThat(client.isReady(node.uid())).isTrue();
  }

  @Test
  void aLostServerFailsCallsAndTheNextCallReconnects() throws Exception {
    TabletServerGateway gateway = connect(false);
    CompletableFuture<ProduceLogResponse> open = gateway.produceLog(produce(random(100)));
    waitFor(() -> !tablet.produces.isEmpty());
    int port = node.port();
    server.close();
    assertFails(open, NetworkException.class);
    assertFails(gateway.listDatabases(new ListDatabasesRequest()), NetworkException.class);
    startServer(port);
    get(gateway.listDatabases(new ListDatabasesRequest()));
    // the server moves to another port under the same id
    server.close();
    startServer(0);
    get(gateway.listDatabases(new ListDatabasesRequest()));
  }

  @Test
  void aMissingAnswerEndsInATimeoutAndComesTooLate() throws Exception {
    clientConf.set(ConfigOptions.CLIENT_REQUEST_TIMEOUT, Duration.ofMillis(200));
    TabletServerGateway gateway = connect(false);
    CompletableFuture<ProduceLogResponse> open =
        gateway.produceLog(produce(random(100)).setTimeoutMs(1));
    assertFails(open, TimeoutException.class);
    tablet.produces.remove().complete(new ProduceLogResponse());
    get(gateway.listDatabases(new ListDatabasesRequest()));
  }

  @Test
  void callsTheServerLacksFailWithoutBeingSent() {
    connect(false);
    AdminGateway admin =
        GatewayClientProxy.createGatewayProxy(() -> node, client, AdminGateway.class);
    assertFails(
        admin.createDatabase(
            new CreateDatabaseRequest().setDatabaseName("d").setIgnoreIfExists(true)),
        UnsupportedVersionException.class);
  }

  @Test
  void anotherKindOfServerIsRefusedUnlessItIsABootstrapAddress() throws Exception {
    connect(false);
    int port = node.port();
    node = new ServerNode(0, "127.0.0.1", port, ServerType.COORDINATOR);
    AdminGateway admin =
        GatewayClientProxy.createGatewayProxy(() -> node, client, AdminGateway.class);
    assertFails(admin.listDatabases(new ListDatabasesRequest()), InvalidServerTypeException.class);
    node = new ServerNode(-1, "127.0.0.1", port, ServerType.COORDINATOR);
    get(admin.listDatabases(new ListDatabasesRequest()));
  }

  @Test
  void idleConnectionsCloseAndReopen() throws Exception {
    clientConf.set(ConfigOptions.NETTY_CONNECTION_MAX_IDLE_TIME, Duration.ofSeconds(1));
    TabletServerGateway gateway = connect(false);
    get(gateway.listDatabases(new ListDatabasesRequest()));
    waitFor(() -> server.openConnections() == 0);
    get(gateway.listDatabases(new ListDatabasesRequest()));
  }

  @Test
  void aClosedClientFailsCalls() throws Exception {
    TabletServerGateway gateway = connect(false);
    CompletableFuture<ProduceLogResponse> open = gateway.produceLog(produce(random(100)));
    waitFor(() -> !tablet.produces.isEmpty());
    client.close();
    assertFails(open, NetworkException.class);
    assertFails(gateway.listDatabases(new ListDatabasesRequest()), IllegalStateException.class);
  }

  @Test
  void strangeAnswers() throws Exception {
    try (ScriptedServer scripted = new ScriptedServer()) {
      node = node(scripted.port());
      client = new NettyRpcClient(clientConf, false);
      TabletServerGateway gateway =
          GatewayClientProxy.createGatewayProxy(() -> node, client, TabletServerGateway.class);
      DatabaseExistsRequest request = new DatabaseExistsRequest().setDatabaseName("d");
      // unknown api keys in the list are ignored, unknown request ids are dropped
      scripted.answer("0000000500000003e7", "0000000700000000010801");
      assertThat(get(gateway.databaseExists(request)).getExists()).isTrue();
      // error number 9999
      scripted.answer("0000000801000000020" + "88f4e");
      assertFails(
          gateway.databaseExists(request), Errors.UNKNOWN_SERVER_ERROR.exception().getClass());
      // the failure of the whole connection, error 46
      scripted.answer("00000003" + "02" + "082e");
      assertFails(gateway.databaseExists(request), AuthenticationException.class);
      // an answer of no known type, on a new connection
      scripted.answer("00000005" + "07" + "00000001");
      assertFails(gateway.databaseExists(request), Exception.class);
      // an undecodable answer
      scripted.answer("00000006" + "00" + "00000001" + "0a");
      assertFails(gateway.databaseExists(request), Exception.class);
    }
  }
}

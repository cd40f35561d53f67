// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.curator.test.TestingServer;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.rpc.GatewayClientProxy;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.netty.client.NettyRpcClient;
import org.apache.fluss.server.zk.CuratorMetadataStore;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.utils.clock.Clock;
import org.apache.fluss.utils.clock.SystemClock;

/** A coordinator over real sockets and a real ZooKeeper, with tablet servers that only listen. */
final class TestCluster implements AutoCloseable {
  final TestingServer zooKeeper;
  final MetadataStore store;
  final Configuration conf = new Configuration();
  final List<FakeTabletServer> tabletServers = new ArrayList<>();
  private final RpcClient rpc;
  private CoordinatorServer coordinator;

  TestCluster(Path remoteDir) throws Exception {
    zooKeeper = new TestingServer();
    conf.setString(ConfigOptions.ZOOKEEPER_ADDRESS.key(), zooKeeper.getConnectString());
    conf.set(ConfigOptions.ZOOKEEPER_RETRY_WAIT, Duration.ofMillis(200));
    conf.setString(ConfigOptions.REMOTE_DATA_DIR.key(), remoteDir.toUri().toString());
    conf.setString(ConfigOptions.BIND_LISTENERS.key(), "FLUSS://127.0.0.1:0,CLIENT://127.0.0.1:0");
    store = CuratorMetadataStore.connect(conf);
    rpc = new NettyRpcClient(conf, false);
  }

  TestCluster startCoordinator() throws Exception {
    return startCoordinator(SystemClock.getInstance());
  }

  TestCluster startCoordinator(Clock clock) throws Exception {
    coordinator = new CoordinatorServer(conf, clock);
    coordinator.start();
    return this;
  }

  void stopCoordinator() {
    coordinator.close();
    coordinator = null;
  }

  CoordinatorServer coordinator() {
    return coordinator;
  }

  FakeTabletServer startTabletServer(int id) {
    return startTabletServer(id, null);
  }

  FakeTabletServer startTabletServer(int id, String rack) {
    FakeTabletServer server = new FakeTabletServer(id, rack, conf);
    tabletServers.add(server);
    CoordinatorGateway gateway = gateway();
    awaitTrue(
        "tablet server " + id + " is known",
        () ->
            get(gateway.metadata(new MetadataRequest())).getTabletServersList().stream()
                .anyMatch(node -> node.getNodeId() == id));
    return server;
  }

  CoordinatorGateway gateway() {
    Endpoint endpoint = coordinator.advertisedEndpoints().get(0);
    ServerNode node =
        new ServerNode(0, endpoint.getHost(), endpoint.getPort(), ServerType.COORDINATOR);
    return GatewayClientProxy.createGatewayProxy(() -> node, rpc, CoordinatorGateway.class);
  }

  static <T> T get(Future<T> future) {
    try {
      return future.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException) {
        throw (RuntimeException) e.getCause();
      }
      throw new AssertionError(e);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static void awaitTrue(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Not within 30 s: " + what);
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() throws Exception {
    tabletServers.forEach(FakeTabletServer::close);
    if (coordinator != null) {
      coordinator.close();
    }
    rpc.close();
    store.close();
    zooKeeper.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.client;

import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.metrics.registry.NoMetricRegistry;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.security.auth.AuthenticationFactory;
import org.apache.fluss.security.auth.ClientAuthenticator;
import org.apache.fluss.shaded.netty4.io.netty.channel.EventLoopGroup;
import org.apache.fluss.shaded.netty4.io.netty.channel.MultiThreadIoEventLoopGroup;
import org.apache.fluss.shaded.netty4.io.netty.channel.nio.NioIoHandler;
import org.apache.fluss.shaded.netty4.io.netty.util.concurrent.DefaultThreadFactory;

/** The {@link RpcClient} over TCP. A connection that failed is opened again by the next request. */
public final class NettyRpcClient implements RpcClient {
  private static final long CLOSE_TIMEOUT_SECONDS = 10;

  private final ConnectionOptions options;
  private final ClientMetricGroup metrics;
  private final Supplier<ClientAuthenticator> authenticators;
  private final EventLoopGroup network;
  private final ConcurrentMap<String, ClientConnection> connections = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * A client with the network threads and credentials of this configuration.
   *
   * @param metrics where connections count
   * @param keepNetworkBuffers whether answers with record batches refer to the network buffer they
   *     came in, which saves a copy and obliges the caller to call {@link
   *     ApiMessage#releaseBuffer()} on each of them; otherwise they own arrays of the heap
   * @throws org.apache.fluss.metadata.ValidationException when no plugin speaks the configured
   *     authentication protocol
   */
  public NettyRpcClient(Configuration conf, ClientMetricGroup metrics, boolean keepNetworkBuffers) {
    this.metrics = metrics;
    this.options = new ConnectionOptions(conf, keepNetworkBuffers);
    this.authenticators = AuthenticationFactory.loadClientAuthenticatorSupplier(conf);
    this.network =
        new MultiThreadIoEventLoopGroup(
            conf.get(ConfigOptions.NETTY_CLIENT_NUM_NETWORK_THREADS),
            new DefaultThreadFactory("fluss-netty-client", true),
            NioIoHandler.newFactory());
  }

  /** As above, with metrics nobody reports. */
  public NettyRpcClient(Configuration conf, boolean keepNetworkBuffers) {
    this(
        conf,
        new ClientMetricGroup(NoMetricRegistry.INSTANCE, conf.get(ConfigOptions.CLIENT_ID)),
        keepNetworkBuffers);
  }

  @Override
  public CompletableFuture<ApiMessage> sendRequest(
      ServerNode node, ApiKeys api, ApiMessage request) {
    try {
      return connection(node).send(api, request);
    } catch (RuntimeException e) {
      request.discard();
      return CompletableFuture.failedFuture(e);
    }
  }

  private ClientConnection connection(ServerNode node) {
    ClientConnection open = connections.get(node.uid());
    if (open != null && open.isUsableFor(node)) {
      return open;
    }
    ClientConnection[] stale = new ClientConnection[1];
    ClientConnection connection =
        connections.compute(
            node.uid(),
            (uid, current) -> {
              if (closed) {
                throw new IllegalStateException("This RPC client is closed.");
              }
              if (current != null && current.isUsableFor(node)) {
                return current;
              }
              stale[0] = current;
              return new ClientConnection(
                  node,
                  options,
                  network.next(),
                  authenticators.get(),
                  metrics.createConnectionMetricGroup(uid),
                  this::forget);
            });
    if (stale[0] != null) {
      stale[0].close(new NetworkException("Server " + node + " has moved."));
    }
    connection.connect();
    return connection;
  }

  private void forget(ClientConnection connection) {
    String uid = connection.node().uid();
    connections.remove(uid, connection);
    metrics.removeConnectionMetricGroup(uid, connection.metrics());
  }

  @Override
  public boolean isReady(String serverUid) {
    ClientConnection connection = connections.get(serverUid);
    return connection != null && connection.isReady();
  }

  @Override
  public CompletableFuture<Void> disconnect(String serverUid) {
    ClientConnection connection = connections.get(serverUid);
    return connection == null
        ? CompletableFuture.completedFuture(null)
        : connection.close(new NetworkException("The connection was closed by this client."));
  }

  @Override
  public void close() {
    closed = true;
    for (ClientConnection connection : new ArrayList<>(connections.values())) {
      connection.close(new NetworkException("This RPC client was closed."));
    }
    network
        .shutdownGracefully(0, CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}

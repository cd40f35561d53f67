// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.rpc.RpcGateway;
import org.apache.fluss.rpc.netty.FrameDecoder;
import org.apache.fluss.rpc.netty.Frames;
import org.apache.fluss.security.auth.AuthenticationFactory;
import org.apache.fluss.security.auth.PlainTextAuthenticationPlugin;
import org.apache.fluss.security.auth.ServerAuthenticator;
import org.apache.fluss.shaded.netty4.io.netty.bootstrap.ServerBootstrap;
import org.apache.fluss.shaded.netty4.io.netty.channel.Channel;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelFuture;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelInitializer;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelOption;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelPipeline;
import org.apache.fluss.shaded.netty4.io.netty.channel.EventLoopGroup;
import org.apache.fluss.shaded.netty4.io.netty.channel.MultiThreadIoEventLoopGroup;
import org.apache.fluss.shaded.netty4.io.netty.channel.group.ChannelGroup;
import org.apache.fluss.shaded.netty4.io.netty.channel.group.DefaultChannelGroup;
import org.apache.fluss.shaded.netty4.io.netty.channel.nio.NioIoHandler;
import org.apache.fluss.shaded.netty4.io.netty.channel.socket.SocketChannel;
import org.apache.fluss.shaded.netty4.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.apache.fluss.shaded.netty4.io.netty.handler.timeout.IdleStateHandler;
import org.apache.fluss.shaded.netty4.io.netty.util.concurrent.DefaultThreadFactory;
import org.apache.fluss.shaded.netty4.io.netty.util.concurrent.GlobalEventExecutor;
import org.apache.fluss.shaded.netty4.io.netty.util.internal.PlatformDependent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The network side of a coordinator or tablet server: listens on its endpoints and answers requests
 * through a gateway. Gateway methods run on worker threads; their futures may be completed by any
 * thread. Requests keep the network buffer behind their byte fields until the future completes or
 * {@code releaseBuffer()} of the request is called.
 */
public final class NettyServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NettyServer.class);

  /** Largest frame before authentication: no mechanism needs more. */
  private static final long MAX_UNAUTHENTICATED_FRAME = 1024 * 1024;

  private static final int BACKLOG = 1024;
  private static final long CLOSE_TIMEOUT_SECONDS = 10;

  private final Configuration conf;
  private final List<Endpoint> endpoints;
  private final ApiDispatcher dispatcher;
  private final RequestBudget budget;
  private final long maxFrameSize;
  private final ChannelGroup listeners = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final List<Endpoint> bound = new ArrayList<>();

  private EventLoopGroup acceptor;
  private EventLoopGroup network;
  private ExecutorService workers;

  /**
   * Nothing is opened before {@link #start()}.
   *
   * @param endpoints where to listen; port 0 takes any free port
   */
  public NettyServer(
      Configuration conf, ServerType type, Collection<Endpoint> endpoints, RpcGateway service) {
    this.conf = conf;
    this.endpoints = List.copyOf(endpoints);
    this.dispatcher = new ApiDispatcher(type, service);
    this.maxFrameSize = conf.get(ConfigOptions.NETTY_SERVER_MAX_REQUEST_SIZE).getBytes();
    this.budget =
        new RequestBudget(
            positive(ConfigOptions.NETTY_SERVER_MAX_QUEUED_REQUESTS),
            Math.max(maxFrameSize, PlatformDependent.maxDirectMemory() / 4));
  }

  private int positive(ConfigOption<Integer> option) {
    int value = conf.get(option);
    if (value < 1) {
      throw new IllegalConfigurationException(
          "Option " + option.key() + " must be at least 1, but is " + value + ".");
    }
    return value;
  }

  /**
   * Starts listening. When this fails, nothing stays open.
   *
   * @throws FlussRuntimeException when an address cannot be bound
   */
  public void start() {
    Map<String, Supplier<ServerAuthenticator>> authenticators =
        AuthenticationFactory.loadServerAuthenticatorSuppliers(conf);
    acceptor = group("fluss-acceptor", 1);
    network = group("fluss-network", positive(ConfigOptions.NETTY_SERVER_NUM_NETWORK_THREADS));
    workers =
        Executors.newFixedThreadPool(
            positive(ConfigOptions.NETTY_SERVER_NUM_WORKER_THREADS),
            new DefaultThreadFactory("fluss-worker", true));
    String internalListener = conf.get(ConfigOptions.INTERNAL_LISTENER_NAME);
    try {
      for (Endpoint endpoint : endpoints) {
        String listener = endpoint.getListenerName();
        Supplier<ServerAuthenticator> authenticator =
            authenticators.getOrDefault(listener, plainText());
        // fails now, not with the first connection, when the configuration is incomplete
        authenticator.get().close();
        bind(endpoint, listener.equals(internalListener), authenticator);
      }
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Supplier<ServerAuthenticator> plainText() {
    PlainTextAuthenticationPlugin plugin = new PlainTextAuthenticationPlugin();
    return () -> plugin.createServerAuthenticator(conf);
  }

  private static EventLoopGroup group(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  private void bind(
      Endpoint endpoint, boolean internal, Supplier<ServerAuthenticator> authenticator) {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(acceptor, network)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept(channel, endpoint.getListenerName(), internal, authenticator.get());
                  }
                });
    ChannelFuture future =
        bootstrap.bind(endpoint.getHost(), endpoint.getPort()).awaitUninterruptibly();
    if (!future.isSuccess()) {
      throw new FlussRuntimeException("Cannot listen on " + endpoint + ".", future.cause());
    }
    Channel channel = future.channel();
    listeners.add(channel);
    int port = ((InetSocketAddress) channel.localAddress()).getPort();
    Endpoint open = new Endpoint(endpoint.getHost(), port, endpoint.getListenerName());
    bound.add(open);
    LOG.info("Listening on {}.", open);
  }

  private void accept(
      SocketChannel channel, String listener, boolean internal, ServerAuthenticator authenticator) {
    connections.add(channel);
    FrameDecoder decoder =
        new FrameDecoder(
            Frames.REQUEST_HEADER_BYTES, Math.min(maxFrameSize, MAX_UNAUTHENTICATED_FRAME), false);
    ChannelPipeline pipeline = channel.pipeline();
    long idleSeconds = conf.get(ConfigOptions.NETTY_CONNECTION_MAX_IDLE_TIME).getSeconds();
    pipeline.addLast(new IdleStateHandler(0, 0, idleSeconds, TimeUnit.SECONDS));
    pipeline.addLast(decoder);
    pipeline.addLast(
        new ServerConnection(
            dispatcher, budget, workers, decoder, maxFrameSize, listener, internal, authenticator));
  }

  /** The endpoints with the ports really bound, in the order given; empty before the start. */
  public List<Endpoint> boundEndpoints() {
    return List.copyOf(bound);
  }

  /** Accepted connections that are open. */
  public int openConnections() {
    return connections.size();
  }

  /** Requests that wait for a worker thread. */
  public int queuedRequests() {
    return budget.queuedRequests();
  }

  /** Bytes of network buffers that unanswered requests hold. */
  public long heldRequestBytes() {
    return budget.heldBytes();
  }

  RequestBudget budget() {
    return budget;
  }

  /** Closes all connections and stops all threads; waits for them at most ten seconds. */
  @Override
  public void close() {
    listeners.close().awaitUninterruptibly(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    connections.close().awaitUninterruptibly(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (workers != null) {
      workers.shutdown();
    }
    stop(acceptor);
    stop(network);
  }

  private static void stop(EventLoopGroup group) {
    if (group != null) {
      group
          .shutdownGracefully(0, CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
          .awaitUninterruptibly(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
  }
}

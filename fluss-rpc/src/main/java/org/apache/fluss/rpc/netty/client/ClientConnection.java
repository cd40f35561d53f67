// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.client;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.BufferExhaustedException;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.exception.InvalidServerTypeException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.exception.RetriableAuthenticationException;
import org.apache.fluss.exception.TimeoutException;
import org.apache.fluss.exception.UnsupportedVersionException;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.ApiVersionsRequest;
import org.apache.fluss.rpc.messages.ApiVersionsResponse;
import org.apache.fluss.rpc.messages.AuthenticateRequest;
import org.apache.fluss.rpc.messages.AuthenticateResponse;
import org.apache.fluss.rpc.messages.ErrorResponse;
import org.apache.fluss.rpc.messages.PbApiVersion;
import org.apache.fluss.rpc.metrics.ConnectionMetrics;
import org.apache.fluss.rpc.netty.FrameDecoder;
import org.apache.fluss.rpc.netty.Frames;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.security.auth.ClientAuthenticator;
import org.apache.fluss.shaded.netty4.io.netty.bootstrap.Bootstrap;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.fluss.shaded.netty4.io.netty.channel.Channel;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelFuture;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelHandlerContext;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelInitializer;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelOption;
import org.apache.fluss.shaded.netty4.io.netty.channel.EventLoop;
import org.apache.fluss.shaded.netty4.io.netty.channel.socket.SocketChannel;
import org.apache.fluss.shaded.netty4.io.netty.channel.socket.nio.NioSocketChannel;
import org.apache.fluss.shaded.netty4.io.netty.handler.timeout.IdleStateEvent;
import org.apache.fluss.shaded.netty4.io.netty.handler.timeout.IdleStateHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a client: connects, agrees on versions, authenticates, then sends what was
 * queued meanwhile and everything after it, without waiting for answers. All state except the queue
 * of new calls belongs to the event loop of the channel. A connection that failed stays closed.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  /** Calls of one connection that wait for being sent or for their answer. */
  static final int MAX_OPEN_CALLS = 16384;

  private static final long MAX_FRAME = Integer.MAX_VALUE;
  private static final String SOFTWARE_NAME = "fluss";
  private static final String SOFTWARE_VERSION = "0.1.0";

  private static final int AUTHENTICATION_ATTEMPTS = 10;
  private static final long FIRST_BACKOFF_MS = 100;
  private static final long MAX_BACKOFF_MS = 5000;
  private static final double BACKOFF_JITTER = 0.2;
  private static final long MAX_SWEEP_MS = 1000;

  private enum State {
    NEW,
    HANDSHAKE,
    READY,
    CLOSED
  }

  private static final class Call {
    final ApiKeys api;
    final ApiMessage request;
    final long deadlineNanos;
    final CompletableFuture<ApiMessage> answer = new CompletableFuture<>();
    ChannelFuture write;
    long sentNanos;

    Call(ApiKeys api, ApiMessage request, long deadlineNanos) {
      this.api = api;
      this.request = request;
      this.deadlineNanos = deadlineNanos;
    }
  }

  private final ServerNode node;
  private final ConnectionOptions options;
  private final EventLoop loop;
  private final ClientAuthenticator authenticator;
  private final ConnectionMetrics metrics;
  private final Consumer<ClientConnection> onClosed;

  private final Queue<Call> arrived = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean draining = new AtomicBoolean();
  private final AtomicInteger openCalls = new AtomicInteger();
  private final AtomicBoolean connecting = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile State state = State.NEW;

  private Channel channel;
  private int nextRequestId;
  private final Queue<Call> waiting = new ArrayDeque<>();
  private final Map<Integer, Call> inFlight = new HashMap<>();
  private final Map<ApiKeys, Short> versions = new EnumMap<>(ApiKeys.class);
  private Throwable closeCause;
  private boolean sweeping;
  private int authenticationAttempts;

  ClientConnection(
      ServerNode node,
      ConnectionOptions options,
      EventLoop loop,
      ClientAuthenticator authenticator,
      ConnectionMetrics metrics,
      Consumer<ClientConnection> onClosed) {
    this.node = node;
    this.options = options;
    this.loop = loop;
    this.authenticator = authenticator;
    this.metrics = metrics;
    this.onClosed = onClosed;
  }

  ServerNode node() {
    return node;
  }

  ConnectionMetrics metrics() {
    return metrics;
  }

  boolean isReady() {
    return state == State.READY;
  }

  /** Not closed, and connected to the address where the server is now. */
  boolean isUsableFor(ServerNode now) {
    return state != State.CLOSED && node.host().equals(now.host()) && node.port() == now.port();
  }

  /** Starts connecting; does nothing the second time. */
  void connect() {
    if (!connecting.compareAndSet(false, true)) {
      return;
    }
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, options.connectTimeoutMs)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .handler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel socket) {
                socket
                    .pipeline()
                    .addLast(new IdleStateHandler(0, 0, options.idleSeconds, TimeUnit.SECONDS))
                    .addLast(new FrameDecoder(1, MAX_FRAME, !options.keepNetworkBuffers))
                    .addLast(ClientConnection.this);
              }
            })
        .connect(node.host(), node.port())
        .addListener(
            (ChannelFuture connected) -> {
              if (!connected.isSuccess()) {
                Throwable cause = connected.cause();
                shut(new NetworkException("Cannot connect to server " + node + ".", cause));
              } else if (state == State.CLOSED) {
                connected.channel().close();
              }
            });
  }

  /** Queues a call; it is sent when the connection is ready. */
  CompletableFuture<ApiMessage> send(ApiKeys api, ApiMessage request) {
    if (openCalls.incrementAndGet() > MAX_OPEN_CALLS) {
      openCalls.decrementAndGet();
      throw new BufferExhaustedException(
          "More than " + MAX_OPEN_CALLS + " requests to server " + node + " are unanswered.");
    }
    Call call = newCall(api, request);
    arrived.add(call);
    if (draining.compareAndSet(false, true)) {
      execute(this::drain);
    }
    return call.answer;
  }

  private Call newCall(ApiKeys api, ApiMessage request) {
    long waitMs = options.deadlineMs(request);
    return new Call(api, request, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs));
  }

  /** Closes the connection; its open calls fail with this cause. */
  CompletableFuture<Void> close(Throwable cause) {
    execute(() -> shut(cause));
    return closed;
  }

  private void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // the loop is gone, and with it every thread that could touch this connection
      state = State.CLOSED;
      failAll(new NetworkException("This RPC client was closed."));
      closed.complete(null);
    }
  }

  // ---- event loop

  private void drain() {
    draining.set(false);
    Call call;
    while ((call = arrived.poll()) != null) {
      if (state == State.CLOSED) {
        fail(call, lost());
      } else if (state == State.READY) {
        write(call);
      } else {
        waiting.add(call);
      }
    }
    if (state == State.READY) {
      channel.flush();
    }
    sweepLater();
  }

  private void write(Call call) {
    Short version = versions.get(call.api);
    if (version == null) {
      fail(
          call,
          new UnsupportedVersionException(
              "Server " + node + " has no version of " + call.api + " that this client speaks."));
      return;
    }
    int id = nextRequestId++;
    List<Object> pieces;
    try {
      pieces = Frames.request(channel.alloc(), call.api.id(), version, id, call.request);
    } catch (RuntimeException e) {
      fail(call, e);
      return;
    }
    inFlight.put(id, call);
    call.sentNanos = System.nanoTime();
    metrics.sent(Frames.sizeInBytes(pieces));
    call.write = Frames.write(channel, pieces);
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    channel = ctx.channel();
    if (state == State.CLOSED) {
      ctx.close();
      return;
    }
    state = State.HANDSHAKE;
    versions.put(ApiKeys.API_VERSIONS, ApiKeys.API_VERSIONS.maxVersion());
    handshake(
        ApiKeys.API_VERSIONS,
        new ApiVersionsRequest()
            .setClientSoftwareName(SOFTWARE_NAME)
            .setClientSoftwareVersion(SOFTWARE_VERSION),
        answer -> versionsKnown((ApiVersionsResponse) answer));
  }

  /** Sends a call of the handshake; whatever goes wrong closes the connection. */
  private void handshake(ApiKeys api, ApiMessage request, Consumer<ApiMessage> next) {
    openCalls.incrementAndGet();
    Call call = newCall(api, request);
    call.answer.whenComplete(
        (answer, failure) -> {
          if (state == State.CLOSED) {
            return;
          }
          if (failure instanceof RetriableAuthenticationException) {
            authenticateLater((RetriableAuthenticationException) failure);
            return;
          }
          try {
            if (failure != null) {
              throw failure;
            }
            next.accept(answer);
          } catch (Throwable t) {
            shut(t instanceof ApiException ? t : new NetworkException("Handshake failed.", t));
          }
        });
    write(call);
    channel.flush();
    sweepLater();
  }

  private void versionsKnown(ApiVersionsResponse answer) {
    boolean typeExpected = node.id() >= 0 && node.serverType() != ServerType.UNKNOWN;
    if (typeExpected
        && answer.hasServerType()
        && answer.getServerType() != node.serverType().toTypeId()) {
      throw new InvalidServerTypeException(
          "The server at " + node + " is a " + ServerType.fromTypeId(answer.getServerType()) + ".");
    }
    for (PbApiVersion offered : answer.getApiVersionsList()) {
      ApiKeys api = ApiKeys.forId(offered.getApiKey());
      if (api != null) {
        int highest = Math.min(api.maxVersion(), offered.getMaxVersion());
        if (highest >= Math.max(api.minVersion(), offered.getMinVersion())) {
          versions.put(api, (short) highest);
        }
      }
    }
    authenticate();
  }

  private void authenticate() {
    InetSocketAddress remote = (InetSocketAddress) channel.remoteAddress();
    String ip = remote == null ? node.host() : remote.getAddress().getHostAddress();
    authenticator.initialize(() -> ip);
    if (authenticator.isCompleted()) {
      ready();
      return;
    }
    byte[] token =
        authenticator.hasInitialTokenResponse()
            ? authenticator.authenticate(new byte[0])
            : new byte[0];
    sendToken(token == null ? new byte[0] : token);
  }

  private void sendToken(byte[] token) {
    handshake(
        ApiKeys.AUTHENTICATE,
        new AuthenticateRequest().setProtocol(authenticator.protocol()).setToken(token),
        answer -> challenged((AuthenticateResponse) answer));
  }

  private void challenged(AuthenticateResponse answer) {
    if (authenticator.isCompleted()) {
      ready();
      return;
    }
    if (!answer.hasChallenge()) {
      throw new AuthenticationException(
          "Server " + node + " ended the authentication before this client was done.");
    }
    byte[] token = authenticator.authenticate(answer.getChallenge());
    if (token != null) {
      sendToken(token);
    } else {
      ready();
    }
  }

  private void authenticateLater(RetriableAuthenticationException failure) {
    if (++authenticationAttempts >= AUTHENTICATION_ATTEMPTS) {
      shut(failure);
      return;
    }
    long backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS << (authenticationAttempts - 1));
    double jitter = 1 + BACKOFF_JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
    loop.schedule(
        () -> {
          if (state != State.CLOSED) {
            try {
              authenticate();
            } catch (RuntimeException e) {
              shut(e);
            }
          }
        },
        (long) (backoff * jitter),
        TimeUnit.MILLISECONDS);
  }

  private void ready() {
    state = State.READY;
    LOG.debug("Connected to {}.", node);
    Call call;
    while ((call = waiting.poll()) != null) {
      write(call);
    }
    channel.flush();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    ByteBuf frame = (ByteBuf) msg;
    int size = Integer.BYTES + frame.readableBytes();
    // a frame of the heap is left to the garbage collector, answers may refer to it
    boolean taken = !options.keepNetworkBuffers;
    try {
      byte type = frame.readByte();
      if (type == Frames.SERVER_FAILURE) {
        shut(error(frame));
        return;
      }
      if (type != Frames.SUCCESS && type != Frames.ERROR || frame.readableBytes() < 4) {
        throw new CorruptMessageException("Server " + node + " sent an unknown kind of answer.");
      }
      Call call = inFlight.remove(frame.readInt());
      if (call != null) {
        long latencyNanos = System.nanoTime() - call.sentNanos;
        metrics.received(size, TimeUnit.NANOSECONDS.toMillis(latencyNanos));
      }
      if (call == null) {
        LOG.debug("Dropping a late answer of {}.", node);
      } else if (type == Frames.ERROR) {
        fail(call, error(frame));
      } else {
        taken |= succeed(call, frame);
      }
    } catch (RuntimeException e) {
      shut(e);
    } finally {
      if (!taken) {
        frame.release();
      }
    }
  }

  /** Whether the message took over the frame. */
  private boolean succeed(Call call, ByteBuf frame) {
    ApiMessage answer = call.api.newResponse();
    boolean keep = options.keepNetworkBuffers && answer.holdsRecords();
    ByteBuf source = frame;
    if (options.keepNetworkBuffers && answer.holdsBytes() && !keep) {
      source = Unpooled.buffer(Math.max(1, frame.readableBytes()));
      source.writeBytes(frame);
    }
    try {
      answer.parseFrom(source, source.readableBytes());
    } catch (RuntimeException e) {
      fail(call, e);
      throw e;
    }
    if (keep) {
      answer.attachBuffer(frame);
    }
    openCalls.decrementAndGet();
    if (!call.answer.complete(answer) && keep) {
      answer.releaseBuffer();
    }
    return keep;
  }

  private static ApiException error(ByteBuf frame) {
    ErrorResponse answer = new ErrorResponse();
    answer.parseFrom(frame, frame.readableBytes());
    ApiException exception = ApiError.fromErrorMessage(answer).exception();
    return exception == null
        ? Errors.UNKNOWN_SERVER_ERROR.exception("The server sent an error without a number.")
        : exception;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof IdleStateEvent) {
      shut(new NetworkException("The connection to server " + node + " was idle."));
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    shut(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    shut(new NetworkException("Server " + node + " closed the connection."));
    ctx.fireChannelInactive();
  }

  /** Fails calls whose deadline has passed, as long as there are calls. */
  private void sweepLater() {
    if (sweeping || state == State.CLOSED || openCalls.get() == 0) {
      return;
    }
    sweeping = true;
    long everyMs = Math.max(1, Math.min(MAX_SWEEP_MS, options.requestTimeoutMs / 4));
    loop.schedule(this::sweep, everyMs, TimeUnit.MILLISECONDS);
  }

  private void sweep() {
    sweeping = false;
    long now = System.nanoTime();
    List<Call> late = new ArrayList<>();
    collectLate(waiting.iterator(), now, late);
    collectLate(inFlight.values().iterator(), now, late);
    boolean stuck = false;
    for (Call call : late) {
      stuck |= call.write != null && !call.write.isDone();
    }
    if (stuck) {
      // the bytes of the request may still be read by the channel: only closing it ends that
      shut(new NetworkException("Server " + node + " does not read its requests."));
    }
    for (Call call : late) {
      lose(
          call,
          new TimeoutException("Server " + node + " did not answer " + call.api + " in time."));
    }
    sweepLater();
  }

  private static void collectLate(Iterator<Call> calls, long now, List<Call> late) {
    while (calls.hasNext()) {
      Call call = calls.next();
      if (call.deadlineNanos - now < 0) {
        late.add(call);
        calls.remove();
      }
    }
  }

  private void shut(Throwable cause) {
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    closeCause = cause;
    onClosed.accept(this);
    if (channel != null) {
      // drops what is queued for writing, so that nothing refers to requests when they fail
      channel.close();
    }
    failAll(lost());
    authenticator.close();
    closed.complete(null);
    LOG.debug("Connection to {} closed.", node, cause);
  }

  private void failAll(Throwable cause) {
    List<Call> open = new ArrayList<>(inFlight.values());
    inFlight.clear();
    open.addAll(waiting);
    waiting.clear();
    open.forEach(call -> lose(call, cause));
    Call call;
    while ((call = arrived.poll()) != null) {
      fail(call, cause);
    }
  }

  /** What calls fail with that the closed connection can no longer serve. */
  private Throwable lost() {
    return closeCause instanceof ApiException
        ? closeCause
        : new NetworkException("The connection to server " + node + " failed.", closeCause);
  }

  /** Ends a sent call that gets no answer any more. */
  private void lose(Call call, Throwable cause) {
    if (call.write != null) {
      metrics.lost();
    }
    fail(call, cause);
  }

  private void fail(Call call, Throwable cause) {
    openCalls.decrementAndGet();
    if (call.write == null) {
      call.request.discard();
    }
    call.answer.completeExceptionally(cause);
  }
}

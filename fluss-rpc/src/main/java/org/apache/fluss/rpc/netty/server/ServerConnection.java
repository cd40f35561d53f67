// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.AuthorizationException;
import org.apache.fluss.exception.UnsupportedVersionException;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.AuthenticateRequest;
import org.apache.fluss.rpc.messages.AuthenticateResponse;
import org.apache.fluss.rpc.netty.FrameDecoder;
import org.apache.fluss.rpc.netty.Frames;
import org.apache.fluss.rpc.protocol.ApiError;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.apache.fluss.security.auth.ServerAuthenticator;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.channel.Channel;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelFutureListener;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelHandlerContext;
import org.apache.fluss.shaded.netty4.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.fluss.shaded.netty4.io.netty.handler.codec.DecoderException;
import org.apache.fluss.shaded.netty4.io.netty.handler.timeout.IdleStateEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One accepted connection. The network thread only cuts frames and queues them; workers start the
 * requests of a connection one after the other in the order they arrived, so a slow call delays its
 * own connection and no other. Answers are written in the order the calls complete, all that are
 * ready with one flush.
 *
 * <p>Reading pauses while the server is over its {@link RequestBudget}, while this connection has
 * {@link #MAX_UNANSWERED} requests open, or while the peer does not read its answers; a paused
 * connection resumes at the latest when its own requests are answered.
 */
final class ServerConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

  /** Open requests of one connection beyond which it is not read. */
  static final int MAX_UNANSWERED = 4096;

  /** Requests of one connection a worker starts before it looks after another connection. */
  private static final int REQUESTS_PER_TURN = 16;

  private static final String NOT_AUTHENTICATED =
      "This listener needs authentication, which did not take place on this connection. Set"
          + " 'client.security.protocol' and its credentials in the configuration of the client.";

  private final ApiDispatcher dispatcher;
  private final RequestBudget budget;
  private final Executor workers;
  private final FrameDecoder decoder;
  private final long maxFrameSize;
  private final String listenerName;
  private final boolean internal;
  private final ServerAuthenticator authenticator;

  private Channel channel;
  private String clientIp;

  /** Guards {@link #waiting} and {@link #working}. */
  private final Object lock = new Object();

  private final Queue<Request> waiting = new ArrayDeque<>();
  private boolean working;

  /** Only touched by the worker whose turn it is. */
  private boolean authenticatorStarted;

  private FlussPrincipal principal;

  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean flushing = new AtomicBoolean();

  /** Only touched by the network thread. */
  private int unanswered;

  private boolean overBudget;
  private final Runnable resume = () -> onNetworkThread(this::budgetRelaxed);
  private boolean failed;

  private static final class Request {
    final ByteBuf frame;
    final int size;
    final short api;
    final short version;
    final int id;

    Request(ByteBuf frame) {
      this.frame = frame;
      this.size = frame.readableBytes();
      this.api = frame.readShort();
      this.version = frame.readShort();
      this.id = frame.readInt();
    }
  }

  private static final class Answer {
    final int requestId;
    final ApiMessage message;
    final ApiError error;

    Answer(int requestId, ApiMessage message, ApiError error) {
      this.requestId = requestId;
      this.message = message;
      this.error = error;
    }
  }

  ServerConnection(
      ApiDispatcher dispatcher,
      RequestBudget budget,
      Executor workers,
      FrameDecoder decoder,
      long maxFrameSize,
      String listenerName,
      boolean internal,
      ServerAuthenticator authenticator) {
    this.dispatcher = dispatcher;
    this.budget = budget;
    this.workers = workers;
    this.decoder = decoder;
    this.maxFrameSize = maxFrameSize;
    this.listenerName = listenerName;
    this.internal = internal;
    this.authenticator = authenticator;
  }

  // ---- network thread

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    channel = ctx.channel();
    // null when the peer is gone already
    InetSocketAddress remote = (InetSocketAddress) channel.remoteAddress();
    clientIp = remote == null ? "unknown" : remote.getAddress().getHostAddress();
    if (authenticator.isCompleted()) {
      authenticated();
    }
    ctx.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    Request request = new Request((ByteBuf) msg);
    if (failed) {
      request.frame.release();
      return;
    }
    unanswered++;
    budget.queued(request.size);
    boolean start;
    synchronized (lock) {
      waiting.add(request);
      start = !working;
      working = true;
    }
    if (start) {
      submit();
    }
    updateReading();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    updateReading();
    ctx.fireChannelWritabilityChanged();
  }

  private void updateReading() {
    if (unanswered == 0) {
      overBudget = false;
    } else if (!overBudget && budget.exceeded()) {
      overBudget = true;
      budget.whenRelaxed(resume);
    }
    boolean read = !overBudget && unanswered < MAX_UNANSWERED && channel.isWritable();
    if (channel.config().isAutoRead() != read) {
      channel.config().setAutoRead(read);
    }
  }

  private void budgetRelaxed() {
    overBudget = false;
    updateReading();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof IdleStateEvent) {
      LOG.debug("Closing the idle connection of {}.", clientIp);
      ctx.close();
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (failed) {
      return;
    }
    failed = true;
    if (!(cause instanceof DecoderException)) {
      // a frame may be half written: nothing sensible can follow it
      LOG.debug("Connection of {} failed.", clientIp, cause);
      ctx.close();
      return;
    }
    LOG.warn("Closing the connection of {} on listener {}.", clientIp, listenerName, cause);
    ctx.writeAndFlush(Frames.serverFailure(ctx.alloc(), ApiError.fromThrowable(cause)))
        .addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    failed = true;
    boolean start;
    synchronized (lock) {
      Request request;
      while ((request = waiting.poll()) != null) {
        budget.started();
        budget.released(request.size);
        request.frame.release();
      }
      start = !working;
      working = true;
    }
    if (start) {
      closeAuthenticator();
    }
    ctx.fireChannelInactive();
  }

  // ---- worker

  private void submit() {
    try {
      workers.execute(this::turn);
    } catch (RejectedExecutionException e) {
      LOG.debug("Dropping requests of {}: the server is stopping.", clientIp);
      closeAuthenticator();
      channel.close();
    }
  }

  private void turn() {
    for (int i = 0; i < REQUESTS_PER_TURN; i++) {
      Request request;
      synchronized (lock) {
        request = waiting.poll();
        if (request == null && channel.isActive()) {
          working = false;
          return;
        }
      }
      if (request == null) {
        closeAuthenticator();
        return;
      }
      budget.started();
      start(request);
    }
    submit();
  }

  /** Runs after the last request, when nothing else can touch the authenticator any more. */
  private void closeAuthenticator() {
    try {
      authenticator.close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Closing the authenticator of {} failed.", clientIp, e);
    }
  }

  private void start(Request request) {
    ApiKeys api;
    ApiMessage message;
    try {
      api = admit(request);
      message = api.newRequest();
      message.parseFrom(request.frame, request.frame.readableBytes());
    } catch (Exception | Error e) {
      request.frame.release();
      budget.released(request.size);
      answer(new Answer(request.id, null, ApiError.fromThrowable(e)));
      return;
    }
    boolean holdsBytes = message.holdsBytes();
    if (holdsBytes) {
      message.attachBuffer(request.frame);
    } else {
      request.frame.release();
      budget.released(request.size);
    }
    call(api, request, message)
        .whenComplete(
            (result, failure) -> {
              if (holdsBytes) {
                message.releaseBuffer();
                budget.released(request.size);
              }
              answer(toAnswer(request, api, result, failure));
            });
  }

  /** The API of the request, when this connection may call it. */
  private ApiKeys admit(Request request) {
    ApiKeys api = ApiKeys.forId(request.api);
    if (api == null || !dispatcher.serves(api)) {
      throw new UnsupportedVersionException(
          "This server does not serve the call " + (api == null ? "number " + request.api : api));
    }
    if (api == ApiKeys.API_VERSIONS) {
      return api;
    }
    if (principal == null && api != ApiKeys.AUTHENTICATE) {
      throw new AuthenticationException(NOT_AUTHENTICATED);
    }
    if (api.visibility() == ApiKeys.Visibility.PRIVATE && !internal) {
      throw new AuthorizationException(
          "The call "
              + api
              + " is for servers only, listener "
              + listenerName
              + " is for clients.");
    }
    if (request.version < api.minVersion() || request.version > api.maxVersion()) {
      throw new UnsupportedVersionException(
          String.format(
              "This server serves %s in versions %d to %d, not %d.",
              api, api.minVersion(), api.maxVersion(), request.version));
    }
    return api;
  }

  private CompletableFuture<? extends ApiMessage> call(
      ApiKeys api, Request request, ApiMessage message) {
    try {
      if (api == ApiKeys.API_VERSIONS) {
        return CompletableFuture.completedFuture(dispatcher.versions());
      }
      if (api == ApiKeys.AUTHENTICATE) {
        return CompletableFuture.completedFuture(authenticate((AuthenticateRequest) message));
      }
      Session session = new Session(request.version, listenerName, internal, clientIp, principal);
      return session.call(() -> dispatcher.call(api, message));
    } catch (Exception | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private AuthenticateResponse authenticate(AuthenticateRequest request) {
    authenticator.matchProtocol(request.getProtocol());
    AuthenticateResponse answer = new AuthenticateResponse();
    if (principal != null) {
      return answer;
    }
    try {
      if (!authenticatorStarted) {
        authenticator.initialize(new Context(request.getProtocol()));
        authenticatorStarted = true;
      }
      if (!authenticator.isCompleted()) {
        byte[] challenge = authenticator.evaluateResponse(request.getToken());
        if (challenge != null) {
          answer.setChallenge(challenge);
        }
      }
    } catch (RuntimeException e) {
      // the next attempt on this connection starts from the beginning
      authenticatorStarted = false;
      throw e;
    }
    if (authenticator.isCompleted()) {
      authenticated();
    }
    return answer;
  }

  private void authenticated() {
    principal = authenticator.createPrincipal();
    decoder.maxFrameSize(maxFrameSize);
  }

  private final class Context implements ServerAuthenticator.AuthenticateContext {
    private final String protocol;

    Context(String protocol) {
      this.protocol = protocol;
    }

    @Override
    public String ipAddress() {
      return clientIp;
    }

    @Override
    public String listenerName() {
      return listenerName;
    }

    @Override
    public String protocol() {
      return protocol;
    }
  }

  // ---- any thread

  private static Answer toAnswer(
      Request request, ApiKeys api, ApiMessage result, Throwable failure) {
    if (failure != null) {
      ApiError error = ApiError.fromThrowable(failure);
      if (error.error() == Errors.UNKNOWN_SERVER_ERROR) {
        LOG.error("{} failed.", api, failure);
      }
      return new Answer(request.id, null, error);
    }
    if (result == null) {
      LOG.error("{} was answered with null.", api);
      return new Answer(request.id, null, new ApiError(Errors.UNKNOWN_SERVER_ERROR, null));
    }
    return new Answer(request.id, result, null);
  }

  private void answer(Answer answer) {
    answers.add(answer);
    if (flushing.compareAndSet(false, true) && !onNetworkThread(this::flush)) {
      discardAnswers();
    }
  }

  /** Whether the thread will run the task: it does not when the server has stopped. */
  private boolean onNetworkThread(Runnable task) {
    try {
      channel.eventLoop().execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("The server stopped before the connection of {} was done.", clientIp);
      return false;
    }
  }

  private void discardAnswers() {
    Answer answer;
    while ((answer = answers.poll()) != null) {
      if (answer.message != null) {
        answer.message.discard();
      }
    }
  }

  // ---- network thread again

  private void flush() {
    flushing.set(false);
    Answer answer;
    while ((answer = answers.poll()) != null) {
      unanswered--;
      if (!channel.isActive()) {
        if (answer.message != null) {
          answer.message.discard();
        }
        continue;
      }
      Frames.write(channel, encode(answer));
      if (!channel.isWritable()) {
        channel.flush();
      }
    }
    channel.flush();
    updateReading();
  }

  private List<Object> encode(Answer answer) {
    if (answer.message == null) {
      return Frames.error(channel.alloc(), answer.requestId, answer.error);
    }
    try {
      return Frames.success(channel.alloc(), answer.requestId, answer.message);
    } catch (RuntimeException e) {
      LOG.error("Encoding an answer failed: {}", answer.message, e);
      answer.message.discard();
      return Frames.error(channel.alloc(), answer.requestId, ApiError.fromThrowable(e));
    }
  }
}

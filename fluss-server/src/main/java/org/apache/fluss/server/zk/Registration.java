// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's ephemeral node: created at the start, and created again when a new session replaced a
 * lost one. The node of an earlier process is waited for; when that process is dead for certain,
 * because its ports refuse connections or are this server's own, its node is removed at once, so
 * that a killed server is back without waiting for its session to end. Thread-safe.
 */
public final class Registration implements AutoCloseable {
  /** How long an earlier node is waited for. */
  public static final long WAIT_MS = 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(Registration.class);
  private static final long LOOK_AGAIN_MS = 3_000;
  private static final long PROBE_AGAIN_MS = 300;
  private static final int PROBE_TIMEOUT_MS = 1_000;

  /** Refused connections in a row that tell a dead process from one that is busy. */
  private static final int REFUSALS = 3;

  private final MetadataStore store;
  private final String path;
  private final Supplier<byte[]> content;
  private final Function<byte[], List<Endpoint>> endpoints;
  private final Clock clock;
  private MetadataStore.Watch sessionWatch;
  private boolean closed;

  /**
   * @param content the node's content at the time of registering
   * @param endpoints where the process that wrote a content listens
   */
  public Registration(
      MetadataStore store,
      String path,
      Supplier<byte[]> content,
      Function<byte[], List<Endpoint>> endpoints,
      Clock clock) {
    this.store = store;
    this.path = path;
    this.content = content;
    this.endpoints = endpoints;
    this.clock = clock;
  }

  /**
   * Registers, and keeps registered. The ports must be bound.
   *
   * @param executor runs the registration after a lost session
   * @param onLost told when the server could not be registered again, and must stop
   * @throws MetadataStoreException when the node of another process does not vanish in time
   */
  public void register(Executor executor, Consumer<Throwable> onLost) {
    create();
    sessionWatch =
        store.watchSession(
            () ->
                executor.execute(
                    () -> {
                      try {
                        LOG.warn("A new session has begun; registering {} again", path);
                        create();
                      } catch (RuntimeException e) {
                        onLost.accept(e);
                      }
                    }));
  }

  private void create() {
    String parent = path.substring(0, path.lastIndexOf('/'));
    long deadlineMs = clock.milliseconds() + WAIT_MS;
    Semaphore changed = new Semaphore(0);
    store.ensure(parent);
    try (MetadataStore.Watch watch = store.watchChildren(parent, changed::release)) {
      int refusals = 0;
      while (!tryCreate(deadlineMs)) {
        refusals = isDead() ? refusals + 1 : 0;
        if (refusals >= REFUSALS) {
          removeLeftover();
          continue;
        }
        LOG.info("Waiting for the registration of another process at {} to end", path);
        // The watch ends the wait early; the time limit makes up for a watch that was missed.
        changed.tryAcquire(refusals > 0 ? PROBE_AGAIN_MS : LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MetadataStoreException(
          MetadataStoreException.Reason.OTHER, "Interrupted while registering " + path, e);
    }
  }

  private synchronized boolean tryCreate(long deadlineMs) {
    if (closed) {
      return true;
    }
    try {
      store.transact(List.of(NodeOp.createEphemeral(path, content.get())));
      return true;
    } catch (MetadataStoreException e) {
      Optional<StoredNode> node = store.get(path);
      if (node.isPresent() && node.get().ephemeralOwner() == store.sessionId()) {
        // Created by an attempt whose answer was lost.
        return true;
      }
      boolean taken = e.reason() == MetadataStoreException.Reason.NODE_EXISTS;
      if (!taken || clock.milliseconds() >= deadlineMs) {
        throw taken
            ? new MetadataStoreException(
                MetadataStoreException.Reason.NODE_EXISTS,
                "Another process is registered at "
                    + path
                    + " and did not end within "
                    + WAIT_MS / 1000
                    + " s. Stop it, or give this server another id or root.",
                e)
            : e;
      }
      return false;
    }
  }

  /** Whether nobody can be listening where the registered process did. */
  private boolean isDead() {
    Optional<StoredNode> node = store.get(path);
    if (!node.isPresent()) {
      return false;
    }
    List<Endpoint> own = endpoints.apply(content.get());
    for (Endpoint endpoint : endpoints.apply(node.get().data())) {
      if (!isOwn(endpoint, own) && !refuses(endpoint)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOwn(Endpoint endpoint, List<Endpoint> own) {
    return own.stream()
        .anyMatch(
            mine ->
                mine.getHost().equals(endpoint.getHost()) && mine.getPort() == endpoint.getPort());
  }

  /** Only a refusal counts: a host that cannot be reached may be cut off, not dead. */
  private static boolean refuses(Endpoint endpoint) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(endpoint.getHost(), endpoint.getPort()), PROBE_TIMEOUT_MS);
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      LOG.debug("{} does not tell whether it is alive", endpoint, e);
      return false;
    }
  }

  private void removeLeftover() {
    LOG.info("Nobody listens any more where {} says; removing what a dead process left", path);
    try {
      Optional<StoredNode> node = store.get(path);
      if (node.isPresent()) {
        store.transact(List.of(NodeOp.delete(path, node.get().version())));
      }
    } catch (MetadataStoreException e) {
      LOG.info("It vanished by itself: {}", e.getMessage());
    }
  }

  /** Registers no more. The node ends with the session, which closing the store ends. */
  @Override
  public synchronized void close() {
    closed = true;
    if (sessionWatch != null) {
      sessionWatch.close();
    }
  }
}

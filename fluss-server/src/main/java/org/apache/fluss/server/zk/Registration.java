// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.fluss.utils.clock.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's ephemeral node: created at the start, waiting for the node of an earlier process to
 * vanish, and created again when a new session replaced a lost one. Thread-safe.
 */
public final class Registration implements AutoCloseable {
  /** How long an earlier node is waited for. */
  public static final long WAIT_MS = 60_000;

  private static final long LOOK_AGAIN_MS = 3_000;
  private static final Logger LOG = LoggerFactory.getLogger(Registration.class);

  private final MetadataStore store;
  private final String path;
  private final Supplier<byte[]> content;
  private final Clock clock;
  private MetadataStore.Watch sessionWatch;
  private boolean closed;

  /**
   * @param content the node's content at the time of registering
   */
  public Registration(MetadataStore store, String path, Supplier<byte[]> content, Clock clock) {
    this.store = store;
    this.path = path;
    this.content = content;
    this.clock = clock;
  }

  /**
   * Registers, and keeps registered.
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
      while (!tryCreate(deadlineMs)) {
        // The watch ends the wait early; the time limit makes up for a watch that was missed.
        if (!changed.tryAcquire(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS)) {
          LOG.info("Waiting for the registration of another process at {} to end", path);
        }
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

  /** Registers no more. The node ends with the session, which closing the store ends. */
  @Override
  public synchronized void close() {
    closed = true;
    if (sessionWatch != null) {
      sessionWatch.close();
    }
  }
}

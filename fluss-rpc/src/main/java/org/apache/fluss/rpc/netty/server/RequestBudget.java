// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the requests of all connections of a server may occupy: how many wait for a worker, and how
 * many bytes of network buffers they hold. Over budget, the connections that still send are no
 * longer read. Thread-safe.
 */
final class RequestBudget {
  private final int maxQueued;
  private final long maxBytes;
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final Set<Runnable> paused = ConcurrentHashMap.newKeySet();

  RequestBudget(int maxQueued, long maxBytes) {
    this.maxQueued = maxQueued;
    this.maxBytes = maxBytes;
  }

  void queued(int size) {
    queued.incrementAndGet();
    bytes.addAndGet(size);
  }

  void started() {
    queued.decrementAndGet();
    wakePaused();
  }

  void released(int size) {
    bytes.addAndGet(-size);
    wakePaused();
  }

  /**
   * Runs a task, which counts once however often it is added, when the budget is relaxed again:
   * now, or in the thread that relaxes it.
   */
  void whenRelaxed(Runnable task) {
    paused.add(task);
    wakePaused();
  }

  private void wakePaused() {
    if (!paused.isEmpty() && relaxed()) {
      for (Runnable task : paused) {
        if (paused.remove(task)) {
          task.run();
        }
      }
    }
  }

  /** Reading should pause. */
  boolean exceeded() {
    return queued.get() >= maxQueued || bytes.get() >= maxBytes;
  }

  /** Reading may resume; half the budget lies between pausing and resuming. */
  boolean relaxed() {
    return queued.get() <= maxQueued / 2 && bytes.get() <= maxBytes / 2;
  }

  int queuedRequests() {
    return queued.get();
  }

  long heldBytes() {
    return bytes.get();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps a store open as long as anybody uses it. Counts one use from the start, that of its owner.
 * Thread-safe.
 */
public final class KvEngineLease {
  private final KvEngine engine;
  private final Runnable whenClosed;
  private final AtomicInteger uses = new AtomicInteger(1);

  /**
   * @param whenClosed run once, by whoever releases last
   */
  KvEngineLease(KvEngine engine, Runnable whenClosed) {
    this.engine = engine;
    this.whenClosed = whenClosed;
  }

  /** Counts one use more; false if the store is closed already. */
  boolean tryAcquire() {
    for (; ; ) {
      int now = uses.get();
      if (now == 0) {
        return false;
      }
      if (uses.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  /** Ends a use; the last one closes the store. */
  void release() {
    if (uses.decrementAndGet() == 0) {
      try {
        engine.close();
      } finally {
        whenClosed.run();
      }
    }
  }

  KvEngine engine() {
    return engine;
  }
}

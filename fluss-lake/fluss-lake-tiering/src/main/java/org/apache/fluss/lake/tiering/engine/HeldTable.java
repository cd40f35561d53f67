// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.function.LongSupplier;

/**
 * A lease in our hands: until the coordinator says it is gone, or did not hear of us for so long
 * that it may give the table to others. Thread-safe.
 */
final class HeldTable {
  final Lease lease;
  // by the thread that takes turns only
  boolean running;

  private final long leaseMs;
  private final LongSupplier nowMs;
  private volatile long renewedMs;
  private volatile String lostBecause;

  /**
   * @param leaseMs how long it is ours after {@code renewedMs}
   * @param renewedMs when the heartbeat was sent that brought the lease, by {@code nowMs}
   */
  HeldTable(Lease lease, long leaseMs, LongSupplier nowMs, long renewedMs) {
    this.lease = lease;
    this.leaseMs = leaseMs;
    this.nowMs = nowMs;
    this.renewedMs = renewedMs;
  }

  void renew(long sentMs) {
    renewedMs = sentMs;
  }

  void lose(String because) {
    if (lostBecause == null) {
      lostBecause = because;
    }
  }

  boolean isLost() {
    if (lostBecause == null && nowMs.getAsLong() - renewedMs > leaseMs) {
      lose("no heartbeat came through for " + leaseMs / 1000 + " s");
    }
    return lostBecause != null;
  }

  /** Throws {@link LeaseLostException} if another runner may have the table by now. */
  void ensureHeld() {
    if (isLost()) {
      throw new LeaseLostException("The lease of " + lease + " is gone: " + lostBecause);
    }
  }
}

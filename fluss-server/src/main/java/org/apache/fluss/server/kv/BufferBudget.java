// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the pre-write buffers of a server may take together. Thread-safe. */
public final class BufferBudget {
  private final long limitBytes;
  private final AtomicLong usedBytes = new AtomicLong();

  /**
   * @param limitBytes passed by at most one batch per lane
   */
  public BufferBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  boolean isExhausted() {
    return usedBytes.get() >= limitBytes;
  }

  void use(long bytes) {
    usedBytes.addAndGet(bytes);
  }

  long limitBytes() {
    return limitBytes;
  }

  /** Memory in use. */
  public long usedBytes() {
    return usedBytes.get();
  }
}

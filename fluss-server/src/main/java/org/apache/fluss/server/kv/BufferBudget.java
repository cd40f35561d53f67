// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the pre-write buffers of a server may take together. Thread-safe. */
public final class BufferBudget {
  /** One buffer takes no more than one part in this many. */
  private static final int BUFFER_FRACTION = 4;

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

  /** Whether one of the buffers may not grow: it must leave room for those of other buckets. */
  boolean isExhaustedFor(PreWriteBuffer buffer) {
    return isExhausted() || buffer.sizeInBytes() >= limitBytes / BUFFER_FRACTION;
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

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

/**
 * The size new batches of a table or partition should have: follows the size of recent ones, so
 * that many slow partitions do not each hold a large part of the buffer. Thread-safe.
 */
final class BatchSize {
  private static final double GROW_ABOVE = 0.8;
  private static final double SHRINK_BELOW = 0.5;
  private static final double GROWTH = 1.1;
  private static final double SHRINKAGE = 0.95;

  private final boolean dynamic;
  private final int min;
  private final int max;
  private volatile int bytes;

  BatchSize(boolean dynamic, int min, int max) {
    this.dynamic = dynamic;
    this.min = Math.min(min, max);
    this.max = max;
    this.bytes = max;
  }

  int bytes() {
    return bytes;
  }

  /** Learns the size of a batch that was sent. */
  synchronized void observe(int size) {
    if (!dynamic) {
      return;
    }
    if (size > GROW_ABOVE * bytes) {
      bytes = Math.min((int) (GROWTH * bytes), max);
    } else if (size < SHRINK_BELOW * bytes) {
      bytes = Math.max((int) (SHRINKAGE * bytes), min);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.util.Arrays;

/** The keys seen in one batch: open addressing, reused from batch to batch. Not thread-safe. */
final class BatchKeys {

  private long[] keys = new long[0];
  private int[] seenIn = new int[0];
  private int batch;

  /** Forgets all; so many may come. */
  void start(int count) {
    int capacity = Integer.highestOneBit(Math.max(16, count) * 2 - 1) * 2;
    if (seenIn.length < capacity) {
      keys = new long[capacity * 2];
      seenIn = new int[capacity];
      batch = 0;
    }
    if (++batch < 0) {
      Arrays.fill(seenIn, 0);
      batch = 1;
    }
  }

  /** Returns false if the key was there. */
  boolean add(long high, long low) {
    int mask = seenIn.length - 1;
    int slot = (int) (high >>> 32) & mask;
    while (seenIn[slot] == batch) {
      if (keys[slot * 2] == high && keys[slot * 2 + 1] == low) {
        return false;
      }
      slot = slot + 1 & mask;
    }
    seenIn[slot] = batch;
    keys[slot * 2] = high;
    keys[slot * 2 + 1] = low;
    return true;
  }
}

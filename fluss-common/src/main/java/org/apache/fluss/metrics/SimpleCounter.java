// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import java.util.concurrent.atomic.LongAdder;

/** Counts cheaply from many threads. Thread-safe. */
public final class SimpleCounter implements Counter {
  private final LongAdder count = new LongAdder();

  /** Starts at 0. */
  public SimpleCounter() {}

  @Override
  public void inc() {
    count.increment();
  }

  @Override
  public void inc(long n) {
    count.add(n);
  }

  @Override
  public void dec() {
    count.decrement();
  }

  @Override
  public void dec(long n) {
    count.add(-n);
  }

  @Override
  public long getCount() {
    return count.sum();
  }
}

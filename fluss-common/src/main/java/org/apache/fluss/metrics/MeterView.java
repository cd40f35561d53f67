// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

/** The rate of a counter over the last minute. Thread-safe; updated by one thread. */
public final class MeterView implements Meter, MetricView {
  private static final int SPAN_SECONDS = 60;

  private final Counter counter;
  private final long[] counts = new long[SPAN_SECONDS / UPDATE_INTERVAL_SECONDS + 1];
  private int newest;
  private volatile double rate;

  /** Counts by itself. */
  public MeterView() {
    this(new SimpleCounter());
  }

  /** The rate of {@code counter}. */
  public MeterView(Counter counter) {
    this.counter = counter;
  }

  @Override
  public void markEvent() {
    counter.inc();
  }

  @Override
  public void markEvent(long n) {
    counter.inc(n);
  }

  @Override
  public long getCount() {
    return counter.getCount();
  }

  @Override
  public double getRate() {
    return rate;
  }

  @Override
  public synchronized void update() {
    newest = (newest + 1) % counts.length;
    counts[newest] = counter.getCount();
    long oldestCount = counts[(newest + 1) % counts.length];
    rate = (double) (counts[newest] - oldestCount) / SPAN_SECONDS;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** The distribution of the last values, as many as the window holds. Thread-safe. */
public final class WindowHistogram implements Histogram {
  /** Values looked at unless told otherwise. */
  public static final int DEFAULT_WINDOW = 1024;

  private final AtomicLongArray window;
  private final AtomicLong count = new AtomicLong();

  /** Looks at the last {@value #DEFAULT_WINDOW} values. */
  public WindowHistogram() {
    this(DEFAULT_WINDOW);
  }

  /** Looks at the last {@code windowSize} values. */
  public WindowHistogram(int windowSize) {
    window = new AtomicLongArray(windowSize);
  }

  @Override
  public void update(long value) {
    window.set((int) (count.getAndIncrement() % window.length()), value);
  }

  @Override
  public long getCount() {
    return count.get();
  }

  @Override
  public HistogramStatistics getStatistics() {
    long[] values = new long[(int) Math.min(count.get(), window.length())];
    Arrays.setAll(values, window::get);
    Arrays.sort(values);
    return new Sorted(values);
  }

  private static final class Sorted extends HistogramStatistics {
    private final long[] values;

    private Sorted(long[] values) {
      this.values = values;
    }

    @Override
    public double getQuantile(double quantile) {
      if (values.length == 0) {
        return 0;
      }
      double position = Math.max(0, Math.min(1, quantile)) * (values.length - 1);
      int below = (int) position;
      int above = Math.min(below + 1, values.length - 1);
      return values[below] + (position - below) * (values[above] - values[below]);
    }

    @Override
    public long[] getValues() {
      return values.clone();
    }

    @Override
    public int size() {
      return values.length;
    }

    @Override
    public double getMean() {
      return Arrays.stream(values).average().orElse(0);
    }

    @Override
    public double getStdDev() {
      double mean = getMean();
      return Math.sqrt(
          Arrays.stream(values).mapToDouble(v -> (v - mean) * (v - mean)).average().orElse(0));
    }

    @Override
    public long getMax() {
      return values.length == 0 ? 0 : values[values.length - 1];
    }

    @Override
    public long getMin() {
      return values.length == 0 ? 0 : values[0];
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/** A distribution of values at one moment. Immutable. */
@PublicEvolving
public abstract class HistogramStatistics {

  /** For implementations. */
  public HistogramStatistics() {}

  /** The value that the part {@code quantile} (0 to 1) of all values does not exceed. */
  public abstract double getQuantile(double quantile);

  /** The values looked at. */
  public abstract long[] getValues();

  /** How many values are looked at. */
  public abstract int size();

  /** Their mean; 0 if there are none. */
  public abstract double getMean();

  /** Their standard deviation; 0 if there are none. */
  public abstract double getStdDev();

  /** The greatest; 0 if there are none. */
  public abstract long getMax();

  /** The least; 0 if there are none. */
  public abstract long getMin();
}

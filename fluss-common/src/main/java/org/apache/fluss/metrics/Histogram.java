// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/** Measures how values are distributed. */
@PublicEvolving
public interface Histogram extends Metric {

  /** Adds a value. */
  void update(long value);

  /** Values so far. */
  long getCount();

  /** The distribution as it is now. */
  HistogramStatistics getStatistics();

  @Override
  default MetricType getMetricType() {
    return MetricType.HISTOGRAM;
  }
}

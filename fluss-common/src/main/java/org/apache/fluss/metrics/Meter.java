// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/** Measures how often something happens. */
@PublicEvolving
public interface Meter extends Metric {

  /** It happened. */
  void markEvent();

  /** It happened {@code n} times. */
  void markEvent(long n);

  /** Events per second. */
  double getRate();

  /** Events so far. */
  long getCount();

  @Override
  default MetricType getMetricType() {
    return MetricType.METER;
  }
}

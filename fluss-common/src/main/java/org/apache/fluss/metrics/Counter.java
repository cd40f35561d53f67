// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/** Counts. */
@PublicEvolving
public interface Counter extends Metric {

  /** One more. */
  void inc();

  /** {@code n} more. */
  void inc(long n);

  /** One less. */
  void dec();

  /** {@code n} less. */
  void dec(long n);

  /** The count. */
  long getCount();

  @Override
  default MetricType getMetricType() {
    return MetricType.COUNTER;
  }
}

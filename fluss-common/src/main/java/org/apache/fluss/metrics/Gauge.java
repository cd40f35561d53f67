// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/** Looks something up when asked. */
@PublicEvolving
@FunctionalInterface
public interface Gauge<T> extends Metric {

  /** The value now. Called by threads of reporters; must be quick. */
  T getValue();

  @Override
  default MetricType getMetricType() {
    return MetricType.GAUGE;
  }
}

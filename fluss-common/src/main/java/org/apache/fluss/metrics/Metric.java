// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/** Something measured. */
@PublicEvolving
public interface Metric {

  /** Its kind. */
  MetricType getMetricType();
}

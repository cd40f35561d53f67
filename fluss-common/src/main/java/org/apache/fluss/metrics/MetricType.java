// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/** The kinds of metrics. */
@PublicEvolving
public enum MetricType {
  COUNTER,
  METER,
  GAUGE,
  HISTOGRAM
}

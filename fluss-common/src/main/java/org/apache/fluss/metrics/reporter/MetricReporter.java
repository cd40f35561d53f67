// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.reporter;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metrics.Metric;
import org.apache.fluss.metrics.groups.MetricGroup;

/** Shows metrics somewhere. Called by one thread at a time. */
@PublicEvolving
public interface MetricReporter {

  /** Starts, with the configuration of the whole process. */
  void open(Configuration configuration);

  /** Stops. */
  void close();

  /** Shows a metric from now on. */
  void notifyOfAddedMetric(Metric metric, String metricName, MetricGroup group);

  /** No longer shows a metric. */
  void notifyOfRemovedMetric(Metric metric, String metricName, MetricGroup group);
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.registry;

import org.apache.fluss.config.Configuration;
import org.apache.fluss.metrics.Metric;
import org.apache.fluss.metrics.groups.AbstractMetricGroup;
import org.apache.fluss.plugin.PluginManager;
import org.apache.fluss.utils.AutoCloseableAsync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All metrics of a process, and who reports them. Thread-safe. */
public interface MetricRegistry extends AutoCloseableAsync {
  /** For registries. */
  Logger LOG = LoggerFactory.getLogger(MetricRegistry.class);

  /**
   * A registry with the reporters that {@code metrics.reporters} names; unknown ones, and those
   * that do not start, are logged and left out.
   *
   * @param pluginManager where to look for reporters besides the class path; may be null
   */
  static MetricRegistry create(Configuration configuration, PluginManager pluginManager) {
    return ReportingMetricRegistry.open(configuration, pluginManager);
  }

  /** How many reporters there are. */
  int getNumberReporters();

  /** Reports a metric from now on. */
  void register(Metric metric, String metricName, AbstractMetricGroup group);

  /** No longer reports a metric. */
  void unregister(Metric metric, String metricName, AbstractMetricGroup group);
}

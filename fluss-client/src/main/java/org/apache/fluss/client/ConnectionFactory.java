// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metrics.registry.MetricRegistry;
import org.apache.fluss.metrics.registry.NoMetricRegistry;

/** Makes connections to a cluster. */
@PublicEvolving
public class ConnectionFactory {
  private static final String DEFAULT_REPORTER = "jmx";

  private ConnectionFactory() {}

  /**
   * Connects to the cluster of {@code bootstrap.servers}.
   *
   * @throws org.apache.fluss.exception.IllegalConfigurationException if an option is missing or
   *     malformed
   * @throws IllegalStateException if none of the servers answers
   */
  public static Connection createConnection(Configuration conf) {
    // the reporter must be named before the registry looks for it
    if (conf.get(ConfigOptions.CLIENT_METRICS_ENABLED)) {
      addDefaultReporter(conf);
      return new FlussConnection(conf, MetricRegistry.create(conf, null), true);
    }
    return new FlussConnection(conf, NoMetricRegistry.INSTANCE, true);
  }

  /** As {@link #createConnection(Configuration)}; the registry stays the caller's. */
  public static Connection createConnection(Configuration conf, MetricRegistry metricRegistry) {
    if (conf.get(ConfigOptions.CLIENT_METRICS_ENABLED)) {
      addDefaultReporter(conf);
    }
    return new FlussConnection(conf, metricRegistry, false);
  }

  private static void addDefaultReporter(Configuration conf) {
    if (conf.get(ConfigOptions.METRICS_REPORTERS) == null
        || conf.get(ConfigOptions.METRICS_REPORTERS).isEmpty()) {
      conf.setString(ConfigOptions.METRICS_REPORTERS.key(), DEFAULT_REPORTER);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.reporter;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.plugin.Plugin;

/** Makes a reporter. Found as a service. */
@PublicEvolving
public interface MetricReporterPlugin extends Plugin {

  /** What {@code metrics.reporters} calls it. */
  String identifier();

  /** A reporter, not opened yet, for the configuration of the whole process. */
  MetricReporter createMetricReporter(Configuration configuration);
}

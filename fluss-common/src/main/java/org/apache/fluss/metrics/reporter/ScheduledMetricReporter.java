// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.reporter;

import java.time.Duration;
import org.apache.fluss.annotation.PublicEvolving;

/** A reporter that sends what it has from time to time. */
@PublicEvolving
public interface ScheduledMetricReporter extends MetricReporter {

  /** Sends everything. */
  void report();

  /** Time between reports. */
  Duration scheduleInterval();
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/**
 * A metric that has to be brought up to date regularly; a registry does so while it is registered.
 */
@PublicEvolving
public interface MetricView extends Metric {

  /** Seconds between updates. */
  int UPDATE_INTERVAL_SECONDS = 5;

  /** Brings it up to date. */
  void update();
}

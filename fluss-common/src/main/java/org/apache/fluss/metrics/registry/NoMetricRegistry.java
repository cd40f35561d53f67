// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.registry;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.metrics.Metric;
import org.apache.fluss.metrics.groups.AbstractMetricGroup;

/** Reports nothing. */
public final class NoMetricRegistry implements MetricRegistry {
  /** The one instance. */
  public static final NoMetricRegistry INSTANCE = new NoMetricRegistry();

  private NoMetricRegistry() {}

  @Override
  public int getNumberReporters() {
    return 0;
  }

  @Override
  public void register(Metric metric, String metricName, AbstractMetricGroup group) {}

  @Override
  public void unregister(Metric metric, String metricName, AbstractMetricGroup group) {}

  @Override
  public CompletableFuture<Void> closeAsync() {
    return CompletableFuture.completedFuture(null);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metrics.Metric;
import org.apache.fluss.metrics.MetricView;
import org.apache.fluss.metrics.groups.AbstractMetricGroup;
import org.apache.fluss.metrics.reporter.MetricReporter;
import org.apache.fluss.metrics.reporter.MetricReporterPlugin;
import org.apache.fluss.metrics.reporter.ScheduledMetricReporter;
import org.apache.fluss.plugin.PluginManager;

/**
 * Tells its reporters of metrics and updates views, all on one thread, so that registering a metric
 * never waits for a reporter. A reporter that fails is logged and goes on. Thread-safe.
 */
final class ReportingMetricRegistry implements MetricRegistry {
  private final List<MetricReporter> reporters;
  private final Set<MetricView> views = Collections.newSetFromMap(new IdentityHashMap<>());
  private final ScheduledExecutorService executor;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private boolean closing;

  private ReportingMetricRegistry(
      List<MetricReporter> reporters, ScheduledExecutorService executor) {
    this.reporters = reporters;
    this.executor = executor;
  }

  static MetricRegistry open(Configuration configuration, PluginManager pluginManager) {
    List<MetricReporter> reporters = new ArrayList<>();
    Map<String, MetricReporterPlugin> plugins = null;
    List<String> names =
        configuration.getOptional(ConfigOptions.METRICS_REPORTERS).orElse(Collections.emptyList());
    for (String name : names) {
      plugins = plugins == null ? plugins(pluginManager) : plugins;
      MetricReporterPlugin plugin = plugins.get(name);
      if (plugin == null) {
        LOG.warn("There is no metric reporter '{}', only {}.", name, plugins.keySet());
        continue;
      }
      attempt(
          "start metric reporter " + name,
          () -> {
            MetricReporter reporter = plugin.createMetricReporter(configuration);
            reporter.open(configuration);
            reporters.add(reporter);
          });
    }
    return start(reporters);
  }

  static ReportingMetricRegistry start(List<MetricReporter> reporters) {
    ScheduledExecutorService executor =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "fluss-metrics");
              thread.setDaemon(true);
              return thread;
            });
    ReportingMetricRegistry registry = new ReportingMetricRegistry(reporters, executor);
    registry.repeat(registry::updateViews, MetricView.UPDATE_INTERVAL_SECONDS * 1000L);
    for (MetricReporter reporter : reporters) {
      if (reporter instanceof ScheduledMetricReporter) {
        ScheduledMetricReporter scheduled = (ScheduledMetricReporter) reporter;
        registry.repeat(
            () -> attempt("report metrics", scheduled::report),
            Math.max(1L, scheduled.scheduleInterval().toMillis()));
      }
    }
    return registry;
  }

  private void repeat(Runnable task, long intervalMs) {
    executor.scheduleWithFixedDelay(task, intervalMs, intervalMs, TimeUnit.MILLISECONDS);
  }

  private static Map<String, MetricReporterPlugin> plugins(PluginManager pluginManager) {
    Map<String, MetricReporterPlugin> plugins = new HashMap<>();
    collect(
        ServiceLoader.load(MetricReporterPlugin.class, MetricReporterPlugin.class.getClassLoader())
            .iterator(),
        plugins);
    if (pluginManager != null) {
      collect(pluginManager.load(MetricReporterPlugin.class), plugins);
    }
    return plugins;
  }

  private static void collect(
      Iterator<MetricReporterPlugin> found, Map<String, MetricReporterPlugin> into) {
    while (true) {
      try {
        if (!found.hasNext()) {
          return;
        }
        MetricReporterPlugin plugin = found.next();
        into.put(plugin.identifier(), plugin);
      } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
        LOG.error("A metric reporter is left out because it cannot be loaded.", e);
      }
    }
  }

  private static void attempt(String what, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Could not {}.", what, e);
    }
  }

  private void updateViews() {
    for (MetricView view : views) {
      attempt("update a metric", view::update);
    }
  }

  @Override
  public int getNumberReporters() {
    return reporters.size();
  }

  @Override
  public void register(Metric metric, String metricName, AbstractMetricGroup group) {
    execute(
        () -> {
          if (metric instanceof MetricView) {
            views.add((MetricView) metric);
          }
          for (MetricReporter reporter : reporters) {
            attempt(
                "report metric " + metricName,
                () -> reporter.notifyOfAddedMetric(metric, metricName, group));
          }
        });
  }

  @Override
  public void unregister(Metric metric, String metricName, AbstractMetricGroup group) {
    execute(
        () -> {
          if (metric instanceof MetricView) {
            views.remove((MetricView) metric);
          }
          for (MetricReporter reporter : reporters) {
            attempt(
                "stop reporting metric " + metricName,
                () -> reporter.notifyOfRemovedMetric(metric, metricName, group));
          }
        });
  }

  private synchronized void execute(Runnable task) {
    if (!closing) {
      executor.execute(task);
    }
  }

  /** Whatever was registered before is reported a last time. */
  @Override
  public synchronized CompletableFuture<Void> closeAsync() {
    if (!closing) {
      executor.execute(this::closeReporters);
      closing = true;
      executor.shutdown();
    }
    return closed;
  }

  private void closeReporters() {
    for (MetricReporter reporter : reporters) {
      if (reporter instanceof ScheduledMetricReporter) {
        attempt("report metrics", ((ScheduledMetricReporter) reporter)::report);
      }
      attempt("close a metric reporter", reporter::close);
    }
    closed.complete(null);
  }
}

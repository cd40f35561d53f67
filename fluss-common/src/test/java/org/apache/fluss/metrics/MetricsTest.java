// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metrics.groups.AbstractMetricGroup;
import org.apache.fluss.metrics.groups.GenericMetricGroup;
import org.apache.fluss.metrics.groups.MetricGroup;
import org.apache.fluss.metrics.registry.MetricRegistry;
import org.apache.fluss.metrics.registry.NoMetricRegistry;
import org.apache.fluss.metrics.reporter.MetricReporter;
import org.apache.fluss.metrics.reporter.MetricReporterPlugin;
import org.apache.fluss.plugin.PluginManager;
import org.junit.jupiter.api.Test;

class MetricsTest {
  @Test
  void groups() {
    AbstractMetricGroup root =
        new GenericMetricGroup(NoMetricRegistry.INSTANCE, null, "tabletserver");
    MetricGroup bucket = root.addGroup("table", "db.t").addGroup("bucket", "3");
    assertThat(bucket.getScopeComponents())
        .containsExactly("tabletserver", "table", "db.t", "bucket", "3");
    assertThat(bucket.getLogicalScope(CharacterFilter.NO_OP_FILTER, '_'))
        .isEqualTo("tabletserver_table_bucket");
    assertThat(bucket.getAllVariables()).isEqualTo(Map.of("table", "db.t", "bucket", "3"));
    assertThat(root.addGroup("table", "db.t").addGroup("bucket", "3")).isSameAs(bucket);

    Counter counter = bucket.counter("c");
    assertThat(bucket.counter("c")).isSameAs(counter);
    Gauge<Integer> gauge = bucket.gauge("c", () -> 1);
    assertThat(gauge.getValue()).isEqualTo(1);
    assertThat(((AbstractMetricGroup) bucket).getMetrics()).isEqualTo(Map.of("c", counter));
    root.close();
    assertThat(((AbstractMetricGroup) bucket).isClosed()).isTrue();
    assertThat(((AbstractMetricGroup) bucket).getMetrics()).isEmpty();
  }

  @Test
  void reporters() throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    Configuration configuration = new Configuration();
    configuration.setString("metrics.reporters", "good,unknown,bad");
    MetricRegistry registry =
        MetricRegistry.create(
            configuration, plugins(plugin("good", seen, false), plugin("bad", seen, true)));
    assertThat(registry.getNumberReporters()).isEqualTo(1);
    AbstractMetricGroup root = new GenericMetricGroup(registry, null, "g");
    root.counter("c");
    root.gauge("fails", () -> 1);
    root.close();
    registry.closeAsync().get(10, TimeUnit.SECONDS);
    registry.close();
    assertThat(seen).containsExactly("open", "+c", "+fails", "-c", "-fails", "close");
    root.counter("late");
  }

  @Test
  void rates() {
    MeterView meter = new MeterView();
    meter.markEvent(30);
    meter.update();
    assertThat(meter.getRate()).isEqualTo(0.5);
    for (int i = 0; i < 12; i++) {
      meter.update();
    }
    assertThat(meter.getRate()).isZero();
    assertThat(meter.getCount()).isEqualTo(30);
  }

  @Test
  void distributions() {
    WindowHistogram histogram = new WindowHistogram(100);
    assertThat(histogram.getStatistics().getQuantile(0.5)).isZero();
    for (int i = 1000; i >= 1; i--) {
      histogram.update(i);
    }
    HistogramStatistics statistics = histogram.getStatistics();
    assertThat(histogram.getCount()).isEqualTo(1000);
    assertThat(statistics.size()).isEqualTo(100);
    assertThat(statistics.getMin()).isEqualTo(1);
    assertThat(statistics.getMax()).isEqualTo(100);
    assertThat(statistics.getMean()).isEqualTo(50.5);
    assertThat(statistics.getQuantile(0.5)).isEqualTo(50.5);
    assertThat(statistics.getQuantile(1)).isEqualTo(100);
  }

  private static PluginManager plugins(MetricReporterPlugin... plugins) {
    return new PluginManager() {
      @Override
      @SuppressWarnings("unchecked")
      public <P> java.util.Iterator<P> load(Class<P> service) {
        return (java.util.Iterator<P>) List.of(plugins).iterator();
      }
    };
  }

  private static MetricReporterPlugin plugin(String name, List<String> seen, boolean broken) {
    return new MetricReporterPlugin() {
      @Override
      public String identifier() {
        return name;
      }

      @Override
      public MetricReporter createMetricReporter(Configuration configuration) {
        return new Recorder(seen, broken);
      }
    };
  }

  private static final class Recorder implements MetricReporter {
    private final List<String> seen;
    private final boolean broken;

    private Recorder(List<String> seen, boolean broken) {
      this.seen = seen;
      this.broken = broken;
    }

    @Override
    public void open(Configuration configuration) {
      if (broken) {
        throw new IllegalStateException("port taken");
      }
      seen.add("open");
    }

    @Override
    public void close() {
      seen.add("close");
    }

    @Override
    public void notifyOfAddedMetric(Metric metric, String metricName, MetricGroup group) {
      seen.add("+" + metricName);
      if (metricName.equals("fails")) {
        throw new IllegalStateException("must not matter to others");
      }
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String metricName, MetricGroup group) {
      seen.add("-" + metricName);
    }
  }
}

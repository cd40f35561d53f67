// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.metrics.Metric;
import org.apache.fluss.metrics.groups.AbstractMetricGroup;
import org.apache.fluss.metrics.registry.MetricRegistry;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;

/** The names of metrics are those of the released client. */
class ClientMetricsTest {
  private final Set<String> names = new TreeSet<>();

  private final MetricRegistry registry =
      new MetricRegistry() {
        @Override
        public int getNumberReporters() {
          return 1;
        }

        @Override
        public void register(Metric metric, String metricName, AbstractMetricGroup group) {
          names.add(metricName);
        }

        @Override
        public void unregister(Metric metric, String metricName, AbstractMetricGroup group) {
          names.remove(metricName);
        }

        @Override
        public CompletableFuture<Void> closeAsync() {
          return CompletableFuture.completedFuture(null);
        }
      };

  @Test
  void allNamesAreThereUntilClosed() {
    ClientMetricGroup client = new ClientMetricGroup(registry, "me");
    names.clear();
    WriterMetricGroup writer = new WriterMetricGroup(client);
    writer.buffer(() -> 2, () -> 1, () -> 0);
    writer.sent(10, 100, 1);
    writer.retried(10);
    writer.answered(3);
    assertThat(names)
        .containsExactlyInAnyOrder(
            "bufferTotalBytes",
            "bufferAvailableBytes",
            "bufferWaitingThreads",
            "batchQueueTimeMs",
            "sendLatencyMs",
            "recordsRetryPerSecond",
            "recordSendPerSecond",
            "bytesSendPerSecond",
            "bytesPerBatch",
            "recordsPerBatch");
    writer.close();
    assertThat(names).isEmpty();
    ScannerMetricGroup scanner =
        new ScannerMetricGroup(client, TablePath.of("db", "t"), new ManualClock());
    scanner.pollStarted();
    scanner.pollEnded();
    scanner.fetched();
    scanner.answered(1, 2);
    assertThat(names)
        .containsExactlyInAnyOrder(
            "timeMsBetweenPoll",
            "lastPoolSecondsAgo",
            "fetchLatencyMs",
            "pollIdleRatio",
            "fetchRequestsPerSecond",
            "remoteFetchBytesPerSecond",
            "remoteFetchRequestsPerSecond",
            "remoteFetchErrorPerSecond",
            "bytesPerRequest");
    assertThat(scanner.getAllVariables())
        .containsEntry("database", "db")
        .containsEntry("table", "t")
        .containsEntry("client_id", "me");
    scanner.close();
    assertThat(names).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metrics;

import java.util.Arrays;
import java.util.Map;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.metrics.CharacterFilter;
import org.apache.fluss.metrics.Gauge;
import org.apache.fluss.metrics.Histogram;
import org.apache.fluss.metrics.Meter;
import org.apache.fluss.metrics.MeterView;
import org.apache.fluss.metrics.MetricNames;
import org.apache.fluss.metrics.WindowHistogram;
import org.apache.fluss.metrics.groups.AbstractMetricGroup;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;
import org.apache.fluss.utils.clock.Clock;

/** The metrics of one log scanner. Thread-safe. */
@Internal
public final class ScannerMetricGroup extends AbstractMetricGroup {
  private static final String NAME = "scanner";

  private final TablePath table;
  private final Clock clock;
  private final Meter fetches = meter(MetricNames.SCANNER_FETCH_RATE, new MeterView());
  private final Meter remoteFetches = meter(MetricNames.SCANNER_REMOTE_FETCH_RATE, new MeterView());
  private final Meter remoteBytes =
      meter(MetricNames.SCANNER_REMOTE_FETCH_BYTES_RATE, new MeterView());
  private final Meter remoteErrors =
      meter(MetricNames.SCANNER_REMOTE_FETCH_ERROR_RATE, new MeterView());
  private final Histogram bytesPerRequest =
      histogram(MetricNames.SCANNER_BYTES_PER_REQUEST, new WindowHistogram());
  private volatile long fetchLatencyMs = -1;
  private volatile long pollStartMs;
  private volatile long betweenPollsMs;
  private volatile double idleRatio;

  public ScannerMetricGroup(ClientMetricGroup parent, TablePath table, Clock clock) {
    super(
        parent.getMetricRegistry(),
        scope(parent, NAME, table.getDatabaseName(), table.getTableName()),
        parent);
    this.table = table;
    this.clock = clock;
    this.pollStartMs = clock.milliseconds();
    gauge(MetricNames.SCANNER_FETCH_LATENCY_MS, (Gauge<Long>) () -> fetchLatencyMs);
    gauge(MetricNames.SCANNER_TIME_MS_BETWEEN_POLL, (Gauge<Long>) () -> betweenPollsMs);
    gauge(
        MetricNames.SCANNER_LAST_POLL_SECONDS_AGO,
        (Gauge<Long>) () -> (clock.milliseconds() - pollStartMs) / 1000);
    gauge(MetricNames.SCANNER_POLL_IDLE_RATIO, (Gauge<Double>) () -> idleRatio);
  }

  static String[] scope(ClientMetricGroup parent, String... names) {
    String[] above = parent.getScopeComponents();
    String[] scope = Arrays.copyOf(above, above.length + names.length);
    System.arraycopy(names, 0, scope, above.length, names.length);
    return scope;
  }

  /** A poll begins. */
  public void pollStarted() {
    long now = clock.milliseconds();
    betweenPollsMs = now - pollStartMs;
    pollStartMs = now;
  }

  /** A poll ends. */
  public void pollEnded() {
    long pollMs = clock.milliseconds() - pollStartMs;
    long allMs = Math.max(pollMs, betweenPollsMs);
    idleRatio = allMs == 0 ? 0 : (double) pollMs / allMs;
  }

  /** A fetch was sent. */
  public void fetched() {
    fetches.markEvent();
  }

  /** The answer to a fetch came. */
  public void answered(long latencyMs, long bytes) {
    fetchLatencyMs = latencyMs;
    bytesPerRequest.update(bytes);
  }

  /** A remote segment is asked for. */
  public void remoteFetched() {
    remoteFetches.markEvent();
  }

  /** A remote segment came. */
  public void remoteReceived(long bytes) {
    remoteBytes.markEvent(bytes);
  }

  /** A remote segment could not be fetched. */
  public void remoteFailed() {
    remoteErrors.markEvent();
  }

  @Override
  protected String getGroupName(CharacterFilter filter) {
    return NAME;
  }

  @Override
  protected void putVariables(Map<String, String> into) {
    into.put("database", table.getDatabaseName());
    into.put("table", table.getTableName());
  }
}

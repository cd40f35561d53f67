// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.metrics;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.apache.fluss.metrics.CharacterFilter;
import org.apache.fluss.metrics.Counter;
import org.apache.fluss.metrics.Gauge;
import org.apache.fluss.metrics.Meter;
import org.apache.fluss.metrics.MeterView;
import org.apache.fluss.metrics.MetricNames;
import org.apache.fluss.metrics.SimpleCounter;
import org.apache.fluss.metrics.groups.AbstractMetricGroup;
import org.apache.fluss.metrics.registry.MetricRegistry;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufAllocator;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufAllocatorMetric;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBufAllocatorMetricProvider;

/** The metrics of a client over all its connections. Thread-safe. */
public class ClientMetricGroup extends AbstractMetricGroup {
  private static final String NAME = "client";

  private final String clientId;
  private final Set<ConnectionMetrics> connections = ConcurrentHashMap.newKeySet();
  final Counter requests = new SimpleCounter();
  final Counter responses = new SimpleCounter();
  final Counter bytesIn = new SimpleCounter();
  final Counter bytesOut = new SimpleCounter();

  /**
   * @param clientId value of the variable {@code client_id}
   */
  public ClientMetricGroup(MetricRegistry registry, String clientId) {
    super(registry, new String[] {NAME, clientId}, null);
    this.clientId = clientId;
    rate(requests, MetricNames.CLIENT_REQUESTS_RATE_AVG, MetricNames.CLIENT_REQUESTS_RATE_TOTAL);
    rate(responses, MetricNames.CLIENT_RESPONSES_RATE_AVG, MetricNames.CLIENT_RESPONSES_RATE_TOTAL);
    rate(bytesIn, MetricNames.CLIENT_BYTES_IN_RATE_AVG, MetricNames.CLIENT_BYTES_IN_RATE_TOTAL);
    rate(bytesOut, MetricNames.CLIENT_BYTES_OUT_RATE_AVG, MetricNames.CLIENT_BYTES_OUT_RATE_TOTAL);
    gauge(
        MetricNames.CLIENT_REQUEST_LATENCY_MS_AVG,
        () -> each(ConnectionMetrics::lastLatencyMs).average().orElse(0));
    gauge(
        MetricNames.CLIENT_REQUEST_LATENCY_MS_MAX,
        () -> each(ConnectionMetrics::lastLatencyMs).max().orElse(0));
    gauge(
        MetricNames.CLIENT_REQUESTS_IN_FLIGHT_TOTAL, () -> each(ConnectionMetrics::inFlight).sum());
    ByteBufAllocatorMetric memory =
        ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
    addGroup("netty").gauge(MetricNames.NETTY_USED_DIRECT_MEMORY, memory::usedDirectMemory);
  }

  /** The registry the metrics are reported by. */
  public MetricRegistry getMetricRegistry() {
    return registry;
  }

  private void rate(Counter counter, String averageName, String totalName) {
    Meter total = meter(totalName, new MeterView(counter));
    Gauge<Double> average = () -> total.getRate() / Math.max(1, connections.size());
    gauge(averageName, average);
  }

  private LongStream each(ToLongFunction<ConnectionMetrics> value) {
    return connections.stream().mapToLong(value);
  }

  /** Metrics of a new connection. */
  public ConnectionMetrics createConnectionMetricGroup(String serverId) {
    ConnectionMetrics connection = new ConnectionMetrics(this, serverId);
    connections.add(connection);
    return connection;
  }

  /** Forgets the metrics of a closed connection. */
  public void removeConnectionMetricGroup(String serverId, ConnectionMetrics connection) {
    connections.remove(connection);
  }

  @Override
  protected String getGroupName(CharacterFilter filter) {
    return NAME;
  }

  @Override
  protected void putVariables(Map<String, String> into) {
    into.put("client_id", clientId);
  }
}

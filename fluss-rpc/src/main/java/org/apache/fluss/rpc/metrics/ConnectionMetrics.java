// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.metrics;

import java.util.concurrent.atomic.AtomicInteger;

/** What one connection of a client adds to the metrics of the client. Thread-safe. */
public final class ConnectionMetrics {
  private final ClientMetricGroup client;
  private final String serverId;
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile long lastLatencyMs;

  ConnectionMetrics(ClientMetricGroup client, String serverId) {
    this.client = client;
    this.serverId = serverId;
  }

  /** A request was handed to the network. */
  public void sent(long bytes) {
    client.requests.inc();
    client.bytesOut.inc(bytes);
    inFlight.incrementAndGet();
  }

  /** The answer of a request came in. */
  public void received(long bytes, long latencyMs) {
    client.responses.inc();
    client.bytesIn.inc(bytes);
    inFlight.decrementAndGet();
    lastLatencyMs = latencyMs;
  }

  /** A request ended without an answer. */
  public void lost() {
    inFlight.decrementAndGet();
  }

  /** Requests sent and not answered. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Time the last answer took, in milliseconds. */
  public long lastLatencyMs() {
    return lastLatencyMs;
  }

  @Override
  public String toString() {
    return "connection to " + serverId;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metrics;

import java.util.function.LongSupplier;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metrics.CharacterFilter;
import org.apache.fluss.metrics.Gauge;
import org.apache.fluss.metrics.Histogram;
import org.apache.fluss.metrics.Meter;
import org.apache.fluss.metrics.MeterView;
import org.apache.fluss.metrics.MetricNames;
import org.apache.fluss.metrics.WindowHistogram;
import org.apache.fluss.metrics.groups.AbstractMetricGroup;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;

/** The metrics of the writers of a connection. Thread-safe. */
@Internal
public final class WriterMetricGroup extends AbstractMetricGroup {
  private static final String NAME = "writer";

  private final Meter recordsSent = meter(MetricNames.WRITER_RECORDS_SEND_RATE, new MeterView());
  private final Meter bytesSent = meter(MetricNames.WRITER_BYTES_SEND_RATE, new MeterView());
  private final Meter recordsRetried =
      meter(MetricNames.WRITER_RECORDS_RETRY_RATE, new MeterView());
  private final Histogram bytesPerBatch =
      histogram(MetricNames.WRITER_BYTES_PER_BATCH, new WindowHistogram());
  private final Histogram recordsPerBatch =
      histogram(MetricNames.WRITER_RECORDS_PER_BATCH, new WindowHistogram());
  private volatile long queueTimeMs = -1;
  private volatile long sendLatencyMs = -1;

  public WriterMetricGroup(ClientMetricGroup parent) {
    super(parent.getMetricRegistry(), ScannerMetricGroup.scope(parent, NAME), parent);
    gauge(MetricNames.WRITER_BATCH_QUEUE_TIME_MS, (Gauge<Long>) () -> queueTimeMs);
    gauge(MetricNames.WRITER_SEND_LATENCY_MS, (Gauge<Long>) () -> sendLatencyMs);
  }

  /** Shows the state of the write buffer. */
  public void buffer(LongSupplier totalBytes, LongSupplier availableBytes, LongSupplier waiting) {
    gauge(MetricNames.WRITER_BUFFER_TOTAL_BYTES, (Gauge<Long>) totalBytes::getAsLong);
    gauge(MetricNames.WRITER_BUFFER_AVAILABLE_BYTES, (Gauge<Long>) availableBytes::getAsLong);
    gauge(MetricNames.WRITER_BUFFER_WAITING_THREADS, (Gauge<Long>) waiting::getAsLong);
  }

  /** A batch was handed to the network. */
  public void sent(int records, int bytes, long queuedMs) {
    recordsSent.markEvent(records);
    bytesSent.markEvent(bytes);
    recordsPerBatch.update(records);
    bytesPerBatch.update(bytes);
    queueTimeMs = queuedMs;
  }

  /** A batch is to be sent again. */
  public void retried(int records) {
    recordsRetried.markEvent(records);
  }

  /** The answer for a batch came. */
  public void answered(long latencyMs) {
    sendLatencyMs = latencyMs;
  }

  @Override
  protected String getGroupName(CharacterFilter filter) {
    return NAME;
  }
}

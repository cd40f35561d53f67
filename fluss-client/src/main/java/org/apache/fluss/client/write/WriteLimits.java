// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.time.Duration;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;

/** How a writer was configured. Immutable. */
final class WriteLimits {
  private static final int MAX_IDEMPOTENT_IN_FLIGHT = 5;
  private static final int ALL = -1;

  final boolean idempotent;
  final int acks;
  final int retries;
  final int maxInFlight;
  final long lingerNanos;
  final int requestBytes;
  final int requestTimeoutMs;
  final int batchBytes;
  final int pageBytes;
  final long bufferBytes;
  final long bufferWaitNanos;
  final boolean dynamicBatchSize;
  final boolean createPartitions;
  final ConfigOptions.NoKeyAssigner noKeyAssigner;

  /**
   * @throws IllegalConfigurationException if options contradict each other
   * @throws IllegalArgumentException if the buffer does not hold two batches
   */
  WriteLimits(Configuration conf) {
    idempotent = conf.get(ConfigOptions.CLIENT_WRITER_ENABLE_IDEMPOTENCE);
    acks = acks(conf.get(ConfigOptions.CLIENT_WRITER_ACKS));
    retries = conf.get(ConfigOptions.CLIENT_WRITER_RETRIES);
    maxInFlight = conf.get(ConfigOptions.CLIENT_WRITER_MAX_INFLIGHT_REQUESTS_PER_BUCKET);
    lingerNanos = nanos(conf.get(ConfigOptions.CLIENT_WRITER_BATCH_TIMEOUT));
    requestBytes = bytes(conf, ConfigOptions.CLIENT_WRITER_REQUEST_MAX_SIZE);
    requestTimeoutMs =
        (int)
            Math.min(conf.get(ConfigOptions.CLIENT_REQUEST_TIMEOUT).toMillis(), Integer.MAX_VALUE);
    batchBytes = bytes(conf, ConfigOptions.CLIENT_WRITER_BATCH_SIZE);
    pageBytes = bytes(conf, ConfigOptions.CLIENT_WRITER_BUFFER_PAGE_SIZE);
    bufferBytes = conf.get(ConfigOptions.CLIENT_WRITER_BUFFER_MEMORY_SIZE).getBytes();
    bufferWaitNanos = nanos(conf.get(ConfigOptions.CLIENT_WRITER_BUFFER_WAIT_TIMEOUT));
    dynamicBatchSize = conf.get(ConfigOptions.CLIENT_WRITER_DYNAMIC_BATCH_SIZE_ENABLED);
    createPartitions = conf.get(ConfigOptions.CLIENT_WRITER_DYNAMIC_CREATE_PARTITION_ENABLED);
    noKeyAssigner = conf.get(ConfigOptions.CLIENT_WRITER_BUCKET_NO_KEY_ASSIGNER);
    check();
  }

  private void check() {
    if (idempotent) {
      String wanted = " Set it, or turn client.writer.enable-idempotence off.";
      if (acks != ALL) {
        throw new IllegalConfigurationException(
            "An idempotent writer needs client.writer.acks=all, not " + acks + "." + wanted);
      }
      if (retries == 0) {
        throw new IllegalConfigurationException(
            "An idempotent writer needs client.writer.retries greater than 0." + wanted);
      }
      if (maxInFlight < 1 || maxInFlight > MAX_IDEMPOTENT_IN_FLIGHT) {
        throw new IllegalConfigurationException(
            "An idempotent writer needs client.writer.max-inflight-requests-per-bucket from 1 to "
                + MAX_IDEMPOTENT_IN_FLIGHT
                + ", not "
                + maxInFlight
                + "."
                + wanted);
      }
    }
    if (bufferBytes < 2L * batchBytes) {
      throw new IllegalArgumentException(
          "client.writer.buffer.memory-size is "
              + bufferBytes
              + " bytes; it must hold two batches of client.writer.batch-size="
              + batchBytes
              + ".");
    }
  }

  private static int acks(String text) {
    if (text.equals("all")) {
      return ALL;
    }
    try {
      return Integer.parseInt(text.trim());
    } catch (NumberFormatException e) {
      throw new IllegalConfigurationException(
          "client.writer.acks must be all, 1 or 0, not '" + text + "'.");
    }
  }

  private static int bytes(
      Configuration conf,
      org.apache.fluss.config.ConfigOption<org.apache.fluss.config.MemorySize> option) {
    long bytes = conf.get(option).getBytes();
    if (bytes < 1 || bytes > Integer.MAX_VALUE) {
      throw new IllegalConfigurationException(
          option.key() + " must be 1 byte to 2 GB, but is " + bytes + " bytes.");
    }
    return (int) bytes;
  }

  private static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.client;

import java.time.Duration;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.LookupRequest;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.PutKvRequest;

/** What all connections of a client have in common. Immutable. */
final class ConnectionOptions {
  final int connectTimeoutMs;
  final int requestTimeoutMs;
  final long idleSeconds;
  final boolean keepNetworkBuffers;

  ConnectionOptions(Configuration conf, boolean keepNetworkBuffers) {
    this.connectTimeoutMs = millis(conf, ConfigOptions.CLIENT_CONNECT_TIMEOUT);
    this.requestTimeoutMs = millis(conf, ConfigOptions.CLIENT_REQUEST_TIMEOUT);
    this.idleSeconds = conf.get(ConfigOptions.NETTY_CONNECTION_MAX_IDLE_TIME).getSeconds();
    this.keepNetworkBuffers = keepNetworkBuffers;
  }

  private static int millis(Configuration conf, ConfigOption<Duration> option) {
    long millis = conf.get(option).toMillis();
    if (millis < 1 || millis > Integer.MAX_VALUE) {
      throw new IllegalConfigurationException(
          "Option " + option.key() + " must be 1 ms to 24 days, but is " + conf.get(option) + ".");
    }
    return (int) millis;
  }

  /** How long an answer may take: the time for any request and what the server may wait. */
  long deadlineMs(ApiMessage request) {
    return requestTimeoutMs + Math.max(0L, serverWaitMs(request));
  }

  private static int serverWaitMs(ApiMessage request) {
    if (request instanceof ProduceLogRequest) {
      return ((ProduceLogRequest) request).getTimeoutMs();
    }
    if (request instanceof PutKvRequest) {
      return ((PutKvRequest) request).getTimeoutMs();
    }
    if (request instanceof LookupRequest && ((LookupRequest) request).hasTimeoutMs()) {
      return ((LookupRequest) request).getTimeoutMs();
    }
    if (request instanceof FetchLogRequest && ((FetchLogRequest) request).hasMaxWaitMs()) {
      return ((FetchLogRequest) request).getMaxWaitMs();
    }
    return 0;
  }
}

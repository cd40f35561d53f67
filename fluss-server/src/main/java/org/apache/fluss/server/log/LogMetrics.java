// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

/** Hears what logs do. Called on lanes and background threads: must be quick and thread-safe. */
public interface LogMetrics {
  /** Counts nothing. */
  LogMetrics NONE = latencyNanos -> {};

  /** One segment was made durable. */
  void segmentFlushed(long latencyNanos);
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.util.concurrent.Executor;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.utils.clock.Clock;

/** What all logs of a server share. Immutable. */
public final class LogEnvironment {
  final Disk disk;
  final LogConfig config;
  final Clock clock;
  final Executor background;
  final LogMetrics metrics;

  /**
   * @param background runs flushes and snapshots after a roll; may run them at once
   */
  public LogEnvironment(
      Disk disk, LogConfig config, Clock clock, Executor background, LogMetrics metrics) {
    this.disk = disk;
    this.config = config;
    this.clock = clock;
    this.background = background;
    this.metrics = metrics;
  }

  /** The disk the logs are on. */
  public Disk disk() {
    return disk;
  }

  /** How the logs are kept. */
  public LogConfig config() {
    return config;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import java.util.concurrent.Executor;

/**
 * One thread that owns some state: everything given to it runs one after the other, in order.
 * Thread-safe.
 */
public interface EventLoop extends Executor, AutoCloseable {
  /** Runs the task on the loop after the delay, unless cancelled before. */
  Timer schedule(long delayMs, Runnable task);

  /** Drops what is queued and ends the loop after the running task. */
  @Override
  void close();

  /** A task that will run. */
  interface Timer {
    void cancel();
  }
}

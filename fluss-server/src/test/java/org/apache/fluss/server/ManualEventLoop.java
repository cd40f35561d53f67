// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.utils.clock.ManualClock;

/** An event loop that runs when the test says so, on the test's thread and time. */
public final class ManualEventLoop implements EventLoop {
  private final ManualClock clock;
  private final Deque<Runnable> queue = new ArrayDeque<>();
  private final PriorityQueue<Delayed> delayed =
      new PriorityQueue<>(
          Comparator.comparingLong((Delayed d) -> d.dueMs).thenComparingLong(d -> d.sequence));
  private long sequence;

  private static final class Delayed {
    private final long dueMs;
    private final long sequence;
    private final Runnable task;

    Delayed(long dueMs, long sequence, Runnable task) {
      this.dueMs = dueMs;
      this.sequence = sequence;
      this.task = task;
    }
  }

  public ManualEventLoop(ManualClock clock) {
    this.clock = clock;
  }

  @Override
  public void execute(Runnable task) {
    queue.add(task);
  }

  @Override
  public Timer schedule(long delayMs, Runnable task) {
    Delayed entry = new Delayed(clock.milliseconds() + delayMs, sequence++, task);
    delayed.add(entry);
    return () -> delayed.remove(entry);
  }

  /** Runs all that is queued, and all that gets queued by it. */
  public void run() {
    while (!queue.isEmpty()) {
      queue.remove().run();
    }
  }

  /** Lets time pass, running what gets due in between at its time. */
  public void advance(long ms) {
    long endMs = clock.milliseconds() + ms;
    run();
    while (!delayed.isEmpty() && delayed.peek().dueMs <= endMs) {
      Delayed next = delayed.remove();
      clock.advanceTime(Math.max(0, next.dueMs - clock.milliseconds()), TimeUnit.MILLISECONDS);
      next.task.run();
      run();
    }
    clock.advanceTime(endMs - clock.milliseconds(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    queue.clear();
    delayed.clear();
  }
}

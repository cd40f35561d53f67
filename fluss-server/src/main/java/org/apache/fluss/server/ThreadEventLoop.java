// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** An event loop on a thread of its own. */
public final class ThreadEventLoop implements EventLoop {
  private final ScheduledThreadPoolExecutor executor;
  private final Consumer<Throwable> onFailure;

  /**
   * @param onFailure told, on the loop, of what a task threw; the loop goes on
   */
  public ThreadEventLoop(String name, Consumer<Throwable> onFailure) {
    this.onFailure = onFailure;
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            },
            // A closed loop has dropped its state; what comes late has nothing to act on.
            new ScheduledThreadPoolExecutor.DiscardPolicy());
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(() -> run(task));
  }

  @Override
  public Timer schedule(long delayMs, Runnable task) {
    Future<?> future = executor.schedule(() -> run(task), delayMs, TimeUnit.MILLISECONDS);
    return () -> future.cancel(false);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable t) {
      onFailure.accept(t);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}

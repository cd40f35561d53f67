// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads and shutdown hooks that the libraries of a plugin leave in the JVM. Each of them keeps
 * every class of the plugin loaded, which a Flink cluster running one job after the other pays with
 * its metaspace. Libraries name no way to end them, so they are looked up inside the JDK where it
 * lets us ({@code --add-opens java.base/java.lang} and {@code java.util.concurrent}, which Flink
 * passes); elsewhere they stay, and a line of the log says so.
 */
final class PluginLeftovers {
  private static final Logger LOG = LoggerFactory.getLogger(PluginLeftovers.class);
  private static final Duration WAIT = Duration.ofSeconds(5);

  private final ClassLoader plugin;

  PluginLeftovers(ClassLoader plugin) {
    this.plugin = plugin;
  }

  /** What was to happen at the end of the JVM happens now, then the threads end. */
  void clear() {
    try {
      for (Thread hook : takeShutdownHooks()) {
        hook.start();
        hook.join(WAIT.toMillis());
      }
      List<Thread> stopped = new ArrayList<>();
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread != Thread.currentThread() && stop(thread)) {
          stopped.add(thread);
        }
      }
      for (Thread thread : stopped) {
        thread.join(WAIT.toMillis());
        if (thread.isAlive()) {
          LOG.warn("Thread '{}' of {} does not end.", thread.getName(), plugin);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      LOG.info("Threads and classes of {} stay until the process ends: {}", plugin, e.toString());
    }
  }

  private List<Thread> takeShutdownHooks() throws ReflectiveOperationException {
    Class<?> registry = Class.forName("java.lang.ApplicationShutdownHooks");
    List<Thread> hooks = new ArrayList<>();
    synchronized (registry) {
      Map<?, ?> all = (Map<?, ?>) read(registry, "hooks", null);
      if (all == null) {
        return hooks; // the JVM is ending
      }
      for (Object hook : all.keySet()) {
        Thread thread = (Thread) hook;
        if (thread.getContextClassLoader() == plugin
            || isOfPlugin(thread)
            || isOfPlugin(task(thread))) {
          hooks.add(thread);
        }
      }
    }
    hooks.removeIf(hook -> !Runtime.getRuntime().removeShutdownHook(hook));
    return hooks;
  }

  /** Whether it is a thread of the plugin, which is then told to end. */
  private boolean stop(Thread thread) throws ReflectiveOperationException {
    Object task = task(thread);
    if (task != null && task.getClass().getName().endsWith(".ThreadPoolExecutor$Worker")) {
      ThreadPoolExecutor pool =
          (ThreadPoolExecutor) read(task.getClass(), "this$0", task); // a worker has no other way
      if (isOfPlugin(pool.getThreadFactory())) {
        pool.shutdownNow();
        return true;
      }
    } else if (isOfPlugin(thread) || isOfPlugin(task)) {
      thread.interrupt();
      return true;
    }
    if (thread.getContextClassLoader() == plugin) {
      // one of the JDK's own that happened to be started from within the plugin
      thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    }
    return false;
  }

  private boolean isOfPlugin(Object object) {
    return object != null && object.getClass().getClassLoader() == plugin;
  }

  /** What a thread runs; null if it has ended. The field moved in JDK 19. */
  private static Object task(Thread thread) throws ReflectiveOperationException {
    try {
      return read(Thread.class, "target", thread);
    } catch (NoSuchFieldException e) {
      Object holder = read(Thread.class, "holder", thread);
      return holder == null ? null : read(holder.getClass(), "task", holder);
    }
  }

  private static Object read(Class<?> type, String field, Object object)
      throws ReflectiveOperationException {
    Field found = type.getDeclaredField(field);
    found.setAccessible(true);
    return found.get(object);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server as a process: loads the configuration, starts, stays until it fails or is told to stop,
 * and ends with an exit code that says why. Subclasses start and stop their parts.
 */
public abstract class ServerProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);
  private static final long STOP_TIMEOUT_SECONDS = 60;

  private final CompletableFuture<ExitCode> ended = new CompletableFuture<>();
  private final AtomicBoolean stopping = new AtomicBoolean();

  /** Why a process ended. */
  public enum ExitCode {
    NORMAL(0),
    CONFIGURATION_FAILURE(1),
    START_FAILURE(2),
    RUNTIME_FAILURE(3);

    private final int code;

    ExitCode(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }
  }

  /** Starts all parts; returns when the server serves. What was started is stopped on failure. */
  protected abstract void startParts() throws Exception;

  /** Stops all parts, in the reverse order; also those of a start that failed half way. */
  protected abstract void stopParts() throws Exception;

  /** Starts the server. When it fails, nothing stays behind. */
  public final void start() throws Exception {
    try {
      startParts();
    } catch (Exception | Error e) {
      stop(ExitCode.START_FAILURE);
      throw e;
    }
  }

  /** Something failed that the server cannot live with: it stops. Returns at once. */
  protected final void fail(Throwable cause) {
    LOG.error("The server cannot go on and stops", cause);
    Thread stopper = new Thread(() -> stop(ExitCode.RUNTIME_FAILURE), "fluss-stopper");
    stopper.setDaemon(true);
    stopper.start();
  }

  /** Completes when the server has stopped. */
  public final CompletableFuture<ExitCode> ended() {
    return ended;
  }

  @Override
  public final void close() {
    stop(ExitCode.NORMAL);
  }

  private void stop(ExitCode why) {
    if (stopping.compareAndSet(false, true)) {
      try {
        stopParts();
      } catch (Exception e) {
        LOG.error("The server did not stop cleanly", e);
      }
      ended.complete(why);
    } else {
      ended.join();
    }
  }

  /**
   * Checks what both kinds of server need.
   *
   * @throws IllegalConfigurationException when an option cannot be used
   */
  protected static void checkCommon(Configuration conf) {
    if (conf.getString(ConfigOptions.REMOTE_DATA_DIR) == null) {
      throw new IllegalConfigurationException(
          "'"
              + ConfigOptions.REMOTE_DATA_DIR.key()
              + "' must be set: a directory or bucket for"
              + " what is kept in remote storage.");
    }
    if (conf.getBoolean(ConfigOptions.AUTHORIZER_ENABLED)) {
      throw new IllegalConfigurationException(
          "'"
              + ConfigOptions.AUTHORIZER_ENABLED.key()
              + "' is true, but this version cannot check access rights yet, and does not pretend"
              + " to: set it to false.");
    }
  }

  /**
   * @throws IllegalConfigurationException when the option is below the minimum
   */
  protected static void checkAtLeast(
      Configuration conf, ConfigOption<Integer> option, int minimum) {
    if (conf.getInt(option) < minimum) {
      throw new IllegalConfigurationException(
          "'"
              + option.key()
              + "' must be at least "
              + minimum
              + ", but is "
              + conf.getInt(option)
              + ".");
    }
  }

  /** The body of a main method: ends the JVM when the server ended. */
  public static void run(
      String name, String[] args, Function<Configuration, ServerProcess> factory) {
    ServerProcess server;
    try {
      server = factory.apply(ServerArguments.load(args));
    } catch (RuntimeException e) {
      LOG.error("The {} cannot be configured: {}", name, e.getMessage(), e);
      System.exit(ExitCode.CONFIGURATION_FAILURE.code());
      return;
    }
    Thread hook = new Thread(() -> shutDown(name, server), "fluss-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      server.start();
      LOG.info("The {} is serving", name);
    } catch (IllegalConfigurationException e) {
      LOG.error("The {} cannot be configured: {}", name, e.getMessage(), e);
      System.exit(ExitCode.CONFIGURATION_FAILURE.code());
    } catch (Exception | LinkageError e) {
      LOG.error("The {} did not start: {}", name, e.getMessage(), e);
      System.exit(ExitCode.START_FAILURE.code());
    }
    ExitCode why = server.ended().join();
    LOG.info("The {} has stopped", name);
    System.exit(why.code());
  }

  private static void shutDown(String name, ServerProcess server) {
    LOG.info("The {} is told to stop", name);
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
    try {
      stopped.get(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      LOG.error("The {} does not stop within {} seconds", name, STOP_TIMEOUT_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      LOG.error("The {} did not stop cleanly", name, e.getCause());
    }
  }
}

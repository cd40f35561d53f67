// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.config.BootstrapServers;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.lake.doctor.Finding;
import org.apache.fluss.lake.doctor.LakeExamination;
import org.apache.fluss.lake.lakestorage.LakeStorage;
import org.apache.fluss.lake.lakestorage.LakeStoragePluginSetUp;
import org.apache.fluss.lake.tiering.cluster.RpcFluss;
import org.apache.fluss.lake.tiering.doctor.LakeDoctors;
import org.apache.fluss.lake.tiering.engine.TieringEngine;
import org.apache.fluss.lake.tiering.engine.TieringOptions;
import org.apache.fluss.plugin.PluginUtils;
import org.apache.fluss.rpc.netty.client.NettyRpcClient;
import org.apache.fluss.utils.clock.SystemClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tiering service as a process of its own: {@code --configDir DIR} reads {@code server.yaml},
 * {@code --key value} wins over it. Exit code 0 after a stop, 1 after a failure, 2 if the
 * configuration is wrong.
 */
public final class TieringService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TieringService.class);
  private static final String READY_FILE_VARIABLE = "FLUSS_READY_FILE";
  private static final int FAILED = 1;
  private static final int MISCONFIGURED = 2;
  private static final long STOP_SECONDS = 60;

  private final NettyRpcClient client;
  private final RpcFluss fluss;
  private final ExecutorService rounds;
  private final ExecutorService buckets;
  private final Semaphore wake = new Semaphore(0);
  private final TieringEngine engine;
  private volatile boolean stopped;

  /** Opens the lake and the network; nothing is sent before {@link #run}. */
  public TieringService(ServiceArguments arguments) {
    Configuration lakeConf = arguments.lake();
    examine(arguments);
    LakeStorage lake =
        LakeStoragePluginSetUp.fromDataLakeFormat(
                arguments.lakeFormat(),
                PluginUtils.createPluginManagerFromRootFolder(arguments.all()))
            .createLakeStorage(lakeConf);
    TieringOptions options = new TieringOptions(arguments.client(), arguments.lakeTiering());
    this.client = new NettyRpcClient(arguments.client(), false);
    this.rounds = Executors.newFixedThreadPool(options.tables(), threads("fluss-tiering-round"));
    this.buckets =
        Executors.newFixedThreadPool(options.parallelism(), threads("fluss-tiering-bucket"));
    this.fluss =
        new RpcFluss(
            client,
            BootstrapServers.resolve(arguments.client()),
            TieringService::pause,
            SystemClock.getInstance(),
            arguments.client());
    this.engine =
        new TieringEngine(
            fluss,
            lake.createLakeTieringFactory(),
            options,
            SystemClock.getInstance(),
            rounds,
            buckets,
            UUID.randomUUID().toString(),
            wake::release);
  }

  /** What cannot work is said at once, and not by the first round. */
  private static void examine(ServiceArguments arguments) {
    LakeDoctors.find(arguments.lakeFormat(), arguments.all())
        .ifPresent(
            doctor ->
                doctor.examine(
                    LakeExamination.of(arguments.lake().toMap(), null).startOnly(),
                    finding -> {
                      if (finding.level() == Finding.Level.FAIL) {
                        throw new IllegalConfigurationException(finding.text());
                      }
                      LOG.info("{}", finding);
                    }));
  }

  private static ThreadFactory threads(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + count.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }

  private static void pause(Duration time) {
    try {
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a server.", e);
    }
  }

  /**
   * Tiers until {@link #stop}.
   *
   * @param onServing run once, when the coordinator first answered
   */
  public void run(Runnable onServing) throws InterruptedException {
    boolean serving = false;
    while (!stopped) {
      long waitMs = engine.turn();
      if (!serving && engine.isRegistered()) {
        serving = true;
        onServing.run();
      }
      if (wake.tryAcquire(waitMs, TimeUnit.MILLISECONDS)) {
        wake.drainPermits();
      }
    }
  }

  /** Makes {@link #run} return soon. Callable by any thread. */
  public void stop() {
    stopped = true;
    engine.stop();
  }

  /** Waits for running rounds to give up, gives all tables back, and closes the network. */
  @Override
  public void close() throws Exception {
    stop();
    rounds.shutdown();
    if (!rounds.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
      LOG.warn("A round does not end; its table is free for others in two minutes.");
    }
    buckets.shutdownNow();
    engine.close();
    fluss.close();
    client.close();
  }

  /** See the class. */
  public static void main(String[] args) {
    int code = FAILED;
    try {
      code = runProcess(args);
    } catch (IllegalConfigurationException | InvalidConfigException e) {
      LOG.error("The tiering service cannot start: {}", e.getMessage());
      code = MISCONFIGURED;
    } catch (Throwable e) {
      LOG.error("The tiering service ends: {}", e.toString(), e);
    }
    if (code != 0) {
      System.exit(code);
    }
  }

  private static int runProcess(String[] args) throws Exception {
    ServiceArguments arguments = ServiceArguments.parse(args);
    CountDownLatch ended = new CountDownLatch(1);
    try (TieringService service = new TieringService(arguments)) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    service.stop();
                    await(ended);
                  },
                  "fluss-tiering-stop"));
      LOG.info(
          "Tiering to {} from the cluster at {}.", arguments.lakeFormat(), arguments.bootstrap());
      service.run(
          () -> {
            LOG.info("The coordinator answered; tiering runs.");
            writeReadyFile("tiering from " + arguments.bootstrap());
          });
    } finally {
      ended.countDown();
    }
    LOG.info("The tiering service stopped.");
    return 0;
  }

  private static void await(CountDownLatch ended) {
    try {
      if (!ended.await(STOP_SECONDS + 10, TimeUnit.SECONDS)) {
        LOG.warn("The tiering service did not end in time.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One line, whole or not at all, in the file the environment names. */
  private static void writeReadyFile(String line) {
    String name = System.getenv(READY_FILE_VARIABLE);
    if (name == null || name.isEmpty()) {
      return;
    }
    Path file = Paths.get(name).toAbsolutePath();
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.write(part, (line + "\n").getBytes(StandardCharsets.UTF_8));
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file + ", named by FLUSS_READY_FILE.", e);
    }
  }
}

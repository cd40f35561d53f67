// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.utils.clock.ManualClock;

/** A cluster, a lake and runners, all on one thread and one clock. */
final class SimWorld {

  /** A runner and the process it lives in. */
  static final class Runner {
    final SimProcess process = new SimProcess();
    TieringEngine engine;
    private boolean busy;

    /** Takes a turn unless it is in the middle of one, or dead. */
    void turn() {
      if (busy || process.isDead()) {
        return;
      }
      busy = true;
      try {
        engine.turn();
      } catch (SimProcess.Killed e) {
        assertThat(process.isDead()).isTrue();
      } finally {
        busy = false;
      }
    }
  }

  final Random random;
  final ManualClock clock = new ManualClock(1_000_000);
  final SimCluster cluster;
  final SimLake lake = new SimLake();
  final List<TableInfo> tables = new ArrayList<>();
  final Configuration options = new Configuration();
  private int runners;

  SimWorld(long seed) {
    this.random = new Random(seed);
    this.cluster = new SimCluster(random, clock);
  }

  TableInfo table(String name, int buckets, String freshness) {
    TableInfo info = cluster.create(name, buckets, freshness, false);
    tables.add(info);
    return info;
  }

  Runner runner(Consumer<String> hook) {
    Runner runner = new Runner();
    runner.process.hook = hook;
    runner.engine =
        new TieringEngine(
            cluster.client(runner.process),
            lake.client(runner.process),
            new TieringOptions(options, new Configuration()),
            clock,
            Runnable::run,
            Runnable::run,
            "runner" + runners++,
            () -> {});
    return runner;
  }

  void pass(Duration time) {
    clock.advanceTime(time);
  }

  /** Takes turns, a second each. */
  void run(Runner runner, int seconds) {
    for (int i = 0; i < seconds; i++) {
      runner.turn();
      runner.turn();
      pass(Duration.ofSeconds(1));
    }
  }

  /** Without further faults, everything gets into the lake, once. */
  void assertAllArrives() {
    lake.deliver();
    Runner last = runner(step -> {});
    pass(Duration.ofMinutes(3));
    run(last, 60);
    pass(Duration.ofMinutes(3));
    run(last, 60);
    for (TableInfo table : tables) {
      assertThat(lake.read(table.getTableId())).isEqualTo(cluster.rows(table));
    }
  }
}

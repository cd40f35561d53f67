// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever dies, whenever: no row is lost, none is in the lake twice. A failing seed replays. */
class TieringSimulationTest {

  private static final int SEEDS = Integer.getInteger("fluss.tiering.seeds", 300);

  private static Consumer<String> once(String at, Consumer<String> what) {
    boolean[] done = {false};
    return step -> {
      if (step.equals(at) && !done[0]) {
        done[0] = true;
        what.accept(step);
      }
    };
  }

  private static SimWorld worldWithRows() {
    SimWorld world = new SimWorld(1);
    TableInfo table = world.table("t", 3, "1s");
    for (int bucket = 0; bucket < 3; bucket++) {
      world.cluster.append(table, bucket, 5);
      world.cluster.append(table, bucket, 0);
      world.cluster.append(table, bucket, 7);
    }
    world.pass(Duration.ofSeconds(2));
    return world;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "writer:after",
        "read:after",
        "complete:after",
        "prepare:before",
        "prepare:after",
        "commit:before",
        "commit:sent",
        "commit:after",
        "register:before",
        "register:after",
        "heartbeat:before",
        "heartbeat:after"
      })
  void killedAndRestarted(String point) {
    SimWorld world = worldWithRows();
    SimWorld.Runner[] runner = new SimWorld.Runner[1];
    runner[0] = world.runner(once(point, step -> runner[0].process.die()));
    world.run(runner[0], 3);
    assertThat(runner[0].process.isDead()).isTrue();
    world.cluster.append(world.tables.get(0), 1, 4);
    world.assertAllArrives();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "table:before",
        "read:after",
        "complete:after",
        "prepare:before",
        "prepare:after",
        "commit:before",
        "commit:sent",
        "commit:after",
        "register:before",
        "register:after",
        "missing:before",
        "heartbeat:before",
        "heartbeat:after"
      })
  void answerLost(String point) {
    SimWorld world = worldWithRows();
    SimWorld.Runner runner =
        world.runner(
            once(
                point,
                step -> {
                  throw new SimFault(step);
                }));
    world.run(runner, 3);
    world.cluster.append(world.tables.get(0), 1, 4);
    world.run(runner, 30);
    world.assertAllArrives();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read:before",
        "complete:after",
        "prepare:before",
        "prepare:after",
        "commit:before",
        "commit:after"
      })
  void asleepWhileAnotherTakesOver(String point) {
    SimWorld world = worldWithRows();
    TableInfo table = world.tables.get(0);
    SimWorld.Runner other = world.runner(step -> {});
    SimWorld.Runner sleepy =
        world.runner(
            once(
                point,
                step -> {
                  world.pass(Duration.ofMinutes(3));
                  world.run(other, 5);
                  world.cluster.append(table, 2, 3);
                  world.run(other, 20);
                }));
    world.run(sleepy, 3);
    world.cluster.append(table, 0, 2);
    world.run(sleepy, 30);
    world.assertAllArrives();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "snapshots:after",
        "scan:after",
        "complete:after",
        "prepare:after",
        "commit:sent",
        "commit:after",
        "register:before",
        "register:after",
        "read:after",
        "none"
      })
  void aKeyedTableBeginsWithItsSnapshot(String point) {
    SimWorld world = new SimWorld(1);
    TableInfo table = world.cluster.create("keyed", 2, "1s", true);
    world.cluster.append(table, 0, 9);
    world.cluster.snapshot(table, 0);
    world.cluster.append(table, 0, 4);
    world.cluster.append(table, 1, 5);
    world.pass(Duration.ofSeconds(2));
    SimWorld.Runner[] runner = new SimWorld.Runner[1];
    runner[0] = world.runner(once(point, step -> runner[0].process.die()));
    world.run(runner[0], 3);
    // a newer one does not count any more for a bucket that is in the lake
    world.cluster.append(table, 0, 2);
    if (!world.lake.snapshots(table.getTableId()).isEmpty()) {
      world.cluster.snapshot(table, 0);
    }
    world.lake.deliver();
    world.pass(Duration.ofMinutes(3));
    world.run(world.runner(step -> {}), 120);
    long id = table.getTableId();
    int snapshotRows = world.lake.snapshotRows(id).size();
    assertThat(snapshotRows).isEqualTo(9);
    TreeMap<Long, Long> rest =
        new TreeMap<>(world.cluster.rows(table).get(new TableBucket(id, 0)).tailMap(9L));
    assertThat(world.lake.read(id))
        .containsEntry(new TableBucket(id, 0), rest)
        .containsEntry(
            new TableBucket(id, 1), world.cluster.rows(table).get(new TableBucket(id, 1)));
  }

  @Test
  void randomFaults() {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        randomFaults(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("Seed " + seed, e);
      }
    }
  }

  private static void randomFaults(long seed) {
    SimWorld world = new SimWorld(seed);
    world.table("a", 1 + world.random.nextInt(4), "1s");
    world.table("b", 2, "20s");
    List<SimWorld.Runner> runners = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      runners.add(faulty(world, runners, i));
    }
    for (int i = 0; i < 150; i++) {
      TableInfo table = world.tables.get(world.random.nextInt(2));
      switch (world.random.nextInt(10)) {
        case 0:
        case 1:
        case 2:
          world.cluster.append(
              table, world.random.nextInt(table.getNumBuckets()), world.random.nextInt(6));
          break;
        case 3:
          world.lake.deliver();
          break;
        case 4:
          if (world.random.nextInt(5) == 0) {
            world.cluster.restartCoordinator(world.random.nextBoolean());
          }
          break;
        case 5:
          world.pass(Duration.ofSeconds(world.random.nextInt(15) == 0 ? 130 : 10));
          break;
        case 6:
          world.cluster.laggingAnswers = world.random.nextInt(3);
          break;
        default:
          world.pass(Duration.ofMillis(500));
          int who = world.random.nextInt(2);
          runners.get(who).turn();
          if (runners.get(who).process.isDead()) {
            runners.set(who, faulty(world, runners, who));
          }
      }
    }
    world.cluster.laggingAnswers = 0;
    world.assertAllArrives();
  }

  private static SimWorld.Runner faulty(
      SimWorld world, List<SimWorld.Runner> runners, int position) {
    SimWorld.Runner[] self = new SimWorld.Runner[1];
    self[0] =
        world.runner(
            step -> {
              int dice = world.random.nextInt(400);
              if (dice < 4) {
                self[0].process.die();
              } else if (dice < 14) {
                throw new SimFault(step);
              } else if (dice < 18 && !step.startsWith("register")) {
                // sleeps so long that the other one takes over
                world.pass(Duration.ofSeconds(130));
                for (int i = 0; i < 6; i++) {
                  runners.get(1 - position).turn();
                  world.pass(Duration.ofSeconds(2));
                }
              }
            });
    return self[0];
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.junit.jupiter.api.Test;

class TieringEngineTest {

  private final SimWorld world = new SimWorld(7);

  private static TableStatus status(SimWorld.Runner runner, TableInfo table) {
    return runner.engine.tables().stream()
        .filter(s -> s.path().equals(table.getTablePath()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void oneFilePerBucketAndRound() {
    TableInfo table = world.table("t", 3, "1s");
    for (int i = 0; i < 20; i++) {
      world.cluster.append(table, 0, 3);
      world.cluster.append(table, 2, 1);
    }
    SimWorld.Runner runner = world.runner(step -> {});
    world.run(runner, 5);
    assertThat(world.lake.snapshots(table.getTableId())).hasSize(1);
    SimLake.Snapshot snapshot = world.lake.snapshots(table.getTableId()).get(0);
    assertThat(snapshot.files).hasSize(2);
    assertThat(snapshot.properties)
        .containsKeys(LakeCommitter.FLUSS_LAKE_SNAP_BUCKET_OFFSET_PROPERTY, "fluss-tiering-round")
        .containsEntry("fluss-tiering-epoch", "1");
    assertThat(world.cluster.tieredOffsets(table))
        .isEqualTo(
            Map.of(
                new TableBucket(table.getTableId(), 0), 60L,
                new TableBucket(table.getTableId(), 2), 20L));
    LakeRegistration registered = world.cluster.registered(table).get(0);
    assertThat(registered.readableOffsetsPath()).isEqualTo(registered.tieredOffsetsPath());
    assertThat(registered.endOffsets()).isEqualTo(world.cluster.tieredOffsets(table));
    assertThat(registered.maxTimestampsMs()).hasSize(2);
    world.assertAllArrives();
  }

  @Test
  void aTrickleIsNoStormOfFilesAndASingleWriteIsFresh() {
    TableInfo table = world.table("t", 1, "1s");
    SimWorld.Runner runner = world.runner(step -> {});
    world.cluster.append(table, 0, 1);
    world.run(runner, 3);
    assertThat(world.cluster.rounds).isEqualTo(1);
    for (int second = 0; second < 600; second++) {
      world.cluster.append(table, 0, 1);
      world.run(runner, 1);
    }
    assertThat(world.cluster.rounds).isBetween(40, 62);
    world.run(runner, 60);
    world.cluster.append(table, 0, 1);
    int before = world.cluster.rounds;
    world.run(runner, 3);
    assertThat(world.cluster.rounds).isEqualTo(before + 1);
    world.assertAllArrives();
  }

  @Test
  void aBulkLoadDoesNotWaitForTheTrickleRule() {
    TableInfo table = world.table("t", 1, "1s");
    SimWorld.Runner runner = world.runner(step -> {});
    world.cluster.append(table, 0, 10);
    world.run(runner, 3);
    world.cluster.append(table, 0, 200_000);
    world.run(runner, 3);
    assertThat(world.cluster.rounds).isEqualTo(2);
    world.cluster.append(table, 0, 10);
    world.run(runner, 3);
    assertThat(world.cluster.rounds).isEqualTo(3);
  }

  @Test
  void aTableThatTheLakeRefusesBlocksNobody() {
    TableInfo refused = world.cluster.create("refused", 1, "1s", true);
    TableInfo table = world.table("t", 1, "1s");
    world.cluster.append(refused, 0, 1);
    SimWorld.Runner runner =
        world.runner(
            step -> {
              if (step.equals("snapshots:after")) {
                throw new InvalidTableException("no such table");
              }
            });
    for (int i = 0; i < 30; i++) {
      world.cluster.append(table, 0, 1);
      world.run(runner, 1);
    }
    assertThat(status(runner, refused).failures()).isEqualTo(1);
    assertThat(status(runner, refused).lastFailure()).isEqualTo("no such table");
    world.assertAllArrives();
  }

  @Test
  void aRoundOfAKeyedTableIsBoundedAndTheNextFollowsAtOnce() {
    world.options.set(TieringOptions.PRIMARY_KEY_ROUND_RECORDS, 10);
    TableInfo keyed = world.cluster.create("keyed", 1, "1h", true);
    world.tables.add(keyed);
    world.pass(Duration.ofHours(1));
    for (int i = 0; i < 5; i++) {
      world.cluster.append(keyed, 0, 9);
    }
    SimWorld.Runner runner = world.runner(step -> {});
    world.run(runner, 2);
    assertThat(world.lake.snapshots(keyed.getTableId())).hasSize(5);
    assertThat(status(runner, keyed).rows()).isEqualTo(45);
    world.assertAllArrives();
  }

  private TableInfo keyed(int buckets) {
    TableInfo keyed = world.cluster.create("keyed", buckets, "1s", true);
    world.pass(Duration.ofSeconds(2));
    return keyed;
  }

  @Test
  void aKvSnapshotWithoutRowsDoesNotHideTheLogBehindIt() {
    TableInfo keyed = keyed(1);
    world.cluster.append(keyed, 0, 0);
    world.cluster.snapshot(keyed, 0);
    world.cluster.append(keyed, 0, 4);
    SimWorld.Runner runner = world.runner(step -> {});
    world.run(runner, 3);
    assertThat(world.lake.read(keyed.getTableId())).isEqualTo(world.cluster.rows(keyed));
    assertThat(status(runner, keyed).failures()).isZero();
  }

  @Test
  void aPartOfTheLogWithoutRowsDoesNotHideWhatIsBehindIt() {
    world.options.set(TieringOptions.PRIMARY_KEY_ROUND_RECORDS, 10);
    TableInfo keyed = keyed(1);
    for (int i = 0; i < 25; i++) {
      world.cluster.append(keyed, 0, 0);
    }
    world.cluster.append(keyed, 0, 4);
    world.run(world.runner(step -> {}), 3);
    assertThat(world.lake.read(keyed.getTableId())).isEqualTo(world.cluster.rows(keyed));
  }

  @Test
  void kvSnapshotsThatAreReplacedDuringARoundAreKeptForIt() {
    TableInfo keyed = keyed(2);
    for (int bucket = 0; bucket < 2; bucket++) {
      world.cluster.append(keyed, bucket, 9);
      world.cluster.snapshot(keyed, bucket);
    }
    boolean[] first = {true};
    SimWorld.Runner runner =
        world.runner(
            step -> {
              if (step.equals("snapshots:after") && first[0]) {
                first[0] = false;
                for (int bucket = 0; bucket < 2; bucket++) {
                  world.cluster.append(keyed, bucket, 1);
                  world.cluster.snapshot(keyed, bucket);
                }
              }
              if (step.equals("commit:before")) {
                assertThat(world.cluster.leases).hasSize(1);
              }
            });
    world.run(runner, 3);
    assertThat(status(runner, keyed).failures()).isZero();
    assertThat(world.lake.snapshotRows(keyed.getTableId())).hasSize(18);
    assertThat(world.cluster.leases).isEmpty();
  }

  @Test
  void aStoppedRunnerLeavesAKvSnapshotInTheMiddle() {
    TableInfo keyed = keyed(1);
    world.cluster.append(keyed, 0, 20_000);
    world.cluster.snapshot(keyed, 0);
    world.cluster.snapshotBatch = 20_000;
    SimWorld.Runner[] runner = new SimWorld.Runner[1];
    runner[0] =
        world.runner(
            step -> {
              if (step.equals("scan:after")) {
                runner[0].engine.stop();
              }
            });
    world.run(runner[0], 1);
    assertThat(world.lake.storedFiles()).isZero();
    assertThat(world.lake.rowsWritten).isLessThan(5000);
  }

  @Test
  void anErrorInTheMiddleOfABucketLeavesNoFiles() {
    TableInfo table = world.table("t", 1, "1s");
    for (int i = 0; i < 20; i++) {
      world.cluster.append(table, 0, 1);
    }
    world.pass(Duration.ofSeconds(2));
    boolean[] first = {true};
    SimWorld.Runner runner =
        world.runner(
            step -> {
              if (first[0] && step.equals("read:before") && world.lake.storedFiles() > 0) {
                first[0] = false;
                throw new OutOfMemoryError("as if");
              }
            });
    world.run(runner, 1);
    assertThat(first[0]).isFalse();
    assertThat(status(runner, table).lastFailure()).contains("as if");
    assertThat(world.lake.storedFiles()).isZero();
    world.assertAllArrives();
  }

  @Test
  void aFailingTableBacksOffAlone() {
    TableInfo bad = world.table("bad", 1, "1s");
    TableInfo good = world.table("good", 1, "1s");
    List<Long> attempts = new ArrayList<>();
    boolean[] broken = {true};
    SimWorld.Runner[] runner = new SimWorld.Runner[1];
    world.cluster.append(bad, 0, 1);
    runner[0] =
        world.runner(
            step -> {
              if (step.equals("commit:before") && broken[0] && world.cluster.rounds > 0) {
                attempts.add(world.clock.milliseconds());
                throw new SimFault(step);
              }
            });
    world.cluster.append(good, 0, 1);
    world.run(runner[0], 200);
    assertThat(attempts).hasSizeBetween(7, 9);
    assertThat(world.lake.storedFiles()).isEqualTo(1);
    TableInfo failing = status(runner[0], bad).failures() > 0 ? bad : good;
    assertThat(status(runner[0], failing).lastFailure()).contains("The catalog refused");
    broken[0] = false;
    world.run(runner[0], 100);
    assertThat(status(runner[0], failing).failures()).isZero();
    world.assertAllArrives();
  }

  @Test
  void filesOfARoundThatCannotBeCommittedAreDeleted() {
    TableInfo table = world.table("t", 3, "1s");
    for (int bucket = 0; bucket < 3; bucket++) {
      world.cluster.append(table, bucket, 3);
    }
    boolean[] first = {true};
    SimWorld.Runner runner =
        world.runner(
            step -> {
              if (step.equals("prepare:after") && first[0]) {
                first[0] = false;
                assertThat(world.lake.storedFiles()).isEqualTo(3);
                throw new SimFault(step);
              }
              if (step.equals("abort:after")) {
                assertThat(world.lake.storedFiles()).isZero();
              }
            });
    world.run(runner, 10);
    assertThat(world.lake.storedFiles()).isEqualTo(3);
    world.assertAllArrives();
  }

  @Test
  void aServerThatLagsBringsNoRowTwice() {
    TableInfo table = world.table("t", 1, "1s");
    world.cluster.append(table, 0, 3);
    boolean[] unregistered = {true};
    int[] lags = {2};
    SimWorld.Runner runner =
        world.runner(
            step -> {
              if (step.equals("register:before") && unregistered[0]) {
                unregistered[0] = false;
                throw new SimFault(step);
              }
              if (step.equals("register:after") && lags[0]-- > 0) {
                world.cluster.laggingAnswers = 2;
              }
            });
    world.run(runner, 30);
    assertThat(status(runner, table).failures()).isZero();
    assertThat(world.lake.snapshots(table.getTableId())).hasSize(1);
    assertThat(lags[0]).as("lagging answers were used").isNegative();
    world.assertAllArrives();
  }

  @Test
  void aTableMadeAnewDuringARoundIsLeftAlone() {
    TableInfo table = world.cluster.create("t", 1, "1s", false);
    world.cluster.append(table, 0, 3);
    TableInfo[] anew = new TableInfo[1];
    SimWorld.Runner runner =
        world.runner(
            step -> {
              if (step.equals("complete:after") && anew[0] == null) {
                anew[0] = world.cluster.recreate(table);
              }
            });
    world.run(runner, 5);
    assertThat(world.lake.snapshots(table.getTableId())).isEmpty();
    assertThat(world.lake.storedFiles()).isZero();
    world.cluster.append(anew[0], 0, 2);
    world.tables.add(anew[0]);
    world.assertAllArrives();
  }

  @Test
  void aStoppedRunnerGivesItsTablesBackAtOnce() {
    TableInfo table = world.table("t", 1, "1s");
    world.cluster.append(table, 0, 3);
    SimWorld.Runner[] first = new SimWorld.Runner[1];
    first[0] =
        world.runner(
            step -> {
              if (step.equals("read:after")) {
                first[0].engine.stop();
              }
            });
    world.run(first[0], 3);
    first[0].engine.close();
    assertThat(world.lake.snapshots(table.getTableId())).isEmpty();
    assertThat(world.lake.storedFiles()).isZero();
    world.run(world.runner(step -> {}), 2);
    assertThat(world.lake.snapshots(table.getTableId())).hasSize(1);
  }

  @Test
  void heartbeatsGoOnWhileTheCoordinatorIsAway() {
    TableInfo table = world.table("t", 1, "1s");
    world.cluster.append(table, 0, 3);
    boolean[] away = {true};
    int[] tries = {0};
    SimWorld.Runner runner =
        world.runner(
            step -> {
              if (step.equals("heartbeat:before") && away[0]) {
                tries[0]++;
                throw new SimFault(step);
              }
            });
    world.run(runner, 30);
    assertThat(runner.engine.isRegistered()).isFalse();
    assertThat(tries[0]).isBetween(25, 31);
    away[0] = false;
    world.run(runner, 3);
    assertThat(runner.engine.isRegistered()).isTrue();
    world.pass(Duration.ofSeconds(1));
    world.assertAllArrives();
  }
}

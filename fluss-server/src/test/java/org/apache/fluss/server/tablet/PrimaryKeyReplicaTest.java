// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.tablet.KvCalls.delete;
import static org.apache.fluss.server.tablet.KvCalls.upsert;
import static org.apache.fluss.server.tablet.TabletFixture.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FencedLeaderEpochException;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.kv.KvState;
import org.apache.fluss.server.log.LogConfig;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.server.replica.ReplicaState;
import org.apache.fluss.server.tablet.KvCalls.How;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A replica of a primary-key table whose followers and disk do what the test wants. */
final class PrimaryKeyReplicaTest {
  private static final TableBucket B0 = TabletFixture.bucket(0);
  private static final int[] TWO = {SERVER, 2};

  @TempDir Path directory;
  private SimulatedDisk disk = new SimulatedDisk();
  private TabletFixture tablet;
  private KvCalls kv;

  private void open(TableDescriptor table) throws Exception {
    tablet =
        new TabletFixture(disk, Path.of("/data"), LogConfig.defaults(), new Configuration(), table);
    kv = tablet.kv(B0);
  }

  @BeforeEach
  void open() throws Exception {
    open(PrimaryKeyTableTest.descriptor().build());
  }

  @AfterEach
  void close() throws Exception {
    tablet.close();
  }

  /** Leads with a follower that has nothing; {@link #followerGone} lets the high watermark move. */
  private void leadWithFollower(int epoch) {
    assertThat(tablet.assign(B0, SERVER, epoch, epoch, TWO, SERVER, 2)).isZero();
    awaitStore();
  }

  private void followerGone(int epoch) {
    assertThat(tablet.assign(B0, SERVER, epoch, epoch + 1, TWO, SERVER)).isZero();
  }

  private void lead(int epoch) {
    assertThat(tablet.assign(B0, SERVER, epoch, epoch, new int[] {SERVER}, SERVER)).isZero();
    awaitStore();
  }

  private void awaitStore() {
    LogCalls.awaitTrue("leads", () -> tablet.replica(B0).state() == ReplicaState.LEADER);
  }

  private static Errors error(PbPutKvRespForBucket answer) {
    return answer.hasErrorCode() ? Errors.forCode(answer.getErrorCode()) : Errors.NONE;
  }

  @Test
  void lookupsSeeNothingThatFollowersLack() {
    leadWithFollower(0);
    How quick = new How().acks(1);
    assertThat(error(kv.put(quick, upsert(1, 1, "a")))).isEqualTo(Errors.NONE);
    assertThat(error(kv.put(quick, upsert(1, 2, "b"), upsert(2, 2, "b")))).isEqualTo(Errors.NONE);
    assertThat(kv.lookup(1)).isNull();
    assertThat(kv.limitScan(10)).isEmpty();
    assertThat(kv.stats().getRowCount()).isZero();
    assertThat(KvCalls.values(kv.lookupOrInsert(1, kv.key(2), kv.key(3))))
        .extracting(kv::text)
        .containsExactly("[2, 2, b]", "[3, null, null]");

    How safe = new How().acks(-1);
    CompletableFuture<PutKvResponse> waiting = kv.send(safe, kv.batch(safe, delete(2)));
    assertThat(waiting).isNotDone();
    followerGone(0);
    assertThat(LogCalls.get(waiting).getBucketsRespAt(0).getLogEndOffset()).isEqualTo(6);
    assertThat(kv.limitScan(10))
        .extracting(kv::text)
        .containsExactly("[1, 2, b]", "[3, null, null]");
    assertThat(kv.stats().getRowCount()).isEqualTo(2);
    assertThat(kv.changelog())
        .containsExactly(
            "0 +I [1, 1, a]",
            "1 -U [1, 1, a]",
            "2 +U [1, 2, b]",
            "3 +I [2, 2, b]",
            "4 +I [3, null, null]",
            "5 -D [2, 2, b]");
  }

  @Test
  void aNewLeaderTakesWhatFollowersLackAsOldRows() {
    leadWithFollower(0);
    kv.put(new How().acks(1), upsert(1, 1, "a"));
    assertThat(tablet.assign(B0, 2, 1, 2, TWO, SERVER, 2)).isZero();
    assertThat(Errors.forCode(kv.lookupAnswer(kv.key(1)).getErrorCode()))
        .isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
    leadWithFollower(3);
    assertThat(kv.lookup(1)).isNull();
    kv.put(new How().acks(1), upsert(1, 2, "b"));
    followerGone(3);
    assertThat(kv.lookup(1)).isEqualTo("[1, 2, b]");
    assertThat(kv.changelog())
        .containsExactly("0 +I [1, 1, a]", "1 -U [1, 1, a]", "2 +U [1, 2, b]");
    assertThat(kv.stats().getRowCount()).isEqualTo(1);
  }

  @Test
  void writersWaitWhenFollowersLackTooMuch() {
    leadWithFollower(0);
    How quick = new How().acks(1);
    String text = "x".repeat(100_000);
    Errors last = Errors.NONE;
    int accepted = 0;
    for (; accepted < 100 && last == Errors.NONE; accepted++) {
      last = error(kv.put(quick, upsert(accepted, 1, text)));
    }
    assertThat(last).isEqualTo(Errors.STORAGE_EXCEPTION);
    int share = TabletFixture.BUFFER_BYTES / 4 / text.length();
    assertThat(accepted).isBetween(share, share + 3);
    followerGone(0);
    assertThat(error(kv.put(quick, upsert(1000, 1, text)))).isEqualTo(Errors.NONE);
    assertThat(kv.limitScan(1000)).hasSize(accepted);
  }

  @Test
  void aWriteThatTheDiskRefusedMayBeSentAgain() {
    lead(0);
    assertThat(kv.put(upsert(1, 1, "a"))).isEqualTo(1);
    disk.failAfterBytes(10);
    How how = new How().writer(4, 0);
    assertThat(error(kv.put(how, upsert(1, 2, "b"), upsert(2, 2, "b"))))
        .isEqualTo(Errors.LOG_STORAGE_EXCEPTION);
    assertThat(kv.lookup(1)).isEqualTo("[1, 1, a]");
    disk.failAfterBytes(Long.MAX_VALUE);
    assertThat(kv.put(how, upsert(1, 2, "b"), upsert(2, 2, "b")).getLogEndOffset()).isEqualTo(4);
    assertThat(kv.changelog())
        .containsExactly("0 +I [1, 1, a]", "1 -U [1, 1, a]", "2 +U [1, 2, b]", "3 +I [2, 2, b]");
  }

  @Test
  void aCheckpointHasExactlyItsState() {
    lead(0);
    kv.put(upsert(1, 1, "a"), upsert(2, 2, "b"), delete(1));
    Path target = directory.resolve("checkpoint");
    KvState state = LogCalls.get(tablet.replica(B0).checkpoint(0, target));
    assertThat(state.flushedLogOffset()).isEqualTo(3);
    assertThat(state.rowCount()).isEqualTo(1);
    assertThat(target).exists();
    assertThatThrownBy(
            () -> LogCalls.get(tablet.replica(B0).checkpoint(7, directory.resolve("other"))))
        .isInstanceOf(FencedLeaderEpochException.class);
    assertThat(kv.put(upsert(3, 3, "c"))).isEqualTo(4);
  }

  /**
   * Random batches, from writers that repeat themselves, with kills and clean stops in between: the
   * store is always what the operations say, and the changelog, played from its start, too.
   */
  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void randomHistoryEqualsAMap(LogFormat format) throws Exception {
    tablet.close();
    disk = new SimulatedDisk();
    TableDescriptor.Builder builder = PrimaryKeyTableTest.descriptor().logFormat(format);
    if (format == LogFormat.INDEXED) {
      builder.property(ConfigOptions.TABLE_KV_FORMAT.key(), "INDEXED");
    }
    TableDescriptor table = builder.build();
    open(table);
    lead(0);
    Random random = new Random(format.ordinal());
    TreeMap<Integer, Object[]> rows = new TreeMap<>();
    int sequence = 0;
    for (int step = 0; step < 400; step++) {
      if (random.nextInt(25) == 0) {
        if (random.nextBoolean()) {
          tablet.kill();
          disk.kill();
        } else {
          tablet.close();
        }
        open(table);
        tablet.replicas.load(Runnable::run, log -> true).get();
        lead(step + 1);
        check(rows);
      }
      How how = new How().writer(8, sequence++);
      boolean partial = random.nextInt(3) == 0;
      if (partial) {
        how.targets(0, 2);
      }
      List<KvCalls.Op> ops = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        int id = random.nextInt(30);
        Object[] old = rows.get(id);
        if (random.nextInt(4) == 0) {
          ops.add(delete(id));
          if (!partial || old == null || old[1] == null) {
            rows.remove(id);
          } else {
            rows.put(id, new Object[] {id, old[1], null});
          }
        } else {
          Integer number = random.nextInt(5) == 0 ? null : step;
          String text = random.nextInt(5) == 0 ? null : "t" + random.nextInt(1000);
          ops.add(upsert(id, number, text));
          Object kept = partial ? (old == null ? null : old[1]) : number;
          rows.put(id, new Object[] {id, kept, text});
        }
      }
      PbPutKvRespForBucket answer = kv.put(how, ops.toArray(new KvCalls.Op[0]));
      assertThat(error(answer)).isEqualTo(Errors.NONE);
      if (random.nextInt(5) == 0) {
        assertThat(kv.put(how, ops.toArray(new KvCalls.Op[0])).getLogEndOffset())
            .isEqualTo(answer.getLogEndOffset());
      }
    }
    check(rows);
    TreeMap<String, String> played = new TreeMap<>();
    for (String record : kv.changelog()) {
      String[] parts = record.split(" ", 3);
      String key = parts[2].substring(1, parts[2].indexOf(','));
      if (parts[1].equals("-U")) {
        assertThat(played.get(key)).isEqualTo(parts[2]);
      } else if (parts[1].equals("-D")) {
        assertThat(played.remove(key)).isEqualTo(parts[2]);
      } else {
        played.put(key, parts[2]);
      }
    }
    assertThat(played).hasSize(rows.size());
    rows.forEach(
        (id, row) -> assertThat(played.get(id.toString())).isEqualTo(Arrays.toString(row)));
  }

  private void check(TreeMap<Integer, Object[]> rows) {
    List<String> expected = new ArrayList<>();
    rows.values().forEach(row -> expected.add(Arrays.toString(row)));
    assertThat(kv.limitScan(1000)).extracting(kv::text).isEqualTo(expected);
    assertThat(kv.stats().getRowCount()).isEqualTo(expected.size());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.tablet.KvCalls.upsert;
import static org.apache.fluss.server.tablet.LogCalls.awaitTrue;
import static org.apache.fluss.server.tablet.TabletFixture.SERVER;
import static org.apache.fluss.server.tablet.TabletFixture.kvBucket;
import static org.apache.fluss.server.tablet.TabletFixture.kvTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.kv.KvState;
import org.apache.fluss.server.log.LogConfig;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.replica.ReplicaState;
import org.apache.fluss.server.tablet.KvCalls.How;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader of primary-key buckets when what it depends on is late or fails; no network. */
final class KvLeaderTest {
  private static final TableBucket B0 = kvBucket(0);

  @TempDir Path temp;
  private TabletFixture tablet;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setString(ConfigOptions.REMOTE_DATA_DIR.key(), temp.resolve("remote").toString());
    tablet =
        new TabletFixture(
            LocalDisk.INSTANCE, temp.resolve("data"), LogConfig.defaults(), conf, LogFormat.ARROW);
  }

  @AfterEach
  void stop() throws Exception {
    tablet.close();
  }

  private void load() {
    LogCalls.get(tablet.replicas.load(Runnable::run, directory -> true));
  }

  private void restart() throws Exception {
    stop();
    start();
  }

  /** Calls about a bucket that this server leads alone, once it has its store. */
  private KvCalls lead(KvCalls kv) {
    tablet.lead(kv.bucket);
    awaitTrue("the store is there", kv::isServed);
    return kv;
  }

  private static Errors error(PbPutKvRespForBucket answer) {
    return answer.hasErrorCode() ? Errors.forCode(answer.getErrorCode()) : Errors.NONE;
  }

  /** Keeps all background threads until the latch is open. */
  private CountDownLatch occupyBackground() {
    CountDownLatch latch = new CountDownLatch(1);
    CountDownLatch occupied = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      tablet.background.execute(
          () -> {
            occupied.countDown();
            await(latch);
          });
    }
    await(occupied);
    return latch;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aLeaderThatWasNotToldOfASchemaKeepsItsColumns() throws Exception {
    tablet.storeKvTable(2);
    KvCalls kv = lead(tablet.kv(0, 2));
    kv.put(upsert(1, "a", 7));
    restart();
    tablet.storeKvTable(2);
    load();
    kv = lead(tablet.kv(0, 2));
    assertThat(kv.lookup(1)).isEqualTo("[1, a, 7]");
    assertThat(tablet.replica(B0).table().getSchemaId()).isEqualTo(2);
  }

  @Test
  void aLogWithRowsOfAnUnknownSchemaIsNotReplayed() throws Exception {
    tablet.storeKvTable(2);
    lead(tablet.kv(0, 2)).put(upsert(1, "a", 7));
    restart();
    tablet.storeKvTable(1);
    load();
    tablet.assign(B0, SERVER, 0, 0, new int[] {SERVER}, SERVER);
    awaitTrue("offline", () -> tablet.replica(B0).state() == ReplicaState.OFFLINE);
    tablet.storeKvTable(2);
    KvCalls kv = tablet.kv(0, 2);
    awaitTrue("the store is there", kv::isServed);
    assertThat(kv.lookup(1)).isEqualTo("[1, a, 7]");
  }

  @Test
  void theNewestSchemaStaysWhateverComesLater() throws Exception {
    lead(tablet.kv(0, 1)).put(upsert(1, "a"));
    restart();
    tablet.replicas.tableChanged(kvTable(2));
    load();
    assertThat(tablet.replica(B0).table().getSchemaId()).isEqualTo(2);
    tablet.replicas.tableChanged(kvTable(1));
    CompletableFuture<Void> done = new CompletableFuture<>();
    tablet.replica(B0).lane().execute(() -> done.complete(null));
    LogCalls.get(done);
    assertThat(tablet.replica(B0).table().getSchemaId()).isEqualTo(2);
  }

  @Test
  void lanesFindAllSchemasInMemory() throws Exception {
    tablet.storeKvTable(3);
    tablet.replicas.tableChanged(kvTable(3));
    KvCalls kv = lead(tablet.kv(0, 1));
    // Rows of every schema, the newest of which comes after two that nobody told of.
    assertThat(error(kv.put(new How().schema(1), upsert(1, "a")))).isEqualTo(Errors.NONE);
    tablet.storeKvTable(6);
    tablet.replicas.tableChanged(kvTable(6));
    kv = tablet.kv(0, 6);
    assertThat(error(kv.put(new How(), upsert(2, "b", 2, 3, 4, 5, 6)))).isEqualTo(Errors.NONE);
    assertThat(error(kv.put(new How().schema(4), upsert(3, "c", 2, 3, 4)))).isEqualTo(Errors.NONE);
    assertThat(error(kv.put(new How().schema(2).targets(0, 2), upsert(1, null, 9))))
        .isEqualTo(Errors.NONE);
    assertThat(kv.lookup(1)).isEqualTo("[1, a, 9, null, null, null, null]");
  }

  @Test
  void aSchemaNobodyToldOfIsReadOnceForManyPuts() {
    tablet.storeKvTable(2);
    KvCalls first = lead(tablet.kv(0, 1));
    first.put(upsert(1, "a"));
    tablet.storeKvTable(3);
    KvCalls kv = tablet.kv(0, 3);
    CountDownLatch latch = occupyBackground();
    List<CompletableFuture<PutKvResponse>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      How how = new How().writer(5, i);
      answers.add(kv.send(how, kv.batch(how, upsert(1, "b" + i, i, i))));
    }
    assertThat(answers.get(0)).isNotDone();
    latch.countDown();
    for (CompletableFuture<PutKvResponse> answer : answers) {
      assertThat(error(LogCalls.get(answer).getBucketsRespAt(0))).isEqualTo(Errors.NONE);
    }
    assertThat(kv.lookup(1)).isEqualTo("[1, b19, 19, 19]");
    assertThat(error(tablet.kv(0, 4).put(new How(), upsert(1, "c", 1, 1, 1))))
        .isEqualTo(Errors.SCHEMA_NOT_EXIST);
  }

  @Test
  void aPutThatCannotGetIdsIsRefusedWithTheReason() {
    KvCalls kv = lead(tablet.ids());
    assertThat(error(kv.put(new How().targets(0), upsert(1))))
        .isEqualTo(Errors.UNKNOWN_TABLE_OR_BUCKET_EXCEPTION);
    assertThat(error(kv.put(new How().targets(0), upsert(2))))
        .isEqualTo(Errors.UNKNOWN_TABLE_OR_BUCKET_EXCEPTION);
  }

  @Test
  void putsWaitForIdsNoLongerThanTheirClients() {
    KvCalls kv = lead(tablet.ids());
    CountDownLatch latch = occupyBackground();
    try {
      How how = new How().targets(0);
      how.timeoutMs = 50;
      CompletableFuture<PutKvResponse> first = kv.send(how, kv.batch(how, upsert(1)));
      CompletableFuture<PutKvResponse> second = kv.send(how, kv.batch(how, upsert(2)));
      assertThat(error(LogCalls.get(first).getBucketsRespAt(0))).isEqualTo(Errors.REQUEST_TIME_OUT);
      assertThat(error(LogCalls.get(second).getBucketsRespAt(0)))
          .isEqualTo(Errors.REQUEST_TIME_OUT);
    } finally {
      latch.countDown();
    }
  }

  @Test
  void aStoreThatCannotBeReadIsMadeAnew() {
    KvCalls kv = lead(tablet.kv(0, 1));
    kv.put(upsert(1, "a"));
    for (Supplier<Errors> reader :
        List.<Supplier<Errors>>of(
            () -> Errors.forCode(kv.lookupAnswer(kv.key(1)).getErrorCode()),
            () -> error(kv.put(new How(), upsert(1, "b"))))) {
      int opened = tablet.stores.opened.get();
      tablet.stores.readsFail = true;
      assertThat(reader.get()).isEqualTo(Errors.KV_STORAGE_EXCEPTION);
      awaitTrue("the store is made anew", () -> tablet.stores.opened.get() > opened);
      tablet.stores.readsFail = false;
      awaitTrue("the store is there", kv::isServed);
      assertThat(kv.lookup(1)).isEqualTo("[1, a]");
    }
    assertThat(kv.put(upsert(1, "c"))).isEqualTo(3);
  }

  /** Leads a bucket with a follower that copies nothing. */
  private KvCalls leadAlone(int bucket) {
    KvCalls kv = tablet.kv(bucket, 1);
    tablet.assign(kv.bucket, SERVER, 0, 0, new int[] {SERVER, 2}, SERVER, 2);
    awaitTrue("the store is there", kv::isServed);
    return kv;
  }

  private static String name(int length) {
    return "x".repeat(length);
  }

  @Test
  void aBucketWhoseFollowersCopyNothingLeavesOthersTheirMemory() {
    KvCalls stuck = leadAlone(0);
    How how = new How().acks(1);
    int puts = 0;
    while (error(stuck.put(how, upsert(puts, name(800_000)))) == Errors.NONE) {
      puts++;
    }
    assertThat(puts).isBetween(5, 6);
    assertThat(error(stuck.put(how, upsert(puts, "y")))).isEqualTo(Errors.STORAGE_EXCEPTION);
    KvCalls other = lead(tablet.kv(1, 1));
    other.put(upsert(1, name(800_000)));
    assertThat(tablet.stores.opened).hasValue(2);
  }

  @Test
  void whatWaitedForLongGoesIntoTheStoreTurnByTurn() {
    KvCalls kv = leadAlone(0);
    for (int i = 0; i < 5; i++) {
      assertThat(error(kv.put(new How().acks(1), upsert(i, name(600_000))))).isEqualTo(Errors.NONE);
    }
    assertThat(kv.lookup(0)).isNull();
    int written = tablet.stores.written.get();
    tablet.assign(B0, SERVER, 0, 1, new int[] {SERVER, 2}, SERVER);
    awaitTrue("all is seen", () -> kv.lookup(4) != null);
    assertThat(kv.stats().getRowCount()).isEqualTo(5);
    assertThat(tablet.stores.written).hasValue(written + 3);
    assertThat(kv.changelog()).hasSize(5);
  }

  @Test
  void whatFollowersLackMustFitIntoTheBuffers() throws Exception {
    KvCalls kv = lead(tablet.kv(0, 1));
    for (int i = 0; i < 30; i++) {
      kv.put(upsert(i, name(800_000)));
    }
    stop();
    try (Stream<Path> files = Files.list(temp.resolve("data"))) {
      for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
        if (file.getFileName().toString().contains("high-watermark")) {
          Files.delete(file);
        }
      }
    }
    start();
    load();
    tablet.assign(B0, SERVER, 1, 1, new int[] {SERVER, 2}, SERVER, 2);
    awaitTrue("offline", () -> tablet.replica(B0).state() == ReplicaState.OFFLINE);
    tablet.assign(B0, SERVER, 2, 2, new int[] {SERVER}, SERVER);
    awaitTrue("the store is there", tablet.kv(0, 1)::isServed);
  }

  @Test
  void anAnswerHasABoundedSize() {
    KvCalls kv = lead(tablet.kv(0, 1));
    kv.put(upsert(1, name(1 << 20)));
    byte[][] keys = new byte[64][];
    Arrays.fill(keys, kv.key(1));
    assertThat(Errors.forCode(kv.lookupAnswer(keys).getErrorCode()))
        .isEqualTo(Errors.RECORD_TOO_LARGE_EXCEPTION);
    keys[0] = kv.key(2);
    assertThat(KvCalls.values(kv.lookupAnswer(keys))).hasSize(64);
  }

  @Test
  void aCheckpointHoldsTheHighWatermarkOnlyWhileItIsWritten() {
    KvCalls kv = lead(tablet.kv(0, 1));
    kv.put(upsert(1, "a"));
    CountDownLatch latch = occupyBackground();
    CompletableFuture<KvState> checkpoint =
        tablet.replica(B0).checkpoint(0, temp.resolve("checkpoint"));
    assertThat(kv.put(upsert(1, "b"))).isEqualTo(3);
    latch.countDown();
    assertThat(LogCalls.get(checkpoint).flushedLogOffset()).isEqualTo(3);
  }

  @Test
  void aStoreIsMadeWhileTheBackgroundIsBusy() {
    tablet.assign(B0, 2, 0, 0, new int[] {SERVER, 2}, 2);
    awaitTrue("following", () -> tablet.replica(B0).state() == ReplicaState.FOLLOWER);
    CountDownLatch latch = occupyBackground();
    try {
      tablet.assign(B0, SERVER, 1, 1, new int[] {SERVER, 2}, SERVER);
      awaitTrue("leading", () -> tablet.replica(B0).state() == ReplicaState.LEADER);
    } finally {
      latch.countDown();
    }
  }

  @Test
  void lanesCloseNoStores() {
    KvCalls kv = lead(tablet.kv(0, 1));
    kv.put(upsert(1, "a"));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch latch = new CountDownLatch(1);
    tablet.stores.beforeCheckpoint =
        () -> {
          begun.countDown();
          await(latch);
        };
    CompletableFuture<KvState> checkpoint =
        tablet.replica(B0).checkpoint(0, temp.resolve("checkpoint"));
    await(begun);
    tablet.assign(B0, 2, 1, 1, new int[] {SERVER, 2}, 2);
    latch.countDown();
    assertThatThrownBy(() -> LogCalls.get(checkpoint))
        .isInstanceOf(NotLeaderOrFollowerException.class);
    awaitTrue("closed", () -> tablet.stores.closedBy != null);
    assertThat(tablet.stores.closedBy).isEqualTo("background");
  }
}

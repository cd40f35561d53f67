// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.log.Batches.batch;
import static org.apache.fluss.server.tablet.LogCalls.fetchRequest;
import static org.apache.fluss.server.tablet.TabletFixture.SERVER;
import static org.apache.fluss.server.tablet.TabletFixture.bucket;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.InvalidRequiredAcksException;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.rpc.messages.FetchLogRequest;
import org.apache.fluss.rpc.messages.FetchLogResponse;
import org.apache.fluss.rpc.messages.InitWriterRequest;
import org.apache.fluss.rpc.messages.LimitScanRequest;
import org.apache.fluss.rpc.messages.LimitScanResponse;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.NotifyLeaderAndIsrRequest;
import org.apache.fluss.rpc.messages.PbFetchLogRespForBucket;
import org.apache.fluss.rpc.messages.ProduceLogRequest;
import org.apache.fluss.rpc.messages.ProduceLogResponse;
import org.apache.fluss.rpc.messages.StopReplicaRequest;
import org.apache.fluss.server.log.Batches;
import org.apache.fluss.server.log.LogConfig;
import org.apache.fluss.server.log.ReadBound;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.server.replica.LogWaiter;
import org.apache.fluss.server.replica.ReplicaState;
import org.apache.fluss.server.tablet.LogCalls.Fetched;
import org.apache.fluss.shaded.netty4.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.fluss.shaded.netty4.io.netty.buffer.UnpooledHeapByteBuf;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls of a tablet server, one server without network. */
class TabletServiceTest {
  private static final TableBucket B0 = bucket(0);
  private static final int ALL = 1 << 24;

  @TempDir Path temp;
  private TabletFixture tablet;

  @BeforeEach
  void start() throws Exception {
    tablet = fixture(new Configuration(), LogConfig.defaults(), LogFormat.INDEXED);
  }

  private TabletFixture fixture(Configuration conf, LogConfig logs, LogFormat format)
      throws Exception {
    conf.setString(ConfigOptions.REMOTE_DATA_DIR.key(), temp.resolve("remote").toString());
    return new TabletFixture(LocalDisk.INSTANCE, temp.resolve("data"), logs, conf, format);
  }

  private void restart(Configuration conf, LogConfig logs, LogFormat format) throws Exception {
    tablet.close();
    tablet = fixture(conf, logs, format);
    LogCalls.get(tablet.replicas.load(Runnable::run, directory -> true));
  }

  @AfterEach
  void stop() throws Exception {
    tablet.close();
  }

  private String produce(ByteBuffer... batches) {
    return tablet.calls.produce(B0, -1, batches).toString();
  }

  /** The released server's conversation, line by line; its count is pinned. */
  @Test
  void answersAsTheReleasedServer() {
    assertThat(Vectors.load("log-storage-rpc-behaviour.json").get("sequence").size()).isEqualTo(38);
    tablet.lead(B0);
    assertThat(produce(batch(10, 0, 2, 40))).isEqualTo("offset 0");
    assertThat(produce(batch(10, 0, 2, 40))).isEqualTo("offset 0");
    assertThat(produce(batch(10, 2, 1, 20))).isEqualTo("error 31");
    assertThat(produce(batch(11, 1, 1, 20))).isEqualTo("error 31");
    for (int sequence = 1; sequence <= 6; sequence++) {
      assertThat(produce(batch(10, sequence, 1, 20))).isEqualTo("offset " + (sequence + 1));
    }
    assertThat(produce(batch(10, 2, 1, 20))).isEqualTo("offset 3");
    assertThat(produce(batch(10, 1, 1, 20))).isEqualTo("error 31");
    assertThat(produce(batch(1, 20))).isEqualTo("offset 8");
    assertThat(produce(batch(10, 7, 2, 40), batch(10, 8, 1, 20))).isEqualTo("offset 9");
    assertThat(produce(batch(10, 8, 1, 20), batch(10, 9, 1, 20))).isEqualTo("offset 11");
    assertThat(produce(batch(10, 9, 1, 20))).isEqualTo("offset 12");
    assertThat(produce(batch(10, 10, 0, 0))).isEqualTo("offset 13");
    assertThat(produce(batch(10, 11, 1, 20))).isEqualTo("offset 14");
    assertThat(produce()).isEqualTo("offset -1");
    ByteBuffer torn = batch(10, 13, 1, 20);
    torn.limit(20);
    assertThat(produce(batch(10, 12, 1, 20), torn)).isEqualTo("offset 15");
    ByteBuffer damaged = batch(10, 13, 1, 20);
    damaged.put(60, (byte) (damaged.get(60) ^ 1));
    assertThat(produce(damaged)).isEqualTo("error 14");
    ByteBuffer foreign = batch(10, 13, 1, 20);
    foreign.put(12, (byte) 9);
    assertThat(produce(foreign)).isEqualTo("error -1");
    assertThatThrownBy(() -> tablet.calls.produce(B0, 2, batch(1, 20)))
        .isInstanceOf(InvalidRequiredAcksException.class);
    assertThat(tablet.calls.produce(bucket(7), -1, batch(1, 20)).error).isEqualTo(21);
    assertThat(tablet.calls.produce(bucket(1), -1, batch(1, 20)).error).isEqualTo(12);

    assertThat(tablet.calls.offset(B0, 0, null)).hasToString("offset 0");
    assertThat(tablet.calls.offset(B0, 1, null)).hasToString("offset 16");
    assertThat(tablet.calls.offset(B0, 3, null)).hasToString("offset 0");
    assertThat(tablet.calls.offset(B0, 9, null)).hasToString("error -1");
    assertThat(tablet.calls.offset(B0, 2, null)).hasToString("error -1");
    assertThat(tablet.calls.offset(B0, 2, 0L)).hasToString("offset 0");
    assertThat(tablet.calls.offset(B0, 2, Long.MAX_VALUE)).hasToString("error 38");

    int stored = 88 + 7 * 68 + 88 + 68 * 2 + 48 + 68 * 2;
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 16 bytes " + stored + " first 0");
    assertThat(tablet.calls.fetch(B0, 1)).hasToString("hw 16 bytes " + stored + " first 0");
    assertThat(tablet.calls.fetch(fetchRequest(B0, 0, 10))).hasToString("hw 16 bytes 88 first 0");
    assertThat(tablet.calls.fetch(fetchRequest(B0, 0, 100))).hasToString("hw 16 bytes 100 first 0");
    assertThat(tablet.calls.fetch(B0, -2)).hasToString("hw 16 bytes " + stored + " first 0");
    assertThat(tablet.calls.fetch(B0, -1)).hasToString("error 19");
    assertThat(tablet.calls.fetch(B0, 16)).hasToString("hw 16 bytes 0 first -1");
    assertThat(tablet.calls.fetch(B0, 17)).hasToString("error 19");
    FetchLogRequest projected = fetchRequest(B0, 0, ALL);
    projected.getTablesReqAt(0).setProjectionPushdownEnabled(true).addProjectedFields(0);
    assertThat(tablet.calls.fetch(projected)).hasToString("error 34");
    assertThat(tablet.calls.fetch(fetchRequest(B0, 0, ALL).setFollowerServerId(5)))
        .hasToString("error 12");
    assertThat(tablet.calls.fetch(fetchRequest(B0, 0, -1))).hasToString("error -1");
  }

  @Test
  void waitingFetchIsAnsweredByTheAppendThatSatisfiesIt() {
    tablet.lead(B0);
    long start = System.nanoTime();
    CompletableFuture<Fetched> waiting =
        tablet.calls.fetchLater(fetchRequest(B0, 0, ALL).setMinBytes(1).setMaxWaitMs(60_000));
    assertThat(waiting).isNotDone();
    assertThat(produce(batch(1, 20))).isEqualTo("offset 0");
    assertThat(LogCalls.get(waiting)).hasToString("hw 1 bytes 68 first 0");
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
  }

  @Test
  void waitingFetchWaitsForItsMinimum() {
    tablet.lead(B0);
    CompletableFuture<Fetched> waiting =
        tablet.calls.fetchLater(fetchRequest(B0, 0, ALL).setMinBytes(200).setMaxWaitMs(60_000));
    produce(batch(1, 20));
    produce(batch(1, 20));
    assertThat(waiting).isNotDone();
    produce(batch(1, 20));
    assertThat(LogCalls.get(waiting)).hasToString("hw 3 bytes 204 first 0");
  }

  @Test
  void waitingFetchEndsInTime() {
    tablet.lead(B0);
    long start = System.nanoTime();
    Fetched nothing = tablet.calls.fetch(fetchRequest(B0, 0, ALL).setMinBytes(1).setMaxWaitMs(150));
    assertThat(nothing).hasToString("hw 0 bytes 0 first -1");
    assertThat(System.nanoTime() - start).isBetween(150_000_000L, 20_000_000_000L);
    produce(batch(1, 20));
    assertThat(tablet.calls.fetch(fetchRequest(B0, 0, ALL).setMinBytes(500).setMaxWaitMs(50)))
        .hasToString("hw 1 bytes 68 first 0");
  }

  @Test
  void waitingFetchEndsWhenTheLeaderGoes() {
    tablet.lead(B0);
    CompletableFuture<Fetched> waiting =
        tablet.calls.fetchLater(fetchRequest(B0, 0, ALL).setMinBytes(1).setMaxWaitMs(60_000));
    assertThat(tablet.assign(B0, 2, 1, 1, new int[] {SERVER, 2}, 2)).isZero();
    assertThat(LogCalls.get(waiting)).hasToString("error 12");
    assertThat(produce(batch(1, 20))).isEqualTo("error 12");
  }

  @Test
  void oneRequestReadsManyBucketsWithinItsLimit() {
    tablet.lead(B0).lead(bucket(1));
    for (int i = 0; i < 2; i++) {
      assertThat(tablet.calls.produce(bucket(i), 1, batch(1, 952))).hasToString("offset 0");
    }
    FetchLogRequest request = fetchRequest(B0, 0, 1000);
    request
        .getTablesReqAt(0)
        .addBucketsReq()
        .setBucketId(1)
        .setFetchOffset(0)
        .setMaxFetchBytes(ALL);
    boolean[] whole = new boolean[2];
    for (int i = 0; i < 4; i++) {
      // Some limit, some turn: one bucket gets a whole batch, and each of them in its turn.
      FetchLogResponse response = LogCalls.get(tablet.service.fetchLog(request));
      int total = 0;
      for (int b = 0; b < 2; b++) {
        int size = response.getTablesRespAt(0).getBucketsRespAt(b).getRecords().length;
        whole[response.getTablesRespAt(0).getBucketsRespAt(b).getBucketId()] |= size == 1000;
        total += size;
      }
      assertThat(total).isEqualTo(1000);
      response.discard();
    }
    assertThat(whole).containsExactly(true, true);
  }

  @Test
  void rolesFollowTheirEpochs() {
    assertThat(tablet.assign(B0, SERVER, 3, 5, new int[] {2, 3}, 2)).isEqualTo(21);
    assertThat(tablet.assign(B0, SERVER, 3, 5, new int[] {SERVER, 2}, SERVER)).isZero();
    assertThat(tablet.assign(B0, SERVER, 2, 6, new int[] {SERVER}, SERVER)).isEqualTo(24);
    assertThat(tablet.assign(B0, SERVER, 3, 4, new int[] {SERVER}, SERVER)).isEqualTo(22);
    assertThat(produce(batch(1, 20))).isEqualTo("offset 0");
    assertThat(tablet.assign(B0, -1, 4, 6, new int[] {SERVER}, SERVER)).isZero();
    assertThat(produce(batch(1, 20))).isEqualTo("error 12");
    assertThat(tablet.calls.offset(B0, 1, null)).hasToString("offset 1");
    assertThat(tablet.assign(B0, SERVER, 5, 7, new int[] {SERVER}, SERVER)).isZero();
    assertThat(produce(batch(1, 20))).isEqualTo("offset 1");
    assertThat(tablet.calls.offset(B0, 3, null)).hasToString("offset 1");

    LogCalls.get(
        tablet.service.notifyLeaderAndIsr(new NotifyLeaderAndIsrRequest().setCoordinatorEpoch(4)));
    assertThatThrownBy(() -> tablet.lead(B0)).isInstanceOf(InvalidCoordinatorException.class);
  }

  @Test
  void writeIsAcknowledgedByAllInSyncReplicas() {
    int[] replicas = {SERVER, 2};
    assertThat(tablet.assign(B0, SERVER, 0, 0, replicas, SERVER, 2)).isZero();
    CompletableFuture<ProduceLogResponse> write = tablet.calls.send(B0, -1, 60_000, batch(1, 20));
    assertThat(tablet.calls.produce(B0, 1, batch(1, 20))).hasToString("offset 1");
    assertThat(write).isNotDone();
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 0 bytes 0 first -1");
    FetchLogRequest first = fetchRequest(B0, 0, ALL).setFollowerServerId(2);
    assertThat(tablet.calls.fetch(first)).hasToString("hw 0 bytes 136 first 0");
    assertThat(write).isNotDone();
    assertThat(tablet.calls.fetch(fetchRequest(B0, 1, ALL).setFollowerServerId(2)))
        .hasToString("hw 1 bytes 68 first 1");
    assertThat(LogCalls.answer(LogCalls.get(write).getBucketsRespAt(0))).hasToString("offset 0");
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 1 bytes 68 first 0");

    assertThat(
            LogCalls.answer(
                LogCalls.get(tablet.calls.send(B0, -1, 50, batch(1, 20))).getBucketsRespAt(0)))
        .hasToString("error 25");
    CompletableFuture<ProduceLogResponse> orphan = tablet.calls.send(B0, -1, 60_000, batch(1, 20));
    assertThat(tablet.assign(B0, 2, 1, 1, replicas, SERVER, 2)).isZero();
    assertThat(LogCalls.answer(LogCalls.get(orphan).getBucketsRespAt(0))).hasToString("error 12");
  }

  @Test
  void followersJoinAndLeaveTheInSyncReplicas() {
    int[] replicas = {SERVER, 2};
    assertThat(tablet.assign(B0, SERVER, 0, 0, replicas, SERVER)).isZero();
    assertThat(produce(batch(1, 20))).isEqualTo("offset 0");
    assertThat(tablet.wantedIsr.get()).isNull();
    tablet.calls.fetch(fetchRequest(B0, 0, ALL).setFollowerServerId(2));
    assertThat(tablet.wantedIsr.get()).isNull();
    tablet.calls.fetch(fetchRequest(B0, 1, ALL).setFollowerServerId(2));
    assertThat(tablet.wantedIsr.get()).containsExactly(SERVER, 2);
    // In doubt the follower counts already.
    CompletableFuture<ProduceLogResponse> write = tablet.calls.send(B0, -1, 60_000, batch(1, 20));
    assertThat(tablet.calls.produce(B0, 1, batch(1, 20))).hasToString("offset 2");
    assertThat(write).isNotDone();
    tablet.isrChange.get().adjusted(List.of(SERVER, 2), 1);
    tablet.calls.fetch(fetchRequest(B0, 2, ALL).setFollowerServerId(2));
    LogCalls.get(write);

    tablet.wantedIsr.set(null);
    tablet.clock.advanceTime(31, TimeUnit.SECONDS);
    tablet.replicas.checkLag();
    LogCalls.awaitTrue("follower is out", () -> tablet.wantedIsr.get() != null);
    assertThat(tablet.wantedIsr.get()).containsExactly(SERVER);
    tablet.isrChange.get().adjusted(List.of(SERVER), 2);
    LogCalls.awaitTrue(
        "high watermark moves without it", () -> tablet.calls.fetch(B0, 2).highWatermark == 3);
  }

  @Test
  void tooFewInSyncReplicas() throws Exception {
    Configuration conf = new Configuration();
    conf.set(ConfigOptions.LOG_REPLICA_MIN_IN_SYNC_REPLICAS_NUMBER, 2);
    restart(conf, LogConfig.defaults(), LogFormat.INDEXED);
    int[] replicas = {SERVER, 2};
    assertThat(tablet.assign(B0, SERVER, 0, 0, replicas, SERVER)).isZero();
    assertThat(produce(batch(1, 20))).isEqualTo("error 29");
    assertThat(tablet.calls.produce(B0, 1, batch(1, 20))).hasToString("offset 0");
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 0 bytes 0 first -1");
    assertThat(tablet.assign(B0, SERVER, 0, 1, replicas, SERVER, 2)).isZero();
    tablet.calls.fetch(fetchRequest(B0, 1, ALL).setFollowerServerId(2));
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 1 bytes 68 first 0");
  }

  @Test
  void followerThatWentAnotherWayIsToldWhereToCut() {
    int[] replicas = {SERVER, 2};
    assertThat(tablet.assign(B0, SERVER, 3, 0, replicas, SERVER)).isZero();
    produce(batch(5, 20));
    assertThat(tablet.assign(B0, SERVER, 6, 1, replicas, SERVER)).isZero();
    produce(batch(5, 20));
    // It has offsets 5 to 9 of epoch 4, which this leader never saw.
    FetchLogRequest request = fetchRequest(B0, 10, ALL).setFollowerServerId(2);
    request.getTablesReqAt(0).getBucketsReqAt(0).setLastEpoch(4).setLeaderEpoch(6);
    PbFetchLogRespForBucket answer =
        LogCalls.get(tablet.service.fetchLog(request)).getTablesRespAt(0).getBucketsRespAt(0);
    assertThat(answer.hasErrorCode()).isFalse();
    assertThat(answer.getDivergence().getEpoch()).isEqualTo(3);
    assertThat(answer.getDivergence().getOffset()).isEqualTo(5);
    assertThat(tablet.wantedIsr.get()).isNull();

    request.getTablesReqAt(0).getBucketsReqAt(0).setFetchOffset(5).setLastEpoch(3);
    FetchLogResponse agreed = LogCalls.get(tablet.service.fetchLog(request));
    answer = agreed.getTablesRespAt(0).getBucketsRespAt(0);
    assertThat(answer.hasDivergence()).isFalse();
    assertThat(answer.getRecords()).hasSize(68);
    assertThat(answer.getEpochsCount()).isEqualTo(1);
    assertThat(answer.getEpochsAt(0).getEpoch()).isEqualTo(6);
    assertThat(answer.getEpochsAt(0).getOffset()).isEqualTo(5);
    agreed.discard();

    request.getTablesReqAt(0).getBucketsReqAt(0).setLeaderEpoch(5);
    assertThat(tablet.calls.fetch(request)).hasToString("error 24");
  }

  @Test
  void restartKeepsDataOffsetsAndDuplicates() throws Exception {
    tablet.lead(B0);
    produce(batch(10, 0, 3, 20));
    produce(batch(10, 1, 2, 20));
    restart(new Configuration(), LogConfig.defaults(), LogFormat.INDEXED);
    assertThat(tablet.calls.offset(B0, 1, null)).hasToString("offset 5");
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("error 12");
    tablet.assign(B0, SERVER, 1, 1, new int[] {SERVER}, SERVER);
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 5 bytes 136 first 0");
    assertThat(produce(batch(10, 1, 2, 20))).isEqualTo("offset 3");
    assertThat(produce(batch(10, 2, 1, 20))).isEqualTo("offset 5");
  }

  @Test
  void stoppedReplicaGoesWithItsFiles() {
    tablet.lead(B0).lead(bucket(1));
    produce(batch(1, 20));
    Path table = temp.resolve("data/db/t-7");
    assertThat(table.resolve("log-0")).isDirectory();
    StopReplicaRequest request = new StopReplicaRequest().setCoordinatorEpoch(0);
    for (int i : new int[] {0, 5}) {
      Wire.write(
          bucket(i),
          request.addStopReplicasReq().setLeaderEpoch(0).setDelete(true).setTableBucket());
    }
    assertThat(LogCalls.get(tablet.service.stopReplica(request)).getStopReplicasRespList())
        .hasSize(2)
        .allMatch(answer -> !answer.hasErrorCode());
    assertThat(table.resolve("log-0")).doesNotExist();
    assertThat(table.resolve("log-1")).isDirectory();
    assertThat(produce(batch(1, 20))).isEqualTo("error 12");
    tablet.assign(B0, SERVER, 1, 1, new int[] {SERVER}, SERVER);
    assertThat(produce(batch(1, 20))).isEqualTo("offset 0");
  }

  @Test
  void limitScanReturnsTheLastRows() throws Exception {
    restart(new Configuration(), LogConfig.defaults().withSegmentSizeBytes(300), LogFormat.INDEXED);
    tablet.lead(B0);
    for (int i = 0; i < 10; i++) {
      produce(batch(1, 52));
    }
    for (int limit : new int[] {0, 1, 4, 100}) {
      LimitScanResponse response = scan(limit);
      assertThat(response.getIsLogTable()).isTrue();
      List<long[]> ranges = Batches.ranges(ByteBuffer.wrap(response.getRecords()));
      assertThat(ranges).hasSize(Math.min(10, limit));
      response.discard();
    }
    assertThat(scan(-1).getErrorCode()).isEqualTo(19);
  }

  private LimitScanResponse scan(int limit) {
    return LogCalls.get(
        tablet.service.limitScan(
            new LimitScanRequest().setTableId(B0.getTableId()).setBucketId(0).setLimit(limit)));
  }

  @Test
  void timeToLiveRemovesWhatIsOld() throws Exception {
    restart(new Configuration(), LogConfig.defaults().withSegmentSizeBytes(300), LogFormat.INDEXED);
    tablet.lead(B0);
    for (int i = 0; i < 10; i++) {
      produce(batch(1, 52));
    }
    tablet.clock.advanceTime(8, TimeUnit.DAYS);
    produce(batch(1, 52));
    LogCalls.awaitTrue(
        "old segments are gone",
        () -> {
          tablet.replicas.deleteExpired();
          return tablet.calls.offset(B0, 0, null).offset > 5;
        });
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("error 19");
    assertThat(tablet.calls.fetch(B0, 10).firstOffset()).isEqualTo(10);
  }

  @Test
  void fullDiskStopsWritersUntilThereIsRoom() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    restart(disk, LogConfig.defaults());
    tablet.lead(B0);
    assertThat(produce(batch(1, 20))).isEqualTo("offset 0");
    disk.failAfterBytes(0);
    assertThat(produce(batch(1, 20))).isEqualTo("error 10");
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 1 bytes 68 first 0");
    disk.failAfterBytes(Long.MAX_VALUE);
    assertThat(produce(batch(1, 20))).isEqualTo("offset 1");
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 2 bytes 136 first 0");
  }

  @Test
  void replicaWhoseDiskFailedComesBackByItself() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    restart(disk, LogConfig.defaults().withFlushIntervalMessages(1));
    tablet.lead(B0);
    assertThat(produce(batch(10, 0, 1, 20))).isEqualTo("offset 0");
    disk.failForces(true);
    assertThat(produce(batch(10, 1, 1, 20))).startsWith("error");
    LogCalls.awaitTrue("offline", () -> tablet.replica(B0).state() == ReplicaState.OFFLINE);
    assertThat(produce(batch(10, 1, 1, 20))).isEqualTo("error 26");
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("error 26");
    assertThat(tablet.assign(B0, SERVER, 1, 1, new int[] {SERVER}, SERVER)).isEqualTo(26);
    disk.failForces(false);
    LogCalls.awaitTrue("leading", () -> tablet.replica(B0).state() == ReplicaState.LEADER);
    assertThat(tablet.calls.fetch(B0, 0).firstOffset()).isZero();
    assertThat(produce(batch(10, 1, 1, 20))).isEqualTo("offset 1");
    assertThat(produce(batch(10, 2, 1, 20))).isEqualTo("offset 2");
  }

  @Test
  void writeIsAnsweredThoughAWaiterThrows() {
    tablet.lead(B0);
    for (ReadBound bound : ReadBound.values()) {
      tablet.replica(B0).await(new ThrowingWaiter(bound));
    }
    CompletableFuture<Fetched> waiting =
        tablet.calls.fetchLater(fetchRequest(B0, 0, ALL).setMinBytes(1).setMaxWaitMs(30_000));
    assertThat(produce(batch(1, 20))).isEqualTo("offset 0");
    assertThat(LogCalls.get(waiting)).hasToString("hw 1 bytes 68 first 0");
  }

  private static final class ThrowingWaiter implements LogWaiter {
    private final ReadBound bound;

    ThrowingWaiter(ReadBound bound) {
      this.bound = bound;
    }

    @Override
    public long offset() {
      return 0;
    }

    @Override
    public ReadBound bound() {
      return bound;
    }

    @Override
    public void wake() {
      throw new StackOverflowError("a waiter that cannot be woken");
    }
  }

  @Test
  void errorInALaneAnswersItsWriters() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    restart(disk, LogConfig.defaults());
    tablet.lead(B0).lead(bucket(1));
    disk.throwFromWrites(new StackOverflowError("in the lane"));
    ProduceLogRequest request = writes(B0, bucket(1));
    ProduceLogResponse response = LogCalls.get(tablet.service.produceLog(request));
    assertThat(response.getBucketsRespList())
        .extracting(bucket -> LogCalls.answer(bucket).error)
        .containsExactly(10, 10);
    disk.throwFromWrites(null);
    assertThat(produce(batch(10, 0, 1, 20))).as("not taken for a repeat").isEqualTo("offset 0");
    assertThat(tablet.calls.fetch(B0, 0)).hasToString("hw 1 bytes 68 first 0");
  }

  @Test
  void errorWhileOneBatchIsCheckedAnswersAllBuckets() {
    tablet.lead(B0).lead(bucket(1));
    ProduceLogRequest request = writes(B0, bucket(1));
    request
        .getBucketsReqAt(0)
        .setRecords(
            new UnpooledHeapByteBuf(UnpooledByteBufAllocator.DEFAULT, 8, 8) {
              @Override
              public int nioBufferCount() {
                throw new StackOverflowError("while the batch is checked");
              }
            });
    ProduceLogResponse response = LogCalls.get(tablet.service.produceLog(request));
    assertThat(response.getBucketsRespList())
        .extracting(bucket -> LogCalls.answer(bucket).toString())
        .containsExactly("error -1", "offset 0");
  }

  @Test
  void onlyColdReadsGoToThePool() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    restart(disk, LogConfig.defaults().withSegmentSizeBytes(200));
    tablet.lead(B0);
    for (int i = 0; i < 4; i++) {
      produce(batch(1, 52));
    }
    int before = tablet.reads.get();
    int diskReads = disk.readsBy(Thread.currentThread());
    assertThat(tablet.calls.fetch(B0, 3).firstOffset()).isEqualTo(3);
    assertThat(tablet.reads).hasValue(before);
    assertThat(disk.readsBy(Thread.currentThread())).isGreaterThan(diskReads);
    diskReads = disk.readsBy(Thread.currentThread());
    assertThat(tablet.calls.fetch(B0, 0).firstOffset()).isZero();
    assertThat(tablet.reads).hasValue(before + 1);
    assertThat(disk.readsBy(Thread.currentThread())).as("the caller's").isEqualTo(diskReads);
  }

  @Test
  void whatWaitsForTheStoreDoesNotHoldTheCaller() {
    int before = tablet.storeCallCount.get();
    assertThat(LogCalls.get(tablet.service.initWriter(new InitWriterRequest())).getWriterId())
        .isNotNegative();
    LogCalls.get(tablet.service.listDatabases(new ListDatabasesRequest()));
    assertThat(tablet.storeCallCount).hasValue(before + 2);
  }

  @Test
  void waitingForWhatIsOnlyInTheLakeDoesNotSpin() throws Exception {
    restart(new SimulatedDisk(), LogConfig.defaults().withSegmentSizeBytes(200));
    tablet.lead(B0);
    for (int i = 0; i < 4; i++) {
      produce(batch(1, 52));
    }
    tablet.clock.advanceTime(8, TimeUnit.DAYS);
    produce(batch(1, 52));
    LogCalls.awaitTrue(
        "old segments are gone",
        () -> {
          tablet.replicas.deleteExpired();
          return tablet.calls.offset(B0, 0, null).offset > 0;
        });
    tablet.replica(B0).lakeOffsets(1, 0, 4);
    LogCalls.awaitTrue("it is in the lake", () -> tablet.replica(B0).isInLake(0));
    int before = tablet.reads.get();
    FetchLogRequest request = fetchRequest(B0, 0, ALL).setMinBytes(1).setMaxWaitMs(300);
    assertThat(tablet.calls.fetch(request)).hasToString("hw 5 bytes 0 first -1");
    assertThat(tablet.reads.get() - before).isBetween(1, 3);
  }

  private static ProduceLogRequest writes(TableBucket... buckets) {
    ProduceLogRequest request =
        new ProduceLogRequest().setAcks(-1).setTableId(TabletFixture.TABLE).setTimeoutMs(30_000);
    for (TableBucket bucket : buckets) {
      request
          .addBucketsReq()
          .setBucketId(bucket.getBucket())
          .setRecords(batch(10, 0, 1, 20).array());
    }
    return request;
  }

  private void restart(SimulatedDisk disk, LogConfig logs) throws Exception {
    tablet.close();
    tablet =
        new TabletFixture(disk, Path.of("/data"), logs, new Configuration(), LogFormat.INDEXED);
  }

  @Test
  void timestampsAreThoseOfTheServer() {
    tablet.lead(B0);
    produce(batch(1, 20));
    tablet.clock.advanceTime(5, TimeUnit.SECONDS);
    produce(batch(1, 20));
    Fetched all = tablet.calls.fetch(B0, 0);
    ByteBuffer bytes = ByteBuffer.wrap(all.records);
    assertThat(LogBatchHeader.commitTimestamp(bytes, 0)).isEqualTo(1_000_000);
    assertThat(LogBatchHeader.commitTimestamp(bytes, 68)).isEqualTo(1_005_000);
    assertThat(tablet.calls.offset(B0, 2, 1_000_001L)).hasToString("offset 1");
    assertThat(tablet.calls.offset(B0, 2, 1_005_000L)).hasToString("offset 1");
    tablet.clock.advanceTime(5, TimeUnit.SECONDS);
    assertThat(produce(batch(3, 60), batch(1, 20))).isEqualTo("offset 2");
    ByteBuffer together = ByteBuffer.wrap(tablet.calls.fetch(B0, 2).records);
    int second = LogBatchHeader.sizeInBytes(together, 0);
    assertThat(LogBatchHeader.baseOffset(together, 0)).isEqualTo(2);
    assertThat(LogBatchHeader.baseOffset(together, second)).isEqualTo(5);
    assertThat(LogBatchHeader.commitTimestamp(together, 0)).isEqualTo(1_010_000);
    assertThat(LogBatchHeader.commitTimestamp(together, second)).isEqualTo(1_010_000);
  }
}

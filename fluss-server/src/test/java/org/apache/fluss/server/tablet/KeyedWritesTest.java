// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.tablet.KvCalls.delete;
import static org.apache.fluss.server.tablet.KvCalls.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.metadata.AggFunctions;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.PutKvRequest;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.server.kv.CheckedKvRecords;
import org.apache.fluss.server.kv.KvPut;
import org.apache.fluss.server.kv.ReadBudget;
import org.apache.fluss.server.log.LogConfig;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.server.replica.AppendListener;
import org.apache.fluss.server.replica.Replica;
import org.apache.fluss.server.replica.ReplicaState;
import org.apache.fluss.server.tablet.KvCalls.How;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of writing to a primary-key table, over the network against three tablet servers. */
@Timeout(120)
class KeyedWritesTest {
  @TempDir static Path directory;
  private static LocalCluster cluster;

  private String name;

  @BeforeAll
  static void start() throws Exception {
    cluster = new LocalCluster(directory, 3);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @BeforeEach
  void nameTable(TestInfo test) {
    name = test.getDisplayName().replaceAll("\\W", "");
  }

  private KvCalls create(TableDescriptor.Builder descriptor, String... properties) {
    for (int i = 0; i < properties.length; i += 2) {
      descriptor.property(properties[i], properties[i + 1]);
    }
    cluster.createTable(name, descriptor.build());
    return cluster.kv(name, 0);
  }

  private static TableDescriptor.Builder table(Schema schema) {
    return TableDescriptor.builder()
        .schema(schema)
        .distributedBy(1)
        .property(ConfigOptions.TABLE_REPLICATION_FACTOR.key(), "1");
  }

  private static Errors error(PbPutKvRespForBucket answer) {
    return answer.hasErrorCode() ? Errors.forCode(answer.getErrorCode()) : Errors.NONE;
  }

  /** Changes without their offsets. */
  private static List<String> changes(KvCalls kv) {
    return kv.changelog().stream()
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .collect(Collectors.toList());
  }

  private byte[] log(KvCalls kv) {
    return cluster.calls(cluster.leader(name, 0)).readAll(kv.bucket, 0);
  }

  /** By batch: writer, sequence, number of records. */
  private List<String> batches(KvCalls kv) {
    ByteBuffer log = ByteBuffer.wrap(log(kv));
    List<String> batches = new ArrayList<>();
    for (int at = 0; at < log.capacity(); at += LogBatchHeader.sizeInBytes(log, at)) {
      batches.add(
          LogBatchHeader.writerId(log, at)
              + "/"
              + LogBatchHeader.batchSequence(log, at)
              + "/"
              + LogBatchHeader.recordCount(log, at));
    }
    return batches;
  }

  @Test
  void deletesOfMissingKeysLeaveAnEmptyBatchOfTheirWriter() {
    KvCalls kv = create(PrimaryKeyTableTest.descriptor());
    assertThat(kv.put(new How().writer(77, 0), upsert(1, 1, "x")).getLogEndOffset()).isEqualTo(1);
    for (int time = 0; time < 2; time++) {
      PbPutKvRespForBucket answer = kv.put(new How().writer(77, 1), delete(2), delete(3));
      assertThat(error(answer)).isEqualTo(Errors.NONE);
      assertThat(answer.getLogEndOffset()).as("the second time it is a duplicate").isEqualTo(2);
    }
    assertThat(kv.put(new How().writer(77, 2), upsert(2, 2, "y")).getLogEndOffset()).isEqualTo(3);
    assertThat(batches(kv)).containsExactly("77/0/1", "77/1/0", "77/2/1");
  }

  @Test
  void neitherTheKeyNorWhatMustNotBeNullIsLeftOut() {
    KvCalls kv =
        create(
            table(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("a", DataTypes.INT())
                    .column("b", DataTypes.STRING().copy(false))
                    .primaryKey("id")
                    .build()));
    for (int[] targets : new int[][] {{0, 1}, {1, 2}}) {
      assertThat(error(kv.put(new How().targets(targets), upsert(1, 1, "x"))))
          .isEqualTo(Errors.INVALID_TARGET_COLUMN);
    }
    assertThat(kv.changelog()).isEmpty();
  }

  @Test
  void whatTheServerFillsIsNotSent() {
    KvCalls kv =
        create(
            table(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("seq", DataTypes.INT())
                    .column("b", DataTypes.STRING())
                    .primaryKey("id")
                    .enableAutoIncrement("seq")
                    .build()));
    for (int[] targets : new int[][] {{}, {0, 1}, {0, 1, 2}}) {
      assertThat(error(kv.put(new How().targets(targets), upsert(1, 7, "x"))))
          .isEqualTo(Errors.INVALID_TARGET_COLUMN);
    }
    assertThat(error(kv.put(new How().targets(0, 2), upsert(1, 7, "x")))).isEqualTo(Errors.NONE);
    assertThat(kv.lookup(1)).isEqualTo("[1, 1, x]");
  }

  @Test
  void aBatchThatTheDiskRefusedIsDoneOnceWhenItIsSentAgain() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    TableDescriptor descriptor = PrimaryKeyTableTest.descriptor().build();
    try (TabletFixture tablet =
        new TabletFixture(
            disk, Path.of("/data"), LogConfig.defaults(), new Configuration(), descriptor)) {
      TableBucket bucket = TabletFixture.bucket(0);
      tablet.lead(bucket);
      TableInfo info = TableInfo.of(TabletFixture.PATH, TabletFixture.TABLE, 1, descriptor, 1, 1);
      KvCalls kv = new KvCalls(tablet.service, bucket, info, id -> descriptor.getSchema());
      Replica replica = tablet.replica(bucket);
      LogCalls.awaitTrue("the bucket is led", () -> replica.state() == ReplicaState.LEADER);
      assertThat(put(replica, kv.batch(new How().writer(3, 0), upsert(1, 1, "x")))).isEqualTo(1);
      byte[] batch =
          kv.batch(new How().writer(3, 1), upsert(1, 2, "y"), upsert(2, 2, "y"), delete(1));
      disk.failAfterBytes(0);
      assertThatThrownBy(() -> put(replica, batch)).hasCauseInstanceOf(ApiException.class);
      List<byte[]> keys = List.of(kv.key(1), kv.key(2));
      assertThat(replica.leaderStore().lookup(keys, new ReadBudget(1 << 20)))
          .extracting(value -> value == null ? null : kv.text(value))
          .containsExactly("[1, 1, x]", null);
      disk.failAfterBytes(Long.MAX_VALUE);
      assertThat(put(replica, batch)).isEqualTo(5);
      assertThat(put(replica, batch)).as("again").isEqualTo(5);
      assertThat(kv.changelog())
          .containsExactly(
              "0 +I [1, 1, x]",
              "1 -U [1, 1, x]",
              "2 +U [1, 2, y]",
              "3 +I [2, 2, y]",
              "4 -D [1, 2, y]");
      assertThat(replica.leaderStore().lookup(keys, new ReadBudget(1 << 20)))
          .extracting(value -> value == null ? null : kv.text(value))
          .containsExactly(null, "[2, 2, y]");
    }
  }

  @Test
  void theLogIsKeptForTheStore() throws Exception {
    TableDescriptor descriptor = PrimaryKeyTableTest.descriptor().build();
    try (TabletFixture tablet =
        new TabletFixture(
            new SimulatedDisk(),
            Path.of("/data"),
            LogConfig.defaults().withSegmentSizeBytes(300),
            new Configuration(),
            descriptor)) {
      TableBucket bucket = TabletFixture.bucket(0);
      int[] self = {TabletFixture.SERVER};
      int[] both = {TabletFixture.SERVER, 2};
      tablet.lead(bucket);
      TableInfo info = TableInfo.of(TabletFixture.PATH, TabletFixture.TABLE, 1, descriptor, 1, 1);
      KvCalls kv = new KvCalls(tablet.service, bucket, info, id -> descriptor.getSchema());
      Replica replica = tablet.replica(bucket);
      LogCalls.awaitTrue("the bucket is led", () -> replica.state() == ReplicaState.LEADER);
      for (int i = 0; i < 10; i++) {
        put(replica, kv.batch(new How(), upsert(i, i, "x")));
      }
      tablet.clock.advanceTime(8, TimeUnit.DAYS);
      tablet.replicas.deleteExpired();
      put(replica, kv.batch(new How(), upsert(10, 10, "x")));
      assertThat(tablet.calls.offset(bucket, 0, null)).hasToString("offset 0");
      assertThat(tablet.assign(bucket, 2, 1, 1, both, both)).isZero();
      tablet.replicas.deleteExpired();
      assertThat(tablet.assign(bucket, TabletFixture.SERVER, 2, 2, self, self)).isZero();
      LogCalls.awaitTrue("the bucket is led again", () -> replica.state() == ReplicaState.LEADER);
      assertThat(tablet.calls.offset(bucket, 0, null)).hasToString("offset 0");

      replica.storeNeedsLogFrom(6);
      LogCalls.awaitTrue(
          "what lies before the snapshot is gone",
          () -> {
            tablet.replicas.deleteExpired();
            return tablet.calls.offset(bucket, 0, null).offset > 0;
          });
      put(replica, kv.batch(new How(), upsert(11, 11, "x")));
      assertThat(tablet.calls.offset(bucket, 0, null).offset).isLessThanOrEqualTo(6);
      assertThat(tablet.calls.fetch(bucket, 6).firstOffset()).isEqualTo(6);
    }
  }

  @Test
  void whatFollowersLackIsAnOldValueThatNobodySees() throws Exception {
    TableDescriptor descriptor = PrimaryKeyTableTest.descriptor().build();
    try (TabletFixture tablet =
        new TabletFixture(
            new SimulatedDisk(),
            Path.of("/data"),
            LogConfig.defaults(),
            new Configuration(),
            descriptor)) {
      TableBucket bucket = TabletFixture.bucket(0);
      int[] replicas = {TabletFixture.SERVER, 2};
      assertThat(tablet.assign(bucket, TabletFixture.SERVER, 0, 0, replicas, replicas)).isZero();
      TableInfo info = TableInfo.of(TabletFixture.PATH, TabletFixture.TABLE, 1, descriptor, 1, 1);
      KvCalls kv = new KvCalls(tablet.service, bucket, info, id -> descriptor.getSchema());
      Replica replica = tablet.replica(bucket);
      List<byte[]> keys = List.of(kv.key(1));
      LogCalls.awaitTrue("the bucket is led", () -> replica.state() == ReplicaState.LEADER);
      assertThat(put(replica, false, kv.batch(new How(), upsert(1, 1, "x")))).isEqualTo(1);
      assertThat(put(replica, false, kv.batch(new How(), upsert(1, 2, "y")))).isEqualTo(3);
      assertThat(replica.leaderStore().lookup(keys, new ReadBudget(1 << 20)).get(0)).isNull();

      // The store is made anew from the log.
      assertThat(tablet.assign(bucket, 2, 1, 1, replicas, replicas)).isZero();
      assertThat(tablet.assign(bucket, TabletFixture.SERVER, 2, 2, replicas, replicas)).isZero();
      LogCalls.awaitTrue("the bucket is led again", () -> replica.state() == ReplicaState.LEADER);
      assertThat(replica.leaderStore().lookup(keys, new ReadBudget(1 << 20)).get(0)).isNull();
      assertThat(put(replica, false, kv.batch(new How(), upsert(1, 3, "z")))).isEqualTo(5);
      assertThat(replica.leaderStore().lookup(keys, new ReadBudget(1 << 20)).get(0)).isNull();

      tablet.calls.fetch(LogCalls.fetchRequest(bucket, 5, 1 << 20).setFollowerServerId(2));
      LogCalls.awaitTrue(
          "the follower has all",
          () -> replica.leaderStore().lookup(keys, new ReadBudget(1 << 20)).get(0) != null);
      assertThat(kv.text(replica.leaderStore().lookup(keys, new ReadBudget(1 << 20)).get(0)))
          .isEqualTo("[1, 3, z]");
      assertThat(kv.changelog())
          .containsExactly(
              "0 +I [1, 1, x]",
              "1 -U [1, 1, x]",
              "2 +U [1, 2, y]",
              "3 -U [1, 2, y]",
              "4 +U [1, 3, z]");
    }
  }

  private static long put(Replica replica, byte[] batch) throws Exception {
    return put(replica, true, batch);
  }

  /** The offset behind the changelog of a batch. */
  private static long put(Replica replica, boolean replicated, byte[] batch) throws Exception {
    CompletableFuture<Long> end = new CompletableFuture<>();
    replica.put(
        new KvPut(CheckedKvRecords.check(ByteBuffer.wrap(batch.clone())), null, MergeMode.DEFAULT),
        replicated,
        30_000,
        new AppendListener() {
          @Override
          public void appended(long baseOffset, long endOffset) {
            end.complete(endOffset);
          }

          @Override
          public void failed(RuntimeException error) {
            end.completeExceptionally(error);
          }
        });
    return end.get();
  }

  @ParameterizedTest
  @ValueSource(strings = {"BIGINT", "TIMESTAMP(3)", "TIMESTAMP(9)", "TIMESTAMP_LTZ(6)"})
  void versionsOfEveryType(String type) {
    KvCalls kv =
        create(
            table(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("v", DataTypes.parse(type))
                    .primaryKey("id")
                    .build()),
            "table.merge-engine",
            "versioned",
            "table.merge-engine.versioned.ver-column",
            "v");
    kv.put(upsert(1, version(type, 5)));
    String stored = kv.lookup(1);
    kv.put(upsert(1, version(type, 4)));
    assertThat(kv.lookup(1)).isEqualTo(stored);
    kv.put(upsert(1, version(type, 6)));
    assertThat(kv.lookup(1)).isNotEqualTo(stored);
    assertThat(kv.changelog()).hasSize(3);
  }

  private static Object version(String type, int value) {
    switch (type) {
      case "BIGINT":
        return (long) value;
      case "TIMESTAMP(3)":
        return TimestampNtz.fromMillis(value);
      case "TIMESTAMP(9)":
        return TimestampNtz.fromMillis(-1, value);
      default:
        return TimestampLtz.fromEpochMicros(value);
    }
  }

  private KvCalls aggregated(DataType sum, String... properties) {
    return create(
        table(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("sum", sum, AggFunctions.SUM())
                .column("last", DataTypes.STRING(), AggFunctions.LAST_VALUE())
                .primaryKey("id")
                .build()),
        merged(properties));
  }

  private static String[] merged(String... properties) {
    List<String> all = new ArrayList<>(List.of("table.merge-engine", "aggregation"));
    all.addAll(List.of(properties));
    return all.toArray(new String[0]);
  }

  @Test
  void sumsWrapAroundAndNullsAreWritten() {
    KvCalls kv = aggregated(DataTypes.INT());
    kv.put(upsert(1, Integer.MAX_VALUE, "x"));
    kv.put(upsert(1, 1, "y"));
    kv.put(upsert(1, null, null));
    kv.put(delete(1));
    assertThat(changes(kv))
        .as("a delete is ignored if nothing else was asked for")
        .containsExactly(
            "+I [1, 2147483647, x]",
            "-U [1, 2147483647, x]",
            "+U [1, -2147483648, y]",
            "-U [1, -2147483648, y]",
            "+U [1, -2147483648, null]");
  }

  @Test
  void aSumBeyondItsDigitsRefusesTheBatchAlone() {
    KvCalls kv = aggregated(DataTypes.DECIMAL(5, 2));
    How how = new How().writer(9, 1);
    kv.put(new How().writer(9, 0), upsert(1, decimal("999.00"), "x"));
    assertThat(
            error(kv.put(how, upsert(2, decimal("1.00"), "new"), upsert(1, decimal("1.00"), "y"))))
        .isNotEqualTo(Errors.NONE);
    assertThat(kv.lookup(1)).isEqualTo("[1, 999.00, x]");
    assertThat(kv.lookup(2)).isNull();
    assertThat(error(kv.put(how, upsert(2, decimal("1.00"), "new")))).isEqualTo(Errors.NONE);
    assertThat(changes(kv)).containsExactly("+I [1, 999.00, x]", "+I [2, 1.00, new]");
  }

  private static Decimal decimal(String text) {
    return Decimal.fromBigDecimal(new java.math.BigDecimal(text), 5, 2);
  }

  @Test
  void aggregatesMayBeDeletedAndOverwritten() {
    KvCalls kv = aggregated(DataTypes.INT(), "table.delete.behavior", "allow");
    kv.put(upsert(1, 5, "x"));
    kv.put(new How().targets(0, 1), delete(1));
    kv.put(upsert(1, 7, "y"));
    kv.put(new How().mode(MergeMode.OVERWRITE), upsert(1, 1, "z"));
    kv.put(delete(1));
    assertThat(changes(kv))
        .containsExactly(
            "+I [1, 5, x]",
            "-U [1, 5, x]",
            "+U [1, null, x]",
            "-U [1, null, x]",
            "+U [1, 7, y]",
            "-U [1, 7, y]",
            "+U [1, 1, z]",
            "-D [1, 1, z]");
  }

  @Test
  void overwritingDeletesWhateverTheTableSays() {
    KvCalls kv = aggregated(DataTypes.INT());
    kv.put(upsert(1, 5, "x"));
    kv.put(new How().mode(MergeMode.OVERWRITE), delete(1));
    assertThat(changes(kv)).containsExactly("+I [1, 5, x]", "-D [1, 5, x]");
  }

  @Test
  void anUnknownMergeModeOfTheWireMerges() {
    KvCalls kv = aggregated(DataTypes.INT());
    for (int i = 0; i < 2; i++) {
      PutKvRequest request =
          new PutKvRequest()
              .setAcks(-1)
              .setTableId(kv.bucket.getTableId())
              .setTimeoutMs(30_000)
              .setAggMode(2);
      request.addBucketsReq().setBucketId(0).setRecords(kv.batch(new How(), upsert(1, 5, "x")));
      assertThat(
              LogCalls.get(cluster.gateway(cluster.leader(name, 0)).putKv(request))
                  .getBucketsRespAt(0)
                  .hasErrorCode())
          .isFalse();
    }
    assertThat(kv.lookup(1)).isEqualTo("[1, 10, x]");
  }

  @Test
  void whatIsSeenIsNotAboveTheHighWatermark() {
    KvCalls kv = create(PrimaryKeyTableTest.descriptor(), "table.replication.factor", "3");
    kv.put(upsert(1, 0, "x"));
    LogCalls leader = cluster.calls(cluster.leader(name, 0));
    int last = 0;
    for (int i = 1; i < 50; i++) {
      assertThat(error(kv.put(new How().acks(1), upsert(1, i, "x")))).isEqualTo(Errors.NONE);
      int seen = Integer.parseInt(kv.lookup(1).split(", ")[1]);
      assertThat(seen).as("maybe late, never lost again").isBetween(last, i);
      assertThat(leader.fetch(kv.bucket, 0).highWatermark).isGreaterThanOrEqualTo(2L * seen + 1);
      last = seen;
    }
  }
}

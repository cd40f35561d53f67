// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.tablet.KvCalls.delete;
import static org.apache.fluss.server.tablet.KvCalls.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidRequiredAcksException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.PutKvResponse;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.log.Batches;
import org.apache.fluss.server.tablet.KvCalls.How;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Primary-key tables on one tablet server, through sockets. */
final class PrimaryKeyTableTest {
  @TempDir static Path directory;
  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new LocalCluster(directory, 1);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  /** Columns id INT, a INT, b STRING by id in one bucket, to be changed. */
  static TableDescriptor.Builder descriptor() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("a", DataTypes.INT())
                .column("b", DataTypes.STRING())
                .primaryKey("id")
                .build())
        .distributedBy(1)
        .property(ConfigOptions.TABLE_REPLICATION_FACTOR.key(), "1");
  }

  private static KvCalls create(String name, TableDescriptor.Builder descriptor) {
    cluster.createTable(name, descriptor.build());
    return cluster.kv(name, 0);
  }

  @Test
  void insertUpdateAndDeleteShowInTheLogAndInLookups() {
    KvCalls kv = create("changes", descriptor());
    assertThat(kv.put(upsert(1, 10, "x"))).isEqualTo(1);
    assertThat(kv.lookup(1)).isEqualTo("[1, 10, x]");
    assertThat(kv.put(upsert(1, 11, "y"))).isEqualTo(3);
    assertThat(kv.lookup(1)).isEqualTo("[1, 11, y]");
    assertThat(kv.put(upsert(1, 11, "y"))).isEqualTo(5);
    assertThat(kv.put(delete(1))).isEqualTo(6);
    assertThat(kv.lookup(1)).isNull();
    assertThat(kv.put(delete(2))).isEqualTo(7);
    assertThat(kv.changelog())
        .containsExactly(
            "0 +I [1, 10, x]",
            "1 -U [1, 10, x]",
            "2 +U [1, 11, y]",
            "3 -U [1, 11, y]",
            "4 +U [1, 11, y]",
            "5 -D [1, 11, y]");
    assertThat(kv.stats().getRowCount()).isZero();
  }

  private static List<String> errors(PbPutKvRespForBucket... answers) {
    List<String> errors = new ArrayList<>();
    for (PbPutKvRespForBucket answer : answers) {
      errors.add(
          answer.hasErrorCode()
              ? Errors.forCode(answer.getErrorCode()).name()
              : String.valueOf(answer.getLogEndOffset()));
    }
    return errors;
  }

  @Test
  void oneBatchIsOneLogBatchWithEveryTransition() {
    KvCalls kv = create("transitions", descriptor());
    assertThat(
            kv.put(upsert(1, 1, "a"), upsert(1, 2, "b"), delete(1), delete(1), upsert(1, 3, "c")))
        .isEqualTo(5);
    assertThat(kv.changelog())
        .containsExactly(
            "0 +I [1, 1, a]",
            "1 -U [1, 1, a]",
            "2 +U [1, 2, b]",
            "3 -D [1, 2, b]",
            "4 +I [1, 3, c]");
    byte[] log = cluster.calls(0).readAll(kv.bucket, 0);
    assertThat(Batches.ranges(ByteBuffer.wrap(log))).containsExactly(new long[] {0, 4});
  }

  @Test
  void walImageShowsNoOldRow() {
    KvCalls kv =
        create("wal", descriptor().property(ConfigOptions.TABLE_CHANGELOG_IMAGE.key(), "WAL"));
    kv.put(upsert(1, 1, "a"));
    kv.put(upsert(1, 2, "b"), delete(1), upsert(2, 2, "b"));
    kv.put(new How().targets(0, 1), upsert(3, 7));
    kv.put(new How().targets(0, 1), upsert(3, 8));
    assertThat(kv.changelog())
        .containsExactly(
            "0 +U [1, 1, a]",
            "1 +U [1, 2, b]",
            "2 -D [1, 2, b]",
            "3 +U [2, 2, b]",
            "4 +I [3, 7, null]",
            "5 +U [3, 8, null]");
    assertThat(Errors.forCode(kv.stats().getErrorCode())).isEqualTo(Errors.INVALID_TABLE_EXCEPTION);
  }

  @Test
  void batchesWithoutChangeKeepTheSequenceOfTheirWriter() {
    KvCalls kv = create("nothing", descriptor());
    assertThat(
            errors(
                kv.put(new How().writer(5, 0), upsert(1, 1, "a")),
                kv.put(new How().writer(5, 1), delete(7), delete(8)),
                kv.put(new How().writer(5, 2), upsert(2, 1, "a"))))
        .containsExactly("1", "2", "3");
    assertThat(kv.changelog()).containsExactly("0 +I [1, 1, a]", "2 +I [2, 1, a]");
  }

  @Test
  void aBatchSentAgainChangesNothing() {
    KvCalls kv = create("again", descriptor());
    How first = new How().writer(9, 0);
    assertThat(errors(kv.put(first, upsert(1, 1, "a")))).containsExactly("1");
    assertThat(errors(kv.put(new How().writer(9, 1), upsert(1, 2, "b")))).containsExactly("3");
    assertThat(errors(kv.put(first, upsert(1, 1, "a")))).containsExactly("1");
    assertThat(errors(kv.put(new How().writer(9, 5), upsert(1, 5, "e"))))
        .containsExactly("OUT_OF_ORDER_SEQUENCE_EXCEPTION");
    assertThat(errors(kv.put(new How().writer(9, 2), upsert(1, 3, "c")))).containsExactly("5");
    assertThat(kv.lookup(1)).isEqualTo("[1, 3, c]");
    assertThat(kv.changelog())
        .containsExactly(
            "0 +I [1, 1, a]",
            "1 -U [1, 1, a]",
            "2 +U [1, 2, b]",
            "3 -U [1, 2, b]",
            "4 +U [1, 3, c]");
  }

  @Test
  void manyBatchesAtOnceAreMergedInOrderAndDuplicatesFallOut() {
    KvCalls kv = create("pipelined", descriptor());
    List<CompletableFuture<PutKvResponse>> answers = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      How how = new How().writer(3, i).acks(i % 3 - 1);
      answers.add(kv.send(how, kv.batch(how, upsert(i % 5, i, "v" + i))));
      if (i % 7 == 0) {
        answers.add(kv.send(how, kv.batch(how, upsert(i % 5, i, "v" + i))));
      }
    }
    answers.forEach(
        answer -> assertThat(LogCalls.get(answer).getBucketsRespAt(0).hasErrorCode()).isFalse());
    assertThat(kv.changelog()).hasSize(5 + 2 * 195);
    for (int key = 0; key < 5; key++) {
      assertThat(kv.lookup(key))
          .isEqualTo("[" + key + ", " + (195 + key) + ", v" + (195 + key) + "]");
    }
    assertThat(kv.stats().getRowCount()).isEqualTo(5);
  }

  @Test
  void aBatchThatFailsLeavesNothing() {
    KvCalls kv =
        create(
            "refused", descriptor().property(ConfigOptions.TABLE_DELETE_BEHAVIOR.key(), "disable"));
    kv.put(upsert(1, 1, "a"));
    assertThat(errors(kv.put(new How(), upsert(1, 2, "b"), upsert(2, 2, "b"), delete(1))))
        .containsExactly("DELETION_DISABLED_EXCEPTION");
    assertThat(kv.lookup(1)).isEqualTo("[1, 1, a]");
    assertThat(kv.lookup(2)).isNull();
    kv.put(upsert(2, 3, "c"));
    assertThat(kv.changelog()).containsExactly("0 +I [1, 1, a]", "1 +I [2, 3, c]");
  }

  @Test
  void unknownSchemasAndDamagedBatchesAreRefused() {
    KvCalls kv = create("schemas", descriptor());
    How how = new How();
    byte[] batch = kv.batch(how, upsert(1, 1, "a"));
    byte[] newer = batch.clone();
    newer[9] = 2;
    rechecksum(newer);
    byte[] unknown = batch.clone();
    unknown[9] = 0;
    rechecksum(unknown);
    byte[] damaged = batch.clone();
    damaged[30] ^= 1;
    byte[] cut = Arrays.copyOf(batch, batch.length - 1);
    assertThat(
            errors(
                LogCalls.get(kv.send(how, newer)).getBucketsRespAt(0),
                LogCalls.get(kv.send(how, unknown)).getBucketsRespAt(0),
                LogCalls.get(kv.send(how, damaged)).getBucketsRespAt(0),
                LogCalls.get(kv.send(how, cut)).getBucketsRespAt(0)))
        .containsExactly(
            "SCHEMA_NOT_EXIST",
            "SCHEMA_NOT_EXIST",
            "CORRUPT_RECORD_EXCEPTION",
            "CORRUPT_RECORD_EXCEPTION");
    assertThat(kv.put(upsert(1, 1, "a"))).isEqualTo(1);
  }

  private static void rechecksum(byte[] batch) {
    CRC32C crc = new CRC32C();
    crc.update(batch, 9, batch.length - 9);
    LittleEndian.putInt(batch, 5, (int) crc.getValue());
  }

  @Test
  void acksMustBeKnown() {
    KvCalls kv = create("acks", descriptor());
    assertThatThrownBy(() -> kv.put(new How().acks(2), upsert(1, 1, "a")))
        .isInstanceOf(InvalidRequiredAcksException.class);
  }

  @Test
  void lookupsAnswerByPositionWithTheStoredBytes() {
    KvCalls kv = create("lookups", descriptor());
    kv.put(upsert(1, 1, "a"), upsert(3, 3, "c"));
    List<byte[]> found =
        KvCalls.values(kv.lookupAnswer(kv.key(3), kv.key(2), kv.key(1), kv.key(3)));
    assertThat(found)
        .extracting(value -> value == null ? null : kv.text(value))
        .containsExactly("[3, 3, c]", null, "[1, 1, a]", "[3, 3, c]");
    assertThat(found.get(2)).isEqualTo(new byte[] {1, 0, 0, 1, 1, 1, 'a'});
  }

  @Test
  void withoutKeysThereIsNothingToLookUpOrInsert() {
    KvCalls kv = create("nokeys", descriptor());
    assertThat(KvCalls.values(kv.lookupAnswer())).isEmpty();
    assertThat(KvCalls.values(kv.lookupOrInsert(-1))).isEmpty();
  }

  @Test
  void limitScansGiveTheFirstKeysInOrder() {
    KvCalls kv = create("scans", descriptor());
    kv.put(upsert(3, 3, "c"), upsert(1, 1, "a"), upsert(2, 2, "b"));
    assertThat(kv.limitScan(2)).extracting(kv::text).containsExactly("[1, 1, a]", "[2, 2, b]");
    assertThat(kv.limitScan(10)).hasSize(3);
    assertThat(kv.limitScan(0)).isEmpty();
    assertThat(kv.limitScan(-1)).isEmpty();
  }

  @Test
  void prefixLookupsGiveRowsOfTheExactPrefix() {
    KvCalls kv =
        create(
            "prefixes",
            TableDescriptor.builder()
                .schema(
                    Schema.newBuilder()
                        .column("s", DataTypes.STRING())
                        .column("n", DataTypes.INT())
                        .column("v", DataTypes.STRING())
                        .primaryKey("s", "n")
                        .build())
                .distributedBy(1, "s")
                .property(ConfigOptions.TABLE_REPLICATION_FACTOR.key(), "1"));
    kv.put(upsert("x", 2, "x2"), upsert("xy", 1, "xy1"), upsert("x", 1, "x1"), upsert("w", 1, "w"));
    assertThat(kv.prefixLookup(new byte[] {1, 'x'})).containsExactly("[x, 1, x1]", "[x, 2, x2]");
    assertThat(kv.prefixLookup(new byte[] {1, 'z'})).isEmpty();
    assertThat(kv.prefixLookup(new byte[0])).hasSize(4);
  }

  @Test
  void lookupsInsertWhatIsAbsentOnce() throws Exception {
    KvCalls kv = create("inserting", descriptor());
    kv.put(upsert(1, 1, "a"));
    assertThat(KvCalls.values(kv.lookupOrInsert(-1, kv.key(2), kv.key(1), kv.key(2))))
        .extracting(kv::text)
        .containsExactly("[2, null, null]", "[1, 1, a]", "[2, null, null]");
    assertThat(kv.changelog()).containsExactly("0 +I [1, 1, a]", "1 +I [2, null, null]");
    List<Callable<String>> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int acks = i % 3 - 1;
      callers.add(() -> kv.text(KvCalls.values(kv.lookupOrInsert(acks, kv.key(3))).get(0)));
    }
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      for (Future<String> found : pool.invokeAll(callers)) {
        assertThat(found.get()).isEqualTo("[3, null, null]");
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(kv.changelog()).hasSize(3).endsWith("2 +I [3, null, null]");
    assertThat(Errors.forCode(kv.lookupOrInsert(-1, new byte[] {-1}).getErrorCode()))
        .isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
  }

  @Test
  void rowsAreCountedAcrossARestart() throws Exception {
    try (LocalCluster own =
        new LocalCluster(Files.createDirectory(directory.resolve("counted")), 1)) {
      own.createTable("counted", descriptor().build());
      KvCalls kv = own.kv("counted", 0);
      for (int i = 0; i < 50; i++) {
        kv.put(upsert(i, i, "a"), upsert(i / 2, i, "b"), delete(i / 3));
      }
      long rows = kv.stats().getRowCount();
      assertThat(kv.limitScan(1000)).hasSize((int) rows);
      List<byte[]> before = kv.limitScan(1000);
      own.stop(0);
      own.startTabletServer(0);
      KvCalls after = own.kv("counted", 0);
      assertThat(after.limitScan(1000)).containsExactlyElementsOf(before);
      assertThat(after.stats().getRowCount()).isEqualTo(rows);
      after.put(upsert(1000, 1, "new"));
      own.crash(0);
      own.startTabletServer(0);
      KvCalls again = own.kv("counted", 0);
      assertThat(again.stats().getRowCount()).isEqualTo(rows + 1);
      assertThat(again.lookup(1000)).isEqualTo("[1000, 1, new]");
    }
  }

  @Test
  void tablesAreWrittenInTheirOwnWayOnly() {
    KvCalls kv = create("byput", descriptor());
    assertThat(cluster.calls(0).produce(kv.bucket, 1, Batches.batch(1, 20)).error)
        .isEqualTo(Errors.INVALID_TABLE_EXCEPTION.code());
    long log = cluster.createTable("bylog", 1, 1);
    KvCalls wrong =
        new KvCalls(cluster.gateway(0), new TableBucket(log, 0), kv.table(), id -> null);
    assertThat(
            errors(
                LogCalls.get(wrong.send(new How(), kv.batch(new How(), upsert(1, 1, "a"))))
                    .getBucketsRespAt(0)))
        .containsExactly("UNKNOWN_SERVER_ERROR");
    assertThat(Errors.forCode(wrong.lookupAnswer(new byte[] {1}).getErrorCode()))
        .isEqualTo(Errors.NON_PRIMARY_KEY_TABLE_EXCEPTION);
  }

  @Test
  void defaultsAreStoredWithTheTable() {
    KvCalls kv = create("defaults", descriptor());
    assertThat(kv.table().getProperties().toMap()).containsEntry("table.kv.format-version", "2");
    KvCalls merged =
        create(
            "merged", descriptor().property(ConfigOptions.TABLE_MERGE_ENGINE.key(), "first_row"));
    assertThat(merged.table().getProperties().toMap())
        .containsEntry("table.delete.behavior", "IGNORE");
    assertThatThrownBy(() -> create("later", descriptor().property("table.kv.format-version", "3")))
        .isInstanceOf(InvalidConfigException.class);
  }

  @Test
  void aDroppedTableLeavesNoFiles() throws Exception {
    KvCalls kv = create("dropped", descriptor());
    kv.put(upsert(1, 1, "a"));
    Path table =
        directory
            .resolve("data-0")
            .resolve(LocalCluster.DATABASE)
            .resolve("dropped-" + kv.bucket.getTableId());
    assertThat(table.resolve("kv-0/db/CURRENT")).exists();
    cluster.dropTable("dropped");
    LogCalls.awaitTrue("files are gone", () -> !Files.exists(table));
  }
}

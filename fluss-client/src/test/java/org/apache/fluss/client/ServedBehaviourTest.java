// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.bucketing.BucketingFunction;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.lookup.LookupResult;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.ScanRecords;
import org.apache.fluss.client.table.writer.AppendResult;
import org.apache.fluss.client.table.writer.AppendWriter;
import org.apache.fluss.client.table.writer.DeleteResult;
import org.apache.fluss.client.table.writer.TypedUpsertWriter;
import org.apache.fluss.client.table.writer.UpsertResult;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.cluster.rebalance.ServerTag;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.cluster.AlterConfig;
import org.apache.fluss.config.cluster.AlterConfigOpType;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.encode.KeyEncoder;
import org.apache.fluss.security.acl.AclBindingFilter;
import org.apache.fluss.server.tablet.LocalCluster;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.CloseableIterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recorded behaviour of the released client that takes a server: the same results, and
 * exceptions of the same types in the same chain. What needs none is in {@link
 * ClientBehaviourTest}.
 */
@Timeout(120)
class ServedBehaviourTest {
  private static final String DATABASE = "bb";
  private static final String RATE = "kv.rocksdb.shared-rate-limiter.bytes-per-sec";
  private static final String INVALID = "InvalidConfigException]";
  private static final TablePath LOG = TablePath.of(DATABASE, "log1");
  private static final TablePath KEYED = TablePath.of(DATABASE, "pk1");
  private static final TablePath PARTITIONED = TablePath.of(DATABASE, "part1");
  private static final TablePath MISSING = TablePath.of(DATABASE, "nope");

  /** Recorded cases where ours differs on purpose: the text or chain of ours, and why. */
  private static final Map<String, String> OURS = new HashMap<>();

  /** Recorded cases whose result has no text of its own; this class holds them. */
  private static final List<String> LAWS =
      List.of(
          "one sequential lookup on a warm connection",
          "lookup through a Table opened after addColumn");

  /** Recorded cases that another test holds, or that wait, with the reason. */
  private static final Map<String, String> ELSEWHERE = new HashMap<>();

  static {
    String failed = "java.util.concurrent.ExecutionException, org.apache.fluss.exception.";
    // the released server answers them with its "unknown" error
    OURS.put("alterTable dropColumn", "[" + failed + "InvalidAlterTableException]");
    OURS.put("alterClusterConfigs SET default.bucket.number", "[" + failed + INVALID);
    OURS.put("alterClusterConfigs APPEND datalake.format", "[" + failed + INVALID);
    OURS.put("alterClusterConfigs SET " + RATE + "=abc", "[" + failed + INVALID);
    // as documented: keeps the log for ever; the released server cannot read it
    OURS.put("createTable with table.log.ttl=-1", "null");
    // without the wrapping of a future nobody sees
    OURS.put(
        "createConnection with bootstrap.servers='localhost:1' (nothing listens)",
        "[java.lang.IllegalStateException, org.apache.fluss.exception.NetworkException]");

    ELSEWHERE.put(
        "Connection.getTable of a missing table",
        "tells TableNotExistException: ClientBehaviourTest#aMissingTableIsNamed");
    ELSEWHERE.put(
        "listOffsets latest, earliest, timestamp 0",
        "which bucket a row goes to is random: #offsetsBeginWithZeroAndEndWithWhatWasWritten");
    ELSEWHERE.put(
        "dynamic partition creation fails (value a/b), afterwards upsert into another table on the"
            + " same connection",
        "defect: PartitionCreationTest#aFailedCreationFailsOnlyItsRecords");
    ELSEWHERE.put(
        "5000 appends, Connection.close() without flush",
        "defect: ClientBehaviourTest#whatWasWrittenIsReadAndClosingDelivers");
    ELSEWHERE.put(
        "full-row writer and partial-update writer write to different buckets of one table and"
            + " leader at the same time",
        "defect: #fullRowsAndPartialUpdatesMix");
    ELSEWHERE.put(
        "full-row and partial-update record for the same bucket while a batch is open",
        "defect: #fullRowsAndPartialUpdatesMix");
    ELSEWHERE.put(
        "typed delete on a partitioned PK table (peer defect)", "#typedDeletesFindTheirPartition");
    ELSEWHERE.put(
        "PK table, one bucket: 1 MB value as first record, then 70 small upserts (each awaited),"
            + " then another 1 MB value, defaults",
        "defect: ConnectionTest#largeRecords");
    ELSEWHERE.put(
        "client.metrics.enabled=true, metrics.reporters unset, first connection with this"
            + " Configuration: registered MBeans",
        "open: comes with the JMX reporter");
    ELSEWHERE.put("listRebalanceProgress(null) when none ran", "open: comes with rebalancing");
    ELSEWHERE.put("cancelRebalance('x') when none ran", "open: comes with rebalancing");
  }

  @TempDir static Path directory;
  private static LocalCluster cluster;
  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void start() throws Exception {
    cluster = new LocalCluster(directory, 1);
    connection = connect();
    admin = connection.getAdmin();
    admin.createDatabase(DATABASE, DatabaseDescriptor.EMPTY, false).get();
    admin.createTable(LOG, Tables.log(2), false).get();
    admin.createTable(KEYED, Tables.keyed(2), false).get();
    admin.createTable(PARTITIONED, Tables.partitioned(), false).get();
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    cluster.close();
  }

  private static Connection connect(String... options) {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", cluster.bootstrapServers());
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    return ConnectionFactory.createConnection(conf);
  }

  /** A value that is compared by its text, or something whose failure is. */
  private static Map<String, Callable<?>> cases() {
    Map<String, Callable<?>> cases = new LinkedHashMap<>();
    definitions(cases);
    settings(cases);
    logTables(cases);
    keyedTables(cases);
    partitionedTables(cases);
    producerOffsets(cases);
    rest(cases);
    return cases;
  }

  private static void definitions(Map<String, Callable<?>> cases) {
    cases.put(
        "createConnection with bootstrap.servers='localhost:1' (nothing listens)",
        () -> {
          Configuration nowhere = new Configuration();
          nowhere.setString("bootstrap.servers", "localhost:1");
          return ConnectionFactory.createConnection(nowhere);
        });
    cases.put(
        "createDatabase of an existing database, ignoreIfExists=false",
        () -> admin.createDatabase(DATABASE, DatabaseDescriptor.EMPTY, false).get());
    cases.put(
        "createTable of an existing table, ignoreIfExists=false",
        () -> admin.createTable(LOG, Tables.log(2), false).get());
    cases.put("createTable with property table.foo=1", () -> create("table.foo", "1"));
    cases.put("createTable with property foo=1", () -> create("foo", "1"));
    cases.put("createTable with table.log.ttl=-1", () -> create("table.log.ttl", "-1"));
    cases.put(
        "createTable with replication factor 9 on a one-server cluster",
        () -> create("table.replication.factor", "9"));
    cases.put(
        "properties of a PK table (bucket key differs from PK) and of a log table created without"
            + " any property",
        () -> properties(KEYED) + " " + properties(LOG));
    cases.put(
        "alterTable set table.log.ttl=1d", () -> alter(TableChange.set("table.log.ttl", "1d")));
    cases.put("alterTable set table.zzz=1d", () -> alter(TableChange.set("table.zzz", "1d")));
    cases.put("alterTable set my.x=1 (custom property)", () -> alter(TableChange.set("my.x", "1")));
    cases.put("alterTable dropColumn", () -> alter(TableChange.dropColumn("name")));
    cases.put("Admin.getTableInfo of a missing table", () -> admin.getTableInfo(MISSING).get());
  }

  private static Object create(String key, String value) throws Exception {
    TableDescriptor table = Tables.log(1, key, value);
    return admin.createTable(TablePath.of(DATABASE, "refused"), table, false).get();
  }

  private static Map<String, String> properties(TablePath table) throws Exception {
    return admin.getTableInfo(table).get().getProperties().toMap();
  }

  private static Object alter(TableChange change) throws Exception {
    return admin.alterTable(LOG, List.of(change), false).get();
  }

  private static void settings(Map<String, Callable<?>> cases) {
    cases.put(
        "alterClusterConfigs SET default.bucket.number",
        () -> alterCluster("default.bucket.number", "3", AlterConfigOpType.SET));
    cases.put(
        "alterClusterConfigs APPEND datalake.format",
        () -> alterCluster("datalake.format", "iceberg", AlterConfigOpType.APPEND));
    cases.put(
        "alterClusterConfigs SET " + RATE + "=abc",
        () -> alterCluster(RATE, "abc", AlterConfigOpType.SET));
    cases.put(
        "alterClusterConfigs SET " + RATE + "=100mb",
        () -> alterCluster(RATE, "100mb", AlterConfigOpType.SET));
    cases.put("listAcls without authorizer", () -> admin.listAcls(AclBindingFilter.ANY).get());
    cases.put(
        "addServerTag for unknown server 55",
        () -> admin.addServerTag(List.of(55), ServerTag.PERMANENT_OFFLINE).get());
    cases.put("getLatestKvSnapshots of a log table", () -> admin.getLatestKvSnapshots(LOG).get());
    cases.put(
        "getLatestLakeSnapshot of a table without lake",
        () -> admin.getLatestLakeSnapshot(KEYED).get());
  }

  private static Object alterCluster(String key, String value, AlterConfigOpType operation)
      throws Exception {
    return admin.alterClusterConfigs(List.of(new AlterConfig(key, value, operation))).get();
  }

  private static void logTables(Map<String, Callable<?>> cases) {
    Table log = connection.getTable(LOG);
    AppendWriter writer = log.newAppend().createWriter();
    cases.put(
        "single append, wait for future (default linger)",
        () -> writer.append(Tables.row(0, "a")).get());
    cases.put(
        "append then flush (default linger)",
        () -> {
          CompletableFuture<AppendResult> future = writer.append(Tables.row(0, "a"));
          writer.flush();
          return future.isDone();
        });
    cases.put(
        "append with acks=2, idempotence off",
        () -> {
          try (Connection other =
              connect("client.writer.acks", "2", "client.writer.enable-idempotence", "false")) {
            return other.getTable(LOG).newAppend().createWriter().append(Tables.row(0, "b")).get();
          }
        });
    cases.put(
        "poll(200ms) at the end of the log: isEmpty, count",
        () -> {
          try (LogScanner scanner = log.newScan().createLogScanner()) {
            Map<Integer, Long> ends = offsets(new OffsetSpec.LatestSpec());
            ends.forEach(scanner::subscribe);
            ScanRecords records = scanner.poll(Duration.ofMillis(200));
            return records.isEmpty() + " " + records.count();
          }
        });
    cases.put(
        "wakeup() 100 ms into poll(5s): record count",
        () -> {
          try (LogScanner scanner = log.newScan().createLogScanner()) {
            offsets(new OffsetSpec.LatestSpec()).forEach(scanner::subscribe);
            CompletableFuture<Integer> poll =
                CompletableFuture.supplyAsync(() -> scanner.poll(Duration.ofMinutes(1)).count());
            while (!poll.isDone()) {
              scanner.wakeup();
              Thread.onSpinWait();
            }
            return poll.get();
          }
        });
    cases.put(
        "project([1,0]): first row",
        () -> {
          try (LogScanner scanner = log.newScan().project(new int[] {1, 0}).createLogScanner()) {
            scanner.subscribeFromBeginning(0);
            scanner.subscribeFromBeginning(1);
            for (ScanRecord record : scanner.poll(Duration.ofMinutes(1))) {
              return "(" + record.getRow().getString(0) + "," + record.getRow().getInt(1) + ")";
            }
            throw new AssertionError("no row");
          }
        });
    cases.put(
        "listOffsets of bucket 9 of a 2-bucket table",
        () -> admin.listOffsets(LOG, List.of(9), new OffsetSpec.LatestSpec()).all().get());
    cases.put(
        "listOffsets of partition 'zzz'",
        () ->
            admin
                .listOffsets(PARTITIONED, "zzz", List.of(0), new OffsetSpec.LatestSpec())
                .all()
                .get());
  }

  private static Map<Integer, Long> offsets(OffsetSpec spec) throws Exception {
    return new TreeMap<>(admin.listOffsets(LOG, List.of(0, 1), spec).all().get());
  }

  private static void keyedTables(Map<String, Callable<?>> cases) {
    Table keyed = connection.getTable(KEYED);
    UpsertWriter writer = keyed.newUpsert().createWriter();
    Lookuper lookuper = keyed.newLookup().createLookuper();
    // ids of one bucket, and one of the other
    int many = idOfBucket(0, 2);
    int other = idOfBucket(1, 2);
    cases.put(
        "first upsert into an empty bucket: bucket@logEndOffset",
        () -> end(writer.upsert(Tables.row(1, 1, "x")).get()));
    cases.put(
        "20 upserts of one bucket key flushed together: distinct bucket@logEndOffset",
        () -> {
          List<CompletableFuture<UpsertResult>> results = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            results.add(writer.upsert(Tables.row(many, i, "n" + i)));
          }
          writer.flush();
          Set<String> ends = new TreeSet<>();
          for (CompletableFuture<UpsertResult> result : results) {
            ends.add(end(result.get()));
          }
          return ends;
        });
    cases.put(
        "delete of a missing key in an empty bucket: bucket@logEndOffset",
        () -> {
          DeleteResult result = writer.delete(Tables.row(other, 1, null)).get();
          return result.getBucket() + "@" + result.getLogEndOffset();
        });
    cases.put(
        "two sequential lookups of a missing key: result list and singleton row",
        () ->
            lookuper.lookup(Tables.row(other, 1)).get().getRowList()
                + " "
                + lookuper.lookup(Tables.row(other, 1)).get().getSingletonRow());
    cases.put(
        "1000 asynchronous lookups",
        () -> {
          List<CompletableFuture<LookupResult>> results = new ArrayList<>();
          for (int i = 0; i < 1000; i++) {
            results.add(lookuper.lookup(Tables.row(many, i % 20)));
          }
          for (int i = 0; i < 1000; i++) {
            InternalRow row = results.get(i).get().getSingletonRow();
            assertThat(row.getString(2)).hasToString("n" + i % 20);
          }
          return "";
        });
    cases.put(
        "prefix lookup with 20 matches: row count",
        () -> {
          Lookuper prefix = keyed.newLookup().lookupBy("id").createLookuper();
          return prefix.lookup(Tables.row(many)).get().getRowList().size();
        });
    cases.put(
        "limit(3) batch scan of a PK bucket: row count",
        () -> {
          TableBucket bucket = new TableBucket(keyed.getTableInfo().getTableId(), 0);
          int rows = 0;
          try (BatchScanner scanner = keyed.newScan().limit(3).createBatchScanner(bucket)) {
            for (CloseableIterator<InternalRow> batch = scanner.pollBatch(Duration.ofMinutes(1));
                batch != null;
                batch = scanner.pollBatch(Duration.ofMinutes(1))) {
              for (; batch.hasNext(); batch.next()) {
                rows++;
              }
              batch.close();
            }
          }
          return rows;
        });
    cases.put(
        "getTableStats row counts of PK and log table",
        () -> {
          AppendWriter more = connection.getTable(LOG).newAppend().createWriter();
          for (int i = 2; i < 104; i++) {
            more.append(Tables.row(i, "n"));
          }
          more.flush();
          return admin.getTableStats(KEYED).get().getRowCount()
              + " "
              + admin.getTableStats(LOG).get().getRowCount();
        });
    cases.put(
        "change log of key (1,1): upsert x, upsert y, delete",
        () -> {
          writer.upsert(Tables.row(1, 1, "y")).get();
          writer.delete(Tables.row(1, 1, null)).get();
          List<String> changes = new ArrayList<>();
          try (LogScanner scanner = keyed.newScan().createLogScanner()) {
            scanner.subscribeFromBeginning(0);
            while (changes.size() < 4) {
              for (ScanRecord record : scanner.poll(Duration.ofMinutes(1))) {
                InternalRow row = record.getRow();
                if (row.getInt(0) == 1) {
                  changes.add(
                      String.format(
                          "%s(1,%d,%s)@%d",
                          record.getChangeType().shortString(),
                          row.getInt(1),
                          row.getString(2),
                          record.logOffset()));
                }
              }
            }
          }
          return changes;
        });
    cases.put(
        "alterTable addColumn last",
        () -> {
          TableChange last =
              TableChange.addColumn("c", DataTypes.INT(), null, TableChange.ColumnPosition.last());
          return admin.alterTable(KEYED, List.of(last), false).get();
        });
    cases.put(
        "upsert through a writer opened before addColumn",
        () -> writer.upsert(Tables.row(many, 1, "later")).get().getLogEndOffset());
  }

  private static String end(UpsertResult result) {
    return result.getBucket() + "@" + result.getLogEndOffset();
  }

  /** The smallest id from {@code from} on whose rows the released client puts into a bucket. */
  private static int idOfBucket(int bucket, int from) {
    KeyEncoder encoder =
        KeyEncoder.ofBucketKeyEncoder(
            Tables.keyed(2).getSchema().getRowType(), List.of("id"), null);
    for (int id = from; ; id++) {
      byte[] key = encoder.encodeKey(Tables.row(id, 0, ""));
      if (BucketingFunction.of(null).bucketing(key, 2) == bucket) {
        return id;
      }
    }
  }

  private static void partitionedTables(Map<String, Callable<?>> cases) {
    Table table = connection.getTable(PARTITIONED);
    cases.put(
        "upsert into a not existing partition, dynamic creation on",
        () -> end(table.newUpsert().createWriter().upsert(Tables.row(1, "20250101")).get()));
    cases.put("listPartitionInfos afterwards", () -> admin.listPartitionInfos(PARTITIONED).get());
    cases.put(
        "lookup in a missing partition",
        () -> {
          Lookuper lookuper = table.newLookup().createLookuper();
          return lookuper.lookup(Tables.row(1, "20250102")).get().getRowList();
        });
    cases.put(
        "upsert into a missing partition, dynamic creation off",
        () -> {
          try (Connection other =
              connect("client.writer.dynamic-create-partition.enabled", "false")) {
            UpsertWriter writer = other.getTable(PARTITIONED).newUpsert().createWriter();
            return writer.upsert(Tables.row(1, "20250102")).get();
          }
        });
  }

  private static void producerOffsets(Map<String, Callable<?>> cases) {
    cases.put(
        "registerProducerOffsets twice, get, delete, get",
        () -> {
          long id = admin.getTableInfo(KEYED).get().getTableId();
          Map<TableBucket, Long> offsets = Map.of(new TableBucket(id, 0), 5L);
          return admin.registerProducerOffsets("p", offsets).get()
              + " "
              + admin.registerProducerOffsets("p", offsets).get()
              + " "
              + admin
                  .getProducerOffsets("p")
                  .get()
                  .getTableOffsets()
                  .toString()
                  .replace("{" + id + "=", "{7=")
              + " "
              + admin.deleteProducerOffsets("p").get()
              + " "
              + admin.getProducerOffsets("p").get();
        });
  }

  private static void rest(Map<String, Callable<?>> cases) {
    cases.put(
        "dropDatabase of a non-empty database, cascade=false",
        () -> admin.dropDatabase(DATABASE, false, false).get());
    cases.put(
        "Connection.close()",
        () -> {
          connect().close();
          return "";
        });
  }

  @Test
  void sameResultsAndSameFailures() {
    Map<String, JsonNode> recorded = recorded();
    Map<String, Callable<?>> cases = cases();
    Map<String, String> different = new LinkedHashMap<>();
    cases.forEach(
        (name, call) -> {
          JsonNode wanted = recorded.get(name);
          assertThat(wanted).as(name).isNotNull();
          String expected = OURS.getOrDefault(name, expected(wanted));
          String actual = actual(call, expected);
          if (!actual.equals(expected)) {
            different.put(name, expected + " but was " + actual);
          }
        });
    assertThat(different).isEmpty();
  }

  @Test
  void everyRecordedCaseIsHeldOrExplained() throws Exception {
    List<String> held = new ArrayList<>(cases().keySet());
    ClientBehaviourTest unserved = new ClientBehaviourTest();
    held.addAll(unserved.calls().keySet());
    unserved.close();
    held.addAll(LAWS);
    assertThat(held).hasSize(78);
    held.addAll(ELSEWHERE.keySet());
    assertThat(held).containsExactlyInAnyOrderElementsOf(recorded().keySet());
    assertThat(ELSEWHERE.values()).filteredOn(why -> why.startsWith("open: ")).hasSize(3);
  }

  @Test
  void lookupsGiveRowsOfTheSchemaTheTableWasOpenedWith() throws Exception {
    TablePath path = TablePath.of(DATABASE, "evolved");
    admin.createTable(path, Tables.keyed(1), false).get();
    Table before = connection.getTable(path);
    before.newUpsert().createWriter().upsert(Tables.row(1, 1, "x")).get();
    Lookuper lookuper = before.newLookup().createLookuper();
    // one sequential lookup on a warm connection
    assertThat(lookuper.lookup(Tables.row(1, 1)).get().getRowList()).hasSize(1);
    TableChange last =
        TableChange.addColumn("c", DataTypes.INT(), null, TableChange.ColumnPosition.last());
    admin.alterTable(path, List.of(last), false).get();
    try (Connection later = connect()) {
      Lookuper after = later.getTable(path).newLookup().createLookuper();
      InternalRow row = after.lookup(Tables.row(1, 1)).get().getSingletonRow();
      assertThat(row.getFieldCount()).isEqualTo(4);
      assertThat(row.getString(2)).hasToString("x");
      assertThat(row.isNullAt(3)).isTrue();
    }
    assertThat(lookuper.lookup(Tables.row(1, 1)).get().getSingletonRow().getFieldCount())
        .isEqualTo(3);
  }

  @Test
  void fullRowsAndPartialUpdatesMix() throws Exception {
    TablePath path = TablePath.of(DATABASE, "mixed");
    admin.createTable(path, Tables.keyed(2), false).get();
    Table table = connection.getTable(path);
    UpsertWriter full = table.newUpsert().createWriter();
    UpsertWriter partial = table.newUpsert().partialUpdate("id", "k2", "name").createWriter();
    List<CompletableFuture<UpsertResult>> results = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      results.add((i % 2 == 0 ? full : partial).upsert(Tables.row(i % 10, 1, "n" + i)));
    }
    full.flush();
    for (CompletableFuture<UpsertResult> result : results) {
      result.get();
    }
    Lookuper lookuper = table.newLookup().createLookuper();
    for (int id = 0; id < 10; id++) {
      assertThat(lookuper.lookup(Tables.row(id, 1)).get().getSingletonRow().getString(2))
          .hasToString("n" + (190 + id));
    }
  }

  /** A row of the partitioned table. */
  public static final class Part {
    public Integer id;
    public String p;

    public Part() {}
  }

  @Test
  void typedDeletesFindTheirPartition() throws Exception {
    TablePath path = TablePath.of(DATABASE, "typed");
    admin.createTable(path, Tables.partitioned(), false).get();
    Table table = connection.getTable(path);
    TypedUpsertWriter<Part> writer = table.newUpsert().createTypedWriter(Part.class);
    Part row = new Part();
    row.id = 1;
    row.p = "20250101";
    writer.upsert(row).get();
    writer.delete(row).get();
    assertThat(
            table.newLookup().createLookuper().lookup(Tables.row(1, "20250101")).get().getRowList())
        .isEmpty();
  }

  @Test
  void offsetsBeginWithZeroAndEndWithWhatWasWritten() throws Exception {
    TablePath path = TablePath.of(DATABASE, "offsets");
    admin.createTable(path, Tables.log(2), false).get();
    AppendWriter writer = connection.getTable(path).newAppend().createWriter();
    for (int i = 0; i < 104; i++) {
      writer.append(Tables.row(i, "n" + i));
    }
    writer.flush();
    List<Integer> buckets = List.of(0, 1);
    Map<Integer, Long> zero = Map.of(0, 0L, 1, 0L);
    assertThat(admin.listOffsets(path, buckets, new OffsetSpec.EarliestSpec()).all().get())
        .isEqualTo(zero);
    assertThat(admin.listOffsets(path, buckets, new OffsetSpec.TimestampSpec(0)).all().get())
        .isEqualTo(zero);
    assertThat(
            admin
                .listOffsets(path, buckets, new OffsetSpec.LatestSpec())
                .all()
                .get()
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .sum())
        .isEqualTo(104);
    assertThat(admin.getTableStats(path).get().getRowCount()).isEqualTo(104);
  }

  private static Map<String, JsonNode> recorded() {
    Map<String, JsonNode> recorded = new LinkedHashMap<>();
    for (JsonNode one : Vectors.load("client-behaviour.json").get("cases")) {
      recorded.put(one.get("call").asText(), one);
    }
    assertThat(recorded).hasSize(89);
    return recorded;
  }

  private static String expected(JsonNode recorded) {
    List<String> chain = new ArrayList<>();
    recorded.path("exceptionChain").forEach(link -> chain.add(link.get("class").asText()));
    return chain.isEmpty() ? sameInEveryRun(recorded.get("result").asText()) : chain.toString();
  }

  private static String actual(Callable<?> call, String expected) {
    try {
      return sameInEveryRun(String.valueOf(call.call()));
    } catch (Throwable thrown) {
      String chain = "";
      for (Throwable link = thrown; link != null; link = link.getCause()) {
        chain += (chain.isEmpty() ? "[" : ", ") + link.getClass().getName();
        if (expected.equals(chain + "]")) {
          break; // causes below those of the released client are welcome
        }
      }
      return chain + "]";
    }
  }

  private static String sameInEveryRun(String text) {
    return text.replaceAll("@[0-9a-f]{5,8}\\b", "")
        .replaceAll("(tableId|partitionId|id)=\\d+", "$1=N");
  }
}

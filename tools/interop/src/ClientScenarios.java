// SPDX-License-Identifier: Apache-2.0

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.batch.BatchScanUtils;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.ScanRecords;
import org.apache.fluss.client.table.scanner.log.TypedLogScanner;
import org.apache.fluss.client.table.writer.AppendWriter;
import org.apache.fluss.client.table.writer.TypedAppendWriter;
import org.apache.fluss.client.table.writer.Upsert;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.AggFunctions;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.PartitionInfo;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.types.DataTypes;

/**
 * What a client has to do with a cluster, step by step: each prints one line, ok or what went
 * wrong. Uses the public client API only.
 *
 * <p>Usage: ClientScenarios BOOTSTRAP [log,pk,large], the second to leave kinds of steps out.
 */
public final class ClientScenarios {
  private static final String DB = "scenarios";

  private final String bootstrap;
  private int failures;

  private ClientScenarios(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  private interface Step {
    void run(Connection connection, Admin admin) throws Exception;
  }

  private void step(String name, Step step, String... options) throws Exception {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", bootstrap);
    for (int i = 0; i < options.length; i += 2) {
      conf.setString(options[i], options[i + 1]);
    }
    long start = System.nanoTime();
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      step.run(connection, connection.getAdmin());
      System.out.printf("ok      %s (%d ms)%n", name, (System.nanoTime() - start) / 1_000_000);
    } catch (Exception | AssertionError e) {
      failures++;
      System.out.printf("FAILED  %s: %s%n", name, e);
      e.printStackTrace(System.out);
    }
  }

  private static void check(boolean condition, Object actual) {
    if (!condition) {
      throw new AssertionError("unexpected: " + actual);
    }
  }

  private static Throwable failure(CompletableFuture<?> future) throws Exception {
    try {
      future.get();
    } catch (ExecutionException e) {
      return e.getCause();
    }
    throw new AssertionError("no failure");
  }

  private static Table create(Connection connection, String name, TableDescriptor descriptor)
      throws Exception {
    TablePath path = TablePath.of(DB, name);
    Admin admin = connection.getAdmin();
    admin.createDatabase(DB, DatabaseDescriptor.EMPTY, true).get();
    admin.dropTable(path, true).get();
    admin.createTable(path, descriptor, false).get();
    return connection.getTable(path);
  }

  private static TableDescriptor log(int buckets, String... bucketKeys) {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("name", DataTypes.STRING())
                .build())
        .distributedBy(buckets, bucketKeys)
        .build();
  }

  private static TableDescriptor keyed(int buckets) {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("k2", DataTypes.INT())
                .column("name", DataTypes.STRING())
                .column("note", DataTypes.STRING())
                .primaryKey("id", "k2")
                .build())
        .distributedBy(buckets, "id")
        .build();
  }

  private static GenericRow row(Object... values) {
    GenericRow row = new GenericRow(values.length);
    for (int i = 0; i < values.length; i++) {
      row.setField(
          i, values[i] instanceof String ? BinaryString.fromString((String) values[i]) : values[i]);
    }
    return row;
  }

  private static List<ScanRecord> scan(LogScanner scanner, int expected) {
    List<ScanRecord> records = new ArrayList<>();
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (records.size() < expected && System.nanoTime() < deadline) {
      scanner.poll(Duration.ofMillis(500)).forEach(records::add);
    }
    check(records.size() == expected, records.size() + " records instead of " + expected);
    return records;
  }

  private void logTables() throws Exception {
    step(
        "append, flush, scan three buckets in order",
        (connection, admin) -> {
          Table table = create(connection, "log3", log(3));
          AppendWriter writer = table.newAppend().createWriter();
          List<CompletableFuture<?>> futures = new ArrayList<>();
          for (int i = 0; i < 2000; i++) {
            futures.add(writer.append(row(i, "n" + i)));
          }
          writer.flush();
          check(futures.stream().allMatch(CompletableFuture::isDone), "open futures after flush");
          try (LogScanner scanner = table.newScan().createLogScanner()) {
            for (int bucket = 0; bucket < 3; bucket++) {
              scanner.subscribeFromBeginning(bucket);
            }
            Set<Integer> ids = new HashSet<>();
            Map<Long, Long> last = new HashMap<>();
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (ids.size() < 2000 && System.nanoTime() < deadline) {
              ScanRecords records = scanner.poll(Duration.ofSeconds(1));
              check(records.count() <= 500, records.count());
              for (TableBucket bucket : records.buckets()) {
                for (ScanRecord record : records.records(bucket)) {
                  long expected = last.merge((long) bucket.getBucket(), 1L, Long::sum) - 1;
                  check(record.logOffset() == expected, record.logOffset() + " / " + expected);
                  ids.add(record.getRow().getInt(0));
                }
              }
            }
            check(ids.size() == 2000, ids.size());
          }
          Map<Integer, Long> latest =
              admin
                  .listOffsets(
                      TablePath.of(DB, "log3"), Arrays.asList(0, 1, 2), new OffsetSpec.LatestSpec())
                  .all()
                  .get();
          check(latest.values().stream().mapToLong(Long::longValue).sum() == 2000, latest);
        });
    step(
        "small batches, close without flush delivers",
        (connection, admin) -> {
          Table table = create(connection, "closing", log(1));
          AppendWriter writer = table.newAppend().createWriter();
          List<CompletableFuture<?>> futures = new ArrayList<>();
          for (int i = 0; i < 5000; i++) {
            futures.add(writer.append(row(i, "closing")));
          }
          connection.close();
          for (CompletableFuture<?> future : futures) {
            check(future.isDone() && !future.isCompletedExceptionally(), future);
          }
          try {
            writer.append(row(1, "late"));
            check(false, "append after close");
          } catch (RuntimeException e) {
            check(e.getCause() instanceof IllegalStateException, e);
          }
        });
    step(
        "projection, reordered and by name; limit scan; seek; out of range",
        (connection, admin) -> {
          Table table = create(connection, "projected", log(1));
          AppendWriter writer = table.newAppend().createWriter();
          for (int i = 0; i < 100; i++) {
            writer.append(row(i, "n" + i));
          }
          writer.flush();
          try (LogScanner scanner = table.newScan().project(new int[] {1, 0}).createLogScanner()) {
            scanner.subscribe(0, 40);
            ScanRecord first = scan(scanner, 60).get(0);
            check(first.logOffset() == 40 && first.getRow().getInt(1) == 40, first);
            check(first.getRow().getString(0).toString().equals("n40"), first);
            scanner.subscribe(0, 90);
            check(scan(scanner, 10).get(0).logOffset() == 90, "seek");
            scanner.subscribe(0, 100_000);
            try {
              scan(scanner, 1);
              check(false, "out of range");
            } catch (org.apache.fluss.exception.FetchException e) {
              check(e.getMessage().contains("out of range"), e);
            }
          }
          TableBucket bucket = new TableBucket(table.getTableInfo().getTableId(), 0);
          List<InternalRow> rows =
              BatchScanUtils.collectRows(table.newScan().limit(10).createBatchScanner(bucket));
          check(rows.size() == 10 && rows.get(9).getInt(0) == 99, rows.size());
        });
    step(
        "wakeup ends a poll, a lone poll is ended by data",
        (connection, admin) -> {
          Table table = create(connection, "polled", log(1));
          try (LogScanner scanner = table.newScan().createLogScanner()) {
            scanner.subscribeFromBeginning(0);
            CompletableFuture<Void> wake =
                CompletableFuture.runAsync(
                    scanner::wakeup,
                    CompletableFuture.delayedExecutor(
                        100, java.util.concurrent.TimeUnit.MILLISECONDS));
            long start = System.nanoTime();
            check(scanner.poll(Duration.ofSeconds(20)).isEmpty(), "records");
            check(System.nanoTime() - start < 10_000_000_000L, "slept on");
            wake.get();
            AppendWriter writer = table.newAppend().createWriter();
            CompletableFuture.runAsync(
                () -> writer.append(row(1, "x")).join(),
                CompletableFuture.delayedExecutor(200, java.util.concurrent.TimeUnit.MILLISECONDS));
            check(scan(scanner, 1).size() == 1, "data");
          }
        });
    step(
        "partitions are created on write, once",
        (connection, admin) -> {
          TableDescriptor descriptor =
              TableDescriptor.builder()
                  .schema(
                      Schema.newBuilder()
                          .column("id", DataTypes.INT())
                          .column("day", DataTypes.STRING())
                          .build())
                  .partitionedBy("day")
                  .distributedBy(2)
                  .build();
          Table table = create(connection, "days", descriptor);
          AppendWriter writer = table.newAppend().createWriter();
          List<CompletableFuture<?>> futures = new ArrayList<>();
          for (int i = 0; i < 300; i++) {
            futures.add(writer.append(row(i, "2026010" + i % 3)));
          }
          writer.flush();
          for (CompletableFuture<?> future : futures) {
            future.get();
          }
          List<PartitionInfo> partitions = admin.listPartitionInfos(TablePath.of(DB, "days")).get();
          check(partitions.size() == 3, partitions);
          CompletableFuture<?> bad;
          try {
            bad = writer.append(row(1, "a/b"));
          } catch (RuntimeException e) {
            bad = CompletableFuture.failedFuture(e);
          }
          CompletableFuture<?> good = writer.append(row(2, "20260100"));
          good.get();
          check(failure(bad) instanceof RuntimeException, bad);
          try (LogScanner scanner = table.newScan().createLogScanner()) {
            for (PartitionInfo partition : partitions) {
              scanner.subscribeFromBeginning(partition.getPartitionId(), 0);
              scanner.subscribeFromBeginning(partition.getPartitionId(), 1);
            }
            scan(scanner, 301);
          }
        });
    step(
        "a missing partition is an error if creation is off",
        (connection, admin) -> {
          Table table = connection.getTable(TablePath.of(DB, "days"));
          try {
            table.newAppend().createWriter().append(row(1, "20300101"));
            check(false, "no failure");
          } catch (RuntimeException e) {
            check(e.getCause() instanceof org.apache.fluss.exception.PartitionNotExistException, e);
          }
        },
        "client.writer.dynamic-create-partition.enabled",
        "false");
    step(
        "columns added later: old table writes on, new table reads null",
        (connection, admin) -> {
          Table old = create(connection, "evolving", log(1));
          old.newAppend().createWriter().append(row(1, "old")).get();
          admin
              .alterTable(
                  TablePath.of(DB, "evolving"),
                  List.of(
                      TableChange.addColumn(
                          "extra", DataTypes.INT(), null, TableChange.ColumnPosition.last())),
                  false)
              .get();
          old.newAppend().createWriter().append(row(2, "old")).get();
          Table fresh = connection.getTable(TablePath.of(DB, "evolving"));
          fresh.newAppend().createWriter().append(row(3, "new", 7)).get();
          try (LogScanner scanner = fresh.newScan().createLogScanner()) {
            scanner.subscribeFromBeginning(0);
            List<ScanRecord> records = scan(scanner, 3);
            check(records.get(0).getRow().isNullAt(2), records);
            check(records.get(2).getRow().getInt(2) == 7, records);
          }
          try (LogScanner scanner = fresh.newScan().project(new int[] {2}).createLogScanner()) {
            scanner.subscribeFromBeginning(0);
            check(scan(scanner, 3).get(2).getRow().getInt(0) == 7, "projection of a new column");
          }
          try (LogScanner scanner = old.newScan().createLogScanner()) {
            scanner.subscribeFromBeginning(0);
            check(scan(scanner, 3).get(2).getRow().getFieldCount() == 2, "old table");
          }
        });
    step(
        "bucket keys and round robin spread rows",
        (connection, admin) -> {
          Table table = create(connection, "hashed", log(4, "id"));
          AppendWriter writer = table.newAppend().createWriter();
          for (int i = 0; i < 400; i++) {
            writer.append(row(i % 20, "x"));
          }
          writer.flush();
          Map<Integer, Set<Integer>> buckets = new HashMap<>();
          try (LogScanner scanner = table.newScan().createLogScanner()) {
            for (int bucket = 0; bucket < 4; bucket++) {
              scanner.subscribeFromBeginning(bucket);
            }
            int seen = 0;
            while (seen < 400) {
              ScanRecords records = scanner.poll(Duration.ofSeconds(1));
              for (TableBucket bucket : records.buckets()) {
                for (ScanRecord record : records.records(bucket)) {
                  buckets
                      .computeIfAbsent(record.getRow().getInt(0), id -> new TreeSet<>())
                      .add(bucket.getBucket());
                  seen++;
                }
              }
            }
          }
          check(buckets.values().stream().allMatch(set -> set.size() == 1), buckets);
        });
    step(
        "objects: append and scan",
        (connection, admin) -> {
          TableDescriptor descriptor =
              TableDescriptor.builder()
                  .schema(
                      Schema.newBuilder()
                          .column("id", DataTypes.INT())
                          .column("name", DataTypes.STRING())
                          .column("at", DataTypes.TIMESTAMP(3))
                          .column("instant", DataTypes.TIMESTAMP_LTZ(6))
                          .build())
                  .distributedBy(1)
                  .build();
          Table table = create(connection, "objects", descriptor);
          TypedAppendWriter<Event> writer = table.newAppend().createTypedWriter(Event.class);
          Event event = new Event();
          event.id = 7;
          event.name = "seven";
          event.at = LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_000_000);
          event.instant = Instant.ofEpochSecond(17, 123_456_000);
          writer.append(event).get();
          try (TypedLogScanner<Event> scanner =
              table.newScan().createTypedLogScanner(Event.class)) {
            scanner.subscribeFromBeginning(0);
            Event read = null;
            while (read == null) {
              for (var record : scanner.poll(Duration.ofSeconds(1))) {
                read = record.getValue();
              }
            }
            check(
                read.id == 7
                    && read.name.equals("seven")
                    && read.at.equals(event.at)
                    && read.instant.equals(event.instant),
                read);
          }
        });
    step(
        "a table dropped under a writer fails its records",
        (connection, admin) -> {
          Table table = create(connection, "dropped", log(1));
          AppendWriter writer = table.newAppend().createWriter();
          writer.append(row(1, "x")).get();
          admin.dropTable(TablePath.of(DB, "dropped"), false).get();
          Throwable cause = null;
          for (int i = 0; i < 200 && cause == null; i++) {
            try {
              writer.append(row(2, "y")).get();
            } catch (ExecutionException e) {
              cause = e.getCause();
            }
          }
          check(cause != null, "writes go on");
        });
    step(
        "a missing table",
        (connection, admin) -> {
          try {
            connection.getTable(TablePath.of(DB, "nope"));
            check(false, "opened");
          } catch (RuntimeException e) {
            check(e instanceof org.apache.fluss.exception.FlussRuntimeException, e);
          }
          Throwable cause = failure(admin.getTableInfo(TablePath.of(DB, "nope")));
          check(cause instanceof org.apache.fluss.exception.TableNotExistException, cause);
        });
  }

  /** An object for the typed API. */
  public static class Event {
    public Integer id;
    public String name;
    public LocalDateTime at;
    public Instant instant;
  }

  private void keyedTables() throws Exception {
    step(
        "upsert, lookup, prefix lookup, partial update, delete, changelog",
        (connection, admin) -> {
          Table table = create(connection, "keyed", keyed(2));
          UpsertWriter writer = table.newUpsert().createWriter();
          for (int k = 0; k < 20; k++) {
            writer.upsert(row(1, k, "n" + k, "note"));
          }
          writer.flush();
          Lookuper lookuper = table.newLookup().createLookuper();
          InternalRow found = lookuper.lookup(row(1, 3)).get().getSingletonRow();
          check(found.getString(2).toString().equals("n3"), found);
          check(lookuper.lookup(row(9, 9)).get().getRowList().isEmpty(), "found");
          check(
              table
                      .newLookup()
                      .lookupBy("id")
                      .createLookuper()
                      .lookup(row(1))
                      .get()
                      .getRowList()
                      .size()
                  == 20,
              "prefix");
          UpsertWriter partial = table.newUpsert().partialUpdate("id", "k2", "name").createWriter();
          partial.upsert(row(1, 3, "changed", null)).get();
          found = lookuper.lookup(row(1, 3)).get().getSingletonRow();
          check(found.getString(2).toString().equals("changed"), found);
          check(found.getString(3).toString().equals("note"), found);
          CompletableFuture<?> one = writer.upsert(row(2, 1, "full", "full"));
          // The released client refuses other columns while it still collects rows of some.
          writer.flush();
          one.get();
          partial.upsert(row(2, 2, "part", null)).get();
          writer.delete(row(1, 3, null, null)).get();
          check(lookuper.lookup(row(1, 3)).get().getRowList().isEmpty(), "deleted");
          check(admin.getTableStats(TablePath.of(DB, "keyed")).get().getRowCount() == 21, "count");
          int bucket = -1;
          StringBuilder changes = new StringBuilder();
          try (LogScanner scanner = table.newScan().createLogScanner()) {
            scanner.subscribeFromBeginning(0);
            scanner.subscribeFromBeginning(1);
            for (ScanRecord record : scan(scanner, 20 + 2 + 2 + 1)) {
              if (record.getRow().getInt(0) == 1 && record.getRow().getInt(1) == 3) {
                changes.append(record.getChangeType().shortString());
              }
            }
          }
          check(changes.toString().equals("+I-U+U-D"), changes + " " + bucket);
        });
    step(
        "ten thousand lookups",
        (connection, admin) -> {
          Table table = connection.getTable(TablePath.of(DB, "keyed"));
          Lookuper lookuper = table.newLookup().createLookuper();
          List<CompletableFuture<org.apache.fluss.client.lookup.LookupResult>> all =
              new ArrayList<>();
          for (int i = 0; i < 10_000; i++) {
            all.add(lookuper.lookup(row(1, i % 20)));
          }
          int found = 0;
          for (var result : all) {
            found += result.get().getRowList().size();
          }
          check(found == 9_500, found);
        });
    step(
        "merge engines: first row, versions, aggregation, overwriting",
        (connection, admin) -> {
          check(
              merged(connection, "first_row", null, row(1, 5, "a"), row(1, 6, "b")).equals("5 a"),
              "first row");
          check(
              merged(connection, "versioned", null, row(1, 5, "a"), row(1, 4, "b")).equals("5 a"),
              "older version");
          check(
              merged(connection, "versioned", null, row(1, 5, "a"), row(1, 5, "b")).equals("5 b"),
              "equal version");
          check(
              merged(connection, "aggregation", null, row(1, 5, "a"), row(1, 6, "b"))
                  .equals("11 a,b"),
              "aggregation");
          check(
              merged(connection, "aggregation", MergeMode.OVERWRITE, row(1, 5, "a"), row(1, 6, "b"))
                  .equals("6 b"),
              "overwriting");
        });
    step(
        "values of an auto-increment column, keys inserted by lookups",
        (connection, admin) -> {
          Table table =
              create(
                  connection,
                  "ids",
                  TableDescriptor.builder()
                      .schema(
                          Schema.newBuilder()
                              .column("k", DataTypes.STRING())
                              .column("n", DataTypes.BIGINT())
                              .column("v", DataTypes.STRING())
                              .primaryKey("k")
                              .enableAutoIncrement("n")
                              .build())
                      .distributedBy(3)
                      .property("table.auto-increment.cache-size", "10")
                      .build());
          UpsertWriter writer = table.newUpsert().partialUpdate("k", "v").createWriter();
          for (int i = 0; i < 100; i++) {
            writer.upsert(row("key " + i, null, "v"));
          }
          writer.flush();
          Lookuper lookuper = table.newLookup().enableInsertIfNotExists().createLookuper();
          Set<Long> values = new HashSet<>();
          for (int i = 0; i < 200; i++) {
            values.add(lookuper.lookup(row("key " + i)).get().getSingletonRow().getLong(1));
          }
          check(values.size() == 200, values);
          for (int i = 0; i < 200; i++) {
            values.add(lookuper.lookup(row("key " + i)).get().getSingletonRow().getLong(1));
          }
          check(values.size() == 200, "the values of keys changed");
        });
    step(
        "producer offsets, rebalance, tags, configurations",
        (connection, admin) -> {
          TableBucket bucket = new TableBucket(7, 0);
          admin.deleteProducerOffsets("scenario").get();
          check(
              admin.registerProducerOffsets("scenario", Map.of(bucket, 5L)).get().getCode() == 0,
              "register");
          check(
              admin.registerProducerOffsets("scenario", Map.of(bucket, 6L)).get().getCode() == 1,
              "again");
          check(
              admin.getProducerOffsets("scenario").get().getTableOffsets().get(7L).get(bucket) == 5,
              "get");
          admin.deleteProducerOffsets("scenario").get();
          check(admin.getProducerOffsets("scenario").get() == null, "deleted");
          check(!admin.describeClusterConfigs().get().isEmpty(), "configs");
          check(admin.getServerNodes().get().size() == 2, admin.getServerNodes().get());
          check(admin.listDatabaseSummaries().get().size() >= 2, "summaries");
        });
  }

  /** The released client never sends such a value. */
  private void largeValues() throws Exception {
    step(
        "a large value after many small ones",
        (connection, admin) -> {
          Table table = create(connection, "large", keyed(1));
          UpsertWriter writer = table.newUpsert().createWriter();
          char[] text = new char[1 << 20];
          Arrays.fill(text, 'x');
          writer.upsert(row(0, 0, new String(text), null)).get();
          for (int i = 1; i < 70; i++) {
            writer.upsert(row(i, 0, "small", null)).get();
          }
          writer.upsert(row(99, 0, new String(text), null)).get();
          InternalRow found =
              table.newLookup().createLookuper().lookup(row(99, 0)).get().getSingletonRow();
          check(found.getString(2).getSizeInBytes() == 1 << 20, found);
        });
  }

  /** What two rows of one key become, as text. */
  private static String merged(
      Connection connection, String engine, MergeMode mode, GenericRow first, GenericRow second)
      throws Exception {
    Schema.Builder schema = Schema.newBuilder().column("id", DataTypes.INT());
    if (engine.equals("aggregation")) {
      schema
          .column("a", DataTypes.INT(), AggFunctions.SUM())
          .column("b", DataTypes.STRING(), AggFunctions.LISTAGG());
    } else {
      schema.column("a", DataTypes.INT()).column("b", DataTypes.STRING());
    }
    TableDescriptor.Builder descriptor =
        TableDescriptor.builder()
            .schema(schema.primaryKey("id").build())
            .distributedBy(1)
            .property("table.merge-engine", engine);
    if (engine.equals("versioned")) {
      descriptor.property("table.merge-engine.versioned.ver-column", "a");
    }
    Table table = create(connection, "merged", descriptor.build());
    table.newUpsert().createWriter().upsert(first).get();
    Upsert upsert = table.newUpsert();
    (mode == null ? upsert : upsert.mergeMode(mode)).createWriter().upsert(second).get();
    InternalRow found = table.newLookup().createLookuper().lookup(row(1)).get().getSingletonRow();
    return found.getInt(1) + " " + found.getString(2);
  }

  public static void main(String[] args) throws Exception {
    ClientScenarios scenarios = new ClientScenarios(args[0]);
    String kinds = args.length > 1 ? args[1] : "log,pk,large";
    if (kinds.contains("log")) {
      scenarios.logTables();
    }
    if (kinds.contains("pk")) {
      scenarios.keyedTables();
    }
    if (kinds.contains("large")) {
      scenarios.largeValues();
    }
    System.out.println(scenarios.failures == 0 ? "all ok" : scenarios.failures + " failed");
    System.exit(scenarios.failures == 0 ? 0 : 1);
  }
}

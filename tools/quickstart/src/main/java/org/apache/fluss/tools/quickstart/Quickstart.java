// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.tools.quickstart;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.writer.AppendWriter;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.GenericRow;

/**
 * The steps of {@code quickstart.sh} that need the Java client. Progress goes to standard error,
 * results to standard output as {@code key=value} lines.
 */
public final class Quickstart implements AutoCloseable {
  private static final String DATABASE = "demo";
  private static final int BUCKETS = 4;
  private static final String USAGE =
      "Usage: Quickstart BOOTSTRAP (load FILE ROWS [FRESHNESS] | scan | await-lake SECONDS [TABLE]"
          + " | change-airports FILE ROUNDS CHANGES | look-up-airports FILE | tier-anew FILE ROWS"
          + " TABLE SECONDS | drop TABLE)";

  private final Connection connection;
  private final Admin admin;
  private final TablePath table;
  private final PrintStream out;
  private final PrintStream progress;

  private Quickstart(String bootstrap, String table, PrintStream out, PrintStream progress) {
    this.table = TablePath.of(DATABASE, table);
    Configuration conf = new Configuration();
    conf.setString(ConfigOptions.BOOTSTRAP_SERVERS.key(), bootstrap);
    this.connection = ConnectionFactory.createConnection(conf);
    this.admin = connection.getAdmin();
    this.out = out;
    this.progress = progress;
  }

  public static void main(String[] args) throws Exception {
    if (args.length < 2) {
      throw new IllegalArgumentException(USAGE);
    }
    String table = tableOf(args);
    try (Quickstart quickstart = new Quickstart(args[0], table, System.out, System.err)) {
      switch (args[1]) {
        case "load":
          quickstart.load(
              Path.of(args[2]), Integer.parseInt(args[3]), true, args.length > 4 ? args[4] : "1s");
          break;
        case "scan":
          quickstart.scan();
          break;
        case "await-lake":
          quickstart.awaitLake(Duration.ofSeconds(Long.parseLong(args[2])));
          break;
        case "change-airports":
          quickstart.changeAirports(
              Path.of(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
          break;
        case "look-up-airports":
          try (Table airports = quickstart.connection.getTable(quickstart.table)) {
            new Airports(airports, Path.of(args[2])).lookUp(quickstart.out);
          }
          break;
        case "tier-anew":
          // a round of the released job ends when the freshness is over
          quickstart.load(Path.of(args[2]), Integer.parseInt(args[3]), false, "15s");
          quickstart.enableLake();
          quickstart.awaitLake(Duration.ofSeconds(Long.parseLong(args[5])));
          break;
        case "drop":
          quickstart.admin.dropTable(quickstart.table, false).get();
          break;
        default:
          throw new IllegalArgumentException(USAGE);
      }
    }
  }

  private static String tableOf(String[] args) {
    switch (args[1]) {
      case "tier-anew":
        return args[4];
      case "drop":
        return args[2];
      case "change-airports":
      case "look-up-airports":
        return "airports";
      case "await-lake":
        return args.length > 3 ? args[3] : "flights";
      default:
        return "flights";
    }
  }

  private void changeAirports(Path file, int rounds, int changes) throws Exception {
    TableDescriptor descriptor =
        TableDescriptor.builder()
            .schema(Airports.SCHEMA)
            .distributedBy(Airports.BUCKETS, "iata")
            .property(ConfigOptions.TABLE_DATALAKE_ENABLED.key(), "true")
            .property(ConfigOptions.TABLE_DATALAKE_FRESHNESS.key(), "1s")
            .property(ConfigOptions.TABLE_DATALAKE_AUTO_COMPACTION.key(), "true")
            .comment("Airports of the U.S.")
            .build();
    admin.createDatabase(DATABASE, DatabaseDescriptor.EMPTY, true).get();
    admin.createTable(table, descriptor, true).get();
    try (Table airports = connection.getTable(table)) {
      new Airports(airports, file).change(rounds, changes, out);
    }
  }

  /** Creates the table if it is missing and appends the first {@code rows} flights. */
  private void load(Path file, int rows, boolean lake, String freshness) throws Exception {
    TableDescriptor descriptor =
        TableDescriptor.builder()
            .schema(Flights.SCHEMA)
            .distributedBy(BUCKETS)
            .property(ConfigOptions.TABLE_DATALAKE_ENABLED.key(), Boolean.toString(lake))
            .property(ConfigOptions.TABLE_DATALAKE_FRESHNESS.key(), freshness)
            .comment("U.S. flights, January to June 2001")
            .build();
    admin.createDatabase(DATABASE, DatabaseDescriptor.EMPTY, true).get();
    admin.createTable(table, descriptor, true).get();
    Checksum checksum = new Checksum();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    long start = System.nanoTime();
    long checksumNanos = 0;
    try (Table opened = connection.getTable(table);
        Flights flights = Flights.open(file)) {
      AppendWriter writer = opened.newAppend().createWriter();
      for (GenericRow row = flights.next();
          row != null && checksum.rows() < rows;
          row = flights.next()) {
        writer.append(row).whenComplete((result, error) -> failure.compareAndSet(null, error));
        long before = System.nanoTime();
        checksum.add(Flights.text(row));
        checksumNanos += System.nanoTime() - before;
        if (checksum.rows() % 250_000 == 0) {
          progress.printf("  %,d rows written%n", checksum.rows());
        }
      }
      writer.flush();
    }
    if (failure.get() != null) {
      throw new IllegalStateException("A write failed", failure.get());
    }
    double seconds = (System.nanoTime() - start - checksumNanos) / 1e9;
    out.println("rows=" + checksum.rows());
    out.println("checksum=" + checksum.hex());
    out.printf("seconds=%.2f%n", seconds);
    out.printf("rows_per_second=%.0f%n", checksum.rows() / seconds);
  }

  /** Reads every row up to the end offsets found at the start. */
  private void scan() throws Exception {
    Map<Integer, Long> ends = endOffsets();
    long expected = ends.values().stream().mapToLong(Long::longValue).sum();
    Checksum checksum = new Checksum();
    long start = System.nanoTime();
    try (Table opened = connection.getTable(table);
        LogScanner scanner = opened.newScan().createLogScanner()) {
      ends.keySet().forEach(scanner::subscribeFromBeginning);
      long stalledSince = System.nanoTime();
      while (checksum.rows() < expected) {
        for (ScanRecord record : scanner.poll(Duration.ofSeconds(1))) {
          checksum.add(Flights.text(record.getRow()));
          if (checksum.rows() % 500_000 == 0) {
            progress.printf("  %,d rows read%n", checksum.rows());
          }
          stalledSince = System.nanoTime();
        }
        if (System.nanoTime() - stalledSince > Duration.ofSeconds(60).toNanos()) {
          throw new IllegalStateException(
              "No row came for 60 s after " + checksum.rows() + " of " + expected);
        }
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    out.println("rows=" + checksum.rows());
    out.println("checksum=" + checksum.hex());
    out.printf("seconds=%.2f%n", seconds);
  }

  private void enableLake() throws Exception {
    String key = ConfigOptions.TABLE_DATALAKE_ENABLED.key();
    admin.alterTable(table, List.of(TableChange.set(key, "true")), false).get();
  }

  /** Waits until the newest lake snapshot covers every row that is in the table now. */
  private void awaitLake(Duration limit) throws Exception {
    Map<Integer, Long> ends = endOffsets();
    long start = System.nanoTime();
    long reported = -1;
    while (true) {
      Map<Integer, Long> tiered = tieredOffsets();
      long done = tiered.values().stream().mapToLong(Long::longValue).sum();
      boolean complete =
          ends.entrySet().stream()
              .allMatch(e -> tiered.getOrDefault(e.getKey(), 0L) >= e.getValue());
      if (done != reported) {
        progress.printf("  %,d rows or changes in the lake%n", done);
        reported = done;
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      if (complete) {
        out.println("rows=" + done);
        out.printf("seconds=%.2f%n", seconds);
        return;
      }
      if (seconds > limit.toSeconds()) {
        throw new IllegalStateException(
            "The lake holds up to "
                + tiered
                + " after "
                + limit.toSeconds()
                + " s, the table "
                + ends
                + ". Is the tiering service running?");
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  private Map<Integer, Long> endOffsets() throws Exception {
    int count = admin.getTableInfo(table).get().getNumBuckets();
    Collection<Integer> buckets = IntStream.range(0, count).boxed().collect(Collectors.toList());
    return admin.listOffsets(table, buckets, new OffsetSpec.LatestSpec()).all().get();
  }

  private Map<Integer, Long> tieredOffsets() throws Exception {
    CompletableFuture<org.apache.fluss.client.metadata.LakeSnapshot> snapshot =
        admin.getLatestLakeSnapshot(table);
    try {
      return snapshot.get().getTableBucketsOffset().entrySet().stream()
          .collect(Collectors.toMap(e -> bucket(e.getKey()), Map.Entry::getValue));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LakeTableSnapshotNotExistException) {
        return Map.of();
      }
      throw e;
    }
  }

  private static Integer bucket(TableBucket bucket) {
    return bucket.getBucket();
  }

  @Override
  public void close() throws Exception {
    connection.close();
  }
}

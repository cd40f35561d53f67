// SPDX-License-Identifier: Apache-2.0

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
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
import org.apache.fluss.client.lookup.LookupResult;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.batch.BatchScanUtils;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.ScanRecords;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataTypes;

/**
 * Rounds of random updates, deletes and re-inserts of the airports, and a model of what must come
 * out. A round depends on its number and the seed only, so each run of this program knows all that
 * was written before. It compiles against any client of the protocol.
 *
 * <p>The checksum of a table is the sum, modulo 2^64, over its rows of the last 8 bytes
 * (little-endian) of the MD5 of the columns that are not null, joined by {@code |}.
 */
public final class AirportRounds implements AutoCloseable {
  private static final String USAGE =
      "Usage: AirportRounds BOOTSTRAP TABLE CSV SEED (create IMAGE [KEY=VALUE...] | write ROUND"
          + " OPERATIONS | verify ROUND OPERATIONS | await-lake SECONDS)";
  private static final int BUCKETS = 4;
  private static final int COLUMNS = 9;
  private static final int VISITS = 7;
  private static final int CHANGED = 8;

  private static final Schema SCHEMA =
      Schema.newBuilder()
          .column("iata", DataTypes.STRING())
          .column("name", DataTypes.STRING())
          .column("city", DataTypes.STRING())
          .column("state", DataTypes.STRING())
          .column("country", DataTypes.STRING())
          .column("latitude", DataTypes.DECIMAL(11, 8))
          .column("longitude", DataTypes.DECIMAL(11, 8))
          .column("visits", DataTypes.INT())
          .column("changed", DataTypes.TIMESTAMP(6))
          .primaryKey("iata")
          .build();

  /** What a round does to one airport. */
  private enum Kind {
    UPSERT,
    VISITS_ONLY,
    DELETE
  }

  private static final class Change {
    final Kind kind;
    final Object[] row;

    Change(Kind kind, Object[] row) {
      this.kind = kind;
      this.row = row;
    }
  }

  private final TablePath path;
  private final List<Object[]> airports;
  private final long seed;
  private final Connection connection;
  private final Admin admin;

  private AirportRounds(String bootstrap, String table, Path csv, long seed) throws Exception {
    this.path = TablePath.of("demo", table);
    this.airports = read(csv);
    this.seed = seed;
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", bootstrap);
    this.connection = ConnectionFactory.createConnection(conf);
    this.admin = connection.getAdmin();
  }

  public static void main(String[] args) throws Exception {
    if (args.length < 6) {
      throw new IllegalArgumentException(USAGE);
    }
    try (AirportRounds rounds =
        new AirportRounds(args[0], args[1], Path.of(args[2]), Long.parseLong(args[3]))) {
      switch (args[4]) {
        case "create":
          rounds.create(args[5], List.of(args).subList(6, args.length));
          break;
        case "write":
          rounds.write(Integer.parseInt(args[5]), Integer.parseInt(args[6]));
          break;
        case "verify":
          rounds.verify(Integer.parseInt(args[5]), Integer.parseInt(args[6]));
          break;
        case "await-lake":
          rounds.awaitLake(Duration.ofSeconds(Long.parseLong(args[5])));
          break;
        default:
          throw new IllegalArgumentException(USAGE);
      }
    }
  }

  private static List<Object[]> read(Path csv) throws Exception {
    List<Object[]> rows = new ArrayList<>();
    List<String> lines = Files.readAllLines(csv, StandardCharsets.UTF_8);
    for (String line : lines.subList(1, lines.size())) {
      List<String> fields = fields(line);
      Object[] row = new Object[COLUMNS];
      for (int i = 0; i < 5; i++) {
        row[i] = fields.get(i);
      }
      row[5] = new BigDecimal(fields.get(5)).setScale(8, java.math.RoundingMode.HALF_UP);
      row[6] = new BigDecimal(fields.get(6)).setScale(8, java.math.RoundingMode.HALF_UP);
      rows.add(row);
    }
    return rows;
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }

  private void create(String image, List<String> properties) throws Exception {
    TableDescriptor.Builder descriptor =
        TableDescriptor.builder()
            .schema(SCHEMA)
            .distributedBy(BUCKETS, "iata")
            .property("table.changelog.image", image)
            .property("table.datalake.enabled", "true")
            .property("table.datalake.freshness", "1s");
    for (String property : properties) {
      String[] parts = property.split("=", 2);
      descriptor.property(parts[0], parts[1]);
    }
    admin.createDatabase(path.getDatabaseName(), DatabaseDescriptor.EMPTY, true).get();
    admin.createTable(path, descriptor.build(), true).get();
  }

  /** All airports in round 0, later random changes; some keys several times in a round. */
  private List<Change> changes(int round, int operations) {
    List<Change> changes = new ArrayList<>();
    if (round == 0) {
      airports.forEach(row -> changes.add(new Change(Kind.UPSERT, row)));
      return changes;
    }
    Random random = new Random(seed * 1000 + round);
    for (int i = 0; i < operations; i++) {
      Object[] row = airports.get(random.nextInt(airports.size())).clone();
      int choice = random.nextInt(100);
      if (choice < 45) {
        row[1] = row[1] + " " + round;
        row[3] = random.nextInt(10) == 0 ? null : row[3];
        row[VISITS] = random.nextInt(5) == 0 ? null : random.nextInt();
        row[CHANGED] = 1_000_000L * round + i;
        changes.add(new Change(Kind.UPSERT, row));
      } else if (choice < 60) {
        row[VISITS] = random.nextInt(5) == 0 ? null : random.nextInt();
        changes.add(new Change(Kind.VISITS_ONLY, row));
      } else if (choice < 85) {
        changes.add(new Change(Kind.DELETE, row));
      } else {
        changes.add(new Change(Kind.UPSERT, row));
      }
    }
    return changes;
  }

  private TreeMap<String, Object[]> model(int lastRound, int operations) {
    TreeMap<String, Object[]> model = new TreeMap<>();
    for (int round = 0; round <= lastRound; round++) {
      for (Change change : changes(round, operations)) {
        String key = (String) change.row[0];
        switch (change.kind) {
          case UPSERT:
            model.put(key, change.row);
            break;
          case VISITS_ONLY:
            Object[] before = model.get(key);
            Object[] after = before == null ? new Object[COLUMNS] : before.clone();
            after[0] = key;
            after[VISITS] = change.row[VISITS];
            model.put(key, after);
            break;
          default:
            model.remove(key);
        }
      }
    }
    return model;
  }

  private static GenericRow row(Object[] values) {
    GenericRow row = new GenericRow(COLUMNS);
    for (int i = 0; i < COLUMNS; i++) {
      Object value = values[i];
      if (value instanceof String) {
        value = BinaryString.fromString((String) value);
      } else if (value instanceof BigDecimal) {
        value = Decimal.fromBigDecimal((BigDecimal) value, 11, 8);
      } else if (value instanceof Long) {
        long micros = (Long) value;
        value = TimestampNtz.fromMillis(micros / 1000, (int) (micros % 1000) * 1000);
      }
      row.setField(i, value);
    }
    return row;
  }

  private void write(int round, int operations) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Change> changes = changes(round, operations);
    try (Table table = connection.getTable(path)) {
      UpsertWriter writer = table.newUpsert().createWriter();
      UpsertWriter visits = table.newUpsert().partialUpdate("iata", "visits").createWriter();
      for (Change change : changes) {
        GenericRow row = row(change.row);
        CompletableFuture<?> written =
            change.kind == Kind.UPSERT
                ? writer.upsert(row)
                : change.kind == Kind.DELETE ? writer.delete(row) : visits.upsert(row);
        written.whenComplete((result, error) -> failure.compareAndSet(null, error));
      }
      writer.flush();
      visits.flush();
    }
    if (failure.get() != null) {
      throw new IllegalStateException("A write failed", failure.get());
    }
    System.out.println("changes=" + changes.size());
  }

  private void verify(int round, int operations) throws Exception {
    TreeMap<String, Object[]> model = model(round, operations);
    Sum expected = new Sum();
    model.values().forEach(values -> expected.add(row(values)));
    expected.print("model");
    try (Table table = connection.getTable(path)) {
      lookup(table).print("lookup");
      scan(table).print("scan");
      changelog(table).print("changelog");
    }
  }

  private Sum lookup(Table table) throws Exception {
    Lookuper lookuper = table.newLookup().createLookuper();
    List<CompletableFuture<LookupResult>> answers = new ArrayList<>();
    for (Object[] airport : airports) {
      answers.add(lookuper.lookup(GenericRow.of(BinaryString.fromString((String) airport[0]))));
    }
    Sum sum = new Sum();
    for (CompletableFuture<LookupResult> answer : answers) {
      InternalRow row = answer.get().getSingletonRow();
      if (row != null) {
        sum.add(row);
      }
    }
    return sum;
  }

  private Sum scan(Table table) throws Exception {
    Sum sum = new Sum();
    long tableId = table.getTableInfo().getTableId();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      BatchScanner scanner =
          table
              .newScan()
              .limit(airports.size())
              .createBatchScanner(new TableBucket(tableId, bucket));
      BatchScanUtils.collectRows(scanner).forEach(sum::add);
    }
    return sum;
  }

  /**
   * What the changes since the beginning leave. A log may end with an offset that bears no record
   * (a delete of an absent key), hence the limit of silence.
   */
  private Sum changelog(Table table) throws Exception {
    Map<Integer, Long> ends = endOffsets();
    Map<String, InternalRow> rows = new HashMap<>();
    Map<Integer, Long> read = new HashMap<>();
    try (LogScanner scanner = table.newScan().createLogScanner()) {
      Map<Integer, Long> left = new HashMap<>(ends);
      left.values().removeIf(end -> end == 0);
      left.keySet().forEach(scanner::subscribeFromBeginning);
      long lastRecord = System.nanoTime();
      while (!left.isEmpty() && System.nanoTime() - lastRecord < 3_000_000_000L) {
        ScanRecords records = scanner.poll(Duration.ofMillis(200));
        for (TableBucket bucket : records.buckets()) {
          lastRecord = System.nanoTime();
          for (ScanRecord record : records.records(bucket)) {
            apply(record, rows);
            read.put(bucket.getBucket(), record.logOffset() + 1);
          }
        }
        left.entrySet().removeIf(end -> read.getOrDefault(end.getKey(), 0L) >= end.getValue());
      }
    }
    Sum sum = new Sum();
    rows.values().forEach(sum::add);
    return sum;
  }

  private static void apply(ScanRecord record, Map<String, InternalRow> rows) {
    String key = record.getRow().getString(0).toString();
    switch (record.getChangeType()) {
      case INSERT:
      case UPDATE_AFTER:
        rows.put(key, record.getRow());
        break;
      default:
        rows.remove(key);
    }
  }

  private void awaitLake(Duration limit) throws Exception {
    Map<Integer, Long> ends = endOffsets();
    long start = System.nanoTime();
    while (true) {
      Map<Integer, Long> tiered = tieredOffsets();
      if (ends.entrySet().stream()
          .allMatch(end -> tiered.getOrDefault(end.getKey(), 0L) >= end.getValue())) {
        System.out.printf("seconds=%.1f%n", (System.nanoTime() - start) / 1e9);
        return;
      }
      if (System.nanoTime() - start > limit.toNanos()) {
        throw new IllegalStateException("The lake holds up to " + tiered + ", the table " + ends);
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  private Map<Integer, Long> endOffsets() throws Exception {
    Collection<Integer> buckets = IntStream.range(0, BUCKETS).boxed().collect(Collectors.toList());
    return admin.listOffsets(path, buckets, new OffsetSpec.LatestSpec()).all().get();
  }

  private Map<Integer, Long> tieredOffsets() throws Exception {
    try {
      return admin.getLatestLakeSnapshot(path).get().getTableBucketsOffset().entrySet().stream()
          .collect(Collectors.toMap(entry -> entry.getKey().getBucket(), Map.Entry::getValue));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LakeTableSnapshotNotExistException) {
        return Map.of();
      }
      throw e;
    }
  }

  @Override
  public void close() throws Exception {
    connection.close();
  }

  /** The checksum, and how many rows it is of. */
  private static final class Sum {
    private final MessageDigest md5;
    private long rows;
    private long sum;

    Sum() {
      try {
        md5 = MessageDigest.getInstance("MD5");
      } catch (java.security.NoSuchAlgorithmException e) {
        throw new IllegalStateException("Every Java platform has MD5", e);
      }
    }

    void add(InternalRow row) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < COLUMNS; i++) {
        if (!row.isNullAt(i)) {
          text.append(i == 0 ? "" : "|").append(text(row, i));
        }
      }
      byte[] digest = md5.digest(text.toString().getBytes(StandardCharsets.UTF_8));
      long low = 0;
      for (int i = 15; i >= 8; i--) {
        low = low << 8 | digest[i] & 0xff;
      }
      sum += low;
      rows++;
    }

    private static Object text(InternalRow row, int column) {
      switch (column) {
        case 5:
        case 6:
          return row.getDecimal(column, 11, 8).toBigDecimal().toPlainString();
        case VISITS:
          return row.getInt(column);
        case CHANGED:
          TimestampNtz changed = row.getTimestampNtz(column, 6);
          return changed.getMillisecond() * 1000 + changed.getNanoOfMillisecond() / 1000;
        default:
          return row.getString(column);
      }
    }

    void print(String name) {
      System.out.printf("%s=%d rows %016x%n", name, rows, sum);
    }
  }
}

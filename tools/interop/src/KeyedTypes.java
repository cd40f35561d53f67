// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.lookup.LookupResult;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.CloseableIterator;

/**
 * Primary-key tables of every data type through the public client API only: rows are upserted,
 * replaced and deleted, in another table written by parts of their columns, then looked up by key
 * and by prefix, scanned by limit, counted, and read as a changelog. Prints one line a layout; exit
 * code 1 and the first differences when a value differs.
 *
 * <p>Usage: {@code KeyedTypes write|read BOOTSTRAP LAYOUT}, LAYOUT a comma list of
 * KVFORMAT_LOGFORMAT such as COMPACTED_ARROW. {@code -Dinterop.rows=N}; system properties {@code
 * client.*} reach the client.
 */
public final class KeyedTypes implements Layouts.LayoutTable {
  private static final int BUCKETS = 3;
  private static final int GROUPS = 20;
  private static final int ROWS = Integer.getInteger("interop.rows", 1000);
  private static final int SHOWN_DIFFERENCES = 5;
  private static final long PATIENCE_NANOS = Duration.ofSeconds(120).toNanos();

  private final TypeSamples samples = new TypeSamples();
  private final List<String> differences = new ArrayList<>();
  private final Connection connection;
  private final TablePath whole;
  private final TablePath parts;
  private final KvFormat kvFormat;
  private final LogFormat logFormat;

  private KeyedTypes(Connection connection, String layout) {
    this.connection = connection;
    this.kvFormat = KvFormat.valueOf(layout.substring(0, layout.indexOf('_')));
    this.logFormat = LogFormat.valueOf(layout.substring(layout.indexOf('_') + 1));
    // A name of its own for each writer: the released coordinator can miss that a table was dropped
    // and made again.
    String suffix = layout.toLowerCase(Locale.ROOT) + System.getProperty("interop.by", "");
    this.whole = TablePath.of("interop", "keyed_" + suffix);
    this.parts = TablePath.of("interop", "parts_" + suffix);
  }

  /** The samples behind a column for the group; for writing by parts, all may be null. */
  private Schema schema(boolean nullable) {
    Schema.Builder builder = Schema.newBuilder().column("grp", DataTypes.INT());
    for (int i = 0; i < samples.columns(); i++) {
      builder.column(samples.name(i), type(i, nullable));
    }
    return builder.primaryKey("grp", "id").build();
  }

  private DataType type(int sample, boolean nullable) {
    return nullable && sample > 0 ? samples.type(sample).copy(true) : samples.type(sample);
  }

  private static int group(long id) {
    return (int) (id % GROUPS);
  }

  /** What the row of a key was given first (version 0) or later. */
  private GenericRow row(long id, int version) {
    GenericRow sample = samples.row(id + 1_000_000L * version);
    GenericRow row = new GenericRow(samples.columns() + 1);
    row.setField(0, group(id));
    row.setField(1, id);
    for (int i = 1; i < samples.columns(); i++) {
      row.setField(i + 1, sample.getField(i));
    }
    return row;
  }

  private static boolean isReplaced(long id) {
    return id % 3 == 0;
  }

  private static boolean isDeleted(long id) {
    return id % 5 == 0;
  }

  /** The last state of a key, null if there is none. */
  private GenericRow last(long id) {
    return isDeleted(id) ? null : row(id, isReplaced(id) ? 1 : 0);
  }

  private Table create(TablePath path, boolean nullable) throws Exception {
    Admin admin = connection.getAdmin();
    admin.createDatabase("interop", DatabaseDescriptor.EMPTY, true).get();
    admin.dropTable(path, true).get();
    admin
        .createTable(
            path,
            TableDescriptor.builder()
                .schema(schema(nullable))
                .distributedBy(BUCKETS, "grp")
                .kvFormat(kvFormat)
                .logFormat(logFormat)
                .build(),
            false)
        .get();
    return connection.getTable(path);
  }

  @Override
  public String write() throws Exception {
    try (Table table = create(whole, false)) {
      UpsertWriter writer = table.newUpsert().createWriter();
      List<CompletableFuture<?>> pending = new ArrayList<>();
      for (long id = 0; id < ROWS; id++) {
        pending.add(writer.upsert(row(id, 0)));
      }
      writer.flush();
      for (long id = 0; id < ROWS; id++) {
        if (isReplaced(id)) {
          pending.add(writer.upsert(row(id, 1)));
        }
        if (isDeleted(id)) {
          pending.add(writer.delete(row(id, 0)));
        }
      }
      writer.flush();
      for (CompletableFuture<?> done : pending) {
        done.get();
      }
    }
    try (Table table = create(parts, true)) {
      UpsertWriter even = table.newUpsert().partialUpdate(part(0)).createWriter();
      UpsertWriter odd = table.newUpsert().partialUpdate(part(1)).createWriter();
      List<CompletableFuture<?>> pending = new ArrayList<>();
      for (long id = 0; id < ROWS; id++) {
        pending.add(even.upsert(row(id, 0)));
      }
      // The released client refuses other columns while it still collects rows of some.
      even.flush();
      for (long id = 0; id < ROWS; id++) {
        pending.add(odd.upsert(row(id, 1)));
      }
      odd.flush();
      for (long id = 0; id < ROWS; id += 4) {
        pending.add(even.delete(row(id, 0)));
      }
      even.flush();
      for (long id = 0; id < ROWS; id += 8) {
        pending.add(odd.delete(row(id, 0)));
      }
      odd.flush();
      for (CompletableFuture<?> done : pending) {
        done.get();
      }
    }
    return ROWS + " keys of " + samples.columns() + " columns acknowledged";
  }

  /** The key and every second of the other columns. */
  private String[] part(int remainder) {
    return schema(true).getColumnNames().stream()
        .filter(name -> name.equals("grp") || name.equals("id") || isIn(name, remainder))
        .toArray(String[]::new);
  }

  private boolean isIn(String name, int remainder) {
    return IntStream.range(1, samples.columns())
        .anyMatch(i -> i % 2 == remainder && samples.name(i).equals(name));
  }

  /** What writing by parts left. */
  private GenericRow joined(long id) {
    if (id % 8 == 0) {
      return null;
    }
    GenericRow even = row(id, 0);
    GenericRow odd = row(id, 1);
    for (int i = 1; i < samples.columns(); i++) {
      if (i % 2 == 0) {
        odd.setField(i + 1, id % 4 == 0 ? null : even.getField(i + 1));
      }
    }
    return odd;
  }

  @Override
  public String read() throws Exception {
    try (Table table = connection.getTable(whole)) {
      check(
          table.getTableInfo().getRowType().equals(schema(false).getRowType()),
          "the schema differs");
      lookups(table, false);
      prefixes(table);
      limits(table);
      changelog(table, IntStream.range(0, samples.columns() + 1).toArray());
      changelog(
          table,
          IntStream.rangeClosed(-samples.columns(), 0)
              .map(i -> -i)
              .filter(i -> i < 2 || i % 3 == 0)
              .toArray());
      long count = connection.getAdmin().getTableStats(whole).get().getRowCount();
      long expected = IntStream.range(0, ROWS).filter(id -> !isDeleted(id)).count();
      check(count == expected, count + " rows are counted, not " + expected);
    }
    try (Table table = connection.getTable(parts)) {
      lookups(table, true);
    }
    return ROWS + " keys of " + samples.columns() + " columns equal";
  }

  private void lookups(Table table, boolean byParts) throws Exception {
    Lookuper lookuper = table.newLookup().createLookuper();
    List<CompletableFuture<LookupResult>> results = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      results.add(lookuper.lookup(GenericRow.of(group(id), id)));
    }
    for (int id = 0; id < ROWS; id++) {
      List<InternalRow> found = results.get(id).get().getRowList();
      GenericRow expected = byParts ? joined(id) : last(id);
      check(
          found.size() == (expected == null ? 0 : 1),
          (byParts ? "written by parts, key " : "key ") + id + " has " + found.size() + " rows");
      if (expected != null) {
        compare("lookup", expected, found.get(0), all(), byParts);
      }
    }
    check(differences.isEmpty(), differences.size() + " values differ in lookups");
  }

  private int[] all() {
    return IntStream.range(0, samples.columns() + 1).toArray();
  }

  private void prefixes(Table table) throws Exception {
    Lookuper lookuper = table.newLookup().lookupBy("grp").createLookuper();
    for (int group = 0; group <= GROUPS; group++) {
      List<InternalRow> found = lookuper.lookup(GenericRow.of(group)).get().getRowList();
      int wanted = group;
      long expected =
          IntStream.range(0, ROWS).filter(id -> group(id) == wanted && last(id) != null).count();
      check(found.size() == expected, "group " + group + " has " + found.size() + " rows");
      for (InternalRow row : found) {
        compare("prefix", last(row.getLong(1)), row, all(), false);
      }
    }
    check(differences.isEmpty(), differences.size() + " values differ in prefix lookups");
  }

  private void limits(Table table) throws Exception {
    int[] columns =
        IntStream.rangeClosed(0, samples.columns())
            .filter(i -> i < 2 || samples.type(i - 1).getChildren().isEmpty())
            .toArray();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      TableBucket tableBucket = new TableBucket(table.getTableInfo().getTableId(), bucket);
      int count = 0;
      try (BatchScanner scanner =
          table.newScan().project(columns).limit(7).createBatchScanner(tableBucket)) {
        for (CloseableIterator<InternalRow> rows;
            (rows = scanner.pollBatch(Duration.ofSeconds(10))) != null; ) {
          while (rows.hasNext()) {
            InternalRow row = rows.next();
            compare("limit", last(row.getLong(1)), row, columns, false);
            count++;
          }
          rows.close();
        }
      }
      check(count <= 7, "limit scan of bucket " + bucket + " gave " + count + " rows");
    }
    check(differences.isEmpty(), differences.size() + " values differ in limit scans");
  }

  /** Every key changed as it was written, with the whole row before and after. */
  private void changelog(Table table, int[] columns) throws Exception {
    int idAt =
        IntStream.range(0, columns.length).filter(i -> columns[i] == 1).findFirst().getAsInt();
    int changes = 0;
    for (long id = 0; id < ROWS; id++) {
      changes += 1 + (isReplaced(id) ? 2 : 0) + (isDeleted(id) ? 1 : 0);
    }
    Map<Long, String> seen = new TreeMap<>();
    try (LogScanner scanner =
        columns.length == samples.columns() + 1
            ? table.newScan().createLogScanner()
            : table.newScan().project(columns).createLogScanner()) {
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        scanner.subscribeFromBeginning(bucket);
      }
      long start = System.nanoTime();
      for (int count = 0; count < changes; ) {
        check(
            System.nanoTime() - start < PATIENCE_NANOS,
            "the changelog stands at " + count + " of " + changes + " changes");
        for (ScanRecord record : scanner.poll(Duration.ofMillis(500))) {
          long id = record.getRow().getLong(idAt);
          String before = seen.getOrDefault(id, "");
          String change = record.getChangeType().shortString();
          boolean later = change.equals("+U") || change.equals("-D") && before.endsWith("+U");
          compare("change " + change, row(id, later ? 1 : 0), record.getRow(), columns, false);
          seen.put(id, before + change);
          count++;
        }
      }
    }
    check(differences.isEmpty(), differences.size() + " values differ in the changelog");
    for (long id = 0; id < ROWS; id++) {
      String expected = "+I" + (isReplaced(id) ? "-U+U" : "") + (isDeleted(id) ? "-D" : "");
      check(expected.equals(seen.get(id)), "key " + id + " changed by " + seen.get(id));
    }
  }

  private void compare(
      String where, InternalRow expected, InternalRow actual, int[] columns, boolean nullable) {
    if (expected == null) {
      differences.add(where + ": a row of a key that was deleted");
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      int column = columns[i];
      DataType type = column == 0 ? DataTypes.INT() : type(column - 1, nullable);
      String want =
          TypeSamples.text(
              InternalRow.createFieldGetter(type, column).getFieldOrNull(expected), type);
      String have =
          TypeSamples.text(InternalRow.createFieldGetter(type, i).getFieldOrNull(actual), type);
      if (!want.equals(have)) {
        differences.add(
            where
                + " of key "
                + expected.getLong(1)
                + " "
                + (column == 0 ? "grp" : samples.name(column - 1))
                + " "
                + type
                + ": written "
                + want
                + ", read "
                + have);
      }
    }
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(
          otherwise
              + differences.stream()
                  .limit(SHOWN_DIFFERENCES)
                  .map(d -> "\n  " + d.substring(0, Math.min(d.length(), 600)))
                  .collect(Collectors.joining()));
    }
  }

  public static void main(String[] args) throws Exception {
    Layouts.run(
        args,
        "KeyedTypes",
        "layouts COMPACTED_ARROW COMPACTED_COMPACTED INDEXED_ARROW INDEXED_INDEXED",
        KeyedTypes::new);
  }
}

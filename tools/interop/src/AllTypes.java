// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.ScanRecords;
import org.apache.fluss.client.table.writer.AppendWriter;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataType;
import org.apache.fluss.utils.CloseableIterator;

/**
 * Writes and reads a log table of every data type through the public client API only, so that one
 * source compiles against the released client and against ours. Prints one line a layout; exit code
 * 1 and the first differences when a value differs.
 *
 * <p>Usage: {@code AllTypes write|read BOOTSTRAP LAYOUT}, LAYOUT a comma list of NONE, LZ4_FRAME,
 * ZSTD (Arrow with that compression), INDEXED, COMPACTED. {@code -Dinterop.rows=N}; system
 * properties {@code client.*} reach the client.
 */
public final class AllTypes implements Layouts.LayoutTable {
  private static final int BUCKETS = 3;
  private static final int ROWS = Integer.getInteger("interop.rows", 1000);
  private static final int FLUSH_EVERY = 137;
  private static final int SHOWN_DIFFERENCES = 5;
  private static final long PATIENCE_NANOS = Duration.ofSeconds(120).toNanos();

  private final TypeSamples samples = new TypeSamples();
  private final List<String> differences = new ArrayList<>();
  private final Connection connection;
  private final TablePath path;
  private final String layout;

  private AllTypes(Connection connection, String layout) {
    this.connection = connection;
    this.layout = layout;
    this.path = TablePath.of("interop", "all_types_" + layout.toLowerCase(java.util.Locale.ROOT));
  }

  @Override
  public String write() throws Exception {
    Admin admin = connection.getAdmin();
    admin.createDatabase("interop", DatabaseDescriptor.EMPTY, true).get();
    admin.dropTable(path, true).get();
    TableDescriptor.Builder descriptor =
        TableDescriptor.builder().schema(samples.schema()).distributedBy(BUCKETS);
    if (layout.equals("INDEXED") || layout.equals("COMPACTED")) {
      descriptor.logFormat(LogFormat.valueOf(layout));
    } else {
      descriptor.property("table.log.arrow.compression.type", layout);
    }
    admin.createTable(path, descriptor.build(), false).get();
    try (Table table = connection.getTable(path)) {
      AppendWriter writer = table.newAppend().createWriter();
      List<CompletableFuture<?>> pending = new ArrayList<>();
      for (long id = 0; id < ROWS; id++) {
        pending.add(writer.append(samples.row(id)));
        if (id % FLUSH_EVERY == 0) {
          writer.flush();
        }
      }
      writer.flush();
      for (CompletableFuture<?> done : pending) {
        done.get();
      }
    }
    return ROWS + " rows of " + samples.columns() + " columns acknowledged";
  }

  @Override
  public String read() throws Exception {
    try (Table table = connection.getTable(path)) {
      int columns = samples.columns();
      int[] all = IntStream.range(0, columns).toArray();
      int[] reversed = IntStream.range(0, columns).map(i -> columns - 1 - i).toArray();
      int[] some =
          IntStream.range(0, columns)
              .filter(i -> i % 7 == 0 || samples.name(i).startsWith("map"))
              .toArray();
      int[] last = {columns - 1, 0};
      check(
          table.getTableInfo().getRowType().equals(samples.schema().getRowType()),
          "the schema differs");
      scan(table, all, null);
      scan(table, all, reversed);
      scan(table, all, some);
      scan(table, all, last);
      long stored = 0;
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        long end =
            connection
                .getAdmin()
                .listOffsets(path, List.of(bucket), new OffsetSpec.LatestSpec())
                .bucketResult(bucket)
                .get();
        stored += end;
        seek(table, bucket, end / 2, end);
        limitScan(table, bucket, end);
      }
      check(stored == ROWS, "the buckets end at " + stored + " rows in sum, not " + ROWS);
    }
    return ROWS
        + " rows of "
        + samples.columns()
        + " columns equal; 3 projections, seek, limit scan";
  }

  private void scan(Table table, int[] all, int[] projection) throws Exception {
    int[] columns = projection == null ? all : projection;
    int idAt =
        IntStream.range(0, columns.length).filter(i -> columns[i] == 0).findFirst().getAsInt();
    BitSet seen = new BitSet(ROWS);
    long[] next = new long[BUCKETS];
    long[] lastId = new long[BUCKETS];
    Arrays.fill(lastId, -1);
    try (LogScanner scanner =
        projection == null
            ? table.newScan().createLogScanner()
            : table.newScan().project(projection).createLogScanner()) {
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        scanner.subscribeFromBeginning(bucket);
      }
      long start = System.nanoTime();
      for (int count = 0; count < ROWS; ) {
        check(
            System.nanoTime() - start < PATIENCE_NANOS,
            "the scan stands at " + count + " of " + ROWS + " rows");
        ScanRecords records = scanner.poll(Duration.ofMillis(500));
        for (TableBucket bucket : records.buckets()) {
          for (ScanRecord record : records.records(bucket)) {
            int b = bucket.getBucket();
            check(
                record.logOffset() == next[b]++,
                "bucket " + b + ": offset " + record.logOffset() + " instead of " + (next[b] - 1));
            long id = record.getRow().getLong(idAt);
            check(
                id > lastId[b] && id < ROWS, "bucket " + b + ": id " + id + " after " + lastId[b]);
            lastId[b] = id;
            check(!seen.get((int) id), "row " + id + " came twice");
            seen.set((int) id);
            compare(id, record.getRow(), columns);
            count++;
          }
        }
      }
    }
    check(differences.isEmpty(), differences.size() + " values differ");
  }

  private void seek(Table table, int bucket, long from, long end) throws Exception {
    try (LogScanner scanner = table.newScan().createLogScanner()) {
      scanner.subscribe(bucket, from);
      long start = System.nanoTime();
      for (long next = from; next < end; ) {
        check(
            System.nanoTime() - start < PATIENCE_NANOS,
            "seek in bucket " + bucket + " stands at " + next);
        for (ScanRecord record : scanner.poll(Duration.ofMillis(500))) {
          check(
              record.logOffset() == next,
              "seek in bucket "
                  + bucket
                  + ": offset "
                  + record.logOffset()
                  + " instead of "
                  + next);
          next++;
        }
      }
    }
  }

  /** Flat columns only: the released client hands out nested values whose memory it has freed. */
  private void limitScan(Table table, int bucket, long end) throws Exception {
    int limit = 10;
    int[] flat =
        IntStream.range(0, samples.columns())
            .filter(i -> samples.type(i).getChildren().isEmpty())
            .toArray();
    int count = 0;
    TableBucket tableBucket = new TableBucket(table.getTableInfo().getTableId(), bucket);
    try (BatchScanner scanner =
        table.newScan().project(flat).limit(limit).createBatchScanner(tableBucket)) {
      for (CloseableIterator<InternalRow> rows;
          (rows = scanner.pollBatch(Duration.ofSeconds(10))) != null; ) {
        while (rows.hasNext()) {
          InternalRow row = rows.next();
          compare(row.getLong(0), row, flat);
          count++;
        }
        rows.close();
      }
    }
    check(
        count == Math.min(limit, end),
        "limit scan of bucket " + bucket + " gave " + count + " rows");
    check(differences.isEmpty(), differences.size() + " values differ in a limit scan");
  }

  private void compare(long id, InternalRow actual, int[] columns) {
    InternalRow expected = samples.row(id);
    for (int i = 0; i < columns.length; i++) {
      DataType type = samples.type(columns[i]);
      String want =
          TypeSamples.text(
              InternalRow.createFieldGetter(type, columns[i]).getFieldOrNull(expected), type);
      String have =
          TypeSamples.text(InternalRow.createFieldGetter(type, i).getFieldOrNull(actual), type);
      if (!want.equals(have)) {
        differences.add(
            "row "
                + id
                + " "
                + samples.name(columns[i])
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
    Layouts.run(args, "AllTypes", "layouts NONE LZ4_FRAME ZSTD INDEXED COMPACTED", AllTypes::new);
  }
}

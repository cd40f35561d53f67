// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.ScanRecords;
import org.apache.fluss.client.table.writer.AppendWriter;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.types.DataTypes;

/**
 * Drives a running cluster through the public Java client API only, so the same source compiles
 * against any client with that API and the same class measures any server that speaks the protocol.
 * Prints one line per phase: name, rows, seconds, rows/s.
 *
 * <p>Usage: WireBench BOOTSTRAP ROWS BUCKETS [PHASES], PHASES a comma list of
 * append,scan,project,upsert,update,lookup,lone,latency; lone (lookups one by one) wants upsert
 * before.
 */
public final class WireBench {
  private static final int DISTINCT_NAMES = 4096;

  private final Connection connection;
  private final Admin admin;
  private final int rows;
  private final int buckets;
  private final BinaryString[] names = new BinaryString[DISTINCT_NAMES];

  private WireBench(String bootstrap, int rows, int buckets) {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", bootstrap);
    for (String property : System.getProperties().stringPropertyNames()) {
      if (property.startsWith("client.")) {
        conf.setString(property, System.getProperty(property));
      }
    }
    this.connection = ConnectionFactory.createConnection(conf);
    this.admin = connection.getAdmin();
    this.rows = rows;
    this.buckets = buckets;
    Random random = new Random(7);
    for (int i = 0; i < DISTINCT_NAMES; i++) {
      byte[] text = new byte[8 + random.nextInt(24)];
      for (int j = 0; j < text.length; j++) {
        text[j] = (byte) ('a' + random.nextInt(26));
      }
      names[i] = BinaryString.fromBytes(text);
    }
  }

  private static Schema.Builder columns() {
    return Schema.newBuilder()
        .column("id", DataTypes.BIGINT())
        .column("event_time", DataTypes.TIMESTAMP_LTZ(3))
        .column("name", DataTypes.STRING())
        .column("city", DataTypes.STRING())
        .column("device", DataTypes.STRING())
        .column("price", DataTypes.DOUBLE())
        .column("amount", DataTypes.DOUBLE())
        .column("quantity", DataTypes.INT())
        .column("flags", DataTypes.INT())
        .column("score", DataTypes.FLOAT());
  }

  private GenericRow row(long id) {
    int mix = (int) (id * 0x9E3779B97F4A7C15L >>> 40);
    GenericRow row = new GenericRow(10);
    row.setField(0, id);
    row.setField(1, TimestampLtz.fromEpochMillis(1_700_000_000_000L + id));
    row.setField(2, names[mix & (DISTINCT_NAMES - 1)]);
    row.setField(3, names[mix >>> 3 & (DISTINCT_NAMES - 1)]);
    row.setField(4, names[mix >>> 6 & (DISTINCT_NAMES - 1)]);
    row.setField(5, mix * 0.25);
    row.setField(6, mix * 1.5);
    row.setField(7, mix);
    row.setField(8, mix & 15);
    row.setField(9, mix * 0.5f);
    return row;
  }

  private interface Phase {
    long run() throws Exception;
  }

  private static void timed(String name, Phase phase) throws Exception {
    long start = System.nanoTime();
    long count = phase.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%-10s rows=%d seconds=%.2f rows/s=%.0f%n", name, count, seconds, count / seconds);
  }

  private Table create(String name, boolean primaryKey) throws Exception {
    TablePath path = TablePath.of("bench", name);
    admin.createDatabase("bench", DatabaseDescriptor.EMPTY, true).get();
    admin.dropTable(path, true).get();
    Schema.Builder schema = columns();
    if (primaryKey) {
      schema.primaryKey("id");
    }
    TableDescriptor descriptor =
        TableDescriptor.builder()
            .schema(schema.build())
            .distributedBy(buckets, primaryKey ? new String[] {"id"} : new String[0])
            .build();
    admin.createTable(path, descriptor, false).get();
    return connection.getTable(path);
  }

  private long append(Table table) throws Exception {
    AppendWriter writer = table.newAppend().createWriter();
    CompletableFuture<?> last = null;
    for (long id = 0; id < rows; id++) {
      last = writer.append(row(id));
    }
    writer.flush();
    last.get();
    return rows;
  }

  private long upsert(Table table) throws Exception {
    UpsertWriter writer = table.newUpsert().createWriter();
    CompletableFuture<?> last = null;
    for (long id = 0; id < rows; id++) {
      last = writer.upsert(row(id));
    }
    writer.flush();
    last.get();
    return rows;
  }

  private long scan(Table table, int[] projection, int expected) throws Exception {
    long seen = 0;
    long checksum = 0;
    try (LogScanner scanner =
        projection == null
            ? table.newScan().createLogScanner()
            : table.newScan().project(projection).createLogScanner()) {
      for (int bucket = 0; bucket < buckets; bucket++) {
        scanner.subscribeFromBeginning(bucket);
      }
      long deadline = System.nanoTime() + Duration.ofSeconds(240).toNanos();
      while (seen < expected) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("scan stalled at " + seen + " of " + expected);
        }
        ScanRecords records = scanner.poll(Duration.ofSeconds(1));
        for (var record : records) {
          checksum += record.getRow().getLong(0);
          seen++;
        }
      }
    }
    if (checksum != (long) expected * (expected - 1) / 2) {
      throw new IllegalStateException("wrong data: checksum " + checksum);
    }
    return seen;
  }

  private long lookup(Table table, int count) throws Exception {
    Lookuper lookuper = table.newLookup().createLookuper();
    Semaphore inFlight = new Semaphore(2000);
    Random random = new Random(11);
    long[] failures = new long[1];
    for (int i = 0; i < count; i++) {
      long id = random.nextInt(rows);
      inFlight.acquire();
      lookuper
          .lookup(GenericRow.of(id))
          .whenComplete(
              (result, error) -> {
                if (error != null || result.getSingletonRow() == null) {
                  failures[0]++;
                }
                inFlight.release();
              });
    }
    inFlight.acquire(2000);
    if (failures[0] > 0) {
      throw new IllegalStateException(failures[0] + " lookups failed or found nothing");
    }
    return count;
  }

  /** One row at a time, each awaited: the acknowledged write latency. */
  private void latency(Table table) throws Exception {
    AppendWriter writer = table.newAppend().createWriter();
    latency(
        "latency",
        500,
        i -> {
          CompletableFuture<?> done = writer.append(row(i));
          writer.flush();
          return done;
        });
  }

  /** One lookup at a time, each awaited. */
  private void loneLookup(Table table) throws Exception {
    Lookuper lookuper = table.newLookup().createLookuper();
    Random random = new Random(13);
    latency("lone", 300, i -> lookuper.lookup(GenericRow.of((long) random.nextInt(rows))));
  }

  private static void latency(String name, int count, IntFunction<CompletableFuture<?>> call)
      throws Exception {
    double[] millis = new double[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      call.apply(i).get();
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    double[] settled = Arrays.copyOfRange(millis, 100, count);
    Arrays.sort(settled);
    System.out.printf(
        "%-10s p50=%.2fms p99=%.2fms%n",
        name, settled[settled.length / 2], settled[settled.length * 99 / 100]);
  }

  public static void main(String[] args) throws Exception {
    WireBench bench = new WireBench(args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    String phases = args.length > 3 ? args[3] : "append,scan,project,upsert,update,lookup,latency";
    List<String> wanted = Arrays.asList(phases.split(","));
    boolean needsLog =
        wanted.stream().anyMatch(Arrays.asList("append", "scan", "project")::contains);
    boolean needsKeys =
        wanted.stream().anyMatch(Arrays.asList("upsert", "update", "lookup", "lone")::contains);
    Table log = needsLog ? bench.create("events_log", false) : null;
    Table pk = needsKeys ? bench.create("events_pk", true) : null;
    for (String phase : wanted) {
      switch (phase) {
        case "append":
          timed(phase, () -> bench.append(log));
          break;
        case "scan":
          timed(phase, () -> bench.scan(log, null, bench.rows));
          break;
        case "project":
          timed(phase, () -> bench.scan(log, new int[] {0, 7}, bench.rows));
          break;
        case "upsert":
        case "update":
          timed(phase, () -> bench.upsert(pk));
          break;
        case "lookup":
          timed(phase, () -> bench.lookup(pk, Math.min(bench.rows, 300_000)));
          break;
        case "lone":
          bench.loneLookup(pk);
          break;
        case "latency":
          bench.latency(bench.create("events_latency", false));
          break;
        default:
          throw new IllegalArgumentException("unknown phase " + phase);
      }
    }
    bench.connection.close();
  }
}

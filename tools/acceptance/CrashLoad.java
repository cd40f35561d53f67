// SPDX-License-Identifier: Apache-2.0
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.ScanRecords;
import org.apache.fluss.client.table.writer.AppendWriter;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;

/**
 * Appends numbered rows while somebody kills servers, then proves that every acknowledged row is
 * there once and in order: in a scan that ran all the while and in a fresh one. Uses the public
 * client API only.
 *
 * <p>Usage: {@code CrashLoad BOOTSTRAP DIR RATE}: {@code DIR/acknowledged} holds the number of
 * acknowledged rows so far; the load ends when {@code DIR/stop} appears. Prints one line; exit code
 * 1 when something is lost, doubled, altered or out of order.
 */
public final class CrashLoad {
  private static final int BUCKETS = 4;
  private static final int STREAMS = 16;
  private static final int IN_FLIGHT = 5_000;
  private static final TablePath PATH = TablePath.of("acceptance", "crash_load");
  private static final Duration PATIENCE = Duration.ofSeconds(180);

  private final Connection connection;
  private final Path dir;
  private final int rate;
  private final BitSet[] acknowledged = bitSets();
  private final AtomicLong acknowledgedCount = new AtomicLong();
  private final Map<String, AtomicLong> failures = new ConcurrentHashMap<>();
  private final int[] sent = new int[STREAMS];
  private volatile boolean loading = true;
  private volatile Throwable tailFailure;
  private volatile long[] ends;

  private CrashLoad(Connection connection, Path dir, int rate) {
    this.connection = connection;
    this.dir = dir;
    this.rate = rate;
  }

  private static BitSet[] bitSets() {
    BitSet[] sets = new BitSet[STREAMS];
    Arrays.setAll(sets, i -> new BitSet());
    return sets;
  }

  private static BinaryString payload(int stream, int number) {
    return BinaryString.fromString(
        "row "
            + number
            + " of stream "
            + stream
            + " "
            + Integer.toHexString(number * 0x9E3779B1 + stream));
  }

  private String run() throws Exception {
    Admin admin = connection.getAdmin();
    admin.createDatabase(PATH.getDatabaseName(), DatabaseDescriptor.EMPTY, true).get();
    admin.dropTable(PATH, true).get();
    Schema schema =
        Schema.newBuilder()
            .column("stream", DataTypes.INT())
            .column("number", DataTypes.INT())
            .column("payload", DataTypes.STRING())
            .build();
    admin
        .createTable(
            PATH,
            TableDescriptor.builder().schema(schema).distributedBy(BUCKETS, "stream").build(),
            false)
        .get();
    Table table = connection.getTable(PATH);

    Tally tail = new Tally();
    Thread reader =
        new Thread(
            () -> {
              try {
                scan(table, tail);
              } catch (Throwable e) {
                tailFailure = e;
              }
            },
            "tail");
    reader.start();
    load(table);
    ends = new long[BUCKETS];
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      ends[bucket] =
          admin
              .listOffsets(PATH, java.util.List.of(bucket), new OffsetSpec.LatestSpec())
              .bucketResult(bucket)
              .get();
    }
    loading = false;
    reader.join();
    Tally fresh = new Tally();
    scan(table, fresh);
    fresh.verify("the fresh scan");
    if (tailFailure != null) {
      throw new IllegalStateException(
          "the scan beside the load failed: " + tailFailure, tailFailure);
    }
    tail.verify("the scan beside the load");
    long total = Arrays.stream(sent).asLongStream().sum();
    return total
        + " rows sent, "
        + acknowledgedCount
        + " acknowledged, "
        + fresh.count
        + " stored; each acknowledged row once and in order"
        + (failures.isEmpty() ? "" : "; not acknowledged: " + failures);
  }

  private void load(Table table) throws Exception {
    AppendWriter writer = table.newAppend().createWriter();
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    long start = System.nanoTime();
    long published = 0;
    for (long count = 0; !Files.exists(dir.resolve("stop")); ) {
      long due = (System.nanoTime() - start) / 1000 * rate / 1_000_000;
      if (System.nanoTime() - published > 100_000_000) {
        publish();
        published = System.nanoTime();
      }
      if (count >= due || !inFlight.tryAcquire(100, TimeUnit.MILLISECONDS)) {
        Thread.sleep(1);
        continue;
      }
      count++;
      int stream = (int) (count % STREAMS);
      int number = sent[stream]++;
      writer
          .append(GenericRow.of(stream, number, payload(stream, number)))
          .whenComplete(
              (result, error) -> {
                if (error == null) {
                  synchronized (acknowledged[stream]) {
                    acknowledged[stream].set(number);
                  }
                  acknowledgedCount.incrementAndGet();
                } else {
                  failures
                      .computeIfAbsent(rootCause(error).toString(), key -> new AtomicLong())
                      .incrementAndGet();
                }
                inFlight.release();
              });
    }
    writer.flush();
    if (!inFlight.tryAcquire(IN_FLIGHT, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          (IN_FLIGHT - inFlight.availablePermits()) + " appends never completed");
    }
    publish();
  }

  private static Throwable rootCause(Throwable error) {
    return error.getCause() == null ? error : rootCause(error.getCause());
  }

  private void publish() throws Exception {
    Path next = dir.resolve("acknowledged.next");
    Files.write(next, String.valueOf(acknowledgedCount.get()).getBytes(StandardCharsets.UTF_8));
    Files.move(
        next,
        dir.resolve("acknowledged"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads until the ends, which are known once the load is over. The released client's scanner gives
   * up when the only tablet server is away; a new one goes on where it stood.
   */
  private void scan(Table table, Tally tally) throws Exception {
    while (true) {
      try {
        scanOn(table, tally);
        return;
      } catch (FlussRuntimeException e) {
        if (!loading) {
          throw e;
        }
      }
    }
  }

  private void scanOn(Table table, Tally tally) throws Exception {
    try (LogScanner scanner = table.newScan().createLogScanner()) {
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        scanner.subscribe(bucket, tally.nextOffset[bucket]);
      }
      long last = System.nanoTime();
      while (loading || !tally.reached(ends)) {
        ScanRecords records = scanner.poll(Duration.ofMillis(200));
        for (TableBucket bucket : records.buckets()) {
          for (ScanRecord record : records.records(bucket)) {
            tally.accept(bucket.getBucket(), record);
          }
        }
        if (loading || !records.isEmpty()) {
          last = System.nanoTime();
        } else if (System.nanoTime() - last > PATIENCE.toNanos()) {
          throw new IllegalStateException(
              "stands at "
                  + Arrays.toString(tally.nextOffset)
                  + ", the log ends at "
                  + Arrays.toString(ends));
        }
      }
    }
  }

  private final class Tally {
    final BitSet[] seen = bitSets();
    final long[] nextOffset = new long[BUCKETS];
    final int[] lastNumber = new int[STREAMS];
    long count;

    Tally() {
      Arrays.fill(lastNumber, -1);
    }

    boolean reached(long[] ends) {
      return Arrays.equals(nextOffset, ends);
    }

    void accept(int bucket, ScanRecord record) {
      InternalRow row = record.getRow();
      int stream = row.getInt(0);
      int number = row.getInt(1);
      String where =
          "bucket "
              + bucket
              + " offset "
              + record.logOffset()
              + ": row "
              + number
              + " of stream "
              + stream;
      if (record.logOffset() != nextOffset[bucket]) {
        throw new IllegalStateException(where + " instead of offset " + nextOffset[bucket]);
      }
      if (number <= lastNumber[stream]) {
        throw new IllegalStateException(where + " after row " + lastNumber[stream]);
      }
      if (!row.getString(2).equals(payload(stream, number))) {
        throw new IllegalStateException(where + " holds " + row.getString(2));
      }
      nextOffset[bucket]++;
      lastNumber[stream] = number;
      seen[stream].set(number);
      count++;
    }

    void verify(String name) {
      for (int stream = 0; stream < STREAMS; stream++) {
        BitSet lost = (BitSet) acknowledged[stream].clone();
        lost.andNot(seen[stream]);
        if (!lost.isEmpty()) {
          throw new IllegalStateException(
              name
                  + " misses "
                  + lost.cardinality()
                  + " acknowledged rows of stream "
                  + stream
                  + ", first "
                  + lost.nextSetBit(0));
        }
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", args[0]);
    for (String property : System.getProperties().stringPropertyNames()) {
      if (property.startsWith("client.")) {
        conf.setString(property, System.getProperty(property));
      }
    }
    Connection connection = ConnectionFactory.createConnection(conf);
    int status = 0;
    try {
      System.out.println(
          new CrashLoad(connection, Path.of(args[1]), Integer.parseInt(args[2])).run());
    } catch (Throwable e) {
      System.out.println("FAILED: " + e.getMessage());
      e.printStackTrace();
      status = 1;
    }
    Runtime.getRuntime().halt(status);
  }
}

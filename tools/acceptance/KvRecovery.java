// SPDX-License-Identifier: Apache-2.0

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.lookup.Lookuper;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.batch.BatchScanUtils;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.config.Configuration;
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
 * A primary key table whose server loses its disk. Uses the public client API only.
 *
 * <p>Usage: KvRecovery write|serve|check BOOTSTRAP KEYS [STARTED_MS]. {@code write} ends when
 * snapshots have all rows, {@code serve} when every bucket answers, and tells how long after
 * STARTED_MS that was; {@code check} compares the row count and every row with the model.
 */
public final class KvRecovery {
  private static final TablePath PATH = TablePath.of("recovery", "rows");
  private static final int BUCKETS = 16;
  private static final int LOOKUPS = 1_000;

  private KvRecovery() {}

  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", args[1]);
    long keys = Long.parseLong(args[2]);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      switch (args[0]) {
        case "write":
          write(connection, admin, keys);
          break;
        case "serve":
          serve(connection, Long.parseLong(args[3]));
          break;
        default:
          check(connection, admin, keys);
      }
    }
  }

  private static boolean deleted(long key) {
    return key % 101 == 5;
  }

  private static long value(long key) {
    return key % 10 == 3 ? key * 7 + 1 : key;
  }

  private static GenericRow row(long key, long value) {
    return GenericRow.of(key, value, BinaryString.fromString("row " + key + " of " + value));
  }

  private static void write(Connection connection, Admin admin, long keys) throws Exception {
    admin.createDatabase(PATH.getDatabaseName(), DatabaseDescriptor.EMPTY, true).get();
    TableDescriptor descriptor =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.BIGINT())
                    .column("a", DataTypes.BIGINT())
                    .column("s", DataTypes.STRING())
                    .primaryKey("id")
                    .build())
            .distributedBy(BUCKETS)
            .property("table.replication.factor", "1")
            .build();
    admin.createTable(PATH, descriptor, false).get();
    long began = System.nanoTime();
    try (Table table = connection.getTable(PATH)) {
      UpsertWriter writer = table.newUpsert().createWriter();
      for (long key = 0; key < keys; key++) {
        writer.upsert(row(key, key));
      }
      for (long key = 0; key < keys; key++) {
        if (value(key) != key) {
          writer.upsert(row(key, value(key)));
        }
        if (deleted(key)) {
          writer.delete(row(key, key));
        }
      }
      writer.flush();
    }
    System.out.println("written_ms " + (System.nanoTime() - began) / 1_000_000);
    List<Integer> buckets = new ArrayList<>();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      buckets.add(bucket);
    }
    Map<Integer, Long> ends =
        admin.listOffsets(PATH, buckets, new OffsetSpec.LatestSpec()).all().get();
    while (!covers(admin.getLatestKvSnapshots(PATH).get(), ends)) {
      Thread.sleep(200);
    }
  }

  private static boolean covers(KvSnapshots snapshots, Map<Integer, Long> ends) {
    for (Map.Entry<Integer, Long> end : ends.entrySet()) {
      if (snapshots.getLogOffset(end.getKey()).orElse(-1) < end.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** Keys of all buckets are among the first hundred. */
  private static void serve(Connection connection, long startedMs) throws Exception {
    try (Table table = connection.getTable(PATH)) {
      Lookuper lookuper = table.newLookup().createLookuper();
      for (long key = 0; key < 100; key++) {
        while (true) {
          try {
            lookuper.lookup(GenericRow.of(key)).get();
            break;
          } catch (Exception e) {
            if (System.currentTimeMillis() - startedMs > Duration.ofMinutes(10).toMillis()) {
              throw e;
            }
            Thread.sleep(20);
          }
        }
      }
    }
    System.out.println("served_ms " + (System.currentTimeMillis() - startedMs));
  }

  private static void check(Connection connection, Admin admin, long keys) throws Exception {
    long rows = 0;
    long sum = 0;
    try (Table table = connection.getTable(PATH)) {
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        TableBucket scanned = new TableBucket(table.getTableInfo().getTableId(), bucket);
        for (InternalRow row :
            BatchScanUtils.collectRows(
                table.newScan().limit((int) keys).createBatchScanner(scanned))) {
          check(row.getLong(0), row);
          rows++;
          sum += row.getLong(1);
        }
      }
      Lookuper lookuper = table.newLookup().createLookuper();
      for (long key = 0; key < keys; key += Math.max(1, keys / LOOKUPS)) {
        InternalRow row = lookuper.lookup(GenericRow.of(key)).get().getSingletonRow();
        if (row == null != deleted(key)) {
          throw new AssertionError("Key " + key + (row == null ? " is missing" : " is there"));
        }
        if (row != null) {
          check(key, row);
        }
      }
    }
    long wantedRows = 0;
    long wantedSum = 0;
    for (long key = 0; key < keys; key++) {
      if (!deleted(key)) {
        wantedRows++;
        wantedSum += value(key);
      }
    }
    long counted = admin.getTableStats(PATH).get().getRowCount();
    System.out.println(
        "rows "
            + rows
            + " of "
            + wantedRows
            + ", row count "
            + counted
            + ", sum "
            + sum
            + " of "
            + wantedSum);
    if (rows != wantedRows || counted != wantedRows || sum != wantedSum) {
      throw new AssertionError("Not the same");
    }
  }

  private static void check(long key, InternalRow row) {
    if (deleted(key)
        || row.getLong(1) != value(key)
        || !row.getString(2).equals(row(key, value(key)).getString(2))) {
      throw new AssertionError("Key " + key + " is " + row.getLong(1) + ", " + row.getString(2));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.client.Connection;
import org.apache.fluss.client.ConnectionFactory;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.KvSnapshotLease;
import org.apache.fluss.client.admin.OffsetSpec;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.batch.BatchScanUtils;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;

/**
 * Snapshots of a primary key table, read whole and compared with a model: rows inserted, updated
 * and deleted, a column added in between. Uses the public client API only.
 *
 * <p>Usage: KvSnapshotScans write|read BOOTSTRAP ROWS. {@code write} waits until snapshots have
 * all.
 */
public final class KvSnapshotScans {
  private static final TablePath PATH = TablePath.of("snapshots", "rows");
  private static final int BUCKETS = 2;

  private KvSnapshotScans() {}

  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    conf.setString("bootstrap.servers", args[1]);
    int rows = Integer.parseInt(args[2]);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      if (args[0].equals("write")) {
        write(connection, admin, rows);
        System.out.println("write: " + rows + " rows, in snapshots");
      } else {
        System.out.println("read: " + read(connection, admin, rows) + " rows equal");
      }
    }
  }

  private static void write(Connection connection, Admin admin, int rows) throws Exception {
    admin.createDatabase(PATH.getDatabaseName(), DatabaseDescriptor.EMPTY, true).get();
    TableDescriptor descriptor =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("a", DataTypes.BIGINT())
                    .column("s", DataTypes.STRING())
                    .primaryKey("id")
                    .build())
            .distributedBy(BUCKETS)
            .property("table.replication.factor", "1")
            .build();
    admin.createTable(PATH, descriptor, false).get();
    try (Table table = connection.getTable(PATH)) {
      UpsertWriter writer = table.newUpsert().createWriter();
      for (int i = 0; i < rows; i++) {
        writer.upsert(GenericRow.of(i, (long) i, BinaryString.fromString(text(i, 1))));
      }
      writer.flush();
    }
    admin
        .alterTable(
            PATH,
            List.of(
                TableChange.addColumn(
                    "c", DataTypes.INT(), null, TableChange.ColumnPosition.last())),
            false)
        .get();
    try (Table table = connection.getTable(PATH)) {
      UpsertWriter writer = table.newUpsert().createWriter();
      for (int i = 0; i < rows; i += 3) {
        writer.upsert(GenericRow.of(i, 2L * i, BinaryString.fromString(text(i, 2)), i));
      }
      for (int i = 0; i < rows; i += 7) {
        writer.delete(GenericRow.of(i, null, null, null));
      }
      writer.flush();
    }
    List<Integer> buckets = new ArrayList<>();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      buckets.add(bucket);
    }
    Map<Integer, Long> ends =
        admin.listOffsets(PATH, buckets, new OffsetSpec.LatestSpec()).all().get();
    long deadline = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (!covers(admin.getLatestKvSnapshots(PATH).get(), ends)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("No snapshot has all up to " + ends + " after 3 minutes.");
      }
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

  private static String text(int i, int version) {
    return "row " + i + " version " + version + " " + "x".repeat(i % 97);
  }

  private static Map<Integer, String> model(int rows) {
    Map<Integer, String> model = new TreeMap<>();
    for (int i = 0; i < rows; i++) {
      if (i % 7 != 0) {
        model.put(
            i,
            i % 3 == 0
                ? 2L * i + "|" + text(i, 2) + "|" + i
                : (long) i + "|" + text(i, 1) + "|null");
      }
    }
    return model;
  }

  private static int read(Connection connection, Admin admin, int rows) throws Exception {
    KvSnapshots snapshots = admin.getLatestKvSnapshots(PATH).get();
    Map<TableBucket, Long> ids = new TreeMap<>((x, y) -> x.getBucket() - y.getBucket());
    for (TableBucket bucket : snapshots.getTableBuckets()) {
      ids.put(bucket, snapshots.getSnapshotId(bucket.getBucket()).getAsLong());
    }
    KvSnapshotLease lease =
        admin.createKvSnapshotLease(
            "interop-" + System.nanoTime(), Duration.ofMinutes(5).toMillis());
    if (!lease.acquireSnapshots(ids).get().getUnavailableSnapshots().isEmpty()) {
      throw new AssertionError("Some of these snapshots cannot be leased: " + ids);
    }
    Map<Integer, String> found = new TreeMap<>();
    try (Table table = connection.getTable(PATH)) {
      for (Map.Entry<TableBucket, Long> snapshot : ids.entrySet()) {
        for (InternalRow row :
            BatchScanUtils.collectRows(
                table.newScan().createBatchScanner(snapshot.getKey(), snapshot.getValue()))) {
          BinaryString text = row.getString(2);
          found.put(
              row.getInt(0),
              row.getLong(1) + "|" + text + "|" + (row.isNullAt(3) ? null : row.getInt(3)));
        }
      }
    }
    lease.renew().get();
    lease.releaseSnapshots(ids.keySet()).get();
    lease.dropLease().get();
    Map<Integer, String> model = model(rows);
    if (!found.equals(model)) {
      model.forEach(
          (id, row) -> {
            if (!row.equals(found.get(id))) {
              throw new AssertionError("Row " + id + " is " + found.get(id) + ", not " + row);
            }
          });
      throw new AssertionError(found.size() + " rows instead of " + model.size());
    }
    return found.size();
  }
}

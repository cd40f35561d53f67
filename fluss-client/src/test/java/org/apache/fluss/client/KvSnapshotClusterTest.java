// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.fluss.client.admin.KvSnapshotLease;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.LeasedSnapshots;
import org.apache.fluss.client.table.scanner.batch.BatchScanUtils;
import org.apache.fluss.client.table.writer.UpsertWriter;
import org.apache.fluss.client.testutils.ClusterTests;
import org.apache.fluss.client.testutils.Tables;
import org.apache.fluss.exception.KvSnapshotNotExistException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.SystemClock;
import org.junit.jupiter.api.Test;

/** The client and the kv snapshots that real servers take every moment. */
class KvSnapshotClusterTest extends ClusterTests {
  private static TableDescriptor table() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("b", DataTypes.STRING())
                .primaryKey("id")
                .build())
        .distributedBy(1)
        .build();
  }

  /** The id of the first snapshot of the only bucket that has all up to an offset. */
  private long snapshot(long logOffset) throws Exception {
    KvSnapshots latest = admin.getLatestKvSnapshots(path).get();
    while (latest.getLogOffset(0).orElse(-1) < logOffset) {
      Thread.onSpinWait();
      latest = admin.getLatestKvSnapshots(path).get();
    }
    return latest.getSnapshotId(0).getAsLong();
  }

  private static long write(Table table, int first, int end, String text) throws Exception {
    UpsertWriter writer = table.newUpsert().createWriter();
    for (int i = first; i < end; i++) {
      writer.upsert(Tables.row(i, text));
    }
    writer.flush();
    return writer.delete(Tables.row(first, null)).get().getLogEndOffset();
  }

  private static List<InternalRow> scan(Table table, TableBucket bucket, long snapshot) {
    return BatchScanUtils.collectRows(table.newScan().createBatchScanner(bucket, snapshot));
  }

  @Test
  void aSnapshotIsScannedAlsoAfterTheTableGrew() throws Exception {
    Table old = create(table());
    TableBucket bucket = new TableBucket(old.getTableInfo().getTableId(), 0);
    long end = write(old, 0, 1000, "x");
    long snapshot = snapshot(end);
    assertThat(scan(old, bucket, snapshot)).hasSize(999);
    admin
        .alterTable(
            path,
            List.of(
                TableChange.addColumn(
                    "c", DataTypes.INT(), null, TableChange.ColumnPosition.last())),
            false)
        .get();
    Table fresh = connection.getTable(path);
    assertThat(scan(fresh, bucket, snapshot))
        .hasSize(999)
        .allMatch(row -> row.getFieldCount() == 3 && row.isNullAt(2));
    List<InternalRow> projected =
        BatchScanUtils.collectRows(
            fresh.newScan().project(new int[] {2, 0}).createBatchScanner(bucket, snapshot));
    assertThat(projected).allMatch(row -> row.getFieldCount() == 2 && row.isNullAt(0));
    assertThat(projected.stream().map(row -> row.getInt(1)).collect(Collectors.toSet()))
        .hasSize(999)
        .doesNotContain(0);
  }

  @Test
  void aLeaseKeepsItsSnapshot() throws Exception {
    Table table = create(table());
    TableBucket bucket = new TableBucket(table.getTableInfo().getTableId(), 0);
    long first = snapshot(write(table, 0, 100, "first"));
    KvSnapshotLease lease = admin.createKvSnapshotLease("kept", 3_600_000);
    assertThat(lease.acquireSnapshots(Map.of(bucket, first)).get().getUnavailableSnapshots())
        .isEmpty();
    long second = snapshot(write(table, 100, 200, "second"));
    assertThat(second).isGreaterThan(first);
    lease.renew().get();
    assertThat(scan(table, bucket, first))
        .hasSize(99)
        .allMatch(row -> row.getString(1).toString().equals("first"));
    assertThat(admin.getKvSnapshotMetadata(bucket, first).get()).isNotNull();
    lease.releaseSnapshots(Set.of(bucket)).get();
    snapshot(write(table, 200, 300, "third"));
    awaitGone(bucket, first);
    lease.dropLease().get();
  }

  private void awaitGone(TableBucket bucket, long snapshot) throws Exception {
    while (true) {
      try {
        admin.getKvSnapshotMetadata(bucket, snapshot).get();
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(KvSnapshotNotExistException.class);
        return;
      }
    }
  }

  @Test
  void whatAScanFoundIsKeptUntilItIsClosed() throws Exception {
    Table table = create(table());
    TableBucket bucket = new TableBucket(table.getTableInfo().getTableId(), 0);
    snapshot(write(table, 0, 100, "first"));
    LeasedSnapshots leased = new LeasedSnapshots(admin, path, "test", SystemClock.getInstance());
    long first = leased.newest(Collections.singletonList(null), b -> true).get(bucket).id();
    for (int i = 1; i < 4; i++) {
      snapshot(write(table, 100 * i, 100 * i + 100, "later"));
    }
    assertThat(scan(table, bucket, first)).hasSize(99);
    leased.close();
    snapshot(write(table, 400, 500, "last"));
    awaitGone(bucket, first);
  }
}

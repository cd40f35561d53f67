// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.KvSnapshotLease;
import org.apache.fluss.client.metadata.AcquireKvSnapshotLeaseResult;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.table.scanner.batch.KvTableBatchScanner;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;

class LeasedSnapshotsTest {
  private static final TablePath PATH = TablePath.of("db", "t");
  private static final TableBucket BUCKET = new TableBucket(7, 0);

  private final ManualClock clock = new ManualClock(1_000_000);
  private final List<String> calls = new ArrayList<>();
  private int goneBefore;
  private long newest = 10;

  private final KvSnapshotLease lease =
      new KvSnapshotLease() {
        @Override
        public String leaseId() {
          return "lease";
        }

        @Override
        public long leaseDurationMs() {
          return 3_600_000;
        }

        @Override
        public CompletableFuture<AcquireKvSnapshotLeaseResult> acquireSnapshots(
            Map<TableBucket, Long> ids) {
          calls.add("acquire " + ids.values());
          return CompletableFuture.completedFuture(
              new AcquireKvSnapshotLeaseResult(goneBefore-- > 0 ? ids : Map.of()));
        }

        @Override
        public CompletableFuture<Void> renew() {
          calls.add("renew");
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> releaseSnapshots(Set<TableBucket> buckets) {
          throw new AssertionError("All are given up together");
        }

        @Override
        public CompletableFuture<Void> dropLease() {
          calls.add("drop");
          return CompletableFuture.completedFuture(null);
        }
      };

  private LeasedSnapshots snapshots() {
    Admin admin =
        (Admin)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) -> {
                  switch (method.getName()) {
                    case "createKvSnapshotLease":
                      return lease;
                    case "getLatestKvSnapshots":
                      return CompletableFuture.completedFuture(
                          new KvSnapshots(7, null, Map.of(0, newest++), Map.of(0, 5L)));
                    default:
                      throw new AssertionError(method.getName());
                  }
                });
    return new LeasedSnapshots(admin, PATH, "test", clock);
  }

  private static List<String> noPartition() {
    return Collections.singletonList(null);
  }

  @Test
  void newerOnesAreTakenIfThoseFoundAreGone() throws Exception {
    goneBefore = 2;
    try (LeasedSnapshots snapshots = snapshots()) {
      LeasedSnapshots.Snapshot found = snapshots.newest(noPartition(), bucket -> true).get(BUCKET);
      assertThat(found.id()).isEqualTo(12);
      assertThat(found.logOffset()).isEqualTo(5);
    }
    assertThat(calls).containsExactly("acquire [10]", "acquire [11]", "acquire [12]", "drop");
  }

  @Test
  void whatIsAlwaysGoneIsSaid() {
    goneBefore = 100;
    try (LeasedSnapshots snapshots = snapshots()) {
      assertThatThrownBy(() -> snapshots.newest(noPartition(), bucket -> true))
          .isInstanceOf(FlussRuntimeException.class)
          .hasMessageContaining("db.t");
    }
    assertThat(calls).hasSize(6).endsWith("drop");
  }

  @Test
  void nothingIsLeasedForBucketsThatAreNotWanted() throws Exception {
    try (LeasedSnapshots snapshots = snapshots()) {
      assertThat(snapshots.newest(noPartition(), bucket -> false)).isEmpty();
      clock.advanceTime(Duration.ofHours(1));
      snapshots.renewIfDue();
    }
    assertThat(calls).isEmpty();
  }

  @Test
  void aScanRenewsByTime() throws Exception {
    LeasedSnapshots snapshots = snapshots();
    snapshots.newest(noPartition(), bucket -> true);
    TableDescriptor table =
        TableDescriptor.builder()
            .schema(Schema.newBuilder().column("id", DataTypes.INT()).primaryKey("id").build())
            .distributedBy(1)
            .build();
    calls.clear();
    try (KvTableBatchScanner scanner =
        new KvTableBatchScanner(
            TableInfo.of(PATH, 7, 1, table, 0, 0),
            null,
            null,
            List.of(),
            snapshots,
            () -> null,
            null,
            null)) {
      for (int minute = 0; minute < 61; minute++) {
        assertThat(scanner.pollBatch(Duration.ZERO)).isNull();
        clock.advanceTime(Duration.ofMinutes(1));
      }
      assertThat(calls).containsExactly("renew", "renew", "renew", "renew");
    }
    assertThat(calls).endsWith("drop").hasSize(5);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.junit.jupiter.api.Test;

class ClusterTest {
  private static final TablePath TABLE = TablePath.of("d", "t");
  private static final TablePath PARTITIONED = TablePath.of("d", "p");
  private static final PhysicalTablePath WHOLE = PhysicalTablePath.of(TABLE);
  private static final PhysicalTablePath PARTITION = PhysicalTablePath.of(PARTITIONED, "x");
  private static final ServerNode SERVER = new ServerNode(1, "h", 2, ServerType.TABLET_SERVER);

  private final Cluster cluster =
      new Cluster(
          Map.of(1, SERVER),
          null,
          Map.of(
              WHOLE,
              List.of(
                  new BucketLocation(WHOLE, 5, 0, 1, new int[] {1}),
                  new BucketLocation(WHOLE, 5, 1, null, new int[] {1})),
              PARTITION,
              List.of(new BucketLocation(PARTITION, new TableBucket(6, 7L, 0), 1, new int[] {1}))),
          Map.of(TABLE, 5L, PARTITIONED, 6L),
          Map.of(PARTITION, 7L));

  @Test
  void findsWhatItWasGiven() {
    assertThat(cluster.getTableId(TABLE)).contains(5L);
    assertThat(cluster.getTablePath(6)).contains(PARTITIONED);
    assertThat(cluster.getPartitionName(7)).contains("x");
    assertThat(cluster.getTableBucket(6, PARTITION, 1)).isEqualTo(new TableBucket(6, 7L, 1));
    assertThat(cluster.leaderFor(new TableBucket(5, 0))).isEqualTo(1);
    assertThat(cluster.leaderFor(new TableBucket(5, 1))).isNull();
    assertThat(cluster.getAvailableBucketsForPhysicalTablePath(WHOLE)).hasSize(1);
    assertThat(cluster.getRandomTabletServer()).isEqualTo(SERVER);
    assertThat(Cluster.empty().getRandomTabletServer()).isNull();
    assertThat(cluster.getTabletServer(9)).isNull();
  }

  @Test
  void saysWhatItDoesNotKnow() {
    assertThatThrownBy(() -> cluster.getTablePathOrElseThrow(99))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cluster.getTableBucket(6, PhysicalTablePath.of(PARTITIONED, "y"), 1))
        .isInstanceOf(PartitionNotExistException.class);
    assertThatThrownBy(() -> cluster.getPartitionNameOrElseThrow(99))
        .isInstanceOf(PartitionNotExistException.class);
  }

  @Test
  void forgetsBucketsButNotIds() {
    Cluster less = cluster.invalidPhysicalTableBucketMeta(Set.of(PARTITION));
    assertThat(less.getBucketLocationsByPath()).containsOnlyKeys(WHOLE);
    assertThat(less.getPartitionId(PARTITION)).contains(7L);
    assertThat(less.getBucketLocation(new TableBucket(6, 7L, 0))).isEmpty();
  }

  @Test
  void serversAreNamedByRole() {
    assertThat(SERVER.uid()).isEqualTo("ts-1");
    assertThat(new ServerNode(1, "h", 2, ServerType.COORDINATOR, "r"))
        .hasToString("h:2 (id: cs-1, rack: r)");
    assertThat(new ServerNode(1, "", 2, ServerType.COORDINATOR).isEmpty()).isTrue();
    assertThat(new ServerNode(-1, "h", 2, ServerType.UNKNOWN).isEmpty()).isFalse();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.utils.json.JsonSerdeUtils;
import org.junit.jupiter.api.Test;

class RebalanceProgressTest {

  @Test
  void writesJsonAsTheReleaseDoes() {
    TableBucket bucket = new TableBucket(1, 2L, 3);
    RebalancePlanForBucket plan =
        new RebalancePlanForBucket(bucket, 1, 2, List.of(1, 2), List.of(2, 3));
    RebalanceProgress progress =
        new RebalanceProgress(
            "id",
            RebalanceStatus.REBALANCING,
            0.33333,
            Map.of(bucket, RebalanceResultForBucket.of(plan, RebalanceStatus.COMPLETED)));
    assertThat(
            new String(
                JsonSerdeUtils.writeValueAsBytes(
                    progress, RebalanceProgressJsonSerializer.INSTANCE),
                UTF_8))
        .isEqualTo(
            "{\"rebalance_id\":\"id\",\"rebalance_status\":1,\"progress\":\"33.33%\","
                + "\"progress_for_buckets\":[{\"table_id\":1,\"bucket_id\":3,\"partition_id\":2,"
                + "\"original_leader\":1,\"new_leader\":2,\"origin_replicas\":[1,2],"
                + "\"new_replicas\":[2,3],\"rebalance_status\":3}]}");
    assertThat(plan.isLeaderChanged()).isTrue();
  }

  @Test
  void printsShares() {
    assertThat(percentage(-1)).isEqualTo("NONE");
    assertThat(percentage(0)).isEqualTo("0%");
    assertThat(percentage(0.5)).isEqualTo("50%");
    assertThat(percentage(0.66666)).isEqualTo("66.67%");
    assertThat(percentage(1)).isEqualTo("100%");
  }

  private static String percentage(double share) {
    return new RebalanceProgress("id", RebalanceStatus.REBALANCING, share, Map.of())
        .formatAsPercentage();
  }

  @Test
  void numbersOnTheWire() {
    assertThat(GoalType.fromName("rack_aware").value).isEqualTo(2);
    assertThat(ServerTag.TEMPORARY_OFFLINE.value).isEqualTo(1);
    for (RebalanceStatus status : RebalanceStatus.values()) {
      assertThat(status.getCode()).isEqualTo(status.ordinal());
      assertThat(RebalanceStatus.of(status.getCode())).isEqualTo(status);
    }
    assertThat(RebalanceStatus.FINAL_STATUSES).hasSize(3);
    assertThatThrownBy(() -> RebalanceStatus.of(77)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> GoalType.fromName("x")).isInstanceOf(IllegalArgumentException.class);
  }
}

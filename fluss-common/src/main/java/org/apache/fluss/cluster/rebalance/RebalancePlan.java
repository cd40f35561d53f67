// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import java.util.Map;
import java.util.Objects;
import org.apache.fluss.metadata.TableBucket;

/** What a rebalance will move. Immutable. */
public class RebalancePlan {
  private final String rebalanceId;
  private final Map<TableBucket, RebalancePlanForBucket> planForBucketMap;

  public RebalancePlan(
      String rebalanceId, Map<TableBucket, RebalancePlanForBucket> planForBucketMap) {
    this.rebalanceId = Objects.requireNonNull(rebalanceId, "rebalanceId");
    this.planForBucketMap = Map.copyOf(planForBucketMap);
  }

  public String getRebalanceId() {
    return rebalanceId;
  }

  /** Unmodifiable. */
  public Map<TableBucket, RebalancePlanForBucket> getPlanForBucketMap() {
    return planForBucketMap;
  }
}

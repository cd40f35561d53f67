// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import java.util.List;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;

/** How far the rebalance of one bucket is. Immutable. */
@PublicEvolving
public class RebalanceResultForBucket {
  private final RebalancePlanForBucket plan;
  private final RebalanceStatus status;

  public RebalanceResultForBucket(RebalancePlanForBucket plan, RebalanceStatus status) {
    this.plan = Objects.requireNonNull(plan, "plan");
    this.status = Objects.requireNonNull(status, "status");
  }

  public static RebalanceResultForBucket of(RebalancePlanForBucket plan, RebalanceStatus status) {
    return new RebalanceResultForBucket(plan, status);
  }

  public TableBucket tableBucket() {
    return plan.getTableBucket();
  }

  public RebalancePlanForBucket plan() {
    return plan;
  }

  public List<Integer> newReplicas() {
    return plan.getNewReplicas();
  }

  public RebalanceStatus status() {
    return status;
  }

  @Override
  public String toString() {
    return "RebalanceResultForBucket{plan=" + plan + ", status=" + status + "}";
  }
}

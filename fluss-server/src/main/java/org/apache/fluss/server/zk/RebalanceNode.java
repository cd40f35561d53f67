// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.cluster.rebalance.RebalancePlanForBucket;
import org.apache.fluss.cluster.rebalance.RebalanceStatus;
import org.apache.fluss.metadata.TableBucket;

/** {@code /cluster/rebalance}: the last rebalance task and its plan. Immutable. */
public final class RebalanceNode {
  public static final String PATH = "/cluster/rebalance";

  private static final int VERSION = 1;

  private final String id;
  private final RebalanceStatus status;
  private final List<RebalancePlanForBucket> plan;

  public RebalanceNode(String id, RebalanceStatus status, List<RebalancePlanForBucket> plan) {
    this.id = id;
    this.status = status;
    this.plan = Collections.unmodifiableList(plan);
  }

  public String id() {
    return id;
  }

  public RebalanceStatus status() {
    return status;
  }

  public List<RebalancePlanForBucket> plan() {
    return plan;
  }

  public byte[] encode() {
    // Tables before partitions, each in the order of its first bucket.
    Map<String, List<RebalancePlanForBucket>> tables = new LinkedHashMap<>();
    Map<String, List<RebalancePlanForBucket>> partitions = new LinkedHashMap<>();
    for (RebalancePlanForBucket bucket : plan) {
      TableBucket id = bucket.getTableBucket();
      (id.getPartitionId() == null ? tables : partitions)
          .computeIfAbsent(id.getTableId() + "/" + id.getPartitionId(), k -> new ArrayList<>())
          .add(bucket);
    }
    List<List<RebalancePlanForBucket>> groups = new ArrayList<>(tables.values());
    groups.addAll(partitions.values());
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeStringField("rebalance_id", id);
          out.writeNumberField("rebalance_status", status.getCode());
          out.writeArrayFieldStart("rebalance_plan");
          for (List<RebalancePlanForBucket> group : groups) {
            TableBucket first = group.get(0).getTableBucket();
            out.writeStartObject();
            out.writeNumberField("table_id", first.getTableId());
            if (first.getPartitionId() != null) {
              out.writeNumberField("partition_id", first.getPartitionId());
            }
            out.writeArrayFieldStart("buckets");
            for (RebalancePlanForBucket bucket : group) {
              out.writeStartObject();
              out.writeNumberField("bucket_id", bucket.getBucketId());
              out.writeNumberField("original_leader", bucket.getOriginalLeader());
              out.writeNumberField("new_leader", bucket.getNewLeader());
              NodeJson.writeInts(out, "origin_replicas", bucket.getOriginReplicas());
              NodeJson.writeInts(out, "new_replicas", bucket.getNewReplicas());
              out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  public static RebalanceNode decode(byte[] data) {
    NodeJson json = NodeJson.read("rebalance task", data);
    List<RebalancePlanForBucket> plan = new ArrayList<>();
    for (NodeJson group : json.objects("rebalance_plan")) {
      for (NodeJson bucket : group.objects("buckets")) {
        plan.add(
            new RebalancePlanForBucket(
                new TableBucket(
                    group.longValue("table_id"),
                    group.optionalLong("partition_id"),
                    bucket.intValue("bucket_id")),
                bucket.intValue("original_leader"),
                bucket.intValue("new_leader"),
                bucket.ints("origin_replicas"),
                bucket.ints("new_replicas")));
      }
    }
    return new RebalanceNode(
        json.text("rebalance_id"), RebalanceStatus.of(json.intValue("rebalance_status")), plan);
  }
}

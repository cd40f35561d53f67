// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import java.io.IOException;
import java.util.List;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.utils.json.JsonSerializer;

/** The progress of a rebalance as JSON, for people and their scripts. */
public class RebalanceProgressJsonSerializer implements JsonSerializer<RebalanceProgress> {
  public static final RebalanceProgressJsonSerializer INSTANCE =
      new RebalanceProgressJsonSerializer();

  @Override
  public void serialize(RebalanceProgress progress, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("rebalance_id", progress.rebalanceId());
    out.writeNumberField("rebalance_status", progress.status().getCode());
    out.writeStringField("progress", progress.formatAsPercentage());
    out.writeArrayFieldStart("progress_for_buckets");
    for (RebalanceResultForBucket result : progress.progressForBucketMap().values()) {
      writeResult(out, result);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private static void writeResult(JsonGenerator out, RebalanceResultForBucket result)
      throws IOException {
    RebalancePlanForBucket plan = result.plan();
    out.writeStartObject();
    out.writeNumberField("table_id", plan.getTableBucket().getTableId());
    out.writeNumberField("bucket_id", plan.getBucketId());
    if (plan.getTableBucket().getPartitionId() != null) {
      out.writeNumberField("partition_id", plan.getTableBucket().getPartitionId());
    }
    out.writeNumberField("original_leader", plan.getOriginalLeader());
    out.writeNumberField("new_leader", plan.getNewLeader());
    writeIds(out, "origin_replicas", plan.getOriginReplicas());
    writeIds(out, "new_replicas", plan.getNewReplicas());
    out.writeNumberField("rebalance_status", result.status().getCode());
    out.writeEndObject();
  }

  private static void writeIds(JsonGenerator out, String name, List<Integer> ids)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (int id : ids) {
      out.writeNumber(id);
    }
    out.writeEndArray();
  }
}

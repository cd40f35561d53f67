// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * {@code /tabletservers/partitions/{partitionId}}: the replicas of every bucket of a partition.
 * Immutable.
 */
public final class PartitionAssignmentNode {
  public static final String PARENT = "/tabletservers/partitions";

  private static final int VERSION = 1;

  private final long tableId;
  private final Map<Integer, List<Integer>> buckets;

  /**
   * @param buckets tablet server ids per bucket, the preferred leader first
   */
  public PartitionAssignmentNode(long tableId, Map<Integer, List<Integer>> buckets) {
    this.tableId = tableId;
    this.buckets = Collections.unmodifiableMap(buckets);
  }

  public static String path(long partitionId) {
    return PARENT + "/" + partitionId;
  }

  /** Where the partition's buckets keep their nodes. */
  public static String bucketsPath(long partitionId) {
    return path(partitionId) + "/buckets";
  }

  public long tableId() {
    return tableId;
  }

  public Map<Integer, List<Integer>> buckets() {
    return buckets;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeNumberField("table_id", tableId);
          NodeJson.writeIntListMap(out, "buckets", buckets);
        });
  }

  public static PartitionAssignmentNode decode(byte[] data) {
    NodeJson json = NodeJson.read("partition assignment", data);
    return new PartitionAssignmentNode(json.longValue("table_id"), json.intListMap("buckets"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import org.apache.fluss.metadata.TablePath;

/** {@code .../tables/{table}/partitions/{partitionName}}: a partition of a table. Immutable. */
public final class PartitionNode {
  private static final int VERSION = 1;

  private final long tableId;
  private final long partitionId;

  public PartitionNode(long tableId, long partitionId) {
    this.tableId = tableId;
    this.partitionId = partitionId;
  }

  public static String parent(TablePath table) {
    return TableNode.path(table) + "/partitions";
  }

  public static String path(TablePath table, String partitionName) {
    return parent(table) + "/" + partitionName;
  }

  public long tableId() {
    return tableId;
  }

  public long partitionId() {
    return partitionId;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeNumberField("table_id", tableId);
          out.writeNumberField("partition_id", partitionId);
        });
  }

  public static PartitionNode decode(byte[] data) {
    NodeJson json = NodeJson.read("partition", data);
    return new PartitionNode(json.longValue("table_id"), json.longValue("partition_id"));
  }
}

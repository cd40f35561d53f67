// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import org.apache.fluss.metadata.PhysicalTablePath;

/**
 * {@code /tabletservers/(tables|partitions)/{id}/tombstone}: what a dropped table or partition was
 * called, so that its remote directories can be cleaned after a restart too. Written in the
 * transaction that drops it; not known to the peer, which ignores it. Immutable.
 */
public final class TombstoneNode {
  private static final int VERSION = 1;

  private final PhysicalTablePath path;
  private final long tableId;
  private final boolean primaryKeyTable;

  public TombstoneNode(PhysicalTablePath path, long tableId, boolean primaryKeyTable) {
    this.path = path;
    this.tableId = tableId;
    this.primaryKeyTable = primaryKeyTable;
  }

  public static String path(long tableId, Long partitionId) {
    String parent =
        partitionId == null
            ? TableAssignmentNode.path(tableId)
            : PartitionAssignmentNode.path(partitionId);
    return parent + "/tombstone";
  }

  public PhysicalTablePath physicalPath() {
    return path;
  }

  public long tableId() {
    return tableId;
  }

  public boolean isPrimaryKeyTable() {
    return primaryKeyTable;
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeNumberField("table_id", tableId);
          out.writeStringField("database", path.getDatabaseName());
          out.writeStringField("table", path.getTableName());
          if (path.getPartitionName() != null) {
            out.writeStringField("partition", path.getPartitionName());
          }
          out.writeStringField("kind", primaryKeyTable ? "kv" : "log");
        });
  }

  public static TombstoneNode decode(byte[] data) {
    NodeJson json = NodeJson.read("tombstone", data);
    return new TombstoneNode(
        PhysicalTablePath.of(
            json.text("database"), json.text("table"), json.optionalText("partition")),
        json.longValue("table_id"),
        json.text("kind").equals("kv"));
  }
}

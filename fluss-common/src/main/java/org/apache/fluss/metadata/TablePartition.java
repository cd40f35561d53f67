// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.utils.json.JsonFields;
import org.apache.fluss.utils.json.JsonSerdeUtils;

/** A partition of a table, by ids. Immutable. */
@PublicEvolving
public class TablePartition {
  private final long tableId;
  private final long partitionId;

  public TablePartition(long tableId, long partitionId) {
    this.tableId = tableId;
    this.partitionId = partitionId;
  }

  public long getTableId() {
    return tableId;
  }

  public long getPartitionId() {
    return partitionId;
  }

  /** UTF-8 JSON that {@link #fromJsonBytes} reads. */
  public byte[] toJsonBytes() {
    return JsonSerdeUtils.writeValueAsBytes(
        this,
        (partition, out) -> {
          out.writeStartObject();
          out.writeNumberField("version", 1);
          out.writeNumberField("table_id", partition.tableId);
          out.writeNumberField("partition_id", partition.partitionId);
          out.writeEndObject();
        });
  }

  /**
   * @throws IllegalArgumentException if the JSON lacks an id
   * @throws java.io.UncheckedIOException if the bytes are not JSON
   */
  public static TablePartition fromJsonBytes(byte[] json) {
    return JsonSerdeUtils.readValue(
        json,
        node ->
            new TablePartition(
                JsonFields.requiredLong(node, "table_id"),
                JsonFields.requiredLong(node, "partition_id")));
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    TablePartition that = (TablePartition) o;
    return tableId == that.tableId && partitionId == that.partitionId;
  }

  @Override
  public int hashCode() {
    return Objects.hash(tableId, partitionId);
  }

  @Override
  public String toString() {
    return "TablePartition{tableId=" + tableId + ", partitionId=" + partitionId + "}";
  }
}

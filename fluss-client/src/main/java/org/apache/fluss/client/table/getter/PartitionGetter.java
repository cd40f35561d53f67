// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.getter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.fluss.metadata.ResolvedPartitionSpec;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.RowType;
import org.apache.fluss.utils.PartitionUtils;

/** Reads the name of the partition a row belongs to. Thread-safe. */
public class PartitionGetter {
  private final List<String> partitionKeys;
  private final DataTypeRoot[] types;
  private final InternalRow.FieldGetter[] getters;

  /**
   * @param rowType type of the rows
   * @throws IllegalArgumentException if the rows lack a partition column
   */
  public PartitionGetter(RowType rowType, List<String> partitionKeys) {
    this.partitionKeys = List.copyOf(partitionKeys);
    this.types = new DataTypeRoot[partitionKeys.size()];
    this.getters = new InternalRow.FieldGetter[partitionKeys.size()];
    for (int i = 0; i < getters.length; i++) {
      int position = rowType.getFieldIndex(partitionKeys.get(i));
      if (position < 0) {
        throw new IllegalArgumentException(
            "Partition column '" + partitionKeys.get(i) + "' is missing in " + rowType + ".");
      }
      DataType type = rowType.getTypeAt(position);
      types[i] = type.getTypeRoot();
      getters[i] = InternalRow.createFieldGetter(type, position);
    }
  }

  /**
   * The partition of a row.
   *
   * @throws NullPointerException if a partition column is null
   */
  public String getPartition(InternalRow row) {
    if (getters.length == 1) {
      return value(row, 0);
    }
    List<String> values = new ArrayList<>(getters.length);
    for (int i = 0; i < getters.length; i++) {
      values.add(value(row, i));
    }
    return new ResolvedPartitionSpec(partitionKeys, values).getPartitionName();
  }

  private String value(InternalRow row, int index) {
    Object value = getters[index].getFieldOrNull(row);
    Objects.requireNonNull(
        value, () -> "Partition column '" + partitionKeys.get(index) + "' must not be null.");
    return PartitionUtils.convertValueOfType(value, types[index]);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.Arrays;
import org.apache.fluss.client.write.WriterClient;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.types.RowType;

/** Makes writers of a primary key table. */
public class TableUpsert implements Upsert {
  private final TablePath tablePath;
  private final TableInfo tableInfo;
  private final WriterClient writerClient;
  private final int[] targetColumns;
  private final MergeMode mergeMode;

  public TableUpsert(TablePath tablePath, TableInfo tableInfo, WriterClient writerClient) {
    this(tablePath, tableInfo, writerClient, null, MergeMode.DEFAULT);
  }

  private TableUpsert(
      TablePath tablePath,
      TableInfo tableInfo,
      WriterClient writerClient,
      int[] targetColumns,
      MergeMode mergeMode) {
    this.tablePath = tablePath;
    this.tableInfo = tableInfo;
    this.writerClient = writerClient;
    this.targetColumns = targetColumns;
    this.mergeMode = mergeMode;
  }

  @Override
  public Upsert partialUpdate(int[] targetColumns) {
    int columns = tableInfo.getRowType().getFieldCount();
    for (int column : targetColumns == null ? new int[0] : targetColumns) {
      if (column < 0 || column >= columns) {
        throw new IllegalArgumentException(
            String.format(
                "Table %s has no column %d, it has columns 0 to %d.",
                tablePath, column, columns - 1));
      }
    }
    return new TableUpsert(
        tablePath,
        tableInfo,
        writerClient,
        targetColumns == null ? null : targetColumns.clone(),
        mergeMode);
  }

  @Override
  public Upsert partialUpdate(String... targetColumnNames) {
    if (targetColumnNames == null) {
      return partialUpdate((int[]) null);
    }
    RowType type = tableInfo.getRowType();
    int[] columns = new int[targetColumnNames.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = type.getFieldIndex(targetColumnNames[i]);
      if (columns[i] < 0) {
        throw new IllegalArgumentException(
            String.format(
                "Table %s has no column '%s', it has %s.",
                tablePath, targetColumnNames[i], type.getFieldNames()));
      }
    }
    return partialUpdate(columns);
  }

  @Override
  public Upsert mergeMode(MergeMode mergeMode) {
    return new TableUpsert(
        tablePath,
        tableInfo,
        writerClient,
        targetColumns,
        java.util.Objects.requireNonNull(mergeMode, "mergeMode"));
  }

  @Override
  public UpsertWriter createWriter() {
    if (mergeMode == MergeMode.OVERWRITE
        && tableInfo.getTableConfig().getMergeEngineType().isEmpty()) {
      throw new IllegalArgumentException(
          "Merge mode OVERWRITE bypasses a merge engine, and table " + tablePath + " has none.");
    }
    return new UpsertWriterImpl(tablePath, tableInfo, writerClient, targetColumns, mergeMode);
  }

  @Override
  public <T> TypedUpsertWriter<T> createTypedWriter(Class<T> pojoClass) {
    if (mergeMode != MergeMode.DEFAULT) {
      throw new UnsupportedOperationException(
          "A typed writer only has merge mode DEFAULT, not " + mergeMode + ".");
    }
    return new TypedUpsertWriterImpl<>(createWriter(), pojoClass, tableInfo, targetColumns);
  }

  @Override
  public String toString() {
    return "Upsert of " + tablePath + " " + Arrays.toString(targetColumns) + " " + mergeMode;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.fluss.client.write.WriteOutcome;
import org.apache.fluss.client.write.WriteRecord;
import org.apache.fluss.client.write.WriterClient;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.encode.KeyEncoder;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.types.RowType;

/** Upserts and deletes rows, which are encoded here, on the thread of the caller. */
class UpsertWriterImpl extends AbstractTableWriter implements UpsertWriter {
  private static final WriteOutcome<UpsertResult> UPSERTED =
      (bucket, offset) -> bucket == null ? UpsertResult.empty() : new UpsertResult(bucket, offset);
  private static final WriteOutcome<DeleteResult> DELETED =
      (bucket, offset) -> bucket == null ? DeleteResult.empty() : new DeleteResult(bucket, offset);

  private final TableInfo tableInfo;
  private final int[] targetColumns;
  private final MergeMode mergeMode;
  private final KeyEncoder keyEncoder;
  private final KeyEncoder bucketKeyEncoder;
  private final Function<InternalRow, BinaryRow> encoding;

  UpsertWriterImpl(
      TablePath tablePath,
      TableInfo tableInfo,
      WriterClient writerClient,
      int[] targetColumns,
      MergeMode mergeMode) {
    super(tablePath, tableInfo, writerClient);
    this.tableInfo = tableInfo;
    this.targetColumns = targetColumns;
    this.mergeMode = mergeMode;
    checkColumns();
    RowType rowType = tableInfo.getRowType();
    this.keyEncoder =
        KeyEncoder.ofPrimaryKeyEncoder(
            rowType,
            tableInfo.getPhysicalPrimaryKeys(),
            tableInfo.getTableConfig(),
            tableInfo.isDefaultBucketKey());
    this.bucketKeyEncoder =
        tableInfo.isDefaultBucketKey()
            ? null
            : KeyEncoder.ofBucketKeyEncoder(
                rowType,
                tableInfo.getBucketKeys(),
                tableInfo.getTableConfig().getDataLakeFormat().orElse(null));
    RowEncoding rows = new RowEncoding(tableInfo.getTableConfig().getKvFormat(), rowType);
    if (targetColumns == null) {
      this.encoding = rows;
    } else {
      boolean[] wanted = new boolean[rowType.getFieldCount()];
      for (int column : targetColumns) {
        wanted[column] = true;
      }
      this.encoding = row -> rows.apply(row, wanted);
    }
  }

  private void checkColumns() {
    Schema schema = tableInfo.getSchema();
    RowType rowType = tableInfo.getRowType();
    List<String> generated = schema.getAutoIncrementColumnNames();
    if (targetColumns == null) {
      if (!generated.isEmpty()) {
        throw new IllegalArgumentException(
            String.format(
                "Columns %s of table %s are generated: write the others with partialUpdate.",
                generated, tablePath));
      }
      return;
    }
    Set<String> written = new HashSet<>();
    for (int column : targetColumns) {
      written.add(rowType.getFieldNames().get(column));
    }
    if (!written.containsAll(tableInfo.getPrimaryKeys())) {
      throw new IllegalArgumentException(
          String.format(
              "A partial update of table %s must name the primary key %s; it names %s.",
              tablePath, tableInfo.getPrimaryKeys(), written));
    }
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      String name = rowType.getFieldNames().get(i);
      boolean isGenerated = generated.contains(name);
      if (isGenerated && written.contains(name)) {
        throw new IllegalArgumentException(
            "Column '" + name + "' of table " + tablePath + " is generated and cannot be written.");
      }
      if (!isGenerated
          && !tableInfo.getPrimaryKeys().contains(name)
          && !rowType.getTypeAt(i).isNullable()) {
        throw new IllegalArgumentException(
            String.format(
                "A partial update of table %s needs all columns but the primary key to be nullable;"
                    + " '%s' is not.",
                tablePath, name));
      }
    }
  }

  @Override
  public CompletableFuture<UpsertResult> upsert(InternalRow row) {
    checkFieldCount(row);
    return writerClient.send(record(row, row), UPSERTED);
  }

  @Override
  public CompletableFuture<DeleteResult> delete(InternalRow row) {
    checkFieldCount(row);
    return writerClient.send(record(row, null), DELETED);
  }

  private WriteRecord record(InternalRow keyRow, InternalRow value) {
    byte[] key = keyEncoder.encodeKey(keyRow);
    byte[] bucketKey = bucketKeyEncoder == null ? key : bucketKeyEncoder.encodeKey(keyRow);
    return WriteRecord.forKv(
        tableInfo,
        getPhysicalPath(keyRow),
        value,
        encoding,
        key,
        bucketKey,
        targetColumns,
        mergeMode);
  }

  @Override
  public String toString() {
    return "Writer of " + tablePath + " " + Arrays.toString(targetColumns);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.client.table.getter.PartitionGetter;
import org.apache.fluss.client.write.WriteRecord;
import org.apache.fluss.client.write.WriterClient;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.InternalRow;

/** What the writers of one table share. */
public abstract class AbstractTableWriter implements TableWriter {
  /** The table written. */
  protected final TablePath tablePath;

  /** The engine all writers of the connection share. */
  protected final WriterClient writerClient;

  /** Number of columns of the table. */
  protected final int fieldCount;

  private final PartitionGetter partitionGetter;
  private PhysicalTablePath lastPath;

  protected AbstractTableWriter(
      TablePath tablePath, TableInfo tableInfo, WriterClient writerClient) {
    this.tablePath = tablePath;
    this.writerClient = writerClient;
    this.fieldCount = tableInfo.getRowType().getFieldCount();
    if (tableInfo.isPartitioned()) {
      this.partitionGetter =
          new PartitionGetter(tableInfo.getRowType(), tableInfo.getPartitionKeys());
    } else {
      this.partitionGetter = null;
      this.lastPath = PhysicalTablePath.of(tablePath);
    }
  }

  /** Makes the result of a record out of where it went. */
  protected interface ResultFactory<T> {
    T create(TableBucket bucket, long logEndOffset);
  }

  /** Hands a record to the engine. */
  protected CompletableFuture<Void> send(WriteRecord record) {
    return writerClient.send(record, (bucket, offset) -> null);
  }

  /** Hands a record to the engine. */
  protected <T> CompletableFuture<T> sendWithResult(
      WriteRecord record, ResultFactory<T> resultFactory) {
    return writerClient.send(record, resultFactory::create);
  }

  /** The table, or the partition of it, that a row belongs to. */
  protected PhysicalTablePath getPhysicalPath(InternalRow row) {
    if (partitionGetter == null) {
      return lastPath;
    }
    String partition = partitionGetter.getPartition(row);
    if (lastPath == null || !partition.equals(lastPath.getPartitionName())) {
      lastPath = PhysicalTablePath.of(tablePath, partition);
    }
    return lastPath;
  }

  /**
   * @throws IllegalArgumentException if the row has another number of fields than the table
   */
  protected void checkFieldCount(InternalRow row) {
    if (row.getFieldCount() != fieldCount) {
      throw new IllegalArgumentException(
          "Table "
              + tablePath
              + " has "
              + fieldCount
              + " columns, the row has "
              + row.getFieldCount()
              + " fields.");
    }
  }

  @Override
  public void flush() {
    writerClient.flush();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.client.write.WriteOutcome;
import org.apache.fluss.client.write.WriteRecord;
import org.apache.fluss.client.write.WriterClient;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.encode.KeyEncoder;

/** Appends rows; those of row formats are encoded here, on the thread of the caller. */
class AppendWriterImpl extends AbstractTableWriter implements AppendWriter {
  private static final AppendResult APPENDED = new AppendResult();
  private static final WriteOutcome<AppendResult> OUTCOME = (bucket, offset) -> APPENDED;

  private final TableInfo tableInfo;
  private final KeyEncoder bucketKeyEncoder;
  private final RowEncoding rowEncoding;

  AppendWriterImpl(TablePath tablePath, TableInfo tableInfo, WriterClient writerClient) {
    super(tablePath, tableInfo, writerClient);
    this.tableInfo = tableInfo;
    this.bucketKeyEncoder =
        tableInfo.hasBucketKey()
            ? KeyEncoder.ofBucketKeyEncoder(
                tableInfo.getRowType(),
                tableInfo.getBucketKeys(),
                tableInfo.getTableConfig().getDataLakeFormat().orElse(null))
            : null;
    LogFormat format = tableInfo.getTableConfig().getLogFormat();
    if (format == LogFormat.ARROW) {
      this.rowEncoding = null;
    } else if (format == LogFormat.INDEXED) {
      this.rowEncoding = new RowEncoding(KvFormat.INDEXED, tableInfo.getRowType());
    } else {
      this.rowEncoding = new RowEncoding(KvFormat.COMPACTED, tableInfo.getRowType());
    }
  }

  @Override
  public CompletableFuture<AppendResult> append(InternalRow row) {
    checkFieldCount(row);
    WriteRecord record =
        WriteRecord.forAppend(
            tableInfo,
            getPhysicalPath(row),
            row,
            rowEncoding,
            bucketKeyEncoder == null ? null : bucketKeyEncoder.encodeKey(row));
    return writerClient.send(record, OUTCOME);
  }
}

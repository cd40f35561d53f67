// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.lake.batch.RecordBatch;
import org.apache.fluss.lake.iceberg.catalog.LakeCall;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.SupportsRecordBatchWrite;
import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.record.LogRecord;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.WriteResult;

/** Appends the log of one bucket to the lake. Not thread-safe. */
final class IcebergAppendWriter
    implements LakeWriter<IcebergWriteResult>, SupportsRecordBatchWrite {

  private final int bucket;
  private final BucketFiles files;
  private final AwsDoing doing;
  private boolean completed;

  IcebergAppendWriter(Table table, WriterInitContext context, AwsDoing doing) {
    this.doing = doing;
    this.bucket = context.tableBucket().getBucket();
    this.files =
        new BucketFiles(
            table,
            context.tableInfo().getRowType(),
            LakePartition.of(table.spec(), context.partition(), bucket),
            bucket);
  }

  @Override
  public void write(LogRecord record) throws IOException {
    LakeCall.<Void, IOException>run(
        doing,
        () -> {
          open().append(record.getRow(), bucket, record.logOffset(), record.timestamp());
          files.rollIfFull();
          return null;
        });
  }

  @Override
  public void write(RecordBatch batch) throws IOException {
    ArrowRecordBatch arrow = arrow(batch);
    if (arrow.rowCount() == 0) {
      return;
    }
    LakeCall.<Void, IOException>run(
        doing,
        () -> {
          open().append(arrow, bucket);
          files.rollIfFull();
          return null;
        });
  }

  static ArrowRecordBatch arrow(RecordBatch batch) {
    if (!(batch instanceof ArrowRecordBatch)) {
      throw new IllegalArgumentException(
          "This writer takes Arrow batches, not " + batch.getClass().getName());
    }
    return (ArrowRecordBatch) batch;
  }

  private LogFile open() throws IOException {
    if (completed) {
      throw new IllegalStateException("This writer is complete.");
    }
    return files.open();
  }

  @Override
  public IcebergWriteResult complete() throws IOException {
    return LakeCall.<IcebergWriteResult, IOException>run(
        doing,
        () -> {
          WriteResult result = WriteResult.builder().addDataFiles(files.finish()).build();
          completed = true;
          return IcebergWriteResult.appended(result);
        });
  }

  @Override
  public void close() throws IOException {
    if (completed) {
      return;
    }
    completed = true;
    LakeCall.<Void, IOException>run(
        doing,
        () -> {
          files.discard();
          return null;
        });
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.lake.batch.RecordBatch;
import org.apache.fluss.lake.iceberg.catalog.LakeCall;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.SupportsRecordBatchWrite;
import org.apache.fluss.lake.writer.WriterInitContext;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.types.RowType;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.WriteResult;
import org.apache.iceberg.util.PropertyUtil;

/**
 * Appends the log of one bucket to the lake: one file per round, more when one reaches the table's
 * target size. Not thread-safe.
 */
final class IcebergAppendWriter
    implements LakeWriter<IcebergWriteResult>, SupportsRecordBatchWrite {

  private final Table table;
  private final RowType rowType;
  private final int bucket;
  private final StructLike partition;
  private final FileFormat format;
  private final OutputFileFactory files;
  private final long targetBytes;
  private final AwsDoing doing;
  private final List<DataFile> written = new ArrayList<>();

  private LogFile current;
  private boolean completed;

  IcebergAppendWriter(Table table, WriterInitContext context, AwsDoing doing) {
    this.table = table;
    this.doing = doing;
    this.rowType = context.tableInfo().getRowType();
    this.bucket = context.tableBucket().getBucket();
    this.partition = LakePartition.of(table.spec(), context.partition(), bucket);
    this.format =
        FileFormat.valueOf(
            table
                .properties()
                .getOrDefault(
                    TableProperties.DEFAULT_FILE_FORMAT,
                    TableProperties.DEFAULT_FILE_FORMAT_DEFAULT)
                .toUpperCase(Locale.ROOT));
    this.files = OutputFileFactory.builderFor(table, bucket, 0).format(format).build();
    this.targetBytes =
        PropertyUtil.propertyAsLong(
            table.properties(),
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
  }

  @Override
  public void write(LogRecord record) throws IOException {
    LakeCall.<Void, IOException>run(
        doing,
        () -> {
          open().append(record.getRow(), bucket, record.logOffset(), record.timestamp());
          rollIfFull();
          return null;
        });
  }

  @Override
  public void write(RecordBatch batch) throws IOException {
    if (!(batch instanceof ArrowRecordBatch)) {
      throw new IllegalArgumentException(
          "This writer takes Arrow batches, not " + batch.getClass().getName());
    }
    ArrowRecordBatch arrow = (ArrowRecordBatch) batch;
    if (arrow.rowCount() == 0) {
      return;
    }
    LakeCall.<Void, IOException>run(
        doing,
        () -> {
          open().append(arrow, bucket);
          rollIfFull();
          return null;
        });
  }

  private LogFile open() throws IOException {
    if (completed) {
      throw new IllegalStateException("This writer is complete.");
    }
    if (current == null) {
      current = LogFile.open(table, rowType, format, files.newOutputFile(table.spec(), partition));
    }
    return current;
  }

  private void rollIfFull() throws IOException {
    if (current.length() >= targetBytes) {
      finishFile();
    }
  }

  private void finishFile() throws IOException {
    if (current != null) {
      LogFile finished = current;
      finished.close();
      written.add(finished.toDataFile(table, partition));
      current = null;
    }
  }

  @Override
  public IcebergWriteResult complete() throws IOException {
    return LakeCall.<IcebergWriteResult, IOException>run(
        doing,
        () -> {
          finishFile();
          completed = true;
          return new IcebergWriteResult(WriteResult.builder().addDataFiles(written).build());
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
          List<String> locations =
              written.stream().map(ContentFile::location).collect(Collectors.toList());
          if (current != null) {
            locations.add(current.location());
            current.abandon();
          }
          IcebergLakeCommitter.delete(table.io(), locations);
          return null;
        });
  }
}

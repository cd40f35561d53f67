// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.lake.iceberg.parquet.ParquetLogFile;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.RowType;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.FileAppender;

/** An open data file of a bucket, in any of Iceberg's formats. Not thread-safe. */
abstract class LogFile implements Closeable {

  private final EncryptedOutputFile output;
  private final FileFormat format;

  private LogFile(EncryptedOutputFile output, FileFormat format) {
    this.output = output;
    this.format = format;
  }

  static LogFile open(Table table, RowType rowType, FileFormat format, EncryptedOutputFile output)
      throws IOException {
    return format == FileFormat.PARQUET
        ? new Columns(table, rowType, output)
        : new Records(table, rowType, format, output);
  }

  abstract void append(InternalRow row, int bucket, long offset, long timestampMs)
      throws IOException;

  abstract void append(ArrowRecordBatch batch, int bucket) throws IOException;

  abstract long rows();

  abstract long length() throws IOException;

  abstract Metrics metrics();

  abstract List<Long> splitOffsets();

  String location() {
    return output.encryptingOutputFile().location();
  }

  /** Frees what writing holds; the file, if any, is of no use. */
  void abandon() throws IOException {
    close();
  }

  /** After {@link #close}. */
  DataFile toDataFile(Table table, StructLike partition) throws IOException {
    return DataFiles.builder(table.spec())
        .withPath(location())
        .withFormat(format)
        .withPartition(partition)
        .withFileSizeInBytes(length())
        .withMetrics(metrics())
        .withSplitOffsets(splitOffsets())
        .withSortOrder(table.sortOrder())
        .withEncryptionKeyMetadata(output.keyMetadata())
        .build();
  }

  /** Parquet, column by column. */
  private static final class Columns extends LogFile {
    private final ParquetLogFile file;

    Columns(Table table, RowType rowType, EncryptedOutputFile output) throws IOException {
      super(output, FileFormat.PARQUET);
      this.file =
          new ParquetLogFile(
              output.encryptingOutputFile(),
              table.schema(),
              rowType,
              table.properties(),
              MetricsConfig.forTable(table));
    }

    @Override
    void append(InternalRow row, int bucket, long offset, long timestampMs) throws IOException {
      file.append(row, bucket, offset, timestampMs);
    }

    @Override
    void append(ArrowRecordBatch batch, int bucket) throws IOException {
      file.append(batch, bucket);
    }

    @Override
    long rows() {
      return file.rows();
    }

    @Override
    long length() throws IOException {
      return file.length();
    }

    @Override
    Metrics metrics() {
      return file.metrics();
    }

    @Override
    List<Long> splitOffsets() {
      return file.splitOffsets();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** Avro and ORC, record by record. */
  private static final class Records extends LogFile {
    private final FileAppender<Record> appender;
    private final RowRecord record;
    private long rows;

    Records(Table table, RowType rowType, FileFormat format, EncryptedOutputFile output) {
      super(output, format);
      GenericAppenderFactory factory =
          new GenericAppenderFactory(table.schema(), table.spec()).setAll(table.properties());
      this.appender = factory.newAppender(output, format);
      this.record = new RowRecord(table.schema(), rowType);
    }

    @Override
    void append(InternalRow row, int bucket, long offset, long timestampMs) {
      appender.add(record.of(row, bucket, offset, timestampMs));
      rows++;
    }

    @Override
    void append(ArrowRecordBatch batch, int bucket) {
      for (int i = 0; i < batch.rowCount(); i++) {
        append(batch.row(i), bucket, batch.offset(i), batch.timestamp());
      }
    }

    @Override
    long rows() {
      return rows;
    }

    @Override
    long length() {
      return appender.length();
    }

    @Override
    Metrics metrics() {
      return appender.metrics();
    }

    @Override
    List<Long> splitOffsets() {
      return appender.splitOffsets();
    }

    @Override
    public void close() throws IOException {
      appender.close();
    }
  }
}

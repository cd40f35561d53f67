// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.lake.writer.LakeWriter;
import org.apache.fluss.lake.writer.SupportsRecordBatchWrite;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.DefaultLogRecordBatch;
import org.apache.fluss.record.GenericRecord;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.record.LogRecordBatch;
import org.apache.fluss.record.LogRecordReadContext;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.utils.CloseableIterator;

/**
 * Copies one bucket's part of a round from the log, or a kv snapshot, into lake files: as columns
 * where both sides have them, else row by row. Used once, by one thread.
 */
final class BucketCopy<W> {
  /** Offset and time of rows of a kv snapshot. */
  private static final long NONE = -1;

  private final LakeTieringFactory<W, ?> lake;
  private final TableInfo table;
  private final Split split;
  private final LogRecordReadContext schemas;

  private LakeWriter<W> writer;
  private long position;
  private long rows;
  private long logBytes;
  private long maxTimestampMs = -1;

  BucketCopy(
      LakeTieringFactory<W, ?> lake, TableInfo table, Split split, LogRecordReadContext schemas) {
    this.lake = lake;
    this.table = table;
    this.split = split;
    this.schemas = schemas;
    this.position = split.fromOffset;
  }

  /**
   * @param cancelled asked between batches; the copy then stops with {@link CancellationException}
   */
  CopiedBucket<W> run(Fluss fluss, BooleanSupplier cancelled) throws IOException {
    W result = null;
    try {
      if (split.kvSnapshotId == null) {
        copyLog(fluss, cancelled);
      } else {
        copySnapshot(fluss, cancelled);
      }
      if (writer != null) {
        result = writer.complete();
      }
    } catch (Exception e) {
      closeAfter(e);
      throw e;
    }
    if (writer != null) {
      writer.close();
    }
    return new CopiedBucket<>(split, result, rows, logBytes, maxTimestampMs);
  }

  private void copyLog(Fluss fluss, BooleanSupplier cancelled) throws IOException {
    try (LogReader reader = fluss.read(table, split.bucket, split.fromOffset, split.toOffset)) {
      while (position < split.toOffset) {
        for (LogRecordBatch batch : reader.next()) {
          ensureWanted(cancelled);
          copy(batch);
          if (position >= split.toOffset) {
            break;
          }
        }
      }
    }
  }

  private void copySnapshot(Fluss fluss, BooleanSupplier cancelled) throws IOException {
    try (SnapshotReader reader = fluss.readSnapshot(table, split.bucket, split.kvSnapshotId)) {
      while (true) {
        ensureWanted(cancelled);
        try (CloseableIterator<InternalRow> next = reader.next()) {
          if (next == null) {
            return;
          }
          while (next.hasNext()) {
            open().write(new GenericRecord(NONE, NONE, ChangeType.INSERT, next.next()));
            rows++;
          }
        }
      }
    }
  }

  private void ensureWanted(BooleanSupplier cancelled) {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("Copying " + split + " was cancelled.");
    }
  }

  private LakeWriter<W> open() throws IOException {
    if (writer == null) {
      writer = lake.createLakeWriter(new RoundContext(table, split.bucket, split.partition));
    }
    return writer;
  }

  private void closeAfter(Exception failure) {
    if (writer != null) {
      try {
        writer.close();
      } catch (IOException | RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }

  private void copy(LogRecordBatch batch) throws IOException {
    long base = batch.baseLogOffset();
    long next = batch.nextLogOffset();
    if (next <= position) {
      return; // before the split
    }
    if (base > position) {
      throw new IllegalStateException(
          "The log of "
              + split
              + " goes on at offset "
              + base
              + " where "
              + position
              + " was expected; rows in between would be lost.");
    }
    int first = (int) (position - base);
    int end = (int) Math.min(batch.getRecordCount(), split.toOffset - base);
    if (end > first) {
      open();
      if (table.getTableConfig().getLogFormat() == LogFormat.ARROW
          && batch instanceof DefaultLogRecordBatch
          && writer instanceof SupportsRecordBatchWrite) {
        ((SupportsRecordBatchWrite) writer)
            .write(
                new ArrowRecordBatch(
                    ((DefaultLogRecordBatch) batch).columns(schemas),
                    first,
                    end - first,
                    position,
                    batch.commitTimestamp(),
                    ((DefaultLogRecordBatch) batch).changeTypes()));
      } else {
        copyRows(batch, first, end);
      }
      rows += end - first;
      logBytes += batch.sizeInBytes();
      maxTimestampMs = Math.max(maxTimestampMs, batch.commitTimestamp());
    }
    position = Math.min(next, split.toOffset);
  }

  private void copyRows(LogRecordBatch batch, int first, int end) throws IOException {
    try (CloseableIterator<LogRecord> records = batch.records(schemas)) {
      Iterator<LogRecord> iterator = records;
      for (int i = 0; i < end; i++) {
        LogRecord record = iterator.next();
        if (i >= first) {
          writer.write(record);
        }
      }
    }
  }
}

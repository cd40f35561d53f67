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

  /** A kv snapshot may come as one batch of all its rows. */
  private static final int ROWS_BETWEEN_CHECKS = 4096;

  private final LakeTieringFactory<W, ?> lake;
  private final TableInfo table;
  private final Split split;
  private final LogRecordReadContext schemas;

  private KeptSnapshots snapshots;
  private BooleanSupplier cancelled;
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
   * @param cancelled asked now and then; the copy then stops with {@link CancellationException}
   */
  CopiedBucket<W> run(Fluss fluss, KeptSnapshots snapshots, BooleanSupplier cancelled)
      throws IOException {
    this.snapshots = snapshots;
    this.cancelled = cancelled;
    W result = null;
    try {
      if (split.kvSnapshotId == null) {
        copyLog(fluss);
      } else {
        copySnapshot();
      }
      if (writer != null) {
        result = writer.complete();
      }
    } catch (Throwable e) {
      closeAfter(e);
      throw e;
    }
    if (writer != null) {
      writer.close();
    }
    return new CopiedBucket<>(split, result, rows, logBytes, maxTimestampMs);
  }

  private void copyLog(Fluss fluss) throws IOException {
    try (LogReader reader = fluss.read(table, split.bucket, split.fromOffset, split.toOffset)) {
      while (position < split.toOffset) {
        for (LogRecordBatch batch : reader.next()) {
          ensureWanted();
          copy(batch);
          if (position >= split.toOffset) {
            break;
          }
        }
      }
    }
  }

  private void copySnapshot() throws IOException {
    try (SnapshotReader reader = snapshots.read(split.bucket, split.kvSnapshotId)) {
      while (true) {
        ensureWanted();
        try (CloseableIterator<InternalRow> next = reader.next()) {
          if (next == null) {
            return;
          }
          while (next.hasNext()) {
            open().write(new GenericRecord(NONE, NONE, ChangeType.INSERT, next.next()));
            if (++rows % ROWS_BETWEEN_CHECKS == 0) {
              ensureWanted();
            }
          }
        }
      }
    }
  }

  private void ensureWanted() {
    snapshots.keep();
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

  private void closeAfter(Throwable failure) {
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

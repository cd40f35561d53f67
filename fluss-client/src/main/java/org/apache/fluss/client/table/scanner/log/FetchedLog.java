// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.DefaultLogRecordBatch;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.record.LogRecordBatch;
import org.apache.fluss.record.LogRecordReadContext;
import org.apache.fluss.record.arrow.ArrowColumn;
import org.apache.fluss.record.arrow.ArrowRow;

/**
 * Batches of one bucket that were fetched together, or the failure that came in their place. They
 * are opened when their rows are wanted. Belongs to the thread that polls.
 */
final class FetchedLog {
  final FetchPosition bucket;
  final int sizeInBytes;

  private final RuntimeException failure;
  private final boolean failureStays;
  private final Iterator<? extends LogRecordBatch> batches;
  private final LogRecordReadContext context;
  private final boolean checkCrc;
  private final Runnable onDone;

  private LogRecordBatch batch;
  private long baseOffset;
  private long timestamp;
  private int recordCount;
  private int next;
  private ArrowColumn[] columns;
  private boolean appendOnly;
  private Iterator<LogRecord> rows;
  private LogRecord aheadRow;

  FetchedLog(
      FetchPosition bucket,
      int sizeInBytes,
      Iterator<? extends LogRecordBatch> batches,
      LogRecordReadContext context,
      boolean checkCrc,
      Runnable onDone) {
    this.bucket = bucket;
    this.sizeInBytes = sizeInBytes;
    this.batches = batches;
    this.context = context;
    this.checkCrc = checkCrc;
    this.onDone = onDone;
    this.failure = null;
    this.failureStays = false;
  }

  /** A failure the reader has to be told of. */
  FetchedLog(FetchPosition bucket, RuntimeException failure, boolean stays) {
    this.bucket = bucket;
    this.sizeInBytes = 0;
    this.batches = Collections.emptyIterator();
    this.context = null;
    this.checkCrc = false;
    this.onDone = () -> {};
    this.failure = failure;
    this.failureStays = stays;
  }

  RuntimeException failure() {
    return failure;
  }

  /** Whether asking again cannot help. */
  boolean failureStays() {
    return failureStays;
  }

  /** Frees what lies behind the batches. */
  void done() {
    onDone.run();
  }

  /**
   * Adds rows.
   *
   * @param max how many at most
   * @param before how many rows the reader gets with them
   * @return how many were added; fewer than possible only at the end
   */
  int take(int max, int before, List<ScanRecord> out) {
    int taken = 0;
    while (taken < max) {
      if (batch == null && !openNext()) {
        break;
      }
      int more =
          columns != null
              ? takeColumns(max - taken, before + taken, out)
              : takeRows(max - taken, before + taken, out);
      taken += more;
      if (next < recordCount) {
        break;
      }
      // also when the rows of the batch were all skipped
      bucket.position = batch.nextLogOffset();
      batch = null;
      columns = null;
      rows = null;
    }
    return taken;
  }

  /** Whether there is nothing left; opens the next batch to find out. */
  boolean isExhausted() {
    return batch == null && !openNext();
  }

  private boolean openNext() {
    while (batches.hasNext()) {
      LogRecordBatch candidate = batches.next();
      long nextOffset = candidate.nextLogOffset();
      if (nextOffset <= bucket.position) {
        continue;
      }
      if (checkCrc) {
        candidate.ensureValid();
      }
      if (candidate.getRecordCount() <= 0) {
        bucket.position = nextOffset;
        continue;
      }
      open(candidate);
      return true;
    }
    return false;
  }

  private void open(LogRecordBatch candidate) {
    baseOffset = candidate.baseLogOffset();
    timestamp = candidate.commitTimestamp();
    recordCount = candidate.getRecordCount();
    long skipped = Math.max(0, bucket.position - baseOffset);
    if (skipped > recordCount) {
      throw new CorruptMessageException(
          "A log batch from offset "
              + baseOffset
              + " claims "
              + recordCount
              + " records and to end behind offset "
              + bucket.position
              + ".");
    }
    next = (int) skipped;
    if (context.getLogFormat() == LogFormat.ARROW && candidate instanceof DefaultLogRecordBatch) {
      DefaultLogRecordBatch arrow = (DefaultLogRecordBatch) candidate;
      columns = arrow.columns(context);
      appendOnly = arrow.isAppendOnly();
    } else {
      rows = candidate.records(context);
      for (int i = 0; i < next && rows.hasNext(); i++) {
        rows.next();
      }
    }
    batch = candidate;
  }

  private int takeColumns(int max, int before, List<ScanRecord> out) {
    int end = Math.min(recordCount, next + max);
    int start = next;
    DefaultLogRecordBatch arrow = (DefaultLogRecordBatch) batch;
    while (next < end) {
      ChangeType type = appendOnly ? ChangeType.APPEND_ONLY : arrow.changeType(next);
      if (splitsUpdate(type, next + 1 == end && end < recordCount, before + next - start)) {
        break;
      }
      out.add(new ScanRecord(baseOffset + next, timestamp, type, new ArrowRow(columns, next)));
      next++;
    }
    if (next > start) {
      bucket.position = baseOffset + next;
    }
    return next - start;
  }

  private int takeRows(int max, int before, List<ScanRecord> out) {
    int taken = 0;
    while (taken < max && next < recordCount) {
      LogRecord record = aheadRow == null ? rows.next() : aheadRow;
      aheadRow = null;
      if (splitsUpdate(
          record.getChangeType(), taken + 1 == max && next + 1 < recordCount, before + taken)) {
        aheadRow = record;
        break;
      }
      out.add(
          new ScanRecord(
              record.logOffset(), record.timestamp(), record.getChangeType(), record.getRow()));
      next++;
      taken++;
      bucket.position = record.logOffset() + 1;
    }
    return taken;
  }

  /** The old and the new row of an update stay together, unless nothing else would fit. */
  private static boolean splitsUpdate(ChangeType type, boolean last, int taken) {
    return last && taken > 0 && type == ChangeType.UPDATE_BEFORE;
  }
}

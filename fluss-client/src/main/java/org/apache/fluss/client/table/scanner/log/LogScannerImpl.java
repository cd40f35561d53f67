// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.metrics.ScannerMetricGroup;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;
import org.apache.fluss.utils.clock.SystemClock;

/** Reads logs from the leaders of their buckets. */
@PublicEvolving
public class LogScannerImpl implements LogScanner {
  private final TableInfo tableInfo;
  private final LogFetcher fetcher;
  private final ScannerMetricGroup metrics;
  private final AtomicReference<Thread> user = new AtomicReference<>();
  private volatile boolean closed;

  /**
   * @param projectedFields positions of the columns wanted; null for all
   * @throws IllegalArgumentException if the table has no such column
   */
  public LogScannerImpl(
      Configuration conf,
      TableInfo tableInfo,
      MetadataUpdater metadataUpdater,
      ClientMetricGroup clientMetricGroup,
      RemoteFileDownloader remoteFileDownloader,
      int[] projectedFields,
      SchemaGetter schemaGetter) {
    this.tableInfo = tableInfo;
    this.metrics =
        new ScannerMetricGroup(
            clientMetricGroup, tableInfo.getTablePath(), SystemClock.getInstance());
    this.fetcher =
        new LogFetcher(
            conf,
            tableInfo,
            metadataUpdater,
            remoteFileDownloader,
            projectedFields == null ? null : projectedFields.clone(),
            schemaGetter,
            metrics,
            SystemClock.getInstance());
  }

  @Override
  public ScanRecords poll(Duration timeout) {
    return poll(timeout, () -> false);
  }

  /**
   * @param enough asked whenever the positions may have moved: ends the wait without rows
   */
  ScanRecords poll(Duration timeout, BooleanSupplier enough) {
    enter();
    try {
      if (!fetcher.hasSubscriptions()) {
        throw new IllegalStateException(
            "No bucket of table " + tableInfo.getTablePath() + " is subscribed.");
      }
      metrics.pollStarted();
      Map<TableBucket, List<ScanRecord>> records = fetcher.poll(timeout, enough);
      metrics.pollEnded();
      return records.isEmpty() ? ScanRecords.EMPTY : new ScanRecords(records);
    } finally {
      leave();
    }
  }

  /** First offset of a subscribed bucket that was not polled; negative if not known yet. */
  long position(TableBucket bucket) {
    return fetcher.position(bucket);
  }

  @Override
  public void subscribe(int bucket, long offset) {
    subscribe(new TableBucket(tableInfo.getTableId(), bucket), offset);
  }

  @Override
  public void subscribe(long partitionId, int bucket, long offset) {
    subscribe(new TableBucket(tableInfo.getTableId(), partitionId, bucket), offset);
  }

  void subscribe(TableBucket bucket, long offset) {
    checkPartitioned(bucket.getPartitionId() != null);
    enter();
    try {
      fetcher.subscribe(bucket, offset);
    } finally {
      leave();
    }
  }

  @Override
  public void unsubscribe(int bucket) {
    unsubscribe(new TableBucket(tableInfo.getTableId(), bucket));
  }

  @Override
  public void unsubscribe(long partitionId, int bucket) {
    unsubscribe(new TableBucket(tableInfo.getTableId(), partitionId, bucket));
  }

  void unsubscribe(TableBucket bucket) {
    checkPartitioned(bucket.getPartitionId() != null);
    enter();
    try {
      fetcher.unsubscribe(bucket);
    } finally {
      leave();
    }
  }

  private void checkPartitioned(boolean partitioned) {
    if (tableInfo.isPartitioned() != partitioned) {
      throw new IllegalStateException(
          "Table "
              + tableInfo.getTablePath()
              + (partitioned
                  ? " is not partitioned: name the bucket without a partition."
                  : " is partitioned: name the partition of the bucket, too."));
    }
  }

  @Override
  public void wakeup() {
    fetcher.wakeup();
  }

  private void enter() {
    Thread current = Thread.currentThread();
    Thread other = user.compareAndExchange(null, current);
    if (other != null) {
      throw new ConcurrentModificationException(
          "A scanner is for one thread at a time; thread "
              + other.getName()
              + " uses it while thread "
              + current.getName()
              + " calls it.");
    }
    if (closed) {
      user.set(null);
      throw new IllegalStateException("This scanner is closed.");
    }
  }

  private void leave() {
    user.set(null);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    enter();
    try {
      closed = true;
      fetcher.close();
      metrics.close();
    } finally {
      leave();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.io.Closeable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.metadata.TableBucket;

/**
 * Reads logs from given offsets up to given ones. A bucket is done when its reader has passed the
 * end, which no record need bear. For one thread at a time.
 */
@Internal
public final class BoundedLogScanner implements Closeable {
  private final LogScannerImpl scanner;

  /** By bucket the first offset that is not wanted. */
  private final Map<TableBucket, Long> ends = new HashMap<>();

  /**
   * @param scanner belongs to this one from now on, and has no subscriptions
   */
  public BoundedLogScanner(LogScannerImpl scanner) {
    this.scanner = scanner;
  }

  /**
   * Adds a bucket.
   *
   * @param from first offset, or {@link LogScanner#EARLIEST_OFFSET}
   * @param end the offset behind the last one
   */
  public void read(TableBucket bucket, long from, long end) {
    if (from < end) {
      ends.put(bucket, end);
      scanner.subscribe(bucket, from);
    }
  }

  /** Whether all was polled. */
  public boolean isDone() {
    return ends.isEmpty();
  }

  /**
   * The next records by bucket, none if there are none in time or all were polled.
   *
   * @throws org.apache.fluss.exception.FetchException if a bucket cannot be read
   */
  public Map<TableBucket, List<ScanRecord>> poll(Duration timeout) {
    Map<TableBucket, List<ScanRecord>> wanted = new HashMap<>();
    if (isDone()) {
      return wanted;
    }
    ScanRecords records = scanner.poll(timeout, this::isAnyRead);
    for (TableBucket bucket : records.buckets()) {
      List<ScanRecord> rows = records.records(bucket);
      int count = rows.size();
      while (count > 0 && rows.get(count - 1).logOffset() >= ends.get(bucket)) {
        count--;
      }
      wanted.put(bucket, rows.subList(0, count));
    }
    ends.entrySet()
        .removeIf(
            entry -> {
              boolean read = isRead(entry);
              if (read) {
                scanner.unsubscribe(entry.getKey());
              }
              return read;
            });
    return wanted;
  }

  private boolean isAnyRead() {
    return ends.entrySet().stream().anyMatch(this::isRead);
  }

  private boolean isRead(Map.Entry<TableBucket, Long> bucket) {
    return scanner.position(bucket.getKey()) >= bucket.getValue();
  }

  @Override
  public void close() {
    scanner.close();
  }
}

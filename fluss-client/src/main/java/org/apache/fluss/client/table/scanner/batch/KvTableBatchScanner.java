// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.lookup.StoredRows;
import org.apache.fluss.client.table.scanner.LeasedSnapshots;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.client.table.scanner.ScanRecord;
import org.apache.fluss.client.table.scanner.log.BoundedLogScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.writer.RowEncoding;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.fs.FsPathAndFileName;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.encode.KeyEncoder;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.utils.CloseableIterator;

/**
 * Reads all rows of a primary key table as they were when it was made, bucket after bucket: the
 * copy of a snapshot takes up the changes since, on disk, and is read then. The rows of a batch are
 * valid until the next is asked for.
 */
@Internal
public final class KvTableBatchScanner implements BatchScanner {
  /** A bucket, and up to where it is read. */
  @Internal
  public static final class Bucket {
    private final TableBucket bucket;
    private final List<FsPathAndFileName> snapshotFiles;
    private final long logStart;
    private final long logEnd;

    /**
     * @param snapshotFiles none if the bucket has no snapshot
     * @param logStart where the log goes on behind the snapshot, {@link LogScanner#EARLIEST_OFFSET}
     *     without one
     * @param logEnd the offset behind the last change wanted
     */
    public Bucket(
        TableBucket bucket, List<FsPathAndFileName> snapshotFiles, long logStart, long logEnd) {
      this.bucket = bucket;
      this.snapshotFiles = snapshotFiles;
      this.logStart = logStart;
      this.logEnd = logEnd;
    }
  }

  private final TableInfo table;
  private final StoredRows rows;
  private final KeyEncoder keys;
  private final RowEncoding values;
  private final int[] projection;
  private final Queue<Bucket> left;
  private final LeasedSnapshots snapshots;
  private final Supplier<BoundedLogScanner> logs;
  private final Path directory;
  private final RemoteFileDownloader downloader;
  private Reading current;
  private boolean closed;

  /**
   * @param projection positions of the columns wanted; null for all
   * @param snapshots what is read, given up on close
   * @param logs scanners of all columns
   * @param directory where copies are made
   */
  public KvTableBatchScanner(
      TableInfo table,
      SchemaGetter schemas,
      int[] projection,
      Collection<Bucket> buckets,
      LeasedSnapshots snapshots,
      Supplier<BoundedLogScanner> logs,
      Path directory,
      RemoteFileDownloader downloader) {
    this.table = table;
    this.rows = new StoredRows(table, schemas);
    this.keys =
        KeyEncoder.ofPrimaryKeyEncoder(
            table.getRowType(),
            table.getPhysicalPrimaryKeys(),
            table.getTableConfig(),
            table.isDefaultBucketKey());
    this.values = new RowEncoding(table.getTableConfig().getKvFormat(), table.getRowType());
    this.projection = projection == null ? null : projection.clone();
    this.left = new ArrayDeque<>(buckets);
    this.snapshots = snapshots;
    this.logs = logs;
    this.directory = directory;
    this.downloader = downloader;
  }

  @Override
  public CloseableIterator<InternalRow> pollBatch(Duration timeout) throws IOException {
    if (closed) {
      throw new IOException("The scanner of table " + table.getTablePath() + " is closed.");
    }
    snapshots.renewIfDue();
    if (current != null && current.iterator != null) {
      current.close();
      current = null;
    }
    if (current == null) {
      Bucket next = left.poll();
      if (next == null) {
        return null;
      }
      current = new Reading(next);
    }
    try {
      return current.poll(timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while reading table " + table.getTablePath() + ".", e);
    } catch (ExecutionException | ApiException e) {
      throw new IOException(
          current.bucket.bucket + " of table " + table.getTablePath() + " cannot be read.",
          Errors.unwrap(e));
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (current != null) {
      current.close();
    }
    snapshots.close();
  }

  /** One bucket being read. */
  private final class Reading {
    private final Bucket bucket;
    private final SnapshotCopy copy;
    private final BoundedLogScanner log;
    private LocalStore store;
    private CloseableIterator<InternalRow> iterator;

    Reading(Bucket bucket) {
      this.bucket = bucket;
      this.copy = new SnapshotCopy(bucket.bucket, bucket.snapshotFiles, directory, downloader);
      this.log = logs.get();
      log.read(bucket.bucket, bucket.logStart, bucket.logEnd);
    }

    CloseableIterator<InternalRow> poll(Duration timeout)
        throws InterruptedException, ExecutionException {
      if (store == null) {
        try {
          Path copied = copy.copied().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
          store = new LocalStore(copied, true);
        } catch (TimeoutException e) {
          return CloseableIterator.emptyIterator();
        }
      }
      if (!log.isDone()) {
        for (Map.Entry<TableBucket, List<ScanRecord>> records : log.poll(timeout).entrySet()) {
          records.getValue().forEach(this::apply);
        }
        return CloseableIterator.emptyIterator();
      }
      iterator = rows.rows(store.values(), projection);
      return iterator;
    }

    private void apply(ScanRecord change) {
      byte[] key = keys.encodeKey(change.getRow());
      switch (change.getChangeType()) {
        case INSERT:
        case UPDATE_AFTER:
          store.put(
              key, StoredValue.encode((short) table.getSchemaId(), values.apply(change.getRow())));
          break;
        case DELETE:
          store.delete(key);
          break;
        default:
          // the new row follows an UPDATE_BEFORE
      }
    }

    void close() {
      copy.cancel();
      log.close();
      if (iterator != null) {
        iterator.close();
      }
      if (store != null) {
        store.close();
      }
      copy.copied().whenComplete((path, failure) -> copy.delete());
    }
  }
}

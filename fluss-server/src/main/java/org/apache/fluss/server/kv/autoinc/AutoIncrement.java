// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.autoinc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.exception.SequenceOverflowException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.server.kv.merge.FilledColumn;
import org.apache.fluss.types.DataTypeRoot;

/**
 * Gives the values of a table's auto-increment column in one bucket: rising, and none that any
 * bucket ever gave. Values come from a shared counter, many at once and before they are needed.
 * Owned by the bucket's lane.
 */
public final class AutoIncrement {
  /** How many batches may wait for values; more are told to come back. */
  static final int MAX_WAITING = 1024;

  // More values are fetched when one in this many of a fetch is left.
  private static final int REFILL_FRACTION = 10;
  private static final CompletableFuture<Void> READY = CompletableFuture.completedFuture(null);

  private final KvFormat format;
  private final IntFunction<Schema> schemas;
  private final String column;
  private final int columnId;
  private final int position;
  private final boolean isInt;
  private final long fetchSize;
  private final IdSegments segments;
  private final Executor lane;

  private final Deque<Segment> left = new ArrayDeque<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private FilledColumn filled;
  private int filledSchemaId;
  private boolean restored;
  private long restoredNext;
  private long restoredLast;
  private boolean fetching;
  private boolean usedUp;
  private boolean closed;

  /** Values taken and not given: none if {@code next > last}. */
  private static final class Segment {
    private long next;
    private final long last;

    Segment(long next, long last) {
      this.next = next;
      this.last = last;
    }

    long size() {
      return last - next + 1;
    }
  }

  private static final class Waiting {
    private final long count;
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    Waiting(long count) {
      this.count = count;
    }
  }

  private AutoIncrement(
      TableInfo table, IntFunction<Schema> schemas, IdSegments segments, Executor lane) {
    Schema schema = table.getSchema();
    this.format = table.getTableConfig().getKvFormat();
    this.schemas = schemas;
    this.column = schema.getAutoIncrementColumnNames().get(0);
    this.columnId = schema.getColumn(column).getColumnId();
    this.position = schema.getColumnNames().indexOf(column);
    this.isInt = schema.getColumn(column).getDataType().getTypeRoot() == DataTypeRoot.INTEGER;
    long configured = table.getTableConfig().getAutoIncrementCacheSize();
    // Older software let a table be created with a size that hands out values twice.
    this.fetchSize =
        configured > 0 ? configured : ConfigOptions.TABLE_AUTO_INCREMENT_CACHE_SIZE.defaultValue();
    this.segments = segments;
    this.lane = lane;
  }

  /**
   * The values of the column of one bucket.
   *
   * @param schemas the schemas of the table by id
   * @param lane the lane of the bucket, on which this is called and calls back
   * @return null if the table has no auto-increment column
   */
  public static AutoIncrement of(
      TableInfo table, IntFunction<Schema> schemas, IdSegments segments, Executor lane) {
    return table.getSchema().getAutoIncrementColumnNames().isEmpty()
        ? null
        : new AutoIncrement(table, schemas, segments, lane);
  }

  /**
   * Sees to it that so many values are there. To be called before every batch, also one that needs
   * none, so that batches keep their order.
   *
   * @param count the most values that the batch can need: its upserts
   * @return completed if the batch may go on at once; else it completes on the lane when it may, or
   *     with an error, mostly one that may be tried again
   */
  public CompletableFuture<Void> ready(long count) {
    if (waiting.isEmpty() && isEnough(count)) {
      if (!usedUp && available() - count < fetchSize / REFILL_FRACTION && count > 0) {
        fetch(fetchSize);
      }
      return READY;
    }
    if (waiting.size() == MAX_WAITING) {
      return CompletableFuture.failedFuture(
          new StorageException(
              MAX_WAITING
                  + " batches wait for values of the auto-increment column '"
                  + column
                  + "'."));
    }
    Waiting wait = new Waiting(count);
    waiting.add(wait);
    fetchForFirst();
    return wait.future;
  }

  private boolean isEnough(long count) {
    return usedUp || available() >= count;
  }

  private long available() {
    long sum = 0;
    for (Segment segment : left) {
      sum += segment.size();
    }
    return sum;
  }

  private void fetchForFirst() {
    if (isEnough(waiting.element().count)) {
      return;
    }
    long missing = waiting.element().count - available();
    long fetches = (missing - 1) / fetchSize + 1;
    fetch(Math.multiplyExact(fetches, fetchSize));
  }

  private void fetch(long count) {
    if (!fetching) {
      fetching = true;
      segments
          .take(count)
          .whenComplete((before, error) -> lane.execute(() -> fetched(before, count, error)));
    }
  }

  private void fetched(Long before, long count, Throwable error) {
    fetching = false;
    if (closed) {
      return;
    }
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    if (cause instanceof SequenceOverflowException || error == null && before >= max()) {
      usedUp = true;
    } else if (error == null) {
      left.add(new Segment(before + 1, before + count));
    } else {
      failWaiting(cause);
      return;
    }
    while (!waiting.isEmpty() && isEnough(waiting.element().count)) {
      waiting.remove().future.complete(null);
    }
    if (!waiting.isEmpty()) {
      fetchForFirst();
    }
  }

  private void failWaiting(Throwable cause) {
    List<Waiting> failed = List.copyOf(waiting);
    waiting.clear();
    failed.forEach(wait -> wait.future.completeExceptionally(cause));
  }

  private long max() {
    return isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
  }

  /** Gives the column of a new row its value; the row is written in the schema. */
  public byte[] assign(byte[] value, int schemaId) {
    if (filled == null || filledSchemaId != schemaId) {
      filled = new FilledColumn(format, schemaId, column, schemas);
      filledSchemaId = schemaId;
    }
    return filled.fill(value, next());
  }

  private long next() {
    Segment first = left.peek();
    if (first == null ? usedUp : first.next > max()) {
      throw new SequenceOverflowException(
          "The auto-increment column '" + column + "' has no values left up to " + max() + ".");
    }
    if (first == null) {
      throw new IllegalStateException("No values for '" + column + "'; ready() was not awaited.");
    }
    long value = first.next++;
    if (first.size() == 0) {
      left.remove();
    }
    return value;
  }

  /** What goes into a snapshot: what is left, or nothing, in which case more is fetched. */
  public List<AutoIncrementRange> ranges() {
    Segment first = left.peek();
    return first == null
        ? List.of()
        : List.of(new AutoIncrementRange(columnId, first.next, first.last));
  }

  /** Goes on where a snapshot stopped, before the log behind it is {@link #replayed}. */
  public void restore(List<AutoIncrementRange> ranges) {
    for (AutoIncrementRange range : ranges) {
      if (range.columnId() == columnId) {
        restored = true;
        restoredNext = range.start();
        restoredLast = range.end();
        left.clear();
        keep(range.start(), range.end());
      }
    }
  }

  /**
   * A row inserted after the snapshot. A value beyond the restored range came from a later fetch of
   * this bucket, the rest of which is its own.
   */
  public void replayed(InternalRow inserted) {
    if (!restored || inserted.isNullAt(position)) {
      return;
    }
    long value = isInt ? inserted.getInt(position) : inserted.getLong(position);
    if (value < restoredNext) {
      return;
    }
    if (value > restoredLast) {
      restoredLast = restoredLast % fetchSize == 0 ? endOfFetch(value) : value;
    }
    restoredNext = value + 1;
    left.clear();
    keep(restoredNext, restoredLast);
  }

  private long endOfFetch(long value) {
    long rest = value % fetchSize;
    return rest == 0 || value > Long.MAX_VALUE - fetchSize ? value : value + fetchSize - rest;
  }

  private void keep(long next, long last) {
    if (next <= last) {
      left.add(new Segment(next, last));
    }
  }

  /** Ends what waits; called when the bucket is not led here any more. */
  public void close() {
    closed = true;
    failWaiting(new NotLeaderOrFollowerException("The bucket is not led by this server any more."));
  }
}

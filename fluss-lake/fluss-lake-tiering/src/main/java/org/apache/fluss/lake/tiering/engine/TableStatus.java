// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.metadata.TablePath;

/**
 * How tiering of a table stands, and when its next round may begin. Immutable.
 *
 * <p>The rule: a round begins when the coordinator hands the table out and there is something to
 * copy, at most once per freshness. After a round with small files (less than {@value
 * #SMALL_FILE_BYTES} bytes of log each) the next one begins when it would have larger ones, at the
 * latest after {@link TieringOptions#SMALL_ROUND_INTERVAL}. So a trickle of rows under a freshness
 * of a second does not become a storm of tiny files, while a single write, or a bulk load, is in
 * the lake in freshness. After the n-th failure in a row a table waits 2^(n-1) seconds, others do
 * not.
 */
public final class TableStatus {
  static final long SMALL_FILE_BYTES = 1 << 20;
  private static final long FIRST_BACKOFF_MS = 1000;
  private static final int MAX_DOUBLINGS = 20;

  private final TablePath path;
  private final long rows;
  private final int failures;
  private final String lastFailure;
  private final long notBeforeMs;
  private final long gatherUntilMs;
  private final double logBytesPerRow;

  private TableStatus(
      TablePath path,
      long rows,
      int failures,
      String lastFailure,
      long notBeforeMs,
      long gatherUntilMs,
      double logBytesPerRow) {
    this.path = path;
    this.rows = rows;
    this.failures = failures;
    this.lastFailure = lastFailure;
    this.notBeforeMs = notBeforeMs;
    this.gatherUntilMs = gatherUntilMs;
    this.logBytesPerRow = logBytesPerRow;
  }

  static TableStatus unknown(TablePath path) {
    return new TableStatus(path, 0, 0, null, Long.MIN_VALUE, Long.MIN_VALUE, 0);
  }

  TableStatus after(RoundResult round, long nowMs, TieringOptions options) {
    if (round.snapshotId == null) {
      return new TableStatus(path, rows, 0, null, notBeforeMs, gatherUntilMs, logBytesPerRow);
    }
    boolean small = round.logBytes < SMALL_FILE_BYTES * round.writers;
    return new TableStatus(
        path,
        rows + round.rows,
        0,
        null,
        nowMs + round.table.getTableConfig().getDataLakeFreshness().toMillis(),
        small ? nowMs + options.smallRoundIntervalMs() : Long.MIN_VALUE,
        (double) round.logBytes / round.rows);
  }

  TableStatus after(Throwable failure, long nowMs, TieringOptions options) {
    long backoffMs = FIRST_BACKOFF_MS << Math.min(failures, MAX_DOUBLINGS);
    if (failure instanceof InvalidTableException || backoffMs > options.maxBackoffMs()) {
      backoffMs = options.maxBackoffMs();
    }
    return new TableStatus(
        path,
        rows,
        failures + 1,
        describe(failure),
        nowMs + backoffMs,
        gatherUntilMs,
        logBytesPerRow);
  }

  /** Whether a round of so many rows and files should wait for more rows. */
  boolean gathers(long waitingRows, int files, long nowMs) {
    return nowMs < gatherUntilMs && waitingRows * logBytesPerRow < SMALL_FILE_BYTES * files;
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    return failure instanceof InvalidTableException && message != null
        ? message
        : failure.toString();
  }

  /** The table. */
  public TablePath path() {
    return path;
  }

  /** Rows this runner committed. */
  public long rows() {
    return rows;
  }

  /** Rounds that failed since the last one that did not. */
  public int failures() {
    return failures;
  }

  /** Why the last round failed; null if it did not. */
  public String lastFailure() {
    return lastFailure;
  }

  /** When the next round may begin, by the runner's monotonic clock. */
  long notBeforeMs() {
    return notBeforeMs;
  }

  @Override
  public String toString() {
    return path
        + ": "
        + rows
        + " rows tiered"
        + (failures == 0 ? "" : ", " + failures + " failures, last: " + lastFailure);
  }
}

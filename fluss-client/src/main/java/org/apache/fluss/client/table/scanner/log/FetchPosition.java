// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.fluss.metadata.TableBucket;

/**
 * How far a bucket is fetched and read. Guarded by the {@link LogFetcher}, apart from the position,
 * which belongs to the thread that polls.
 */
final class FetchPosition {
  final TableBucket bucket;

  /** First offset the reader has not had; {@link LogScanner#EARLIEST_OFFSET} if not known yet. */
  long position;

  /** First offset that is not fetched. */
  long fetchOffset;

  final Deque<FetchedLog> fetched = new ArrayDeque<>();
  long fetchedBytes;

  /** Part of a request that is not answered. */
  boolean inFlight;

  /** A remote segment is on its way; what follows it is not asked for. */
  boolean downloading;

  /** In the queue of buckets that have something to read. */
  boolean ready;

  /** Not subscribed any more; answers are dropped. */
  boolean dropped;

  int failures;
  long notBeforeNanos = Long.MIN_VALUE;

  FetchPosition(TableBucket bucket, long offset) {
    this.bucket = bucket;
    this.position = offset;
    this.fetchOffset = offset;
  }
}

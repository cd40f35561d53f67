// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.time.Duration;
import org.apache.fluss.annotation.PublicEvolving;

/**
 * Reads the logs of buckets of a table. Not thread-safe, apart from {@link #wakeup}: a second
 * thread gets a {@link java.util.ConcurrentModificationException}.
 */
@PublicEvolving
public interface LogScanner extends AutoCloseable {
  /** Stands for the first offset there is when reading begins. */
  long EARLIEST_OFFSET = -2L;

  /** Stands for the end of a log that is read for ever. */
  long NO_STOPPING_OFFSET = Long.MIN_VALUE;

  /**
   * Waits for rows.
   *
   * @param timeout how long at most; 0 to take what is there
   * @return at most {@code client.scanner.log.max-poll-records} rows, none if none came in time
   * @throws IllegalStateException if no bucket is subscribed, or the scanner is closed
   * @throws org.apache.fluss.exception.FetchException if a log cannot be read any further
   * @throws org.apache.fluss.exception.AuthorizationException if the table must not be read
   */
  ScanRecords poll(Duration timeout);

  /**
   * Reads a bucket of a table without partitions from an offset on; starts over if it is read
   * already.
   *
   * @param offset first offset wanted, or {@link #EARLIEST_OFFSET}
   * @throws IllegalStateException if the table is partitioned
   */
  void subscribe(int bucket, long offset);

  /** Reads a bucket from its first offset on. */
  default void subscribeFromBeginning(int bucket) {
    subscribe(bucket, EARLIEST_OFFSET);
  }

  /**
   * Reads a bucket of a partition from an offset on; starts over if it is read already.
   *
   * @throws IllegalStateException if the table is not partitioned
   */
  void subscribe(long partitionId, int bucket, long offset);

  /** Reads a bucket of a partition from its first offset on. */
  default void subscribeFromBeginning(long partitionId, int bucket) {
    subscribe(partitionId, bucket, EARLIEST_OFFSET);
  }

  /**
   * Reads a bucket of a partition no more; what was fetched of it is dropped.
   *
   * @throws IllegalStateException if the table is not partitioned
   */
  void unsubscribe(long partitionId, int bucket);

  /**
   * Reads a bucket no more; what was fetched of it is dropped.
   *
   * @throws IllegalStateException if the table is partitioned
   */
  void unsubscribe(int bucket);

  /** Ends the present or else the next poll at once, from any thread. */
  void wakeup();
}

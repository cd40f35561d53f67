// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.table.scanner.batch.BatchScanner;
import org.apache.fluss.client.table.scanner.log.LogScanner;
import org.apache.fluss.client.table.scanner.log.TypedLogScanner;
import org.apache.fluss.metadata.TableBucket;

/** Configures scanners of a table. Immutable: each call gives a new one. */
@PublicEvolving
public interface Scan {
  /**
   * Reads only these columns, in this order.
   *
   * @param projectedColumns positions; null for all columns
   */
  Scan project(int[] projectedColumns);

  /**
   * Reads only these columns, in this order.
   *
   * @throws IllegalArgumentException if the table has no such column
   */
  Scan project(List<String> projectedColumnNames);

  /** Reads at most so many rows of a bucket, for batch scanners. */
  Scan limit(int rowNumber);

  /**
   * A scanner of the log.
   *
   * @throws UnsupportedOperationException if a limit is set
   * @throws IllegalArgumentException if the table has no such columns
   */
  LogScanner createLogScanner();

  /**
   * A scanner of the log that gives objects.
   *
   * @throws IllegalArgumentException if the class does not fit the columns
   */
  <T> TypedLogScanner<T> createTypedLogScanner(Class<T> pojoClass);

  /**
   * A scanner of the newest rows of a bucket of a log table, or of some rows of a bucket of a
   * primary key table.
   *
   * @throws UnsupportedOperationException if no limit is set
   */
  BatchScanner createBatchScanner(TableBucket tableBucket);

  /**
   * A scanner of a kv snapshot.
   *
   * @throws UnsupportedOperationException if a limit is set
   */
  BatchScanner createBatchScanner(TableBucket tableBucket, long snapshotId);

  /**
   * A scanner of all rows that the table has now, of all buckets and partitions.
   *
   * @throws UnsupportedOperationException if a limit is set
   */
  BatchScanner createBatchScanner();
}

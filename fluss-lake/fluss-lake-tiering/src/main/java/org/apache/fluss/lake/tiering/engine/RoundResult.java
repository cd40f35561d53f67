// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.Collection;
import org.apache.fluss.metadata.TableInfo;

/** What a round that did not fail did. Immutable. */
final class RoundResult {
  final TableInfo table;
  final long rows;
  final long logBytes;
  final int writers;
  // null if nothing was committed
  final Long snapshotId;
  // whether there is more to be copied right away
  final boolean partial;

  private RoundResult(
      TableInfo table, long rows, long logBytes, int writers, Long snapshotId, boolean partial) {
    this.table = table;
    this.rows = rows;
    this.logBytes = logBytes;
    this.writers = writers;
    this.snapshotId = snapshotId;
    this.partial = partial;
  }

  /** There was nothing to commit. */
  static RoundResult nothing(TableInfo table) {
    return new RoundResult(table, 0, 0, 0, null, false);
  }

  static RoundResult committed(
      TableInfo table, Collection<? extends CopiedBucket<?>> buckets, long snapshotId) {
    long rows = 0;
    long logBytes = 0;
    int writers = 0;
    boolean partial = false;
    for (CopiedBucket<?> bucket : buckets) {
      rows += bucket.rows;
      logBytes += bucket.logBytes;
      writers += bucket.result == null ? 0 : 1;
      partial |= bucket.split.partial;
    }
    return new RoundResult(table, rows, logBytes, writers, snapshotId, partial);
  }

  /** This round and the one that went on from it, taken together. */
  RoundResult and(RoundResult next) {
    return next.snapshotId == null
        ? this
        : new RoundResult(
            next.table,
            rows + next.rows,
            logBytes + next.logBytes,
            writers + next.writers,
            next.snapshotId,
            next.partial);
  }
}

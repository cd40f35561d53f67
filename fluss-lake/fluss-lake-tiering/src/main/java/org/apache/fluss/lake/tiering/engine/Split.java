// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import org.apache.fluss.metadata.TableBucket;

/** What a round reads of one bucket. Immutable. */
final class Split {
  final TableBucket bucket;
  // null for tables without partitions
  final String partition;
  // a kv snapshot in place of the log up to toOffset; null for none
  final Long kvSnapshotId;
  final long fromOffset;
  // exclusive
  final long toOffset;
  // whether there is more behind it
  final boolean partial;

  Split(
      TableBucket bucket,
      String partition,
      Long kvSnapshotId,
      long fromOffset,
      long toOffset,
      boolean partial) {
    this.bucket = bucket;
    this.partition = partition;
    this.kvSnapshotId = kvSnapshotId;
    this.fromOffset = fromOffset;
    this.toOffset = toOffset;
    this.partial = partial;
  }

  @Override
  public String toString() {
    return bucket
        + (kvSnapshotId == null ? "" : " kv snapshot " + kvSnapshotId)
        + (" [" + fromOffset + ", " + toOffset + ")");
  }
}

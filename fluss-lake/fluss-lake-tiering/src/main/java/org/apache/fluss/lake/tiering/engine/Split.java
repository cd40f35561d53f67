// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import org.apache.fluss.metadata.TableBucket;

/** What a round reads of one bucket. Immutable. */
final class Split {
  final TableBucket bucket;
  // null for tables without partitions
  final String partition;
  final long fromOffset;
  // exclusive
  final long toOffset;

  Split(TableBucket bucket, String partition, long fromOffset, long toOffset) {
    this.bucket = bucket;
    this.partition = partition;
    this.fromOffset = fromOffset;
    this.toOffset = toOffset;
  }

  @Override
  public String toString() {
    return bucket + " [" + fromOffset + ", " + toOffset + ")";
  }
}

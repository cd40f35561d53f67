// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.initializer;

import java.io.Serializable;
import java.util.Collection;
import java.util.Map;

/** Decides at which offsets buckets are read from. */
public interface OffsetsInitializer extends Serializable {

  /**
   * The offsets of buckets, by bucket number.
   *
   * @param partitionName null for a table that is not partitioned
   */
  Map<Integer, Long> getBucketOffsets(
      String partitionName, Collection<Integer> buckets, BucketOffsetsRetriever retriever);

  /** Asks a cluster for offsets; blocks. */
  interface BucketOffsetsRetriever {
    /** Offsets of the next records. */
    Map<Integer, Long> latestOffsets(String partitionName, Collection<Integer> buckets);

    /** Offsets of the first records there are. */
    Map<Integer, Long> earliestOffsets(String partitionName, Collection<Integer> buckets);

    /**
     * Offsets of the first records at or after a time.
     *
     * @param timestamp milliseconds since the epoch
     */
    Map<Integer, Long> offsetsFromTimestamp(
        String partitionName, Collection<Integer> buckets, long timestamp);
  }

  /** From the first record there is when reading begins. */
  static OffsetsInitializer earliest() {
    return new EarliestOffsetsInitializer();
  }

  /** From the next record. */
  static OffsetsInitializer latest() {
    return new LatestOffsetsInitializer();
  }

  /** Everything: the snapshot if the table has one, then the log. */
  static OffsetsInitializer full() {
    return new SnapshotOffsetsInitializer();
  }

  /**
   * From the first record at or after a time.
   *
   * @param timestamp milliseconds since the epoch
   */
  static OffsetsInitializer timestamp(long timestamp) {
    return new TimestampOffsetsInitializer(timestamp);
  }
}

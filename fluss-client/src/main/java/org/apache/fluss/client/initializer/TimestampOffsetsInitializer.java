// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.initializer;

import java.util.Collection;
import java.util.Map;

/** From the first record at or after a time. */
public class TimestampOffsetsInitializer implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;

  private final long timestamp;

  /**
   * @param timestamp milliseconds since the epoch
   */
  public TimestampOffsetsInitializer(long timestamp) {
    this.timestamp = timestamp;
  }

  @Override
  public Map<Integer, Long> getBucketOffsets(
      String partitionName, Collection<Integer> buckets, BucketOffsetsRetriever retriever) {
    return retriever.offsetsFromTimestamp(partitionName, buckets, timestamp);
  }
}

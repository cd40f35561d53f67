// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.initializer;

import java.util.Collection;
import java.util.Map;

/** From the next record. */
public class LatestOffsetsInitializer implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;

  @Override
  public Map<Integer, Long> getBucketOffsets(
      String partitionName, Collection<Integer> buckets, BucketOffsetsRetriever retriever) {
    return retriever.latestOffsets(partitionName, buckets);
  }
}

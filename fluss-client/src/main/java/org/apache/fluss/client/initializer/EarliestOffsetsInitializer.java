// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.initializer;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.client.table.scanner.log.LogScanner;

/** From the first record there is; the server finds it. */
class EarliestOffsetsInitializer implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;

  @Override
  public Map<Integer, Long> getBucketOffsets(
      String partitionName, Collection<Integer> buckets, BucketOffsetsRetriever retriever) {
    Map<Integer, Long> offsets = new HashMap<>();
    buckets.forEach(bucket -> offsets.put(bucket, LogScanner.EARLIEST_OFFSET));
    return offsets;
  }
}

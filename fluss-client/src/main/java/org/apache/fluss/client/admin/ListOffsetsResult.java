// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;

/** Offsets of buckets, as they come in. Thread-safe. */
@PublicEvolving
public class ListOffsetsResult {
  private final Map<Integer, CompletableFuture<Long>> futures;

  public ListOffsetsResult(Map<Integer, CompletableFuture<Long>> futures) {
    this.futures = new HashMap<>(futures);
  }

  /**
   * The offset of a bucket.
   *
   * @throws IllegalArgumentException if the bucket was not asked for
   */
  public CompletableFuture<Long> bucketResult(int bucket) {
    CompletableFuture<Long> future = futures.get(bucket);
    if (future == null) {
      throw new IllegalArgumentException("Offsets of bucket " + bucket + " were not asked for.");
    }
    return future;
  }

  /** All offsets by bucket; fails if one fails. */
  public CompletableFuture<Map<Integer, Long>> all() {
    return CompletableFuture.allOf(futures.values().toArray(new CompletableFuture<?>[0]))
        .thenApply(
            nothing -> {
              Map<Integer, Long> offsets = new HashMap<>();
              futures.forEach((bucket, future) -> offsets.put(bucket, future.join()));
              return offsets;
            });
  }
}

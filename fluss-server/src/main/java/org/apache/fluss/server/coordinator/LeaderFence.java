// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.FencedLeaderEpochException;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.coordinator.ClusterState.Bucket;

/** Whether it is a bucket's present leader that speaks. Pure. */
final class LeaderFence {
  private LeaderFence() {}

  /**
   * The bucket.
   *
   * @throws ApiException when the epochs are not those of the bucket's leader now
   */
  static Bucket check(ClusterState state, TableBucket id, int leaderEpoch, int coordinatorEpoch) {
    Bucket bucket = state.bucket(id).orElse(null);
    if (bucket == null || bucket.leaderAndIsr() == null) {
      throw new UnknownTableOrBucketException("There is no bucket " + id + " with a leader.");
    }
    int current = bucket.leaderAndIsr().leaderEpoch();
    if (leaderEpoch > current || coordinatorEpoch > Coordinator.WIRE_EPOCH) {
      throw new InvalidCoordinatorException(
          "The leader of " + id + " is ahead of this coordinator, which knows epoch " + current);
    }
    if (leaderEpoch < current) {
      throw new FencedLeaderEpochException(
          "The leader epoch of " + id + " is " + current + ", not " + leaderEpoch + ".");
    }
    return bucket;
  }
}

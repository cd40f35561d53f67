// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.List;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.FencedLeaderEpochException;
import org.apache.fluss.exception.IneligibleReplicaException;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.InvalidUpdateVersionException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.coordinator.ClusterState.Bucket;
import org.apache.fluss.server.zk.LeaderAndIsr;

/** Whether a leader may change its ISR. Pure. */
final class IsrAdjustments {
  private IsrAdjustments() {}

  /**
   * The new value.
   *
   * @param wanted leader epoch, ISR, coordinator epoch and bucket epoch as the leader sees them
   * @throws ApiException when the leader's view is not the current one, or the ISR cannot be
   */
  static LeaderAndIsr decide(ClusterState state, TableBucket id, LeaderAndIsr wanted) {
    Bucket bucket = state.bucket(id).orElse(null);
    if (bucket == null || bucket.leaderAndIsr() == null) {
      throw new UnknownTableOrBucketException("There is no bucket " + id + " with a leader.");
    }
    LeaderAndIsr current = bucket.leaderAndIsr();
    if (wanted.leaderEpoch() > current.leaderEpoch()
        || wanted.bucketEpoch() > current.bucketEpoch()
        || wanted.coordinatorEpoch() > Coordinator.WIRE_EPOCH) {
      throw new InvalidCoordinatorException(
          "The leader of " + id + " is ahead of this coordinator, which knows " + current + ".");
    }
    if (wanted.leaderEpoch() < current.leaderEpoch()) {
      throw new FencedLeaderEpochException(
          "The leader epoch of "
              + id
              + " is "
              + current.leaderEpoch()
              + ", not "
              + wanted.leaderEpoch()
              + ".");
    }
    if (wanted.bucketEpoch() < current.bucketEpoch()) {
      throw new InvalidUpdateVersionException(
          "The bucket epoch of "
              + id
              + " is "
              + current.bucketEpoch()
              + ", not "
              + wanted.bucketEpoch()
              + ".");
    }
    checkMembers(state, bucket, wanted.isr());
    return current.withIsr(wanted.isr(), Coordinator.WIRE_EPOCH);
  }

  private static void checkMembers(ClusterState state, Bucket bucket, List<Integer> isr) {
    for (int member : isr) {
      boolean live = state.server(member).filter(server -> !server.isShuttingDown()).isPresent();
      if (!live) {
        throw new IneligibleReplicaException(
            "Tablet server "
                + member
                + " cannot be in sync for "
                + bucket.id()
                + ": it is not live.");
      }
    }
    if (!bucket.replicas().containsAll(isr)) {
      throw new FencedLeaderEpochException(
          "The ISR "
              + isr
              + " of "
              + bucket.id()
              + " is no part of its replicas "
              + bucket.replicas()
              + ".");
    }
  }
}

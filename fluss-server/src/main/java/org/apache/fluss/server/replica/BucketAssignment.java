// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.util.List;

/** Who holds a bucket, who leads it and who is in sync, as the coordinator said. Immutable. */
public final class BucketAssignment {
  /** The leader's id while there is none. */
  public static final int NO_LEADER = -1;

  /** Before the coordinator said anything. */
  static final BucketAssignment UNKNOWN =
      new BucketAssignment(NO_LEADER, -1, 0, 0, List.of(), List.of());

  final int leader;
  final int leaderEpoch;
  final int bucketEpoch;
  final int coordinatorEpoch;
  final List<Integer> replicas;
  final List<Integer> isr;

  /**
   * @param leader {@link #NO_LEADER} if there is none
   * @param replicas tablet server ids
   * @param isr the replicas in sync
   */
  public BucketAssignment(
      int leader,
      int leaderEpoch,
      int bucketEpoch,
      int coordinatorEpoch,
      List<Integer> replicas,
      List<Integer> isr) {
    this.leader = leader;
    this.leaderEpoch = leaderEpoch;
    this.bucketEpoch = bucketEpoch;
    this.coordinatorEpoch = coordinatorEpoch;
    this.replicas = List.copyOf(replicas);
    this.isr = List.copyOf(isr);
  }

  /** Leader epoch. */
  public int leaderEpoch() {
    return leaderEpoch;
  }

  /** Grows with every change of leader or in-sync replicas. */
  public int bucketEpoch() {
    return bucketEpoch;
  }

  /** Of the coordinator that decided. */
  public int coordinatorEpoch() {
    return coordinatorEpoch;
  }

  BucketAssignment withIsr(List<Integer> newIsr, int newBucketEpoch) {
    return new BucketAssignment(
        leader, leaderEpoch, newBucketEpoch, coordinatorEpoch, replicas, newIsr);
  }

  @Override
  public String toString() {
    return "leader "
        + leader
        + " epoch "
        + leaderEpoch
        + " bucket epoch "
        + bucketEpoch
        + " replicas "
        + replicas
        + " isr "
        + isr;
  }
}

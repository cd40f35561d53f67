// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.fluss.metadata.TableBucket;

/**
 * {@code .../buckets/{bucket}/leader_isr}: who leads a bucket and which replicas are in sync.
 * Immutable.
 */
public final class LeaderAndIsr {
  /** The leader's id while there is none. */
  public static final int NO_LEADER = -1;

  private static final int VERSION = 1;

  private final int leader;
  private final int leaderEpoch;
  private final List<Integer> isr;
  private final int coordinatorEpoch;
  private final int bucketEpoch;

  public LeaderAndIsr(
      int leader, int leaderEpoch, List<Integer> isr, int coordinatorEpoch, int bucketEpoch) {
    this.leader = leader;
    this.leaderEpoch = leaderEpoch;
    this.isr = Collections.unmodifiableList(isr);
    this.coordinatorEpoch = coordinatorEpoch;
    this.bucketEpoch = bucketEpoch;
  }

  public static String path(TableBucket bucket) {
    return BucketNode.path(bucket) + "/leader_isr";
  }

  /** A tablet server id, or {@link #NO_LEADER}. */
  public int leader() {
    return leader;
  }

  /** Grows with every change of the leader. */
  public int leaderEpoch() {
    return leaderEpoch;
  }

  public List<Integer> isr() {
    return isr;
  }

  public int coordinatorEpoch() {
    return coordinatorEpoch;
  }

  /** Grows with every change of leader or ISR. */
  public int bucketEpoch() {
    return bucketEpoch;
  }

  /** Another leader (or none), with both epochs raised. */
  public LeaderAndIsr withLeader(int newLeader, List<Integer> newIsr) {
    return new LeaderAndIsr(newLeader, leaderEpoch + 1, newIsr, coordinatorEpoch, bucketEpoch + 1);
  }

  /** The same leader with another ISR, the bucket epoch raised. */
  public LeaderAndIsr withIsr(List<Integer> newIsr, int newCoordinatorEpoch) {
    return new LeaderAndIsr(leader, leaderEpoch, newIsr, newCoordinatorEpoch, bucketEpoch + 1);
  }

  public byte[] encode() {
    return NodeJson.write(
        VERSION,
        out -> {
          out.writeNumberField("leader", leader);
          out.writeNumberField("leader_epoch", leaderEpoch);
          NodeJson.writeInts(out, "isr", isr);
          out.writeNumberField("coordinator_epoch", coordinatorEpoch);
          out.writeNumberField("bucket_epoch", bucketEpoch);
        });
  }

  public static LeaderAndIsr decode(byte[] data) {
    NodeJson json = NodeJson.read("leader and ISR", data);
    return new LeaderAndIsr(
        json.intValue("leader"),
        json.intValue("leader_epoch"),
        json.ints("isr"),
        json.intValue("coordinator_epoch"),
        json.intValue("bucket_epoch"));
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof LeaderAndIsr)) {
      return false;
    }
    LeaderAndIsr that = (LeaderAndIsr) o;
    return leader == that.leader
        && leaderEpoch == that.leaderEpoch
        && coordinatorEpoch == that.coordinatorEpoch
        && bucketEpoch == that.bucketEpoch
        && isr.equals(that.isr);
  }

  @Override
  public int hashCode() {
    return Objects.hash(leader, leaderEpoch, isr, coordinatorEpoch, bucketEpoch);
  }

  @Override
  public String toString() {
    return "leader "
        + leader
        + " epoch "
        + leaderEpoch
        + " isr "
        + isr
        + " bucket epoch "
        + bucketEpoch
        + " coordinator epoch "
        + coordinatorEpoch;
  }
}

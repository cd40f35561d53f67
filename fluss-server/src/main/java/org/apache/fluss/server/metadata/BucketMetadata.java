// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.Arrays;
import java.util.OptionalInt;

/** Who holds a bucket, and who leads it. Immutable. */
public final class BucketMetadata {
  private static final int NONE = -1;

  private final int bucketId;
  private final int leader;
  private final int leaderEpoch;
  private final int[] replicas;

  private BucketMetadata(int bucketId, int leader, int leaderEpoch, int[] replicas) {
    this.bucketId = bucketId;
    this.leader = leader;
    this.leaderEpoch = leaderEpoch;
    this.replicas = replicas;
  }

  public static BucketMetadata led(int bucketId, int leader, int leaderEpoch, int[] replicas) {
    return new BucketMetadata(bucketId, leader, leaderEpoch, replicas.clone());
  }

  public static BucketMetadata leaderless(int bucketId, int[] replicas) {
    return new BucketMetadata(bucketId, NONE, NONE, replicas.clone());
  }

  public int bucketId() {
    return bucketId;
  }

  /** The tablet server that accepted to lead; empty while none did. */
  public OptionalInt leader() {
    return leader == NONE ? OptionalInt.empty() : OptionalInt.of(leader);
  }

  /** Present with the leader. */
  public OptionalInt leaderEpoch() {
    return leader == NONE ? OptionalInt.empty() : OptionalInt.of(leaderEpoch);
  }

  /** Tablet server ids, the preferred leader first. */
  public int[] replicas() {
    return replicas.clone();
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof BucketMetadata)) {
      return false;
    }
    BucketMetadata that = (BucketMetadata) o;
    return bucketId == that.bucketId
        && leader == that.leader
        && leaderEpoch == that.leaderEpoch
        && Arrays.equals(replicas, that.replicas);
  }

  @Override
  public int hashCode() {
    return bucketId * 31 + leader;
  }

  @Override
  public String toString() {
    return "bucket "
        + bucketId
        + " leader "
        + leader
        + " epoch "
        + leaderEpoch
        + " replicas "
        + Arrays.toString(replicas);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.util.List;

/** What a follower says when it fetches, and what its leader thinks of it. */
public final class FollowerFetch {
  final int followerId;
  final long offset;
  final int lastEpoch;
  final int leaderEpoch;

  /**
   * @param lastEpoch epoch of the follower's last record, -1 if it does not say
   * @param leaderEpoch epoch of the leader it asks, -1 if it does not say
   */
  public FollowerFetch(int followerId, long offset, int lastEpoch, int leaderEpoch) {
    this.followerId = followerId;
    this.offset = offset;
    this.lastEpoch = lastEpoch;
    this.leaderEpoch = leaderEpoch;
  }

  /** Told once, on the lane. */
  public interface Listener {
    /**
     * The follower may have what follows.
     *
     * @param epochs epochs from the fetched offset to the log's end
     */
    void accepted(List<FetchedLog.EpochStart> epochs);

    /** The follower must cut its log first. */
    void diverging(FetchedLog.EpochStart last);

    /** It asked the wrong server, or is none of the replicas. */
    void failed(RuntimeException error);
  }
}

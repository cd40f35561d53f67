// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

/** Where followers have their logs copied from their leaders. Thread-safe. */
public interface LeaderLinks {
  /**
   * Begins, or goes on after a change, to copy a replica from its leader.
   *
   * @param leaderEpoch under which all that is fetched is handed to the replica
   */
  void follow(Replica replica, int leader, int leaderEpoch, FetchPosition position);

  /** Ends copying to a replica; what is under way is dropped by its epoch. */
  void unfollow(Replica replica);
}

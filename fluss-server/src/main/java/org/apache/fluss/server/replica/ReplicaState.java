// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

/** What a replica can do. */
public enum ReplicaState {
  /** Its log is being opened; it answers nothing yet. */
  LOADING,
  /** It copies from the leader, if there is one. */
  FOLLOWER,
  /**
   * It leads, and its store is being made from the log: it replicates, but takes no writes and
   * answers no lookups.
   */
  LEADER_RESTORING,
  /** It answers clients. */
  LEADER,
  /** Its disk failed; it is opened again now and then. */
  OFFLINE,
  /** It is being removed. */
  DELETING
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

/** How a server shall stop a replica. Immutable. */
final class StopReplica {
  private final int leaderEpoch;
  private final boolean delete;
  private final boolean deleteRemote;

  /**
   * @param leaderEpoch the bucket's, -1 when unknown
   * @param delete also its local data
   * @param deleteRemote also its remote data
   */
  StopReplica(int leaderEpoch, boolean delete, boolean deleteRemote) {
    this.leaderEpoch = leaderEpoch;
    this.delete = delete;
    this.deleteRemote = deleteRemote;
  }

  int leaderEpoch() {
    return leaderEpoch;
  }

  boolean isDelete() {
    return delete;
  }

  boolean isDeleteRemote() {
    return deleteRemote;
  }

  /** Both wishes in one. */
  StopReplica and(StopReplica other) {
    return new StopReplica(
        Math.max(leaderEpoch, other.leaderEpoch),
        delete || other.delete,
        deleteRemote || other.deleteRemote);
  }
}

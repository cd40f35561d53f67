// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.committer;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.fluss.annotation.PublicEvolving;

/**
 * Makes the results of one round of a table visible in the lake, all or nothing. Used by one
 * thread.
 */
@PublicEvolving
public interface LakeCommitter<WriteResult, CommittableT> extends AutoCloseable {

  /** Snapshot property that holds the path of the file of bucket offsets. */
  String FLUSS_LAKE_SNAP_BUCKET_OFFSET_PROPERTY = "fluss-offsets";

  /** Puts the results of all writers together; commits nothing. */
  CommittableT toCommittable(List<WriteResult> writeResults) throws IOException;

  /**
   * Commits with these snapshot properties. After an {@link IOException} the commit may still have
   * happened: look at the lake again before anything is deleted.
   */
  LakeCommitResult commit(CommittableT committable, Map<String, String> snapshotProperties)
      throws IOException;

  /** Deletes what was written for a commit that certainly did not happen. */
  void abort(CommittableT committable) throws IOException;

  /**
   * Whether a commit that failed may be in the lake all the same, or get there yet; its files must
   * be kept then. True unless the committer knows better.
   */
  default boolean commitMayHaveHappened() {
    return true;
  }

  /**
   * Looks after the lake table when a round is in it and registered: compacts it, removes what is
   * old, as the table's options say. What fails is logged and left for later; the rows of the table
   * stay the same.
   *
   * @param registeredSnapshotId the snapshot that readers of Fluss use; stays readable
   */
  default void maintain(long registeredSnapshotId) {}

  /**
   * The newest snapshot of tiering that Fluss does not know of.
   *
   * @param latestLakeSnapshotIdOfFluss the newest one it knows; null if none
   * @return null if Fluss knows all
   */
  CommittedLakeSnapshot getMissingLakeSnapshot(Long latestLakeSnapshotIdOfFluss) throws IOException;
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metadata;

import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.fs.FsPathAndFileName;

/** The files of a kv snapshot and where its log goes on. Immutable. */
@PublicEvolving
public class KvSnapshotMetadata {
  private final List<FsPathAndFileName> snapshotFiles;
  private final long logOffset;

  /**
   * @param logOffset first offset of the log that is not in the snapshot
   */
  public KvSnapshotMetadata(List<FsPathAndFileName> snapshotFiles, long logOffset) {
    this.snapshotFiles = List.copyOf(snapshotFiles);
    this.logOffset = logOffset;
  }

  /** Unmodifiable. */
  public List<FsPathAndFileName> getSnapshotFiles() {
    return snapshotFiles;
  }

  /** First offset of the log that is not in the snapshot. */
  public long getLogOffset() {
    return logOffset;
  }

  @Override
  public String toString() {
    return "KvSnapshotMetadata{files=" + snapshotFiles + ", logOffset=" + logOffset + "}";
  }
}

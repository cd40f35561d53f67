// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.Serializable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.io.WriteResult;

/** The files one writer wrote. Immutable. */
public final class IcebergWriteResult implements Serializable {

  private static final long serialVersionUID = 1L;

  private final WriteResult files;
  private final Long baseSnapshotId;
  private final long baseSequence;

  /**
   * @param base what the deletes were made against; null if the table was empty or there are none
   */
  IcebergWriteResult(WriteResult files, Snapshot base) {
    this.files = files;
    this.baseSnapshotId = base == null ? null : base.snapshotId();
    this.baseSequence = base == null ? 0 : base.sequenceNumber();
  }

  Long baseSnapshotId() {
    return baseSnapshotId;
  }

  long baseSequence() {
    return baseSequence;
  }

  /** Data and delete files. */
  public WriteResult files() {
    return files;
  }
}

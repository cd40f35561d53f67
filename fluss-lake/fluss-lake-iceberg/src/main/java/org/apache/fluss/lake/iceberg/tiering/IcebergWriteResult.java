// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.Serializable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.io.WriteResult;

/** The files one writer wrote. Immutable. */
public final class IcebergWriteResult implements Serializable {

  private static final long serialVersionUID = 1L;

  private final WriteResult files;
  private final boolean keyed;
  private final Long baseSnapshotId;
  private final long baseSequence;

  private IcebergWriteResult(WriteResult files, boolean keyed, Snapshot base) {
    this.files = files;
    this.keyed = keyed;
    this.baseSnapshotId = base == null ? null : base.snapshotId();
    this.baseSequence = base == null ? 0 : base.sequenceNumber();
  }

  /** Rows that hold whatever else is in the table. */
  static IcebergWriteResult appended(WriteResult files) {
    return new IcebergWriteResult(files, false, null);
  }

  /**
   * Rows that replace others.
   *
   * @param base the snapshot in which they were looked for; null if the table was empty
   */
  static IcebergWriteResult keyed(WriteResult files, Snapshot base) {
    return new IcebergWriteResult(files, true, base);
  }

  boolean isKeyed() {
    return keyed;
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

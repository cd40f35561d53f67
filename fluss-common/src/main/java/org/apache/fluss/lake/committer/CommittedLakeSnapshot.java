// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.committer;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.fluss.annotation.PublicEvolving;

/** A snapshot found in the lake that tiering committed. Immutable. */
@PublicEvolving
public class CommittedLakeSnapshot {
  private final long lakeSnapshotId;
  private final Map<String, String> snapshotProperties;

  /** A snapshot and its properties. */
  public CommittedLakeSnapshot(long lakeSnapshotId, Map<String, String> snapshotProperties) {
    this.lakeSnapshotId = lakeSnapshotId;
    this.snapshotProperties = Collections.unmodifiableMap(new HashMap<>(snapshotProperties));
  }

  /** Its id in the lake. */
  public long getLakeSnapshotId() {
    return lakeSnapshotId;
  }

  /** Its properties. */
  public Map<String, String> getSnapshotProperties() {
    return snapshotProperties;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof CommittedLakeSnapshot
        && ((CommittedLakeSnapshot) o).lakeSnapshotId == lakeSnapshotId
        && ((CommittedLakeSnapshot) o).snapshotProperties.equals(snapshotProperties);
  }

  @Override
  public int hashCode() {
    return Objects.hash(lakeSnapshotId, snapshotProperties);
  }

  @Override
  public String toString() {
    return "lake snapshot " + lakeSnapshotId + " " + snapshotProperties;
  }
}

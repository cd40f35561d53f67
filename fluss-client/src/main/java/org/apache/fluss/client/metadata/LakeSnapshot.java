// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metadata;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.metadata.TableBucket;

/** A snapshot of a table in the lake, and up to where it holds each bucket's log. Immutable. */
@PublicEvolving
public class LakeSnapshot {
  private final long snapshotId;
  private final Map<TableBucket, Long> tableBucketsOffset;

  /**
   * @param tableBucketsOffset per bucket the first offset that is not in the snapshot
   */
  public LakeSnapshot(long snapshotId, Map<TableBucket, Long> tableBucketsOffset) {
    this.snapshotId = snapshotId;
    this.tableBucketsOffset = Collections.unmodifiableMap(new HashMap<>(tableBucketsOffset));
  }

  /** Id the lake gave the snapshot. */
  public long getSnapshotId() {
    return snapshotId;
  }

  /** Per bucket the first offset that is not in the snapshot; unmodifiable. */
  public Map<TableBucket, Long> getTableBucketsOffset() {
    return tableBucketsOffset;
  }

  @Override
  public String toString() {
    return "LakeSnapshot{snapshotId=" + snapshotId + ", offsets=" + tableBucketsOffset + "}";
  }
}

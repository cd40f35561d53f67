// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.Map;
import org.apache.fluss.metadata.TableBucket;

/** The newest lake snapshot the coordinator knows of a table. Immutable. */
public final class LakeProgress {
  private final long snapshotId;
  private final Map<TableBucket, Long> endOffsets;

  /** A snapshot and, per bucket, the offset before which it holds everything. */
  public LakeProgress(long snapshotId, Map<TableBucket, Long> endOffsets) {
    this.snapshotId = snapshotId;
    this.endOffsets = Map.copyOf(endOffsets);
  }

  long snapshotId() {
    return snapshotId;
  }

  /** Null if the snapshot says nothing about the bucket. */
  Long endOffset(TableBucket bucket) {
    Long offset = endOffsets.get(bucket);
    return offset == null || offset < 0 ? null : offset;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.List;
import org.apache.fluss.server.kv.autoinc.AutoIncrementRange;

/** What belongs to the content of a store and is not in it. Immutable. */
public final class KvState {
  private final long flushedLogOffset;
  private final Long rowCount;
  private final List<AutoIncrementRange> autoIncrementRanges;

  /**
   * @param flushedLogOffset offset of the first change in the log that is not in the store
   * @param rowCount number of keys, null if nobody counts
   * @param autoIncrementRanges values taken and not given yet; empty if there are none
   */
  public KvState(
      long flushedLogOffset, Long rowCount, List<AutoIncrementRange> autoIncrementRanges) {
    this.flushedLogOffset = flushedLogOffset;
    this.rowCount = rowCount;
    this.autoIncrementRanges = List.copyOf(autoIncrementRanges);
  }

  /** Offset of the first change in the log that is not in the store. */
  public long flushedLogOffset() {
    return flushedLogOffset;
  }

  /** Number of keys, null if nobody counts. */
  public Long rowCount() {
    return rowCount;
  }

  /** Values taken and not given yet. */
  public List<AutoIncrementRange> autoIncrementRanges() {
    return autoIncrementRanges;
  }

  @Override
  public String toString() {
    return "offset " + flushedLogOffset + ", rows " + rowCount + ", " + autoIncrementRanges;
  }
}

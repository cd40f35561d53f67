// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

/** Where a follower's log ends. Immutable. */
public final class FetchPosition {
  private final long endOffset;
  private final int lastEpoch;

  FetchPosition(long endOffset, int lastEpoch) {
    this.endOffset = endOffset;
    this.lastEpoch = lastEpoch;
  }

  /** Offset of the next record it needs. */
  public long endOffset() {
    return endOffset;
  }

  /** Leader epoch its last record was written under, -1 if unknown. */
  public int lastEpoch() {
    return lastEpoch;
  }
}

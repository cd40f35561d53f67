// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

/** How far a follower is, as its leader sees it. For the bucket's lane. */
final class FollowerProgress {
  private long endOffset = -1;
  private long leaderEndAtFetch;
  private long fetchTimeMs;
  private long caughtUpTimeMs;

  /** Offset behind the last record the follower has; -1 while unknown. */
  long endOffset() {
    return endOffset;
  }

  /** It asks for what follows an offset, so it has all before. */
  void fetched(long offset, long leaderEnd, long nowMs) {
    if (offset >= leaderEnd) {
      caughtUpTimeMs = Math.max(caughtUpTimeMs, nowMs);
    } else if (endOffset >= 0 && offset >= leaderEndAtFetch) {
      caughtUpTimeMs = Math.max(caughtUpTimeMs, fetchTimeMs);
    }
    endOffset = offset;
    leaderEndAtFetch = Math.max(leaderEnd, leaderEndAtFetch);
    fetchTimeMs = nowMs;
  }

  boolean isCaughtUp(long leaderEnd, long nowMs, long maxLagMs) {
    return endOffset == leaderEnd || (endOffset >= 0 && nowMs - caughtUpTimeMs <= maxLagMs);
  }

  /** Time passes for a follower in sync from the moment the leader begins to lead. */
  void startedAt(long nowMs) {
    caughtUpTimeMs = nowMs;
  }

  /** Whether it was behind for too long, also if it was never heard of. */
  boolean lags(long leaderEnd, long nowMs, long maxLagMs) {
    return endOffset != leaderEnd && nowMs - caughtUpTimeMs > maxLagMs;
  }
}

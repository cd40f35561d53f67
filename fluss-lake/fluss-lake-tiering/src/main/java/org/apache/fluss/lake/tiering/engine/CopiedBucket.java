// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

/** A bucket whose part of a round is written, not committed. Immutable. */
final class CopiedBucket<W> {
  final Split split;
  // null if the split held no rows
  final W result;
  final long rows;
  final long logBytes;
  // -1 without rows
  final long maxTimestampMs;

  CopiedBucket(Split split, W result, long rows, long logBytes, long maxTimestampMs) {
    this.split = split;
    this.result = result;
    this.rows = rows;
    this.logBytes = logBytes;
    this.maxTimestampMs = maxTimestampMs;
  }
}

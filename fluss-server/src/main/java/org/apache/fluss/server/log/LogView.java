// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

/** A state of a log as readers see it. Immutable, published by one volatile write. */
final class LogView {
  final LogSegment[] segments;
  final long startOffset;
  final long highWatermark;
  final long endOffset;

  /** Bytes of the last segment; the others do not change while this view is current. */
  final int activeSize;

  /** Changes whenever bytes that could be read are taken away. */
  final long generation;

  final boolean closed;

  LogView(
      LogSegment[] segments,
      long startOffset,
      long highWatermark,
      long endOffset,
      int activeSize,
      long generation,
      boolean closed) {
    this.segments = segments;
    this.startOffset = startOffset;
    this.highWatermark = highWatermark;
    this.endOffset = endOffset;
    this.activeSize = activeSize;
    this.generation = generation;
    this.closed = closed;
  }

  LogView asClosed() {
    return new LogView(
        segments, startOffset, highWatermark, endOffset, activeSize, generation, true);
  }

  long upper(ReadBound bound) {
    return bound == ReadBound.LOG_END ? endOffset : highWatermark;
  }

  /** Index of the last segment that begins at or before the offset; 0 if none does. */
  int floor(long offset) {
    int low = 0;
    int high = segments.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (segments[middle].baseOffset() <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  int size(int index) {
    return index == segments.length - 1 ? activeSize : segments[index].sizeInBytes();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

/** What a read found. Whoever gets it must release the region if there is one. Immutable. */
public final class LogRead {
  private final long startOffset;
  private final long highWatermark;
  private final long endOffset;
  private final LogRegion region;
  private final long nextOffset;

  LogRead(LogView view, LogRegion region, long nextOffset) {
    this.startOffset = view.startOffset;
    this.highWatermark = view.highWatermark;
    this.endOffset = view.endOffset;
    this.region = region;
    this.nextOffset = nextOffset;
  }

  /** First offset in the local log at the time of the read. */
  public long startOffset() {
    return startOffset;
  }

  /** High watermark at the time of the read. */
  public long highWatermark() {
    return highWatermark;
  }

  /** Log end offset at the time of the read. */
  public long endOffset() {
    return endOffset;
  }

  /** The batches, the first one holding the offset that was asked for; null if there are none. */
  public LogRegion region() {
    return region;
  }

  /** Offset behind the region, had it not been cut by a number of bytes. */
  long nextOffset() {
    return nextOffset;
  }

  /** Length in bytes, 0 if there is nothing. */
  public int sizeInBytes() {
    return region == null ? 0 : region.sizeInBytes();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A segment that stays readable until it is released, which must happen exactly once. */
public final class LeasedSegment {
  private final LogSegment segment;
  private final long endOffset;
  private final int sizeInBytes;
  private final boolean active;

  LeasedSegment(LogSegment segment, long endOffset, int sizeInBytes, boolean active) {
    this.segment = segment;
    this.endOffset = endOffset;
    this.sizeInBytes = sizeInBytes;
    this.active = active;
  }

  /** First offset it may hold. */
  public long baseOffset() {
    return segment.baseOffset();
  }

  /** First offset of the next segment, or the end of the log. */
  public long endOffset() {
    return endOffset;
  }

  /** Length of the {@code .log} file in bytes. */
  public int sizeInBytes() {
    return sizeInBytes;
  }

  /** Largest commit timestamp in milliseconds since the epoch, -1 if it is empty. */
  public long maxTimestamp() {
    return segment.maxTimestamp();
  }

  /** Whether appends still go to it. */
  public boolean isActive() {
    return active;
  }

  /** Path of one of its files, see {@link LogFiles}; the names may be gone already. */
  public Path path(String suffix) {
    return segment.path(suffix);
  }

  /** Position in the {@code .log} file of the batch that holds an offset; the end if none does. */
  public int position(long offset) throws IOException {
    int position = segment.position(offset, sizeInBytes, LogTablet.NO_GENERATION);
    return position < 0 ? sizeInBytes : position;
  }

  /** Gives the lease back. */
  public void release() {
    try {
      segment.release();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

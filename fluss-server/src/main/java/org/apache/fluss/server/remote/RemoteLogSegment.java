// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.remote;

import java.util.UUID;

/** One log segment in remote storage. Immutable. */
public final class RemoteLogSegment {
  private final UUID id;
  private final long startOffset;
  private final long endOffset;
  private final long maxTimestamp;
  private final int sizeInBytes;

  /**
   * @param endOffset exclusive
   * @param maxTimestamp largest commit timestamp, milliseconds since the epoch
   * @param sizeInBytes of the {@code .log} file alone
   * @throws IllegalArgumentException unless 0 &lt;= start &lt;= end and the size is not negative
   */
  public RemoteLogSegment(
      UUID id, long startOffset, long endOffset, long maxTimestamp, int sizeInBytes) {
    if (startOffset < 0 || endOffset < startOffset || sizeInBytes < 0) {
      throw new IllegalArgumentException(
          "Remote segment "
              + id
              + " cannot have offsets "
              + startOffset
              + " to "
              + endOffset
              + " and "
              + sizeInBytes
              + " bytes.");
    }
    this.id = id;
    this.startOffset = startOffset;
    this.endOffset = endOffset;
    this.maxTimestamp = maxTimestamp;
    this.sizeInBytes = sizeInBytes;
  }

  /** Random name of its directory. */
  public UUID id() {
    return id;
  }

  /** First offset. */
  public long startOffset() {
    return startOffset;
  }

  /** Offset behind the last one. */
  public long endOffset() {
    return endOffset;
  }

  /** Largest commit timestamp in milliseconds since the epoch. */
  public long maxTimestamp() {
    return maxTimestamp;
  }

  /** Size of the {@code .log} file. */
  public int sizeInBytes() {
    return sizeInBytes;
  }

  @Override
  public boolean equals(Object o) {
    if (!(o instanceof RemoteLogSegment)) {
      return false;
    }
    RemoteLogSegment other = (RemoteLogSegment) o;
    return id.equals(other.id)
        && startOffset == other.startOffset
        && endOffset == other.endOffset
        && maxTimestamp == other.maxTimestamp
        && sizeInBytes == other.sizeInBytes;
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return id + " [" + startOffset + ", " + endOffset + ")";
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.util.Objects;

/** A commit timestamp (milliseconds since the epoch) and an offset that has it. */
public class TimestampAndOffset {
  private final long timestamp;
  private final long offset;

  public TimestampAndOffset(long timestamp, long offset) {
    this.timestamp = timestamp;
    this.offset = offset;
  }

  public long getTimestamp() {
    return timestamp;
  }

  public long getOffset() {
    return offset;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof TimestampAndOffset
        && timestamp == ((TimestampAndOffset) o).timestamp
        && offset == ((TimestampAndOffset) o).offset;
  }

  @Override
  public int hashCode() {
    return Objects.hash(timestamp, offset);
  }

  @Override
  public String toString() {
    return "offset " + offset + " at " + timestamp;
  }
}

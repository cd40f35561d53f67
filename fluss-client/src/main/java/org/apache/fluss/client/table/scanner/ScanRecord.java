// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.util.Objects;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.LogRecord;
import org.apache.fluss.row.InternalRow;

/** A row of a log, with its place in it. Immutable; the row stays readable. */
@Internal
public class ScanRecord implements LogRecord {
  private static final long UNKNOWN = -1;

  private final long offset;
  private final long timestamp;
  private final ChangeType changeType;
  private final InternalRow row;

  /** A row that comes from no log. */
  public ScanRecord(InternalRow row) {
    this(UNKNOWN, UNKNOWN, ChangeType.INSERT, row);
  }

  /**
   * @param timestamp milliseconds since the epoch
   */
  public ScanRecord(long offset, long timestamp, ChangeType changeType, InternalRow row) {
    this.offset = offset;
    this.timestamp = timestamp;
    this.changeType = changeType;
    this.row = row;
  }

  /** -1 for a row that comes from no log. */
  @Override
  public long logOffset() {
    return offset;
  }

  /** When the leader appended the row, in milliseconds since the epoch; -1 if unknown. */
  @Override
  public long timestamp() {
    return timestamp;
  }

  @Override
  public ChangeType getChangeType() {
    return changeType;
  }

  @Override
  public InternalRow getRow() {
    return row;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    ScanRecord other = (ScanRecord) o;
    return offset == other.offset
        && timestamp == other.timestamp
        && changeType == other.changeType
        && Objects.equals(row, other.row);
  }

  @Override
  public int hashCode() {
    return Objects.hash(offset, timestamp, changeType, row);
  }

  @Override
  public String toString() {
    return changeType.shortString() + row + "@" + offset;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;

/** A record of given parts. */
@PublicEvolving
public class GenericRecord implements LogRecord {
  private final long logOffset;
  private final long timestamp;
  private final ChangeType changeType;
  private final InternalRow row;

  public GenericRecord(long logOffset, long timestamp, ChangeType changeType, InternalRow row) {
    this.logOffset = logOffset;
    this.timestamp = timestamp;
    this.changeType = changeType;
    this.row = row;
  }

  @Override
  public long logOffset() {
    return logOffset;
  }

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
  public String toString() {
    return changeType.shortString() + " at offset " + logOffset;
  }
}

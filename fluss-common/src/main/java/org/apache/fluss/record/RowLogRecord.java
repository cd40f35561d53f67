// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.io.IOException;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.memory.OutputView;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.InternalRow;

/**
 * A record of a row-oriented body: length of the rest (int32), change type (one byte), row. Two
 * records are equal if their bytes are.
 */
abstract class RowLogRecord implements LogRecord {
  /** Size in bytes of the length field. */
  static final int LENGTH_SIZE = 4;

  /** Size in bytes of the change type. */
  static final int ATTRIBUTES_SIZE = 1;

  private final MemorySegment segment;
  private final int position;
  private final int sizeInBytes;
  private final long logOffset;
  private final long timestamp;
  private final InternalRow row;

  RowLogRecord(MemorySegment segment, int position, long logOffset, long timestamp, BinaryRow row) {
    this.segment = segment;
    this.position = position;
    int rowSize = rowSize(segment, position, segment.size());
    this.sizeInBytes = LENGTH_SIZE + ATTRIBUTES_SIZE + rowSize;
    this.logOffset = logOffset;
    this.timestamp = timestamp;
    row.pointTo(segment, position + LENGTH_SIZE + ATTRIBUTES_SIZE, rowSize);
    this.row = row;
  }

  /** Reads and checks the length field; returns the size of the row. */
  static int rowSize(MemorySegment segment, int position, int end) {
    if (end - position < LENGTH_SIZE + ATTRIBUTES_SIZE) {
      throw new CorruptMessageException("A log record begins where its batch ends.");
    }
    int length = segment.getInt(position);
    if (length < ATTRIBUTES_SIZE || length > end - position - LENGTH_SIZE) {
      throw new CorruptMessageException(
          "A log record claims "
              + length
              + " bytes, "
              + (end - position - LENGTH_SIZE)
              + " are there.");
    }
    return length - ATTRIBUTES_SIZE;
  }

  static int size(BinaryRow row) {
    return LENGTH_SIZE + ATTRIBUTES_SIZE + row.getSizeInBytes();
  }

  static int write(OutputView out, ChangeType changeType, BinaryRow row) throws IOException {
    byte[] bytes = new byte[row.getSizeInBytes()];
    row.copyTo(bytes, 0);
    out.writeInt(ATTRIBUTES_SIZE + bytes.length);
    out.writeByte(changeType.toByteValue());
    out.write(bytes);
    return LENGTH_SIZE + ATTRIBUTES_SIZE + bytes.length;
  }

  public int getSizeInBytes() {
    return sizeInBytes;
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
    return ChangeType.fromByteValue(segment.get(position + LENGTH_SIZE));
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
    RowLogRecord other = (RowLogRecord) o;
    return sizeInBytes == other.sizeInBytes
        && segment.equalTo(other.segment, position, other.position, sizeInBytes);
  }

  @Override
  public int hashCode() {
    return segment.wrap(position, sizeInBytes).hashCode();
  }
}

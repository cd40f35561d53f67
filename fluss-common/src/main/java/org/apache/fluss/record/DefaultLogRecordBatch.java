// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.record.arrow.ArrowColumn;
import org.apache.fluss.record.arrow.ArrowRow;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.ProjectedRow;
import org.apache.fluss.row.SequentialRow;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.utils.CloseableIterator;

/**
 * A log batch in memory. Not safe for concurrent use while it is moved or stamped; the records it
 * gave stay valid when it moves on.
 */
@PublicEvolving
public class DefaultLogRecordBatch implements LogRecordBatch {
  /** Bit of the attributes that says that every record is {@link ChangeType#APPEND_ONLY}. */
  public static final byte APPEND_ONLY_FLAG_MASK = 1;

  private MemorySegment segment;
  private ByteBuffer buf;
  private int position;

  /** A batch that is yet to be pointed at memory. */
  public DefaultLogRecordBatch() {}

  /** Makes this a view of the batch at a position; nothing is checked. */
  public void pointTo(MemorySegment segment, int position) {
    if (segment != this.segment) {
      this.segment = segment;
      this.buf = segment.wrap(0, segment.size());
    }
    this.position = position;
  }

  public void setBaseLogOffset(long baseLogOffset) {
    LogBatchHeader.stamp(buf, position, baseLogOffset, commitTimestamp());
  }

  public void setCommitTimestamp(long timestamp) {
    LogBatchHeader.stamp(buf, position, baseLogOffset(), timestamp);
  }

  public void setLeaderEpoch(int leaderEpoch) {
    LogBatchHeader.setLeaderEpoch(buf, position, leaderEpoch);
  }

  @Override
  public boolean isValid() {
    return LogBatchHeader.isValid(buf, position, segment.size() - position);
  }

  @Override
  public void ensureValid() {
    LogBatchHeader.ensureValid(buf, position, segment.size() - position);
  }

  @Override
  public long checksum() {
    return LogBatchHeader.crc(buf, position);
  }

  @Override
  public short schemaId() {
    return LogBatchHeader.schemaId(buf, position);
  }

  @Override
  public byte magic() {
    return LogBatchHeader.magic(buf, position);
  }

  @Override
  public long commitTimestamp() {
    return LogBatchHeader.commitTimestamp(buf, position);
  }

  @Override
  public int leaderEpoch() {
    return LogBatchHeader.leaderEpoch(buf, position);
  }

  @Override
  public long baseLogOffset() {
    return LogBatchHeader.baseOffset(buf, position);
  }

  @Override
  public long lastLogOffset() {
    return LogBatchHeader.lastOffset(buf, position);
  }

  @Override
  public long nextLogOffset() {
    return LogBatchHeader.nextOffset(buf, position);
  }

  @Override
  public long writerId() {
    return LogBatchHeader.writerId(buf, position);
  }

  @Override
  public int batchSequence() {
    return LogBatchHeader.batchSequence(buf, position);
  }

  @Override
  public int getRecordCount() {
    return LogBatchHeader.recordCount(buf, position);
  }

  @Override
  public int sizeInBytes() {
    return LogBatchHeader.sizeInBytes(buf, position);
  }

  private int headerSize() {
    return LogBatchHeader.headerSize(magic());
  }

  /** Position behind the batch, checked to be inside the memory. */
  private int end() {
    int size = sizeInBytes();
    if (size < headerSize() || size > segment.size() - position) {
      throw new CorruptMessageException(
          "Log batch claims "
              + size
              + " bytes, "
              + (segment.size() - position)
              + " are there; the answer or file is cut short or corrupt.");
    }
    return position + size;
  }

  /**
   * The change type of a record by its index in the batch, for bodies of format ARROW.
   *
   * @throws CorruptMessageException if the batch is too short for its change types
   * @throws UnsupportedOperationException if the stored byte is no change type
   */
  public ChangeType changeType(int index) {
    if (LogBatchHeader.isAppendOnly(buf, position)) {
      return ChangeType.APPEND_ONLY;
    }
    int at = position + headerSize() + index;
    if (at >= end()) {
      throw new CorruptMessageException("Log batch ends inside its change types.");
    }
    return ChangeType.fromByteValue(buf.get(at));
  }

  /**
   * The change types of all records, for bodies of format ARROW; null if all are {@link
   * ChangeType#APPEND_ONLY}. Fails as {@link #changeType} does.
   */
  public ChangeType[] changeTypes() {
    if (LogBatchHeader.isAppendOnly(buf, position)) {
      return null;
    }
    int count = getRecordCount();
    int first = position + headerSize();
    if (count < 0 || count > end() - first) {
      throw new CorruptMessageException("Log batch ends inside its change types.");
    }
    ChangeType[] types = new ChangeType[count];
    for (int i = 0; i < count; i++) {
      types[i] = ChangeType.fromByteValue(buf.get(first + i));
    }
    return types;
  }

  /** Whether every record is {@link ChangeType#APPEND_ONLY}. */
  public boolean isAppendOnly() {
    return LogBatchHeader.isAppendOnly(buf, position);
  }

  /**
   * The wanted columns of a batch of format ARROW, for readers that do not need rows.
   *
   * @throws CorruptMessageException if the body is not what the header and the schema say
   */
  public ArrowColumn[] columns(ReadContext context) {
    int recordCount = getRecordCount();
    int end = end();
    long body = position + (long) headerSize();
    if (!LogBatchHeader.isAppendOnly(buf, position)) {
      body += recordCount;
    }
    if (recordCount <= 0 || body > end) {
      throw new CorruptMessageException(
          "Log batch of " + (end - position) + " bytes claims " + recordCount + " records.");
    }
    byte[] bytes = segment.getHeapMemory();
    int start = (int) body;
    if (bytes == null) {
      bytes = new byte[end - start];
      segment.get(start, bytes);
      end = bytes.length;
      start = 0;
    }
    return context.getArrowReader(schemaId()).read(bytes, start, end, recordCount);
  }

  @Override
  public CloseableIterator<LogRecord> records(ReadContext context) {
    if (getRecordCount() == 0) {
      return CloseableIterator.emptyIterator();
    }
    return CloseableIterator.wrap(
        context.getLogFormat() == LogFormat.ARROW
            ? new ColumnIterator(context)
            : new RowIterator(context));
  }

  private abstract class RecordIterator implements Iterator<LogRecord> {
    final int recordCount = getRecordCount();
    private final long baseOffset = baseLogOffset();
    private final long timestamp = commitTimestamp();
    private int next;

    @Override
    public final boolean hasNext() {
      return next < recordCount;
    }

    @Override
    public final LogRecord next() {
      if (next >= recordCount) {
        throw new NoSuchElementException();
      }
      ChangeType changeType = changeTypeOf(next);
      InternalRow row = row(next);
      return new GenericRecord(baseOffset + next++, timestamp, changeType, row);
    }

    abstract ChangeType changeTypeOf(int index);

    abstract InternalRow row(int index);
  }

  private final class ColumnIterator extends RecordIterator {
    private final ArrowColumn[] columns;
    private final ChangeType[] changeTypes;

    ColumnIterator(ReadContext context) {
      columns = columns(context);
      changeTypes = changeTypes();
    }

    @Override
    ChangeType changeTypeOf(int index) {
      return changeTypes == null ? ChangeType.APPEND_ONLY : changeTypes[index];
    }

    @Override
    InternalRow row(int index) {
      return new ArrowRow(columns, index);
    }
  }

  private final class RowIterator extends RecordIterator {
    private final MemorySegment memory = segment;
    private final RowDecoder decoder;
    private final int[] positions;
    private final int end = end();
    private int at = position + headerSize();

    RowIterator(ReadContext context) {
      decoder = context.getRowDecoder(schemaId());
      positions = context.getOutputPositions(schemaId());
    }

    @Override
    ChangeType changeTypeOf(int index) {
      RowLogRecord.rowSize(memory, at, end);
      return ChangeType.fromByteValue(memory.get(at + RowLogRecord.LENGTH_SIZE));
    }

    @Override
    InternalRow row(int index) {
      int size = RowLogRecord.rowSize(memory, at, end);
      int start = at + RowLogRecord.LENGTH_SIZE + RowLogRecord.ATTRIBUTES_SIZE;
      BinaryRow row = decoder.decode(memory, start, size);
      check(row, start);
      at = start + size;
      return positions == null ? row : ProjectedRow.from(positions).replaceRow(row);
    }

    /** Finds all fields now, so that a corrupt row fails here and not in the hands of the user. */
    private void check(BinaryRow row, int start) {
      if (row instanceof SequentialRow) {
        try {
          ((SequentialRow) row).ensureValid();
        } catch (IndexOutOfBoundsException | InvalidRecordException e) {
          throw new CorruptMessageException(
              "The row at " + (start - position) + " of a log batch is corrupt.", e);
        }
      }
    }
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    DefaultLogRecordBatch other = (DefaultLogRecordBatch) o;
    int size = sizeInBytes();
    return size == other.sizeInBytes()
        && segment.equalTo(other.segment, position, other.position, size);
  }

  @Override
  public int hashCode() {
    return segment.wrap(position, sizeInBytes()).hashCode();
  }
}

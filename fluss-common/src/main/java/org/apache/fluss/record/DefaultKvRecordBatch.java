// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.zip.CRC32C;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.record.bytesview.BytesView;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.utils.AbstractIterator;

/** A kv batch in memory. Not safe for concurrent use while it is moved. */
@PublicEvolving
public class DefaultKvRecordBatch implements KvRecordBatch {
  /** Bytes before the part that the length field counts. */
  public static final int KV_OVERHEAD = 4;

  public static final int RECORDS_COUNT_OFFSET = 24;
  public static final int RECORD_BATCH_HEADER_SIZE = 28;

  static final int MAGIC_OFFSET = 4;
  static final int CRC_OFFSET = 5;
  static final int SCHEMA_ID_OFFSET = 9;
  static final int ATTRIBUTES_OFFSET = 11;
  static final int WRITER_ID_OFFSET = 12;
  static final int BATCH_SEQUENCE_OFFSET = 20;

  private MemorySegment segment;
  private int position;

  /** A batch that is yet to be pointed at memory. */
  public DefaultKvRecordBatch() {}

  /** Makes this a view of the batch at a position; nothing is checked. */
  public void pointTo(MemorySegment segment, int position) {
    this.segment = segment;
    this.position = position;
  }

  public static DefaultKvRecordBatch pointToMemory(MemorySegment segment, int position) {
    DefaultKvRecordBatch batch = new DefaultKvRecordBatch();
    batch.pointTo(segment, position);
    return batch;
  }

  public static DefaultKvRecordBatch pointToBytes(byte[] bytes) {
    return pointToBytes(bytes, 0);
  }

  public static DefaultKvRecordBatch pointToBytes(byte[] bytes, int offset) {
    return pointToMemory(MemorySegment.wrap(bytes), offset);
  }

  /** A view of what remains in the buffer; a copy if the buffer is on the heap and read-only. */
  public static DefaultKvRecordBatch pointToByteBuffer(ByteBuffer buffer) {
    MemoryLogRecords range = MemoryLogRecords.pointToByteBuffer(buffer);
    return pointToMemory(range.getMemorySegment(), range.getPosition());
  }

  /** A view of the bytes, copied if they lie in several pieces. */
  public static DefaultKvRecordBatch pointToBytesView(BytesView bytesView) {
    return pointToByteBuffer(bytesView.toByteBuffer());
  }

  public MemorySegment getMemorySegment() {
    return segment;
  }

  /** Start in the memory. */
  public int getPosition() {
    return position;
  }

  @Override
  public boolean isValid() {
    return fault() == null;
  }

  @Override
  public void ensureValid() {
    String fault = fault();
    if (fault != null) {
      throw new CorruptMessageException("Kv batch is corrupt: " + fault);
    }
  }

  private String fault() {
    int available = segment.size() - position;
    if (available < RECORD_BATCH_HEADER_SIZE) {
      return "only " + available + " bytes are there, a header has 28.";
    }
    int size = sizeInBytes();
    if (size < RECORD_BATCH_HEADER_SIZE || size > available) {
      return "it claims " + size + " bytes, " + available + " are there.";
    }
    long computed = crc(segment.wrap(position, size));
    return computed == checksum()
        ? null
        : "its CRC is " + computed + ", stored is " + checksum() + ".";
  }

  /** CRC of the batch from position to limit of a buffer. */
  static long crc(ByteBuffer batch) {
    batch.position(batch.position() + SCHEMA_ID_OFFSET);
    CRC32C crc = new CRC32C();
    crc.update(batch);
    return crc.getValue();
  }

  @Override
  public long checksum() {
    return Integer.toUnsignedLong(segment.getInt(position + CRC_OFFSET));
  }

  @Override
  public short schemaId() {
    return segment.getShort(position + SCHEMA_ID_OFFSET);
  }

  @Override
  public byte magic() {
    return segment.get(position + MAGIC_OFFSET);
  }

  @Override
  public long writerId() {
    return segment.getLong(position + WRITER_ID_OFFSET);
  }

  @Override
  public int batchSequence() {
    return segment.getInt(position + BATCH_SEQUENCE_OFFSET);
  }

  @Override
  public int getRecordCount() {
    return segment.getInt(position + RECORDS_COUNT_OFFSET);
  }

  @Override
  public int sizeInBytes() {
    return KV_OVERHEAD + segment.getInt(position);
  }

  @Override
  public Iterable<KvRecord> records(ReadContext readContext) {
    int size = sizeInBytes();
    int count = getRecordCount();
    if (size < RECORD_BATCH_HEADER_SIZE || size > segment.size() - position || count < 0) {
      throw new CorruptMessageException(
          "Kv batch claims "
              + count
              + " records in "
              + size
              + " bytes, "
              + (segment.size() - position)
              + " are there.");
    }
    RowDecoder decoder = count == 0 ? null : readContext.getRowDecoder(schemaId());
    MemorySegment memory = segment;
    int start = position;
    return () -> iterator(memory, start, start + size, count, decoder);
  }

  private static Iterator<KvRecord> iterator(
      MemorySegment memory, int start, int end, int count, RowDecoder decoder) {
    return new AbstractIterator<KvRecord>() {
      private int at = start + RECORD_BATCH_HEADER_SIZE;
      private int left = count;

      @Override
      protected KvRecord makeNext() {
        if (left == 0) {
          return allDone();
        }
        left--;
        DefaultKvRecord record = DefaultKvRecord.readFrom(memory, at, end, decoder);
        at += record.getSizeInBytes();
        return record;
      }
    };
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    DefaultKvRecordBatch other = (DefaultKvRecordBatch) o;
    int size = sizeInBytes();
    return size == other.sizeInBytes()
        && segment.equalTo(other.segment, position, other.position, size);
  }

  @Override
  public int hashCode() {
    return segment.wrap(position, sizeInBytes()).hashCode();
  }
}

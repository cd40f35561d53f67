// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.util.Arrays;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.serializer.ArraySerializer;
import org.apache.fluss.row.serializer.MapSerializer;
import org.apache.fluss.row.serializer.RowSerializer;

/**
 * Writes values into slots, one for each position: up to 7 bytes go into a slot of 8, more go
 * behind all slots, padded to a multiple of 8, and the slot says where.
 */
public abstract class AbstractBinaryWriter implements BinaryWriter {
  protected MemorySegment segment;

  /** End of what is written, where the next long value goes. */
  protected int cursor;

  public AbstractBinaryWriter() {}

  /** The position of a slot in the segment. */
  protected abstract int getFieldOffset(int pos);

  /** Makes the slot refer to bytes elsewhere. */
  protected abstract void setOffsetAndSize(int pos, int offset, long size);

  /** Called once the segment was replaced by a larger one. */
  protected abstract void afterGrow();

  protected abstract void setNullBit(int ordinal);

  public MemorySegment getSegments() {
    return segment;
  }

  protected static int roundNumberOfBytesToNearestWord(int numBytes) {
    return (numBytes + 7) & ~7;
  }

  /** Makes room for {@code neededSize} bytes more. */
  protected void ensureCapacity(int neededSize) {
    if (neededSize > segment.size() - cursor) {
      long size = Math.max(Math.addExact(cursor, neededSize), 2L * segment.size());
      int newSize = (int) Math.min(size, Integer.MAX_VALUE - 8L);
      segment = MemorySegment.wrap(Arrays.copyOf(segment.getArray(), newSize));
      afterGrow();
    }
  }

  /** Zeroes the bytes between a long value of {@code numBytes} at the cursor and the next one. */
  protected void zeroOutPaddingBytes(int numBytes) {
    if ((numBytes & 7) != 0) {
      segment.putLong(cursor + (numBytes & ~7), 0);
    }
  }

  /** Writes the first {@code len} bytes behind the slots. */
  public void writeBytesToVarLenPart(int pos, byte[] value, int len) {
    writeBehindSlots(pos, MemorySegment.wrap(value), 0, len);
  }

  /** Writes bytes in memory behind the slots. */
  public void writeSegmentsToVarLenPart(int pos, MemorySegment[] segments, int offset, int size) {
    BinaryString bytes = BinaryString.fromAddress(segments, offset, size);
    writeBehindSlots(pos, bytes.segment, bytes.offset, size);
  }

  private void writeBehindSlots(int pos, MemorySegment source, int offset, int size) {
    int padded = roundNumberOfBytesToNearestWord(size);
    ensureCapacity(padded);
    zeroOutPaddingBytes(size);
    source.copyTo(offset, segment, cursor, size);
    setOffsetAndSize(pos, cursor, size);
    cursor += padded;
  }

  private void writeVariable(int pos, MemorySegment source, int offset, int size) {
    if (size > BinarySection.MAX_FIX_PART_DATA_SIZE) {
      writeBehindSlots(pos, source, offset, size);
      return;
    }
    int slot = getFieldOffset(pos);
    segment.putLong(slot, (0x80L | size) << 56);
    source.copyTo(offset, segment, slot, size);
  }

  private void writeBehindSlots(int pos, BinarySection value) {
    writeBehindSlots(pos, value.segment, value.offset, value.sizeInBytes);
  }

  @Override
  public void writeString(int pos, BinaryString input) {
    writeVariable(pos, input.segment, input.offset, input.sizeInBytes);
  }

  @Override
  public void writeChar(int pos, BinaryString value, int length) {
    writeString(pos, value);
  }

  @Override
  public void writeBytes(int pos, byte[] bytes) {
    writeVariable(pos, MemorySegment.wrap(bytes), 0, bytes.length);
  }

  @Override
  public void writeBinary(int pos, byte[] bytes, int length) {
    writeBytes(pos, bytes);
  }

  /** Leaves room for 16 bytes if the precision is above 18. */
  @Override
  public void writeDecimal(int pos, Decimal value, int precision) {
    if (Decimal.isCompact(precision)) {
      writeLong(pos, value.toUnscaledLong());
      return;
    }
    byte[] bytes = value.toUnscaledBytes();
    ensureCapacity(2 * Long.BYTES);
    segment.putLong(cursor, 0);
    segment.putLong(cursor + Long.BYTES, 0);
    segment.put(cursor, bytes);
    setOffsetAndSize(pos, cursor, bytes.length);
    cursor += 2 * Long.BYTES;
  }

  @Override
  public void writeTimestampNtz(int pos, TimestampNtz value, int precision) {
    writeTimestamp(pos, value.getMillisecond(), value.getNanoOfMillisecond(), precision);
  }

  @Override
  public void writeTimestampLtz(int pos, TimestampLtz value, int precision) {
    writeTimestamp(pos, value.getEpochMillisecond(), value.getNanoOfMillisecond(), precision);
  }

  private void writeTimestamp(int pos, long millis, int nanos, int precision) {
    if (TimestampNtz.isCompact(precision)) {
      writeLong(pos, millis);
      return;
    }
    ensureCapacity(Long.BYTES);
    segment.putLong(cursor, millis);
    setOffsetAndSize(pos, cursor, nanos);
    cursor += Long.BYTES;
  }

  @Override
  public void writeArray(int pos, InternalArray value, ArraySerializer serializer) {
    writeBehindSlots(pos, serializer.toBinaryArray(value));
  }

  @Override
  public void writeMap(int pos, InternalMap value, MapSerializer serializer) {
    writeBehindSlots(pos, serializer.toBinaryMap(value));
  }

  @Override
  public void writeRow(int pos, InternalRow value, RowSerializer serializer) {
    BinaryRow row = serializer.toBinaryRow(value);
    writeBehindSlots(pos, row.getSegments()[0], row.getOffset(), row.getSizeInBytes());
  }
}

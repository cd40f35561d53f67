// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.util.Arrays;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.serializer.ArraySerializer;
import org.apache.fluss.row.serializer.MapSerializer;
import org.apache.fluss.row.serializer.RowSerializer;

/**
 * Writes rows whose fields lie one after the other behind bits for nulls, into a buffer that is
 * reused for the next row.
 */
public abstract class SequentialRowWriter implements SequentialBinaryWriter {
  private static final int INITIAL_BYTES = 64;

  private final int header;
  protected byte[] buffer;
  protected int position;
  private MemorySegment segment;

  /**
   * @param header number of bytes in front of the first field
   */
  protected SequentialRowWriter(int header) {
    this.header = header;
    this.buffer = new byte[header + INITIAL_BYTES];
    this.position = header;
  }

  /** Makes room for {@code bytes} more. */
  protected final void ensureRoom(int bytes) {
    if (bytes > buffer.length - position) {
      int needed = Math.addExact(position, bytes);
      buffer =
          Arrays.copyOf(
              buffer, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, 2L * buffer.length)));
      segment = null;
    }
  }

  /** Appends bytes together with their number. */
  protected abstract void writeVariable(MemorySegment source, int offset, int length);

  /** Appends bytes alone. */
  protected final void append(MemorySegment source, int offset, int length) {
    ensureRoom(length);
    source.get(offset, buffer, position, length);
    position += length;
  }

  private void writeVariable(BinarySection section) {
    writeVariable(section.segment, section.offset, section.sizeInBytes);
  }

  /** A copy of the bytes of the row. */
  public final byte[] toBytes() {
    return Arrays.copyOf(buffer, position);
  }

  @Override
  public final int position() {
    return position;
  }

  @Override
  public final MemorySegment segment() {
    MemorySegment current = segment;
    if (current == null) {
      current = MemorySegment.wrap(buffer);
      segment = current;
    }
    return current;
  }

  @Override
  public void reset() {
    Arrays.fill(buffer, 0, header, (byte) 0);
    position = header;
  }

  @Override
  public final void complete() {}

  @Override
  public final void setNullAt(int pos) {
    buffer[pos >> 3] |= (byte) (1 << (pos & 7));
  }

  @Override
  public final void writeBoolean(boolean value) {
    writeByte((byte) (value ? 1 : 0));
  }

  @Override
  public final void writeByte(byte value) {
    ensureRoom(Byte.BYTES);
    buffer[position++] = value;
  }

  @Override
  public final void writeShort(short value) {
    ensureRoom(Short.BYTES);
    LittleEndian.putShort(buffer, position, value);
    position += Short.BYTES;
  }

  /** Appends an int of fixed width. */
  protected final void writeFixed(int value) {
    ensureRoom(Integer.BYTES);
    LittleEndian.putInt(buffer, position, value);
    position += Integer.BYTES;
  }

  /** Appends a long of fixed width. */
  protected final void writeFixed(long value) {
    ensureRoom(Long.BYTES);
    LittleEndian.putLong(buffer, position, value);
    position += Long.BYTES;
  }

  @Override
  public final void writeFloat(float value) {
    writeFixed(Float.floatToRawIntBits(value));
  }

  @Override
  public final void writeDouble(double value) {
    writeFixed(Double.doubleToRawLongBits(value));
  }

  @Override
  public final void writeString(BinaryString value) {
    writeVariable(value);
  }

  @Override
  public final void writeBytes(byte[] value) {
    writeVariable(MemorySegment.wrap(value), 0, value.length);
  }

  @Override
  public final void writeDecimal(Decimal value, int precision) {
    if (Decimal.isCompact(precision)) {
      writeLong(value.toUnscaledLong());
    } else {
      writeBytes(value.toUnscaledBytes());
    }
  }

  @Override
  public final void writeTimestampNtz(TimestampNtz value, int precision) {
    writeTimestamp(value.getMillisecond(), value.getNanoOfMillisecond(), precision);
  }

  @Override
  public final void writeTimestampLtz(TimestampLtz value, int precision) {
    writeTimestamp(value.getEpochMillisecond(), value.getNanoOfMillisecond(), precision);
  }

  private void writeTimestamp(long millis, int nanos, int precision) {
    writeLong(millis);
    if (!TimestampNtz.isCompact(precision)) {
      writeInt(nanos);
    }
  }

  @Override
  public final void writeArray(InternalArray value, ArraySerializer serializer) {
    writeVariable(serializer.toBinaryArray(value));
  }

  @Override
  public final void writeMap(InternalMap value, MapSerializer serializer) {
    writeVariable(serializer.toBinaryMap(value));
  }

  @Override
  public final void writeRow(InternalRow value, RowSerializer serializer) {
    BinaryRow row = serializer.toBinaryRow(value);
    writeVariable(row.getSegments()[0], row.getOffset(), row.getSizeInBytes());
  }
}

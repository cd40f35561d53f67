// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.aligned;

import java.util.Arrays;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.AbstractBinaryWriter;

/** Writes rows in the aligned format; {@code complete} points the row at them. */
public final class AlignedRowWriter extends AbstractBinaryWriter {
  private static final int INITIAL_BYTES = 32;

  private final AlignedRow row;
  private final int nullBytes;
  private final int fixedBytes;

  public AlignedRowWriter(AlignedRow row) {
    this.row = row;
    this.nullBytes = AlignedRow.nullBytes(row.getFieldCount());
    this.fixedBytes = nullBytes + row.getFieldCount() * Long.BYTES;
    this.segment = MemorySegment.allocateHeapMemory(fixedBytes + INITIAL_BYTES);
    this.cursor = fixedBytes;
  }

  @Override
  public void reset() {
    Arrays.fill(segment.getArray(), 0, fixedBytes, (byte) 0);
    cursor = fixedBytes;
  }

  @Override
  public void complete() {
    row.pointTo(segment, 0, cursor);
  }

  /** A copy of the bytes written so far. */
  public byte[] toBytes() {
    return Arrays.copyOf(segment.getArray(), cursor);
  }

  @Override
  protected int getFieldOffset(int pos) {
    return nullBytes + pos * Long.BYTES;
  }

  @Override
  protected void setOffsetAndSize(int pos, int offset, long size) {
    segment.putLong(getFieldOffset(pos), (long) offset << 32 | size);
  }

  @Override
  protected void afterGrow() {}

  @Override
  protected void setNullBit(int ordinal) {
    int bit = ordinal + 8;
    segment.put(bit >> 3, (byte) (segment.get(bit >> 3) | 1 << (bit & 7)));
  }

  @Override
  public void setNullAt(int pos) {
    setNullBit(pos);
    segment.putLong(getFieldOffset(pos), 0);
  }

  @Override
  public void writeBoolean(int pos, boolean value) {
    segment.putBoolean(getFieldOffset(pos), value);
  }

  @Override
  public void writeByte(int pos, byte value) {
    segment.put(getFieldOffset(pos), value);
  }

  @Override
  public void writeShort(int pos, short value) {
    segment.putShort(getFieldOffset(pos), value);
  }

  @Override
  public void writeInt(int pos, int value) {
    segment.putInt(getFieldOffset(pos), value);
  }

  @Override
  public void writeLong(int pos, long value) {
    segment.putLong(getFieldOffset(pos), value);
  }

  @Override
  public void writeFloat(int pos, float value) {
    segment.putFloat(getFieldOffset(pos), value);
  }

  @Override
  public void writeDouble(int pos, double value) {
    segment.putDouble(getFieldOffset(pos), value);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.types.DataType;

/** Writes the elements of an array; {@code complete} points the array at them. */
public final class BinaryArrayWriter extends AbstractBinaryWriter {
  private final BinaryArray array;
  private final int elementSize;
  private int numElements;
  private int header;
  private int fixedBytes;

  /**
   * @param elementSize bytes of a slot, see {@link BinaryArray#calculateFixLengthPartSize}
   */
  public BinaryArrayWriter(BinaryArray array, int numElements, int elementSize) {
    this.array = array;
    this.elementSize = elementSize;
    reset(numElements);
  }

  /** Starts over with another number of elements. */
  public void reset(int elements) {
    numElements = elements;
    header = BinaryArray.calculateHeaderInBytes(elements);
    long bytes = header + (long) elements * elementSize + 7 & ~7L;
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("An array of " + elements + " elements is too large");
    }
    fixedBytes = (int) bytes;
    if (segment == null || segment.size() < fixedBytes) {
      segment = MemorySegment.allocateHeapMemory(fixedBytes);
    }
    reset();
  }

  @Override
  public void reset() {
    Arrays.fill(segment.getArray(), 0, fixedBytes, (byte) 0);
    segment.putInt(0, numElements);
    cursor = fixedBytes;
  }

  public int getNumElements() {
    return numElements;
  }

  @Override
  public void complete() {
    array.pointTo(segment, 0, cursor);
  }

  @Override
  public int getFieldOffset(int pos) {
    return header + elementSize * pos;
  }

  @Override
  public void setOffsetAndSize(int pos, int offset, long size) {
    segment.putLong(getFieldOffset(pos), (long) offset << 32 | size);
  }

  @Override
  public void afterGrow() {}

  public static int roundNumberOfBytesToNearestWord(int numBytes) {
    return AbstractBinaryWriter.roundNumberOfBytesToNearestWord(numBytes);
  }

  @Override
  public void setNullBit(int ordinal) {
    int at = Integer.BYTES + (ordinal >> 3);
    segment.put(at, (byte) (segment.get(at) | 1 << (ordinal & 7)));
  }

  /** Makes an element of any type null. */
  @Override
  public void setNullAt(int pos) {
    setNullBit(pos);
    int slot = getFieldOffset(pos);
    Arrays.fill(segment.getArray(), slot, slot + elementSize, (byte) 0);
  }

  public void setNullAt(int pos, DataType type) {
    setNullAt(pos);
  }

  public void setNullBoolean(int ordinal) {
    setNullAt(ordinal);
  }

  public void setNullByte(int ordinal) {
    setNullAt(ordinal);
  }

  public void setNullShort(int ordinal) {
    setNullAt(ordinal);
  }

  public void setNullInt(int ordinal) {
    setNullAt(ordinal);
  }

  public void setNullLong(int ordinal) {
    setNullAt(ordinal);
  }

  public void setNullFloat(int ordinal) {
    setNullAt(ordinal);
  }

  public void setNullDouble(int ordinal) {
    setNullAt(ordinal);
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

  /** Writes every NaN as the same one. */
  @Override
  public void writeFloat(int pos, float value) {
    writeInt(pos, Float.floatToIntBits(value));
  }

  /** Writes every NaN as the same one. */
  @Override
  public void writeDouble(int pos, double value) {
    writeLong(pos, Double.doubleToLongBits(value));
  }

  /** Something that makes elements of the type null. */
  public static NullSetter createNullSetter(DataType elementType) {
    return BinaryArrayWriter::setNullAt;
  }

  /** Makes elements of one type null. */
  public interface NullSetter extends Serializable {
    void setNull(BinaryArrayWriter writer, int pos);
  }
}

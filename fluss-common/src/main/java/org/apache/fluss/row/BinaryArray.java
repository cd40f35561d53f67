// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.lang.reflect.Array;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;

/**
 * An array that is a view of bytes, the same in all row formats but for nested rows: number of
 * elements, bits for nulls in words of 4 bytes, one slot for each element, then the values too long
 * for their slot. Getters throw {@link IndexOutOfBoundsException} for a position that is not there.
 */
@PublicEvolving
public abstract class BinaryArray extends BinarySection
    implements InternalArray, MemoryAwareGetters, DataSetters {
  private static final long serialVersionUID = 1L;

  private transient int size;
  private transient int elements;

  public BinaryArray() {}

  /** Bytes of the number of elements and the bits for nulls. */
  public static int calculateHeaderInBytes(int numFields) {
    return 4 + (int) ((numFields + 31L) / 32 * 4);
  }

  /** Bytes of the slot of an element. */
  public static int calculateFixLengthPartSize(DataType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
      case TINYINT:
        return Byte.BYTES;
      case SMALLINT:
        return Short.BYTES;
      case INTEGER:
      case FLOAT:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return Integer.BYTES;
      default:
        return Long.BYTES;
    }
  }

  /** An array to read nested arrays with. */
  protected abstract BinaryArray createNestedArrayInstance();

  /** A map to read nested maps with. */
  protected abstract BinaryMap createNestedMapInstance();

  @Override
  protected void pointed() {
    int count = sizeInBytes < Integer.BYTES ? -1 : segment.getInt(offset);
    if (count < 0 || calculateHeaderInBytes(count) > sizeInBytes) {
      throw new InvalidRecordException(
          "An array of " + sizeInBytes + " bytes cannot have the " + count + " elements it claims");
    }
    size = count;
    elements = offset + calculateHeaderInBytes(count);
  }

  /** Throws {@link IndexOutOfBoundsException} unless the element exists. */
  protected void assertIndexIsValid(int ordinal) {
    if (ordinal < 0 || ordinal >= size) {
      throw new IndexOutOfBoundsException("No element " + ordinal + " in an array of " + size);
    }
  }

  /** The position in the segment of a slot of the given width. */
  private int slot(int pos, int width) {
    assertIndexIsValid(pos);
    long slot = elements + (long) pos * width;
    if (slot + width > offset + (long) sizeInBytes) {
      throw new InvalidRecordException(
          "Element " + pos + " of " + size + " lies outside of the " + sizeInBytes + " bytes");
    }
    return (int) slot;
  }

  private void bit(int pos, boolean set) {
    int at = offset + Integer.BYTES + (pos >> 3);
    int mask = 1 << (pos & 7);
    segment.put(at, (byte) (set ? segment.get(at) | mask : segment.get(at) & ~mask));
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNullAt(int pos) {
    assertIndexIsValid(pos);
    return (segment.get(offset + Integer.BYTES + (pos >> 3)) >> (pos & 7) & 1) != 0;
  }

  /** Whether any element is null. */
  public boolean anyNull() {
    for (int at = offset + Integer.BYTES; at < elements; at += Integer.BYTES) {
      if (segment.getInt(at) != 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean getBoolean(int pos) {
    return segment.getBoolean(slot(pos, Byte.BYTES));
  }

  @Override
  public byte getByte(int pos) {
    return segment.get(slot(pos, Byte.BYTES));
  }

  @Override
  public short getShort(int pos) {
    return segment.getShort(slot(pos, Short.BYTES));
  }

  @Override
  public int getInt(int pos) {
    return segment.getInt(slot(pos, Integer.BYTES));
  }

  @Override
  public long getLong(int pos) {
    return segment.getLong(slot(pos, Long.BYTES));
  }

  @Override
  public float getFloat(int pos) {
    return segment.getFloat(slot(pos, Float.BYTES));
  }

  @Override
  public double getDouble(int pos) {
    return segment.getDouble(slot(pos, Double.BYTES));
  }

  /** The extent of an element of variable width. */
  protected final long variableExtent(int pos) {
    return slotExtent(slot(pos, Long.BYTES));
  }

  @Override
  public BinaryString getChar(int pos, int length) {
    return getString(pos);
  }

  @Override
  public BinaryString getString(int pos) {
    return stringAt(variableExtent(pos));
  }

  @Override
  public byte[] getBinary(int pos, int length) {
    return getBytes(pos);
  }

  @Override
  public byte[] getBytes(int pos) {
    return bytesAt(variableExtent(pos));
  }

  @Override
  public Decimal getDecimal(int pos, int precision, int scale) {
    return Decimal.isCompact(precision)
        ? Decimal.fromUnscaledLong(getLong(pos), precision, scale)
        : decimalAt(variableExtent(pos), precision, scale);
  }

  @Override
  public TimestampNtz getTimestampNtz(int pos, int precision) {
    return ntzAt(slot(pos, Long.BYTES), precision);
  }

  @Override
  public TimestampLtz getTimestampLtz(int pos, int precision) {
    return ltzAt(slot(pos, Long.BYTES), precision);
  }

  @Override
  public InternalArray getArray(int pos) {
    return pointAt(createNestedArrayInstance(), variableExtent(pos));
  }

  @Override
  public InternalMap getMap(int pos) {
    return pointAt(createNestedMapInstance(), variableExtent(pos));
  }

  @Override
  public boolean[] toBooleanArray() {
    boolean[] values = new boolean[copyable(Byte.BYTES)];
    for (int i = 0; i < size; i++) {
      values[i] = segment.getBoolean(elements + i);
    }
    return values;
  }

  @Override
  public byte[] toByteArray() {
    byte[] values = new byte[copyable(Byte.BYTES)];
    segment.get(elements, values);
    return values;
  }

  @Override
  public short[] toShortArray() {
    short[] values = new short[copyable(Short.BYTES)];
    segment.wrap(elements, size * Short.BYTES).asShortBuffer().get(values);
    return values;
  }

  @Override
  public int[] toIntArray() {
    int[] values = new int[copyable(Integer.BYTES)];
    segment.wrap(elements, size * Integer.BYTES).asIntBuffer().get(values);
    return values;
  }

  @Override
  public long[] toLongArray() {
    long[] values = new long[copyable(Long.BYTES)];
    segment.wrap(elements, size * Long.BYTES).asLongBuffer().get(values);
    return values;
  }

  @Override
  public float[] toFloatArray() {
    float[] values = new float[copyable(Float.BYTES)];
    segment.wrap(elements, size * Float.BYTES).asFloatBuffer().get(values);
    return values;
  }

  @Override
  public double[] toDoubleArray() {
    double[] values = new double[copyable(Double.BYTES)];
    segment.wrap(elements, size * Double.BYTES).asDoubleBuffer().get(values);
    return values;
  }

  /** The number of elements, none of which is null and all of which are there. */
  private int copyable(int width) {
    if (anyNull()) {
      throw new IllegalStateException("A primitive array cannot hold the nulls of this array");
    }
    extent(elements, Math.multiplyExact(size, width));
    return size;
  }

  /** The elements as objects of their type, null for null. */
  @SuppressWarnings("unchecked")
  public <T> T[] toObjectArray(DataType elementType) {
    T[] values = (T[]) Array.newInstance(InternalRow.getDataClass(elementType), size);
    ValueGetter getter = ValueGetter.of(elementType.copy(true));
    for (int i = 0; i < size; i++) {
      values[i] = (T) getter.get(this, i);
    }
    return values;
  }

  /** Makes an element of 8 bytes null. */
  @Override
  public void setNullAt(int pos) {
    setNullLong(pos);
  }

  public void setNotNullAt(int pos) {
    assertIndexIsValid(pos);
    bit(pos, false);
  }

  public void setNullBoolean(int pos) {
    setNullByte(pos);
  }

  public void setNullByte(int pos) {
    setByte(pos, (byte) 0);
    bit(pos, true);
  }

  public void setNullShort(int pos) {
    setShort(pos, (short) 0);
    bit(pos, true);
  }

  public void setNullInt(int pos) {
    setInt(pos, 0);
    bit(pos, true);
  }

  public void setNullLong(int pos) {
    setLong(pos, 0);
    bit(pos, true);
  }

  public void setNullFloat(int pos) {
    setNullInt(pos);
  }

  public void setNullDouble(int pos) {
    setNullLong(pos);
  }

  @Override
  public void setBoolean(int pos, boolean value) {
    setByte(pos, (byte) (value ? 1 : 0));
  }

  @Override
  public void setByte(int pos, byte value) {
    setNotNullAt(pos);
    segment.put(slot(pos, Byte.BYTES), value);
  }

  @Override
  public void setShort(int pos, short value) {
    setNotNullAt(pos);
    segment.putShort(slot(pos, Short.BYTES), value);
  }

  @Override
  public void setInt(int pos, int value) {
    setNotNullAt(pos);
    segment.putInt(slot(pos, Integer.BYTES), value);
  }

  @Override
  public void setLong(int pos, long value) {
    setNotNullAt(pos);
    segment.putLong(slot(pos, Long.BYTES), value);
  }

  @Override
  public void setFloat(int pos, float value) {
    setNotNullAt(pos);
    segment.putFloat(slot(pos, Float.BYTES), value);
  }

  @Override
  public void setDouble(int pos, double value) {
    setNotNullAt(pos);
    segment.putDouble(slot(pos, Double.BYTES), value);
  }

  /** Overwrites a decimal; one of more than 18 digits only if the element was not written null. */
  @Override
  public void setDecimal(int pos, Decimal value, int precision) {
    if (Decimal.isCompact(precision)) {
      setLong(pos, value.toUnscaledLong());
      return;
    }
    long start = variableStart(pos, 2 * Long.BYTES);
    byte[] bytes = value.toUnscaledBytes();
    segment.putLong((int) start, 0);
    segment.putLong((int) start + Long.BYTES, 0);
    segment.put((int) start, bytes);
    setLong(pos, (start - offset) << 32 | bytes.length);
  }

  /** Overwrites a timestamp; one of more than milliseconds only if it was not written null. */
  @Override
  public void setTimestampNtz(int pos, TimestampNtz value, int precision) {
    setTimestamp(pos, value.getMillisecond(), value.getNanoOfMillisecond(), precision);
  }

  /** Overwrites a timestamp; one of more than milliseconds only if it was not written null. */
  @Override
  public void setTimestampLtz(int pos, TimestampLtz value, int precision) {
    setTimestamp(pos, value.getEpochMillisecond(), value.getNanoOfMillisecond(), precision);
  }

  private void setTimestamp(int pos, long millis, int nanos, int precision) {
    if (TimestampNtz.isCompact(precision)) {
      setLong(pos, millis);
      return;
    }
    long start = variableStart(pos, Long.BYTES);
    segment.putLong((int) start, millis);
    setLong(pos, (start - offset) << 32 | nanos);
  }

  private long variableStart(int pos, int length) {
    if (isNullAt(pos)) {
      throw new IllegalStateException("Element " + pos + " was written null, it has no room");
    }
    return extent(offset + (getLong(pos) >>> 32), length) >>> 32;
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public void pointTo(MemorySegment[] segments, int offset, int sizeInBytes) {
    super.pointTo(segments, offset, sizeInBytes);
  }

  private static BinaryArray ofPrimitives(DataType type, InternalArray values) {
    NestedArray array = new NestedArray(type, BinaryRow.BinaryRowFormat.ALIGNED);
    int width = calculateFixLengthPartSize(type);
    BinaryArrayWriter writer = new BinaryArrayWriter(array, values.size(), width);
    FieldWriter element = FieldWriter.of(type, BinaryRow.BinaryRowFormat.ALIGNED);
    for (int i = 0; i < values.size(); i++) {
      element.write(values, i, writer, i);
    }
    writer.complete();
    return array;
  }

  public static BinaryArray fromPrimitiveArray(boolean[] arr) {
    return ofPrimitives(DataTypes.BOOLEAN(), new GenericArray(arr));
  }

  public static BinaryArray fromPrimitiveArray(byte[] arr) {
    return ofPrimitives(DataTypes.TINYINT(), new GenericArray(arr));
  }

  public static BinaryArray fromPrimitiveArray(short[] arr) {
    return ofPrimitives(DataTypes.SMALLINT(), new GenericArray(arr));
  }

  public static BinaryArray fromPrimitiveArray(int[] arr) {
    return ofPrimitives(DataTypes.INT(), new GenericArray(arr));
  }

  public static BinaryArray fromPrimitiveArray(long[] arr) {
    return ofPrimitives(DataTypes.BIGINT(), new GenericArray(arr));
  }

  public static BinaryArray fromPrimitiveArray(float[] arr) {
    return ofPrimitives(DataTypes.FLOAT(), new GenericArray(arr));
  }

  public static BinaryArray fromPrimitiveArray(double[] arr) {
    return ofPrimitives(DataTypes.DOUBLE(), new GenericArray(arr));
  }

  /** An array of BIGINT; elements may be null. */
  public static BinaryArray fromLongArray(Long[] arr) {
    return ofPrimitives(DataTypes.BIGINT(), new GenericArray((Object[]) arr));
  }

  /** An array of BIGINT; elements may be null. */
  public static BinaryArray fromLongArray(InternalArray arr) {
    return arr instanceof BinaryArray ? (BinaryArray) arr : ofPrimitives(DataTypes.BIGINT(), arr);
  }
}

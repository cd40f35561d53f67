// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.apache.fluss.annotation.PublicEvolving;

/**
 * An array over a Java array, of objects or of primitives; {@link InternalRow} lists the class of
 * the objects for each type. The Java array is not copied.
 */
@PublicEvolving
public final class GenericArray implements InternalArray, Serializable {
  private static final long serialVersionUID = 1L;

  // A Java array; every value class is serializable, which the static type cannot say.
  @SuppressWarnings("serial")
  private final Object array;

  private final int size;
  private final boolean primitive;

  public GenericArray(Object[] array) {
    this(array, array.length, false);
  }

  public GenericArray(int[] primitiveArray) {
    this(primitiveArray, primitiveArray.length, true);
  }

  public GenericArray(long[] primitiveArray) {
    this(primitiveArray, primitiveArray.length, true);
  }

  public GenericArray(float[] primitiveArray) {
    this(primitiveArray, primitiveArray.length, true);
  }

  public GenericArray(double[] primitiveArray) {
    this(primitiveArray, primitiveArray.length, true);
  }

  public GenericArray(short[] primitiveArray) {
    this(primitiveArray, primitiveArray.length, true);
  }

  public GenericArray(byte[] primitiveArray) {
    this(primitiveArray, primitiveArray.length, true);
  }

  public GenericArray(boolean[] primitiveArray) {
    this(primitiveArray, primitiveArray.length, true);
  }

  private GenericArray(Object array, int size, boolean primitive) {
    this.array = array;
    this.size = size;
    this.primitive = primitive;
  }

  /** An array over the given elements, which are not copied. */
  public static GenericArray of(Object... values) {
    return new GenericArray(values);
  }

  /** Whether the elements are Java primitives, hence never null. */
  public boolean isPrimitiveArray() {
    return primitive;
  }

  /** The elements as objects; the array itself unless it holds primitives. */
  public Object[] toObjectArray() {
    if (!primitive) {
      return (Object[]) array;
    }
    Object[] boxed = new Object[size];
    for (int i = 0; i < size; i++) {
      boxed[i] = Array.get(array, i);
    }
    return boxed;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNullAt(int pos) {
    return !primitive && ((Object[]) array)[pos] == null;
  }

  private Object get(int pos) {
    return ((Object[]) array)[pos];
  }

  @Override
  public boolean getBoolean(int pos) {
    return primitive ? ((boolean[]) array)[pos] : (Boolean) get(pos);
  }

  @Override
  public byte getByte(int pos) {
    return primitive ? ((byte[]) array)[pos] : (Byte) get(pos);
  }

  @Override
  public short getShort(int pos) {
    return primitive ? ((short[]) array)[pos] : (Short) get(pos);
  }

  @Override
  public int getInt(int pos) {
    return primitive ? ((int[]) array)[pos] : (Integer) get(pos);
  }

  @Override
  public long getLong(int pos) {
    return primitive ? ((long[]) array)[pos] : (Long) get(pos);
  }

  @Override
  public float getFloat(int pos) {
    return primitive ? ((float[]) array)[pos] : (Float) get(pos);
  }

  @Override
  public double getDouble(int pos) {
    return primitive ? ((double[]) array)[pos] : (Double) get(pos);
  }

  @Override
  public BinaryString getChar(int pos, int length) {
    return (BinaryString) get(pos);
  }

  @Override
  public BinaryString getString(int pos) {
    return (BinaryString) get(pos);
  }

  @Override
  public Decimal getDecimal(int pos, int precision, int scale) {
    return (Decimal) get(pos);
  }

  @Override
  public TimestampNtz getTimestampNtz(int pos, int precision) {
    return (TimestampNtz) get(pos);
  }

  @Override
  public TimestampLtz getTimestampLtz(int pos, int precision) {
    return (TimestampLtz) get(pos);
  }

  @Override
  public byte[] getBinary(int pos, int length) {
    return (byte[]) get(pos);
  }

  @Override
  public byte[] getBytes(int pos) {
    return (byte[]) get(pos);
  }

  @Override
  public InternalArray getArray(int pos) {
    return (InternalArray) get(pos);
  }

  @Override
  public InternalMap getMap(int pos) {
    return (InternalMap) get(pos);
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    return (InternalRow) get(pos);
  }

  @Override
  public boolean[] toBooleanArray() {
    return copyTo(new boolean[size]);
  }

  @Override
  public byte[] toByteArray() {
    return copyTo(new byte[size]);
  }

  @Override
  public short[] toShortArray() {
    return copyTo(new short[size]);
  }

  @Override
  public int[] toIntArray() {
    return copyTo(new int[size]);
  }

  @Override
  public long[] toLongArray() {
    return copyTo(new long[size]);
  }

  @Override
  public float[] toFloatArray() {
    return copyTo(new float[size]);
  }

  @Override
  public double[] toDoubleArray() {
    return copyTo(new double[size]);
  }

  private <T> T copyTo(T target) {
    if (primitive) {
      System.arraycopy(array, 0, target, 0, size);
    } else {
      for (int i = 0; i < size; i++) {
        Array.set(target, i, get(i));
      }
    }
    return target;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof GenericArray
        && primitive == ((GenericArray) o).primitive
        && Arrays.deepEquals(new Object[] {array}, new Object[] {((GenericArray) o).array});
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(new Object[] {array});
  }

  @Override
  public String toString() {
    String text = Arrays.deepToString(new Object[] {array});
    return text.substring(1, text.length() - 1);
  }
}

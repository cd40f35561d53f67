// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.util.Objects;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;

/** A range of a column as one array. */
final class ArrowArray implements InternalArray {
  private final ArrowColumn element;
  private final int start;
  private final int size;

  ArrowArray(ArrowColumn element, int start, int size) {
    this.element = element;
    this.start = start;
    this.size = size;
  }

  private int at(int pos) {
    return start + Objects.checkIndex(pos, size);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNullAt(int pos) {
    return element.isNullAt(at(pos));
  }

  @Override
  public boolean getBoolean(int pos) {
    return element.getBoolean(at(pos));
  }

  @Override
  public byte getByte(int pos) {
    return element.getByte(at(pos));
  }

  @Override
  public short getShort(int pos) {
    return element.getShort(at(pos));
  }

  @Override
  public int getInt(int pos) {
    return element.getInt(at(pos));
  }

  @Override
  public long getLong(int pos) {
    return element.getLong(at(pos));
  }

  @Override
  public float getFloat(int pos) {
    return element.getFloat(at(pos));
  }

  @Override
  public double getDouble(int pos) {
    return element.getDouble(at(pos));
  }

  @Override
  public BinaryString getChar(int pos, int length) {
    return element.getString(at(pos));
  }

  @Override
  public BinaryString getString(int pos) {
    return element.getString(at(pos));
  }

  @Override
  public Decimal getDecimal(int pos, int precision, int scale) {
    return element.getDecimal(at(pos), precision, scale);
  }

  @Override
  public TimestampNtz getTimestampNtz(int pos, int precision) {
    return element.getTimestampNtz(at(pos), precision);
  }

  @Override
  public TimestampLtz getTimestampLtz(int pos, int precision) {
    return element.getTimestampLtz(at(pos), precision);
  }

  @Override
  public byte[] getBinary(int pos, int length) {
    return element.getBytes(at(pos));
  }

  @Override
  public byte[] getBytes(int pos) {
    return element.getBytes(at(pos));
  }

  @Override
  public InternalArray getArray(int pos) {
    return element.getArray(at(pos));
  }

  @Override
  public InternalMap getMap(int pos) {
    return element.getMap(at(pos));
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    return element.getRow(at(pos), numFields);
  }

  @Override
  public boolean[] toBooleanArray() {
    boolean[] values = new boolean[size];
    for (int i = 0; i < size; i++) {
      values[i] = element.getBoolean(start + i);
    }
    return values;
  }

  @Override
  public byte[] toByteArray() {
    byte[] values = new byte[size];
    for (int i = 0; i < size; i++) {
      values[i] = element.getByte(start + i);
    }
    return values;
  }

  @Override
  public short[] toShortArray() {
    short[] values = new short[size];
    for (int i = 0; i < size; i++) {
      values[i] = element.getShort(start + i);
    }
    return values;
  }

  @Override
  public int[] toIntArray() {
    int[] values = new int[size];
    for (int i = 0; i < size; i++) {
      values[i] = element.getInt(start + i);
    }
    return values;
  }

  @Override
  public long[] toLongArray() {
    long[] values = new long[size];
    for (int i = 0; i < size; i++) {
      values[i] = element.getLong(start + i);
    }
    return values;
  }

  @Override
  public float[] toFloatArray() {
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = element.getFloat(start + i);
    }
    return values;
  }

  @Override
  public double[] toDoubleArray() {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = element.getDouble(start + i);
    }
    return values;
  }
}

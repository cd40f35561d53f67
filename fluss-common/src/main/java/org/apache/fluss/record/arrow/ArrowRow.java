// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;

/** One row of a set of columns; it stays readable as long as something refers to it. */
public final class ArrowRow implements InternalRow {
  private final ArrowColumn[] columns;
  private final int row;

  /**
   * @param columns not copied
   */
  public ArrowRow(ArrowColumn[] columns, int row) {
    this.columns = columns;
    this.row = row;
  }

  @Override
  public int getFieldCount() {
    return columns.length;
  }

  @Override
  public boolean isNullAt(int pos) {
    return columns[pos].isNullAt(row);
  }

  @Override
  public boolean getBoolean(int pos) {
    return columns[pos].getBoolean(row);
  }

  @Override
  public byte getByte(int pos) {
    return columns[pos].getByte(row);
  }

  @Override
  public short getShort(int pos) {
    return columns[pos].getShort(row);
  }

  @Override
  public int getInt(int pos) {
    return columns[pos].getInt(row);
  }

  @Override
  public long getLong(int pos) {
    return columns[pos].getLong(row);
  }

  @Override
  public float getFloat(int pos) {
    return columns[pos].getFloat(row);
  }

  @Override
  public double getDouble(int pos) {
    return columns[pos].getDouble(row);
  }

  @Override
  public BinaryString getChar(int pos, int length) {
    return columns[pos].getString(row);
  }

  @Override
  public BinaryString getString(int pos) {
    return columns[pos].getString(row);
  }

  @Override
  public Decimal getDecimal(int pos, int precision, int scale) {
    return columns[pos].getDecimal(row, precision, scale);
  }

  @Override
  public TimestampNtz getTimestampNtz(int pos, int precision) {
    return columns[pos].getTimestampNtz(row, precision);
  }

  @Override
  public TimestampLtz getTimestampLtz(int pos, int precision) {
    return columns[pos].getTimestampLtz(row, precision);
  }

  @Override
  public byte[] getBinary(int pos, int length) {
    return columns[pos].getBytes(row);
  }

  @Override
  public byte[] getBytes(int pos) {
    return columns[pos].getBytes(row);
  }

  @Override
  public InternalArray getArray(int pos) {
    return columns[pos].getArray(row);
  }

  @Override
  public InternalMap getMap(int pos) {
    return columns[pos].getMap(row);
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    return columns[pos].getRow(row, numFields);
  }
}

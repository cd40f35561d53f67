// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.columnar;

import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.DataGetters;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;

/**
 * The values of one column, by row number from 0. A vector has the getters of its type only; the
 * others throw {@link UnsupportedOperationException}.
 */
public interface ColumnVector extends DataGetters {
  private UnsupportedOperationException unsupported(String type) {
    return new UnsupportedOperationException(getClass().getName() + " has no values of " + type);
  }

  @Override
  default boolean getBoolean(int rowId) {
    throw unsupported("Boolean");
  }

  @Override
  default byte getByte(int rowId) {
    throw unsupported("Byte");
  }

  @Override
  default short getShort(int rowId) {
    throw unsupported("Short");
  }

  @Override
  default int getInt(int rowId) {
    throw unsupported("Int");
  }

  @Override
  default long getLong(int rowId) {
    throw unsupported("Long");
  }

  @Override
  default float getFloat(int rowId) {
    throw unsupported("Float");
  }

  @Override
  default double getDouble(int rowId) {
    throw unsupported("Double");
  }

  @Override
  default BinaryString getChar(int rowId, int length) {
    throw unsupported("Char");
  }

  @Override
  default BinaryString getString(int rowId) {
    throw unsupported("String");
  }

  @Override
  default Decimal getDecimal(int rowId, int precision, int scale) {
    throw unsupported("Decimal");
  }

  @Override
  default TimestampNtz getTimestampNtz(int rowId, int precision) {
    throw unsupported("TimestampNtz");
  }

  @Override
  default TimestampLtz getTimestampLtz(int rowId, int precision) {
    throw unsupported("TimestampLtz");
  }

  @Override
  default byte[] getBinary(int rowId, int length) {
    throw unsupported("Binary");
  }

  @Override
  default byte[] getBytes(int rowId) {
    throw unsupported("Bytes");
  }

  @Override
  default InternalArray getArray(int rowId) {
    throw unsupported("Array");
  }

  @Override
  default InternalMap getMap(int rowId) {
    throw unsupported("Map");
  }

  @Override
  default InternalRow getRow(int rowId, int numFields) {
    throw unsupported("Row");
  }
}

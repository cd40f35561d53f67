// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.annotation.PublicEvolving;

/**
 * Reads typed values by position, from 0. A getter is to be called only for a position of its type
 * that is not null; the result otherwise is undefined or an exception.
 */
@PublicEvolving
public interface DataGetters {
  boolean isNullAt(int pos);

  boolean getBoolean(int pos);

  byte getByte(int pos);

  short getShort(int pos);

  /** An INT, days since 1970-01-01 of a DATE, or milliseconds of the day of a TIME. */
  int getInt(int pos);

  long getLong(int pos);

  float getFloat(int pos);

  double getDouble(int pos);

  /** A CHAR of the given length in characters. */
  BinaryString getChar(int pos, int length);

  BinaryString getString(int pos);

  Decimal getDecimal(int pos, int precision, int scale);

  TimestampNtz getTimestampNtz(int pos, int precision);

  TimestampLtz getTimestampLtz(int pos, int precision);

  /** A BINARY of the given length in bytes. */
  byte[] getBinary(int pos, int length);

  byte[] getBytes(int pos);

  InternalArray getArray(int pos);

  InternalMap getMap(int pos);

  /** A nested row of {@code numFields} fields. */
  InternalRow getRow(int pos, int numFields);
}

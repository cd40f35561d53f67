// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

/** Values that lie in something else, each at a position of its own there. */
public abstract class IndirectGetters implements DataGetters {
  /** What holds the value at {@code pos}. */
  protected abstract DataGetters source(int pos);

  /** Where the value at {@code pos} is in its source. */
  protected abstract int index(int pos);

  @Override
  public boolean isNullAt(int pos) {
    return source(pos).isNullAt(index(pos));
  }

  @Override
  public boolean getBoolean(int pos) {
    return source(pos).getBoolean(index(pos));
  }

  @Override
  public byte getByte(int pos) {
    return source(pos).getByte(index(pos));
  }

  @Override
  public short getShort(int pos) {
    return source(pos).getShort(index(pos));
  }

  @Override
  public int getInt(int pos) {
    return source(pos).getInt(index(pos));
  }

  @Override
  public long getLong(int pos) {
    return source(pos).getLong(index(pos));
  }

  @Override
  public float getFloat(int pos) {
    return source(pos).getFloat(index(pos));
  }

  @Override
  public double getDouble(int pos) {
    return source(pos).getDouble(index(pos));
  }

  @Override
  public BinaryString getChar(int pos, int length) {
    return source(pos).getChar(index(pos), length);
  }

  @Override
  public BinaryString getString(int pos) {
    return source(pos).getString(index(pos));
  }

  @Override
  public Decimal getDecimal(int pos, int precision, int scale) {
    return source(pos).getDecimal(index(pos), precision, scale);
  }

  @Override
  public TimestampNtz getTimestampNtz(int pos, int precision) {
    return source(pos).getTimestampNtz(index(pos), precision);
  }

  @Override
  public TimestampLtz getTimestampLtz(int pos, int precision) {
    return source(pos).getTimestampLtz(index(pos), precision);
  }

  @Override
  public byte[] getBinary(int pos, int length) {
    return source(pos).getBinary(index(pos), length);
  }

  @Override
  public byte[] getBytes(int pos) {
    return source(pos).getBytes(index(pos));
  }

  @Override
  public InternalArray getArray(int pos) {
    return source(pos).getArray(index(pos));
  }

  @Override
  public InternalMap getMap(int pos) {
    return source(pos).getMap(index(pos));
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    return source(pos).getRow(index(pos), numFields);
  }
}

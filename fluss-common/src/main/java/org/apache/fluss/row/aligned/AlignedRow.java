// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.aligned;

import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.BinarySection;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.NestedArray;
import org.apache.fluss.row.NestedMap;
import org.apache.fluss.row.NullAwareGetters;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;

/**
 * A row in the aligned format, the one of Paimon: a header byte and bits for nulls in words of 8
 * bytes, one slot of 8 bytes for each field, then the values too long for their slot.
 */
public final class AlignedRow extends BinarySection implements BinaryRow, NullAwareGetters {
  private static final long serialVersionUID = 1L;

  private static final int HEADER_BITS = 8;

  private final int arity;
  private final int nullBytes;

  public AlignedRow(int arity) {
    this.arity = arity;
    this.nullBytes = nullBytes(arity);
  }

  /** Bytes of the header and the bits for nulls. */
  public static int nullBytes(int arity) {
    return (int) ((arity + 63L + HEADER_BITS) / 64 * 8);
  }

  /** Throws {@link InvalidRecordException} unless all slots lie within the bytes of the row. */
  public void ensureValid() {
    if (sizeInBytes < nullBytes + (long) arity * Long.BYTES) {
      throw new InvalidRecordException(
          "A row of " + sizeInBytes + " bytes cannot have the slots of " + arity + " fields");
    }
  }

  private int slot(int pos) {
    if (pos < 0 || pos >= arity) {
      throw new IndexOutOfBoundsException("No field " + pos + " in a row of " + arity);
    }
    ensureValid();
    return offset + nullBytes + pos * Long.BYTES;
  }

  private long variableExtent(int pos) {
    return slotExtent(slot(pos));
  }

  @Override
  public int getFieldCount() {
    return arity;
  }

  @Override
  public boolean isNullAt(int pos) {
    ensureValid();
    int bit = pos + HEADER_BITS;
    return (segment.get(offset + (bit >> 3)) >> (bit & 7) & 1) != 0;
  }

  @Override
  public boolean anyNull() {
    for (int i = 0; i < arity; i++) {
      if (isNullAt(i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean anyNull(int[] fields) {
    for (int field : fields) {
      if (isNullAt(field)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean getBoolean(int pos) {
    return segment.getBoolean(slot(pos));
  }

  @Override
  public byte getByte(int pos) {
    return segment.get(slot(pos));
  }

  @Override
  public short getShort(int pos) {
    return segment.getShort(slot(pos));
  }

  @Override
  public int getInt(int pos) {
    return segment.getInt(slot(pos));
  }

  @Override
  public long getLong(int pos) {
    return segment.getLong(slot(pos));
  }

  @Override
  public float getFloat(int pos) {
    return segment.getFloat(slot(pos));
  }

  @Override
  public double getDouble(int pos) {
    return segment.getDouble(slot(pos));
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
  public Decimal getDecimal(int pos, int precision, int scale) {
    return Decimal.isCompact(precision)
        ? Decimal.fromUnscaledLong(getLong(pos), precision, scale)
        : decimalAt(variableExtent(pos), precision, scale);
  }

  @Override
  public TimestampNtz getTimestampNtz(int pos, int precision) {
    return ntzAt(slot(pos), precision);
  }

  @Override
  public TimestampLtz getTimestampLtz(int pos, int precision) {
    return ltzAt(slot(pos), precision);
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
  public InternalArray getArray(int pos) {
    return pointAt(new NestedArray(null, BinaryRowFormat.ALIGNED), variableExtent(pos));
  }

  @Override
  public InternalMap getMap(int pos) {
    return pointAt(new NestedMap(null, null, BinaryRowFormat.ALIGNED), variableExtent(pos));
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    return pointAt(new AlignedRow(numFields), variableExtent(pos));
  }

  @Override
  public AlignedRow copy() {
    AlignedRow copy = new AlignedRow(arity);
    copy.pointTo(MemorySegment.wrap(toBytes()), 0, sizeInBytes);
    return copy;
  }

  @Override
  public void copyTo(byte[] dst, int offset) {
    segment.get(this.offset, dst, offset, sizeInBytes);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.MapType;

/**
 * A row whose fields lie one after the other behind bits for nulls, so that a field is found by way
 * of those before it. Their positions are remembered: reading all fields in any order walks the row
 * once, and reading the first ones walks only these. Nothing is allocated for primitive values.
 */
public abstract class SequentialRow extends BinarySection implements BinaryRow, NullAwareGetters {
  private static final long serialVersionUID = 1L;

  protected final RowLayout layout;
  private final int header;
  // Positions in the segment of the first fields, and of the end of the last of them.
  private transient int[] starts;
  private transient int known;

  /**
   * @param header number of bytes in front of the first field
   */
  protected SequentialRow(RowLayout layout, int header) {
    this.layout = layout;
    this.header = header;
  }

  /** The position after a field that is not null and starts at {@code at}. */
  protected abstract int skip(int field, int at);

  /** The extent of a field of variable width. */
  protected abstract long variableExtent(int field);

  @Override
  protected void pointed() {
    known = 0;
  }

  /** The position in the segment where a field starts. */
  protected final int start(int field) {
    if (field >= known) {
      scan(field);
    }
    return starts[field];
  }

  /** The position in the segment where a field starts that lies within the row as a whole. */
  protected final int whole(int field) {
    int end = start(field + 1);
    int at = starts[field];
    if (end == at) {
      // The bits say null, the reader expects a value.
      ensureInside(field, end(field, at));
    }
    return at;
  }

  private void scan(int field) {
    if (starts == null) {
      starts = new int[layout.fieldCount() + 1];
    }
    int next = known;
    if (next == 0) {
      ensureHeader();
      starts[next++] = offset + header;
    }
    int at = starts[next - 1];
    for (; next <= field; next++) {
      if (!isNullAt(next - 1)) {
        at = end(next - 1, at);
      }
      ensureInside(next - 1, at);
      starts[next] = at;
    }
    known = next;
  }

  private int end(int field, int at) {
    try {
      return skip(field, at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(field, e);
    }
  }

  private void ensureInside(int field, int end) {
    if (end < 0 || end > offset + sizeInBytes) {
      throw outside(field, null);
    }
  }

  private InvalidRecordException outside(int field, Throwable cause) {
    return new InvalidRecordException(
        String.format(
            "Field %d of type %s ends outside of the %d bytes of its row",
            field, layout.type(field), sizeInBytes),
        cause);
  }

  private void ensureHeader() {
    if (sizeInBytes < header) {
      throw new InvalidRecordException(
          String.format("A row of %d bytes lacks its %d bytes of header", sizeInBytes, header));
    }
  }

  /** Throws {@link InvalidRecordException} unless all fields lie within the bytes of the row. */
  public final void ensureValid() {
    ensureHeader();
    start(layout.fieldCount());
  }

  @Override
  public final int getFieldCount() {
    return layout.fieldCount();
  }

  @Override
  public final boolean isNullAt(int pos) {
    if (layout.nullBytes() == 0) {
      return false;
    }
    ensureHeader();
    return (segment.get(offset + (pos >> 3)) >> (pos & 7) & 1) != 0;
  }

  @Override
  public final boolean anyNull() {
    for (int i = 0; i < layout.fieldCount(); i++) {
      if (isNullAt(i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public final boolean anyNull(int[] fields) {
    for (int field : fields) {
      if (isNullAt(field)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public final boolean getBoolean(int pos) {
    return segment.getBoolean(whole(pos));
  }

  @Override
  public final byte getByte(int pos) {
    return segment.get(whole(pos));
  }

  @Override
  public final short getShort(int pos) {
    return segment.getShort(whole(pos));
  }

  @Override
  public final float getFloat(int pos) {
    return segment.getFloat(whole(pos));
  }

  @Override
  public final double getDouble(int pos) {
    return segment.getDouble(whole(pos));
  }

  /** The nanoseconds behind the milliseconds of a timestamp. */
  protected abstract int getNanos(int pos);

  @Override
  public final TimestampNtz getTimestampNtz(int pos, int precision) {
    return TimestampNtz.isCompact(precision)
        ? TimestampNtz.fromMillis(getLong(pos))
        : TimestampNtz.fromMillis(getLong(pos), getNanos(pos));
  }

  @Override
  public final TimestampLtz getTimestampLtz(int pos, int precision) {
    return TimestampLtz.isCompact(precision)
        ? TimestampLtz.fromEpochMillis(getLong(pos))
        : TimestampLtz.fromEpochMillis(getLong(pos), getNanos(pos));
  }

  @Override
  public final Decimal getDecimal(int pos, int precision, int scale) {
    return Decimal.isCompact(precision)
        ? Decimal.fromUnscaledLong(getLong(pos), precision, scale)
        : decimalAt(variableExtent(pos), precision, scale);
  }

  @Override
  public final BinaryString getString(int pos) {
    return stringAt(variableExtent(pos));
  }

  @Override
  public final byte[] getBytes(int pos) {
    return bytesAt(variableExtent(pos));
  }

  @Override
  public final InternalArray getArray(int pos) {
    ArrayType type = (ArrayType) layout.type(pos);
    return pointAt(new NestedArray(type.getElementType(), layout.format()), variableExtent(pos));
  }

  @Override
  public final InternalMap getMap(int pos) {
    MapType type = (MapType) layout.type(pos);
    return pointAt(
        new NestedMap(type.getKeyType(), type.getValueType(), layout.format()),
        variableExtent(pos));
  }

  @Override
  public final void copyTo(byte[] dst, int offset) {
    segment.get(this.offset, dst, offset, sizeInBytes);
  }
}

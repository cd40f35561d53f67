// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.compacted;

import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.memory.VarInt;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.RowLayout;
import org.apache.fluss.row.SequentialRow;
import org.apache.fluss.types.DataType;

/**
 * A row in the compacted format: bits for nulls, then the fields that are not null, integers of
 * variable length, the others behind their length where that is not fixed.
 */
public class CompactedRow extends SequentialRow {
  private static final long serialVersionUID = 1L;

  public CompactedRow(DataType[] types) {
    this(RowLayout.compacted(types));
  }

  /** A row of a compacted layout, which rows of one type should share. */
  public CompactedRow(RowLayout layout) {
    super(layout, layout.nullBytes());
  }

  /** A view of the bytes, which are not copied. */
  public static CompactedRow from(DataType[] types, byte[] bytes) {
    CompactedRow row = new CompactedRow(types);
    row.pointTo(MemorySegment.wrap(bytes), 0, bytes.length);
    return row;
  }

  @Override
  protected int skip(int field, int at) {
    int width = layout.width(field);
    switch (width) {
      case RowLayout.VARIABLE:
        long extent = sizedExtent(at);
        return (int) (extent >>> 32) + (int) extent;
      case RowLayout.TWO_VARINTS:
        return VarInt.skip(segment, VarInt.skip(segment, at));
      case RowLayout.VARINT:
        return VarInt.skip(segment, at);
      default:
        return at + width;
    }
  }

  private long sizedExtent(int at) {
    int length = VarInt.getInt(segment, at);
    return extent(at + VarInt.size(length), length);
  }

  @Override
  protected long variableExtent(int field) {
    return sizedExtent(whole(field));
  }

  @Override
  public int getInt(int pos) {
    return VarInt.getInt(segment, whole(pos));
  }

  @Override
  public long getLong(int pos) {
    return VarInt.getLong(segment, whole(pos));
  }

  @Override
  protected int getNanos(int pos) {
    return VarInt.getInt(segment, VarInt.skip(segment, whole(pos)));
  }

  @Override
  public BinaryString getChar(int pos, int length) {
    return getString(pos);
  }

  @Override
  public byte[] getBinary(int pos, int length) {
    return getBytes(pos);
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    return pointAt(new CompactedRow(layout.nested(pos)), variableExtent(pos));
  }

  @Override
  public CompactedRow copy() {
    CompactedRow copy = new CompactedRow(layout);
    copy.pointTo(MemorySegment.wrap(toBytes()), 0, sizeInBytes);
    return copy;
  }
}

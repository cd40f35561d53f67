// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.indexed;

import org.apache.fluss.annotation.Internal;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.RowLayout;
import org.apache.fluss.row.SequentialRow;
import org.apache.fluss.types.DataType;

/**
 * A row in the indexed format: bits for nulls, the lengths of the fields of variable width, then
 * the fields that are not null. Only fields that are not null take a length, from the first on.
 *
 * <p>CHAR and BINARY are padded with zero bytes. Padding is cut from a CHAR; a BINARY is always as
 * long as its type says, since its own last bytes may be zero.
 */
@Internal
public class IndexedRow extends SequentialRow {
  private static final long serialVersionUID = 1L;

  /** Bytes of the length of a field of variable width. */
  public static final int VARIABLE_COLUMN_LENGTH_SIZE = Integer.BYTES;

  // How many lengths the fields up to the last one skipped have taken.
  private transient int lengthsTaken;

  public IndexedRow(DataType[] types) {
    this(RowLayout.indexed(types));
  }

  /** A row of an indexed layout, which rows of one type should share. */
  public IndexedRow(RowLayout layout) {
    super(layout, headerSize(layout));
  }

  /** A view of the bytes, which are not copied. */
  public static IndexedRow from(DataType[] types, byte[] bytes) {
    IndexedRow row = new IndexedRow(types);
    row.pointTo(MemorySegment.wrap(bytes), 0, bytes.length);
    return row;
  }

  /** Whether every value of the type takes the same number of bytes. */
  public static boolean isFixedLength(DataType type) {
    return RowLayout.indexedWidth(type) != RowLayout.VARIABLE;
  }

  static int headerSize(RowLayout layout) {
    return layout.nullBytes() + layout.variableFields() * VARIABLE_COLUMN_LENGTH_SIZE;
  }

  @Override
  protected void pointed() {
    super.pointed();
    lengthsTaken = 0;
  }

  @Override
  protected int skip(int field, int at) {
    int width = layout.width(field);
    if (width == RowLayout.VARIABLE) {
      width =
          segment.getInt(offset + layout.nullBytes() + lengthsTaken * VARIABLE_COLUMN_LENGTH_SIZE);
      extent(at, width);
      lengthsTaken++;
    }
    return at + width;
  }

  @Override
  protected long variableExtent(int field) {
    int end = start(field + 1);
    int start = start(field);
    return extent(start, end - start);
  }

  private long fixedExtent(int field) {
    return extent(start(field), layout.width(field));
  }

  @Override
  public int getInt(int pos) {
    return segment.getInt(whole(pos));
  }

  @Override
  public long getLong(int pos) {
    return segment.getLong(whole(pos));
  }

  @Override
  protected int getNanos(int pos) {
    return segment.getInt(whole(pos) + Long.BYTES);
  }

  @Override
  public BinaryString getChar(int pos, int length) {
    long extent = fixedExtent(pos);
    int start = (int) (extent >>> 32);
    int end = start + (int) extent;
    while (end > start && segment.get(end - 1) == 0) {
      end--;
    }
    return BinaryString.fromSegment(segment, start, end - start);
  }

  @Override
  public byte[] getBinary(int pos, int length) {
    return bytesAt(fixedExtent(pos));
  }

  @Override
  public InternalRow getRow(int pos, int numFields) {
    return pointAt(new IndexedRow(layout.nested(pos)), variableExtent(pos));
  }

  @Override
  public IndexedRow copy() {
    IndexedRow copy = new IndexedRow(layout);
    copy.pointTo(MemorySegment.wrap(toBytes()), 0, sizeInBytes);
    return copy;
  }
}

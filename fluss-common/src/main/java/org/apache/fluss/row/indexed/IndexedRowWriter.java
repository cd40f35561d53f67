// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.indexed;

import java.util.Arrays;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.RowLayout;
import org.apache.fluss.row.SequentialRowWriter;
import org.apache.fluss.types.DataType;

/** Writes rows in the indexed format. */
public class IndexedRowWriter extends SequentialRowWriter {
  private final int firstLength;
  private int nextLength;

  public IndexedRowWriter(DataType[] types) {
    this(RowLayout.indexed(types));
  }

  public IndexedRowWriter(RowLayout layout) {
    super(IndexedRow.headerSize(layout));
    this.firstLength = layout.nullBytes();
    this.nextLength = firstLength;
  }

  @Override
  public void reset() {
    super.reset();
    nextLength = firstLength;
  }

  @Override
  public void writeInt(int value) {
    writeFixed(value);
  }

  @Override
  public void writeLong(long value) {
    writeFixed(value);
  }

  @Override
  protected void writeVariable(MemorySegment source, int offset, int length) {
    LittleEndian.putInt(buffer, nextLength, length);
    nextLength += IndexedRow.VARIABLE_COLUMN_LENGTH_SIZE;
    append(source, offset, length);
  }

  /** Throws {@link IllegalArgumentException} if the text takes more than {@code length} bytes. */
  @Override
  public void writeChar(BinaryString value, int length) {
    writePadded("CHAR", value.getSegments()[0], value.getOffset(), value.getSizeInBytes(), length);
  }

  /** Throws {@link IllegalArgumentException} if there are more than {@code length} bytes. */
  @Override
  public void writeBinary(byte[] bytes, int length) {
    writePadded("BINARY", MemorySegment.wrap(bytes), 0, bytes.length, length);
  }

  private void writePadded(String type, MemorySegment source, int offset, int size, int length) {
    if (size > length) {
      throw new IllegalArgumentException(
          String.format(
              "A value of %d bytes does not fit %s(%d); shorten it or widen the column",
              size, type, length));
    }
    ensureRoom(length);
    append(source, offset, size);
    Arrays.fill(buffer, position, position + length - size, (byte) 0);
    position += length - size;
  }
}

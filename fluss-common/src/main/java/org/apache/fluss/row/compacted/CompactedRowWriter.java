// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.compacted;

import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.memory.VarInt;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.RowLayout;
import org.apache.fluss.row.SequentialRowWriter;

/** Writes rows in the compacted format. */
public class CompactedRowWriter extends SequentialRowWriter {
  /**
   * @param fieldCount number of fields to keep bits for nulls for; 0 for a key, which has none
   */
  public CompactedRowWriter(int fieldCount) {
    super(RowLayout.nullBytes(fieldCount));
  }

  @Override
  public void writeInt(int value) {
    ensureRoom(VarInt.MAX_INT_BYTES);
    position = VarInt.put(buffer, position, value);
  }

  @Override
  public void writeLong(long value) {
    ensureRoom(VarInt.MAX_LONG_BYTES);
    position = VarInt.put(buffer, position, value);
  }

  @Override
  protected void writeVariable(MemorySegment source, int offset, int length) {
    writeInt(length);
    append(source, offset, length);
  }

  @Override
  public void writeChar(BinaryString value, int length) {
    writeString(value);
  }

  @Override
  public void writeBinary(byte[] bytes, int length) {
    writeBytes(bytes);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.aligned.AlignedRow;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.indexed.IndexedRow;
import org.apache.fluss.types.DataType;

/**
 * A row that is a view of bytes. Not thread safe, not even for reading: it remembers where fields
 * are.
 */
public interface BinaryRow extends InternalRow, MemoryAwareGetters {
  /** A row with its own bytes. */
  BinaryRow copy();

  /** Copies the bytes into the array from {@code offset} on. */
  void copyTo(byte[] dst, int offset);

  /** Makes this a view of other bytes. */
  void pointTo(MemorySegment segment, int offset, int sizeInBytes);

  /** Makes this a view of other bytes, of the concatenation of segments. */
  void pointTo(MemorySegment[] segments, int offset, int sizeInBytes);

  /** The layouts of a row in bytes. */
  enum BinaryRowFormat {
    /** Small: integers of variable width, no lengths or offsets beyond what is needed. */
    COMPACTED,
    /** Slots of 8 bytes, then the long values; needs no types to be read. */
    ALIGNED,
    /** Fixed width where possible, the lengths of the other fields in front. */
    INDEXED;

    /** A row of this format that is yet to be pointed at bytes. */
    BinaryRow newRow(DataType[] types) {
      switch (this) {
        case COMPACTED:
          return new CompactedRow(types);
        case INDEXED:
          return new IndexedRow(types);
        default:
          return new AlignedRow(types.length);
      }
    }
  }
}

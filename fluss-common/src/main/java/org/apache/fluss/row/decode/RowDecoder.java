// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.decode;

import java.util.function.Supplier;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.RowLayout;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.indexed.IndexedRow;
import org.apache.fluss.types.DataType;

/** Gives rows over bytes of one format and type. Thread safe, unlike the rows. */
@PublicEvolving
public interface RowDecoder {
  /** A new row that is a view of the bytes; fields are found when they are read. */
  BinaryRow decode(byte[] values);

  /** A new row that is a view of the bytes in memory; fields are found when they are read. */
  BinaryRow decode(MemorySegment segment, int offset, int sizeInBytes);

  static RowDecoder create(KvFormat kvFormat, DataType[] fieldDataTypes) {
    switch (kvFormat) {
      case COMPACTED:
        RowLayout compacted = RowLayout.compacted(fieldDataTypes);
        return of(() -> new CompactedRow(compacted));
      case INDEXED:
        RowLayout indexed = RowLayout.indexed(fieldDataTypes);
        return of(() -> new IndexedRow(indexed));
      default:
        throw new IllegalArgumentException("No rows of kv format " + kvFormat);
    }
  }

  private static RowDecoder of(Supplier<BinaryRow> rows) {
    return new RowDecoder() {
      @Override
      public BinaryRow decode(byte[] values) {
        return decode(MemorySegment.wrap(values), 0, values.length);
      }

      @Override
      public BinaryRow decode(MemorySegment segment, int offset, int sizeInBytes) {
        BinaryRow row = rows.get();
        row.pointTo(segment, offset, sizeInBytes);
        return row;
      }
    };
  }
}

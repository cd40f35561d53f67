// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.encode;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.FieldWriter;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.compacted.CompactedRowWriter;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/** Keys of compacted fields one after the other, none of which may be null. Not thread safe. */
public class CompactedKeyEncoder implements KeyEncoder {
  private final int[] positions;
  private final DataType[] types;
  private final FieldWriter[] writers;
  private final CompactedRowWriter key = new CompactedRowWriter(0);

  /** Keys of all columns. */
  public CompactedKeyEncoder(RowType rowType) {
    this(rowType, IntStream.range(0, rowType.getFieldCount()).toArray());
  }

  /** Keys of the columns at the positions, in that order. */
  public CompactedKeyEncoder(RowType rowType, int[] keyPositions) {
    this.positions = keyPositions.clone();
    this.types = KeyFormat.types(rowType, keyPositions);
    this.writers = new FieldWriter[types.length];
    for (int i = 0; i < types.length; i++) {
      writers[i] = FieldWriter.notNull(types[i], BinaryRowFormat.COMPACTED);
    }
  }

  /** Keys of the named columns, in that order. */
  public static CompactedKeyEncoder createKeyEncoder(RowType rowType, List<String> keys) {
    return new CompactedKeyEncoder(rowType, KeyFormat.positions(rowType, keys));
  }

  /** Throws {@link IllegalArgumentException} if a key column is null. */
  @Override
  public byte[] encodeKey(InternalRow row) {
    key.reset();
    for (int i = 0; i < positions.length; i++) {
      int position = positions[i];
      if (row.isNullAt(position)) {
        throw new IllegalArgumentException(
            String.format(
                "The key column at position %d of type %s is null; a key must not contain nulls",
                position, types[i]));
      }
      writers[i].write(row, position, key, i);
    }
    return key.toBytes();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.encode;

import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.FieldWriter;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.aligned.AlignedRow;
import org.apache.fluss.row.aligned.AlignedRowWriter;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeFamily;
import org.apache.fluss.types.RowType;

/** Keys as aligned rows, the layout that Paimon hashes. Not thread safe. */
public class PaimonKeyEncoder implements KeyEncoder {
  private final int[] positions;
  private final FieldWriter[] writers;
  private final AlignedRowWriter key;

  /** Throws {@link IllegalArgumentException} if a key column is of type ARRAY, MAP or ROW. */
  public PaimonKeyEncoder(RowType rowType, int[] keyPositions) {
    this.positions = keyPositions.clone();
    DataType[] types = KeyFormat.types(rowType, keyPositions);
    this.writers = new FieldWriter[types.length];
    for (int i = 0; i < types.length; i++) {
      if (types[i].is(DataTypeFamily.CONSTRUCTED)) {
        throw new IllegalArgumentException("Paimon keys cannot hold a column of type " + types[i]);
      }
      writers[i] = FieldWriter.of(types[i], BinaryRowFormat.ALIGNED);
    }
    this.key = new AlignedRowWriter(new AlignedRow(types.length));
  }

  @Override
  public byte[] encodeKey(InternalRow row) {
    key.reset();
    for (int i = 0; i < positions.length; i++) {
      writers[i].write(row, positions[i], key, i);
    }
    return key.toBytes();
  }
}

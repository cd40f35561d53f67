// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.encode;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.BinaryWriter;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.compacted.CompactedRowWriter;
import org.apache.fluss.types.DataType;

/** Builds rows in the compacted format. Not thread safe. */
@PublicEvolving
public class CompactedRowEncoder implements RowEncoder {
  private final CompactedRowWriter writer;
  private final CompactedRow row;
  private final BinaryWriter.ValueWriter[] fields;

  public CompactedRowEncoder(DataType[] fieldDataTypes) {
    this.writer = new CompactedRowWriter(fieldDataTypes.length);
    this.row = new CompactedRow(fieldDataTypes);
    this.fields = fields(fieldDataTypes, BinaryRowFormat.COMPACTED);
  }

  static BinaryWriter.ValueWriter[] fields(DataType[] types, BinaryRowFormat format) {
    BinaryWriter.ValueWriter[] fields = new BinaryWriter.ValueWriter[types.length];
    for (int i = 0; i < types.length; i++) {
      fields[i] = BinaryWriter.createValueWriter(types[i], format);
    }
    return fields;
  }

  @Override
  public void startNewRow() {
    writer.reset();
  }

  @Override
  public void encodeField(int pos, Object value) {
    fields[pos].writeValue(writer, pos, value);
  }

  @Override
  public CompactedRow finishRow() {
    row.pointTo(writer.segment(), 0, writer.position());
    return row;
  }

  @Override
  public void close() throws Exception {}
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.encode;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.BinaryWriter;
import org.apache.fluss.row.indexed.IndexedRow;
import org.apache.fluss.row.indexed.IndexedRowWriter;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/** Builds rows in the indexed format. Not thread safe. */
@PublicEvolving
public class IndexedRowEncoder implements RowEncoder {
  private final IndexedRowWriter writer;
  private final IndexedRow row;
  private final BinaryWriter.ValueWriter[] fields;

  public IndexedRowEncoder(RowType rowType) {
    this(rowType.getFieldTypes().toArray(new DataType[0]));
  }

  public IndexedRowEncoder(DataType[] fieldDataTypes) {
    this.writer = new IndexedRowWriter(fieldDataTypes);
    this.row = new IndexedRow(fieldDataTypes);
    this.fields = CompactedRowEncoder.fields(fieldDataTypes, BinaryRowFormat.INDEXED);
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
  public IndexedRow finishRow() {
    row.pointTo(writer.segment(), 0, writer.position());
    return row;
  }

  @Override
  public void close() throws Exception {}
}

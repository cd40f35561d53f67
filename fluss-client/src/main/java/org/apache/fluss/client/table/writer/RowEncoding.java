// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.function.Function;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.row.indexed.IndexedRow;
import org.apache.fluss.types.RowType;

/**
 * Encodes rows of a table; rows that are encoded already are taken as they are. Not thread-safe; a
 * row is valid until the next.
 */
@Internal
public final class RowEncoding implements Function<InternalRow, BinaryRow> {
  private final Class<? extends BinaryRow> encodedClass;
  private final RowEncoder encoder;
  private final InternalRow.FieldGetter[] fields;

  public RowEncoding(KvFormat format, RowType rowType) {
    this.encodedClass = format == KvFormat.INDEXED ? IndexedRow.class : CompactedRow.class;
    this.encoder = RowEncoder.create(format, rowType);
    this.fields = InternalRow.createFieldGetters(rowType);
  }

  @Override
  public BinaryRow apply(InternalRow row) {
    if (encodedClass.isInstance(row)) {
      return encodedClass.cast(row);
    }
    encoder.startNewRow();
    for (int i = 0; i < fields.length; i++) {
      encoder.encodeField(i, fields[i].getFieldOrNull(row));
    }
    return encoder.finishRow();
  }

  /** Encodes only some columns; the others are null. */
  BinaryRow apply(InternalRow row, boolean[] wanted) {
    if (encodedClass.isInstance(row)) {
      return encodedClass.cast(row);
    }
    encoder.startNewRow();
    for (int i = 0; i < fields.length; i++) {
      encoder.encodeField(i, wanted[i] ? fields[i].getFieldOrNull(row) : null);
    }
    return encoder.finishRow();
  }
}

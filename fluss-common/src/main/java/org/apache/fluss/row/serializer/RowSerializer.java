// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.serializer;

import java.io.Serializable;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.FieldWriter;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.SequentialBinaryWriter;
import org.apache.fluss.row.aligned.AlignedRow;
import org.apache.fluss.row.aligned.AlignedRowWriter;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.compacted.CompactedRowWriter;
import org.apache.fluss.row.indexed.IndexedRow;
import org.apache.fluss.row.indexed.IndexedRowWriter;
import org.apache.fluss.types.DataType;

/** Turns rows of one type into bytes. Not thread safe. */
public class RowSerializer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final DataType[] types;
  private final BinaryRowFormat format;
  private final FieldWriter[] fields;
  private transient SequentialBinaryWriter sequential;
  private transient AlignedRowWriter aligned;
  private transient BinaryRow row;

  public RowSerializer(DataType[] types, BinaryRowFormat format) {
    this.types = types.clone();
    this.format = format;
    this.fields = new FieldWriter[types.length];
    for (int i = 0; i < types.length; i++) {
      fields[i] = FieldWriter.of(types[i], format);
    }
  }

  /** The row as bytes, in a buffer that the next call overwrites. */
  public BinaryRow toBinaryRow(InternalRow from) {
    if (row == null) {
      open();
    }
    if (aligned != null) {
      aligned.reset();
      for (int i = 0; i < fields.length; i++) {
        fields[i].write(from, i, aligned, i);
      }
      aligned.complete();
    } else {
      sequential.reset();
      for (int i = 0; i < fields.length; i++) {
        fields[i].write(from, i, sequential, i);
      }
      sequential.complete();
      row.pointTo(sequential.segment(), 0, sequential.position());
    }
    return row;
  }

  private void open() {
    switch (format) {
      case COMPACTED:
        sequential = new CompactedRowWriter(types.length);
        row = new CompactedRow(types);
        break;
      case INDEXED:
        sequential = new IndexedRowWriter(types);
        row = new IndexedRow(types);
        break;
      default:
        AlignedRow alignedRow = new AlignedRow(types.length);
        aligned = new AlignedRowWriter(alignedRow);
        row = alignedRow;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.util.List;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.BinaryWriter;
import org.apache.fluss.row.FieldWriter;
import org.apache.fluss.row.SequentialRowWriter;
import org.apache.fluss.row.compacted.CompactedRowWriter;
import org.apache.fluss.row.indexed.IndexedRowWriter;
import org.apache.fluss.types.DataType;

/**
 * Builds stored values of one schema: {@code start}, every column once and in order, {@code
 * finish}. Not thread-safe.
 */
final class ValueBuilder {
  private final short schemaId;
  private final SequentialRowWriter writer;
  private final FieldWriter[] fields;
  private final DataType[] types;

  /** An auto-increment column may be null here even if its type forbids it: it is filled later. */
  ValueBuilder(KvFormat format, int schemaId, Schema schema) {
    this.schemaId = (short) schemaId;
    List<Schema.Column> columns = schema.getColumns();
    this.types = new DataType[columns.size()];
    this.fields = new FieldWriter[types.length];
    BinaryRowFormat rowFormat =
        format == KvFormat.INDEXED ? BinaryRowFormat.INDEXED : BinaryRowFormat.COMPACTED;
    for (int i = 0; i < types.length; i++) {
      DataType type = columns.get(i).getDataType();
      types[i] =
          schema.getAutoIncrementColumnNames().contains(columns.get(i).getName())
              ? type.copy(true)
              : type;
      fields[i] = FieldWriter.of(types[i], rowFormat);
    }
    this.writer =
        format == KvFormat.INDEXED
            ? new IndexedRowWriter(types)
            : new CompactedRowWriter(types.length);
  }

  int columnCount() {
    return fields.length;
  }

  void start() {
    writer.reset();
  }

  /** Copies a column; one that the row is too old to have is null. */
  void copy(StoredRow from, int column) {
    int position = from.position(column);
    if (position < 0) {
      setNull(column);
    } else {
      fields[column].write(from.row, position, writer, column);
    }
  }

  void setNull(int column) {
    if (!types[column].isNullable()) {
      throw new IllegalArgumentException(
          "Column " + column + " of type " + types[column] + " would become null.");
    }
    writer.setNullAt(column);
  }

  /** Where a column that is not copied is written. */
  BinaryWriter out() {
    return writer;
  }

  byte[] finish() {
    int size = writer.position();
    byte[] value = new byte[StoredValue.SCHEMA_ID_SIZE + size];
    LittleEndian.putShort(value, 0, schemaId);
    writer.segment().get(0, value, StoredValue.SCHEMA_ID_SIZE, size);
    return value;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.client.converter.PojoToRow;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.RowType;

/** Upserts and deletes objects. */
class TypedUpsertWriterImpl<T> implements TypedUpsertWriter<T> {
  private final UpsertWriter writer;
  private final int columns;
  private final int[] written;
  private final int[] keys;
  private final PojoToRow<T> converter;
  private final PojoToRow<T> keyConverter;

  TypedUpsertWriterImpl(
      UpsertWriter writer, Class<T> pojoClass, TableInfo tableInfo, int[] targetColumns) {
    this.writer = writer;
    RowType type = tableInfo.getRowType();
    this.columns = type.getFieldCount();
    this.written = targetColumns;
    this.keys = tableInfo.getSchema().getPrimaryKeyIndexes();
    this.converter =
        PojoToRow.create(pojoClass, targetColumns == null ? type : type.project(targetColumns));
    this.keyConverter = PojoToRow.create(pojoClass, type.project(keys));
  }

  @Override
  public CompletableFuture<UpsertResult> upsert(T record) {
    if (record instanceof InternalRow) {
      return writer.upsert((InternalRow) record);
    }
    GenericRow row = converter.row(record);
    return writer.upsert(written == null ? row : spread(row, written));
  }

  @Override
  public CompletableFuture<DeleteResult> delete(T record) {
    return writer.delete(
        record instanceof InternalRow
            ? (InternalRow) record
            : spread(keyConverter.row(record), keys));
  }

  /** The fields at their positions in the table; the others are null. */
  private GenericRow spread(GenericRow fields, int[] positions) {
    GenericRow row = new GenericRow(columns);
    for (int i = 0; i < positions.length; i++) {
      row.setField(positions[i], fields.getField(i));
    }
    return row;
  }

  @Override
  public void flush() {
    writer.flush();
  }
}

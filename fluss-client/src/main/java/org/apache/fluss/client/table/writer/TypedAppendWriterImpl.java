// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.client.converter.PojoToRow;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.row.InternalRow;

/** Appends objects. */
class TypedAppendWriterImpl<T> implements TypedAppendWriter<T> {
  private final AppendWriter writer;
  private final PojoToRow<T> converter;

  TypedAppendWriterImpl(AppendWriter writer, Class<T> pojoClass, TableInfo tableInfo) {
    this.writer = writer;
    this.converter = PojoToRow.create(pojoClass, tableInfo.getRowType());
  }

  @Override
  public CompletableFuture<AppendResult> append(T record) {
    return writer.append(
        record instanceof InternalRow ? (InternalRow) record : converter.row(record));
  }

  @Override
  public void flush() {
    writer.flush();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.util.function.IntFunction;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.types.DataTypeRoot;

/** Puts a number into one column of stored values. Not thread-safe. */
public final class FilledColumn {
  private final StoredRows rows;
  private final ValueBuilder builder;
  private final int column;
  private final boolean isInt;

  /**
   * @param schemaId the schema, of values of any schema of the table, to write them in
   * @param column name of an INT or BIGINT column
   */
  public FilledColumn(KvFormat format, int schemaId, String column, IntFunction<Schema> schemas) {
    Schema schema = schemas.apply(schemaId);
    this.rows = new StoredRows(format, schema, schemas);
    this.builder = new ValueBuilder(format, schemaId, schema);
    this.column = schema.getColumnNames().indexOf(column);
    this.isInt = schema.getColumn(column).getDataType().getTypeRoot() == DataTypeRoot.INTEGER;
  }

  /** The value with this number, which must fit the column. */
  public byte[] fill(byte[] value, long number) {
    StoredRow row = rows.read(value);
    builder.start();
    for (int i = 0; i < builder.columnCount(); i++) {
      if (i != column) {
        builder.copy(row, i);
      } else if (isInt) {
        builder.out().writeInt(i, Math.toIntExact(number));
      } else {
        builder.out().writeLong(i, number);
      }
    }
    return builder.finish();
  }
}

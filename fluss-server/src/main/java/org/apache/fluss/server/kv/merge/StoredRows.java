// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.fluss.exception.SchemaNotExistException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.types.DataType;

/**
 * Reads stored values of any schema of a table by the columns of one schema, which are found by
 * their ids. Not thread-safe.
 */
final class StoredRows {
  private static final byte[] NO_BYTES = new byte[0];

  private final KvFormat format;
  private final Schema columns;
  private final IntFunction<Schema> schemas;
  // By schema id; grown only for ids that are known to exist.
  private StoredRow[] rows = new StoredRow[0];

  StoredRows(KvFormat format, Schema columns, IntFunction<Schema> schemas) {
    this.format = format;
    this.columns = columns;
    this.schemas = schemas;
  }

  /** The value's row, valid until the next call. */
  StoredRow read(byte[] value) {
    int schemaId = StoredValue.schemaId(value);
    StoredRow row = schemaId >= 0 && schemaId < rows.length ? rows[schemaId] : null;
    if (row == null) {
      row = add(schemaId);
    }
    row.row.pointTo(
        MemorySegment.wrap(value),
        StoredValue.SCHEMA_ID_SIZE,
        value.length - StoredValue.SCHEMA_ID_SIZE);
    return row;
  }

  private StoredRow add(int schemaId) {
    if (schemaId < 0) {
      throw new SchemaNotExistException("A value names a schema with the id " + schemaId + ".");
    }
    Schema schema = schemas.apply(schemaId);
    StoredRow row =
        new StoredRow(
            RowDecoder.create(format, schema.getRowType().getFieldTypes().toArray(new DataType[0]))
                .decode(NO_BYTES),
            positions(schema));
    if (schemaId >= rows.length) {
      rows = Arrays.copyOf(rows, schemaId + 1);
    }
    rows[schemaId] = row;
    return row;
  }

  private int[] positions(Schema schema) {
    Map<Integer, Integer> byId = new HashMap<>();
    List<Integer> ids = schema.getColumnIds();
    for (int i = 0; i < ids.size(); i++) {
      byId.put(ids.get(i), i);
    }
    return columns.getColumnIds().stream().mapToInt(id -> byId.getOrDefault(id, -1)).toArray();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.fluss.exception.SchemaNotExistException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.PaddingRow;
import org.apache.fluss.row.RowLayout;
import org.apache.fluss.row.SequentialRow;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.indexed.IndexedRow;
import org.apache.fluss.types.DataType;

/** The schemas of a table, and stored values as rows of the newest one. For one lane. */
final class KvSchemas {
  private final IntFunction<Schema> source;
  private final KvFormat kvFormat;
  private final boolean rowsAreCopied;
  private final Map<Integer, Schema> byId = new HashMap<>();
  private final Map<Integer, View> views = new HashMap<>();
  private TableInfo table;

  /** A row that is pointed at one value after the other. */
  private static final class View {
    final SequentialRow row;

    /** Null if the row has all columns. */
    final PaddingRow padding;

    View(SequentialRow row, PaddingRow padding) {
      this.row = row;
      this.padding = padding;
    }
  }

  /**
   * @param source asked for schemas by id
   */
  KvSchemas(TableInfo table, IntFunction<Schema> source) {
    this.source = source;
    this.kvFormat = table.getTableConfig().getKvFormat();
    this.rowsAreCopied = table.getTableConfig().getLogFormat() != LogFormat.ARROW;
    changed(table);
  }

  /** The table has a new schema or properties. */
  void changed(TableInfo now) {
    table = now;
    byId.put(now.getSchemaId(), now.getSchema());
    views.clear();
  }

  TableInfo table() {
    return table;
  }

  Schema schema(int id) {
    Schema known = byId.get(id);
    if (known == null) {
      known = source.apply(id);
      byId.put(id, known);
    }
    return known;
  }

  /**
   * Throws unless rows of a schema can be written.
   *
   * @throws SchemaNotExistException if the table has no such schema, as far as is known here
   */
  void ensureKnown(int id) {
    if (id < 1 || id > table.getSchemaId()) {
      throw new SchemaNotExistException(
          "Table "
              + table.getTablePath()
              + " has schemas 1 to "
              + table.getSchemaId()
              + " as far as its leader knows; rows came with schema "
              + id
              + ".");
    }
    schema(id);
  }

  /**
   * A stored value as a row of the newest schema, good until the next one of the same schema.
   *
   * @throws org.apache.fluss.exception.InvalidRecordException if the bytes are no such row; with
   *     Arrow changelogs that may come out later, when it is read
   */
  InternalRow row(byte[] value) {
    int id = StoredValue.schemaId(value);
    View view = views.get(id);
    if (view == null) {
      view = view(id);
      views.put(id, view);
    }
    view.row.pointTo(
        MemorySegment.wrap(value),
        StoredValue.SCHEMA_ID_SIZE,
        value.length - StoredValue.SCHEMA_ID_SIZE);
    if (rowsAreCopied) {
      view.row.ensureValid();
    }
    return view.padding == null ? view.row : view.padding.replaceRow(view.row);
  }

  private View view(int id) {
    DataType[] types = schema(id).getRowType().getFieldTypes().toArray(new DataType[0]);
    SequentialRow row =
        kvFormat == KvFormat.INDEXED
            ? new IndexedRow(RowLayout.indexed(types))
            : new CompactedRow(RowLayout.compacted(types));
    int columns = table.getSchema().getColumns().size();
    return new View(row, types.length == columns ? null : new PaddingRow(columns));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.ProjectedRow;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.types.DataType;
import org.apache.fluss.utils.CloseableIterator;

/** Decodes rows of the kv store to the schema a table was opened with. Thread-safe. */
@Internal
public final class StoredRows {
  private final KvFormat format;
  private final Schema target;
  private final int targetId;
  private final SchemaGetter schemas;
  private final Map<Integer, RowDecoder> decoders = new ConcurrentHashMap<>();

  public StoredRows(TableInfo table, SchemaGetter schemas) {
    this(table.getTableConfig().getKvFormat(), table.getSchema(), table.getSchemaId(), schemas);
  }

  public StoredRows(KvFormat format, Schema target, int targetId, SchemaGetter schemas) {
    this.format = format;
    this.target = target;
    this.targetId = targetId;
    this.schemas = schemas;
  }

  /** The row of a stored value; blocks if its schema has to be fetched. */
  public InternalRow row(byte[] value) {
    int schemaId = StoredValue.schemaId(value);
    if (schemaId == targetId) {
      return StoredValue.row(value, decoder(schemaId, target));
    }
    Schema schema = schemas.getSchema(schemaId);
    return ProjectedRow.from(schema, target)
        .replaceRow(StoredValue.row(value, decoder(schemaId, schema)));
  }

  /**
   * The rows of stored values, which are closed with them.
   *
   * @param projection positions of the columns wanted; null for all
   */
  public CloseableIterator<InternalRow> rows(CloseableIterator<byte[]> values, int[] projection) {
    return new CloseableIterator<InternalRow>() {
      @Override
      public boolean hasNext() {
        return values.hasNext();
      }

      @Override
      public InternalRow next() {
        InternalRow row = row(values.next());
        return projection == null ? row : ProjectedRow.from(projection).replaceRow(row);
      }

      @Override
      public void close() {
        values.close();
      }
    };
  }

  /** Done when the schemas of these values, of which some may be null, are there. */
  CompletableFuture<Void> ready(Collection<byte[]> values) {
    Set<Integer> missing = new HashSet<>();
    for (byte[] value : values) {
      if (value != null) {
        missing.add((int) StoredValue.schemaId(value));
      }
    }
    missing.remove(targetId);
    return CompletableFuture.allOf(
        missing.stream().map(schemas::getSchemaInfoAsync).toArray(CompletableFuture<?>[]::new));
  }

  private RowDecoder decoder(int schemaId, Schema schema) {
    return decoders.computeIfAbsent(
        schemaId,
        id ->
            RowDecoder.create(
                format, schema.getRowType().getFieldTypes().toArray(new DataType[0])));
  }
}

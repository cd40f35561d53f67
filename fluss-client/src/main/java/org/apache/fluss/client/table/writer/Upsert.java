// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.rpc.protocol.MergeMode;

/** Configures writers of a primary key table. Immutable: each call gives a new one. */
@PublicEvolving
public interface Upsert {
  /**
   * Writes only these columns.
   *
   * @param targetColumns positions; null for all columns
   * @throws IllegalArgumentException if the table has no such column
   */
  Upsert partialUpdate(int[] targetColumns);

  /**
   * Writes only these columns.
   *
   * @throws IllegalArgumentException if the table has no such column
   */
  Upsert partialUpdate(String... targetColumnNames);

  /** How the merge engine of the table is used. */
  Upsert mergeMode(MergeMode mergeMode);

  /**
   * @throws IllegalArgumentException if columns or merge mode do not fit the table
   */
  UpsertWriter createWriter();

  /**
   * A writer of objects.
   *
   * @throws IllegalArgumentException if the class, the columns or the merge mode do not fit
   */
  <T> TypedUpsertWriter<T> createTypedWriter(Class<T> pojoClass);
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;

/** Appends rows to a log table. */
@PublicEvolving
public interface AppendWriter extends TableWriter {
  /**
   * Appends a row, which is copied before the call returns. Blocks while the write buffer is full.
   *
   * @return done when the row is acknowledged; waiting for it with {@code get} or {@code join}
   *     sends the row at once
   * @throws IllegalArgumentException if the row has another number of fields than the table
   * @throws org.apache.fluss.exception.FlussRuntimeException if the row cannot be buffered; the
   *     cause tells why
   */
  CompletableFuture<AppendResult> append(InternalRow row);
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;

/** Appends objects to a log table. */
@PublicEvolving
public interface TypedAppendWriter<T> extends TableWriter {
  /** Appends an object. See {@link AppendWriter#append}. */
  CompletableFuture<AppendResult> append(T record);
}

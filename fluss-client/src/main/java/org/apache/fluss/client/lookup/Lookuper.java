// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.InternalRow;

/** Looks rows up. Not thread-safe. */
@PublicEvolving
public interface Lookuper {
  /**
   * Looks up a key.
   *
   * @param lookupKey the primary key columns in the order of the key, or the lookup columns in the
   *     order given
   * @return the rows, none if there are none; blocks while too many lookups wait
   */
  CompletableFuture<LookupResult> lookup(InternalRow lookupKey);
}

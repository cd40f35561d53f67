// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;

/** Looks rows up by objects. Not thread-safe. */
@PublicEvolving
public interface TypedLookuper<T> {
  /** Looks up the key columns of an object. See {@link Lookuper#lookup}. */
  CompletableFuture<LookupResult> lookup(T lookupKey);
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.util.concurrent.CompletableFuture;

/** Takes snapshots of the stores this server leads. Thread-safe; does not block. */
public interface StoreSnapshots {
  /** Takes none. */
  StoreSnapshots NONE = store -> () -> CompletableFuture.completedFuture(null);

  /** Begins with a store that was just made. */
  Taking begin(LedStore store);

  /** Snapshots of one store, as long as it is led. */
  interface Taking {
    /**
     * Ends it.
     *
     * @return completes, without error, when nothing is read of the store or written for it any
     *     more
     */
    CompletableFuture<Void> end();
  }
}

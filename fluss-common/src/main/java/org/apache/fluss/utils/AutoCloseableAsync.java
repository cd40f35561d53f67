// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils;

import java.util.concurrent.CompletableFuture;

/** What takes a while to close. */
public interface AutoCloseableAsync extends AutoCloseable {

  /**
   * Starts closing; the future completes, or fails, when it is done. Closing twice does nothing.
   */
  CompletableFuture<Void> closeAsync();

  /** Closes and waits; throws what the closing failed with. */
  @Override
  default void close() throws Exception {
    try {
      closeAsync().get();
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof Exception) {
        throw (Exception) e.getCause();
      }
      throw e;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.autoinc;

import java.util.concurrent.CompletableFuture;

/** The counter that all buckets of a table take values of a column from. Thread-safe. */
public interface IdSegments {
  /**
   * Takes values that nobody else gets. Does not block; the future completes on any thread, in time
   * that is bounded, perhaps with an error that may be tried again.
   *
   * @param count at least 1
   * @return the value before the first one taken
   */
  CompletableFuture<Long> take(long count);
}

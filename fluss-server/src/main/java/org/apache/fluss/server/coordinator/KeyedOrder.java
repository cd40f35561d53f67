// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Runs what concerns the same key one after the other, in the order it was asked for, and
 * everything else at the same time. Thread-safe.
 */
final class KeyedOrder<K> {
  private final Map<K, CompletableFuture<?>> last = new ConcurrentHashMap<>();

  /**
   * Starts the step on the executor once everything before it ended, well or not.
   *
   * @return what the step's future gives
   */
  <T> CompletableFuture<T> run(K key, Executor executor, Supplier<CompletableFuture<T>> step) {
    CompletableFuture<T> done = new CompletableFuture<>();
    CompletableFuture<?> before = last.put(key, done);
    (before == null ? CompletableFuture.completedFuture(null) : before)
        .handle((result, failure) -> null)
        .thenComposeAsync(ended -> step.get(), executor)
        .whenComplete(
            (result, failure) -> {
              last.remove(key, done);
              if (failure == null) {
                done.complete(result);
              } else {
                done.completeExceptionally(failure);
              }
            });
    return done;
  }

  /** Completes when everything asked for so far of these keys has ended. */
  CompletableFuture<Void> idle(Predicate<K> keys) {
    return CompletableFuture.allOf(
            last.entrySet().stream()
                .filter(entry -> keys.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .toArray(CompletableFuture[]::new))
        .handle((result, failure) -> null);
  }

  /** Keys of which something is still to be done. */
  int size() {
    return last.size();
  }
}

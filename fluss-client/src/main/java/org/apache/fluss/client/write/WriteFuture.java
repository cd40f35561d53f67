// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.fluss.metadata.TableBucket;

/** The future of one record. A thread that waits for it has its batch sent at once. */
final class WriteFuture<T> extends CompletableFuture<T> {
  private final WriteOutcome<T> outcome;
  private volatile WriteBatch batch;

  WriteFuture(WriteOutcome<T> outcome, WriteBatch batch) {
    this.outcome = outcome;
    this.batch = batch;
  }

  void acknowledged(TableBucket bucket, long logEndOffset) {
    batch = null;
    complete(outcome.of(bucket, logEndOffset));
  }

  void failed(Throwable cause) {
    batch = null;
    completeExceptionally(cause);
  }

  private void awaited() {
    WriteBatch waitedFor = batch;
    if (waitedFor != null && !isDone()) {
      waitedFor.awaited();
    }
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    awaited();
    return super.get();
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    awaited();
    return super.get(timeout, unit);
  }

  @Override
  public T join() {
    awaited();
    return super.join();
  }

  /** Futures made from this one are plain ones. */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

/**
 * The newest batches of one idempotent writer, oldest first. Immutable: an append makes a new one.
 */
final class WriterState {
  /** Batches a leader can still recognise when they are sent again. */
  static final int KEPT_BATCHES = 5;

  private final Batch[] batches;

  private WriterState(Batch[] batches) {
    this.batches = batches;
  }

  static WriterState of(Batch batch) {
    return new WriterState(new Batch[] {batch});
  }

  WriterState with(Batch batch) {
    int kept = Math.min(batches.length, KEPT_BATCHES - 1);
    Batch[] next = new Batch[kept + 1];
    System.arraycopy(batches, batches.length - kept, next, 0, kept);
    next[kept] = batch;
    return new WriterState(next);
  }

  Batch last() {
    return batches[batches.length - 1];
  }

  /** The remembered batch with this sequence, or null. */
  Batch find(int sequence) {
    for (int i = batches.length - 1; i >= 0; i--) {
      if (batches[i].sequence == sequence) {
        return batches[i];
      }
    }
    return null;
  }

  /** One appended batch. */
  static final class Batch {
    final int sequence;
    final long lastOffset;
    final int offsetDelta;
    final long timestamp;

    Batch(int sequence, long lastOffset, int offsetDelta, long timestamp) {
      this.sequence = sequence;
      this.lastOffset = lastOffset;
      this.offsetDelta = offsetDelta;
      this.timestamp = timestamp;
    }

    long firstOffset() {
      return lastOffset - offsetDelta;
    }
  }
}

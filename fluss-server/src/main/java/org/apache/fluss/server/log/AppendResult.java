// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

/** What became of one append. Immutable. */
public final class AppendResult {
  private final long firstOffset;
  private final long lastOffset;
  private final long commitTimestamp;
  private final boolean duplicate;
  private final RuntimeException error;

  private AppendResult(
      long firstOffset,
      long lastOffset,
      long commitTimestamp,
      boolean duplicate,
      RuntimeException error) {
    this.firstOffset = firstOffset;
    this.lastOffset = lastOffset;
    this.commitTimestamp = commitTimestamp;
    this.duplicate = duplicate;
    this.error = error;
  }

  static AppendResult appended(long firstOffset, long lastOffset, long commitTimestamp) {
    return new AppendResult(firstOffset, lastOffset, commitTimestamp, false, null);
  }

  static AppendResult duplicate(WriterState.Batch original) {
    return new AppendResult(
        original.firstOffset(), original.lastOffset, original.timestamp, true, null);
  }

  static AppendResult nothing() {
    return new AppendResult(-1, -1, -1, false, null);
  }

  /** Nothing was written because of an error. */
  public static AppendResult failed(RuntimeException error) {
    return new AppendResult(-1, -1, -1, false, error);
  }

  /** Offset of the first record, of the first append if this one repeats it; -1 if none. */
  public long firstOffset() {
    return firstOffset;
  }

  /** Offset of the last record; -1 if none. An acks=-1 answer waits until it is below the mark. */
  public long lastOffset() {
    return lastOffset;
  }

  /** Milliseconds since the epoch stamped into the batches; -1 if none. */
  public long commitTimestamp() {
    return commitTimestamp;
  }

  /** Whether nothing was written because the batch is already in the log. */
  public boolean isDuplicate() {
    return duplicate;
  }

  /** Why nothing was written, or null. */
  public RuntimeException error() {
    return error;
  }

  /** This result, or its error thrown. */
  public AppendResult orThrow() {
    if (error != null) {
      throw error;
    }
    return this;
  }
}

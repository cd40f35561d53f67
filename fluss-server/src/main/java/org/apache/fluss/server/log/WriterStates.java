// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.fluss.exception.DuplicateSequenceException;
import org.apache.fluss.exception.OutOfOrderSequenceException;
import org.apache.fluss.record.LogBatchHeader;

/**
 * What a bucket knows of its idempotent writers. Updates can be taken back until they are
 * committed, since a log file may refuse the write they belong to. For one lane.
 */
final class WriterStates {
  private final String name;
  private final long expirationMs;
  private final Map<Long, WriterState> writers = new HashMap<>();
  private final Deque<Undo> uncommitted = new ArrayDeque<>();

  WriterStates(String name, long expirationMs) {
    this.name = name;
    this.expirationMs = expirationMs;
  }

  int size() {
    return writers.size();
  }

  /** The newest batch of a writer, or null. */
  WriterState.Batch newest(long writerId) {
    WriterState state = writers.get(writerId);
    return state == null ? null : state.last();
  }

  /** A copy of what is known, for a snapshot. */
  Map<Long, WriterState.Batch> newest() {
    Map<Long, WriterState.Batch> copy = new HashMap<>(2 * writers.size());
    writers.forEach((id, state) -> copy.put(id, state.last()));
    return copy;
  }

  void clear() {
    writers.clear();
    uncommitted.clear();
  }

  /** Takes over a snapshot, leaving out writers that have expired. */
  void load(Map<Long, WriterState.Batch> snapshot, long nowMs) {
    clear();
    snapshot.forEach(
        (id, batch) -> {
          if (nowMs - batch.timestamp <= expirationMs) {
            writers.put(id, WriterState.of(batch));
          }
        });
  }

  /** Takes a batch that is in the log for granted. */
  void replay(BatchCursor batch) {
    long writerId = batch.writerId();
    if (writerId != LogBatchHeader.NO_WRITER_ID) {
      WriterState.Batch entry =
          new WriterState.Batch(
              batch.batchSequence(),
              batch.lastOffset(),
              batch.lastOffsetDelta(),
              batch.commitTimestamp());
      writers.merge(writerId, WriterState.of(entry), (old, fresh) -> follow(old, entry));
    }
  }

  /** A log that jumps in sequence is the truth, but what was before the jump no longer counts. */
  private static WriterState follow(WriterState old, WriterState.Batch entry) {
    return follows(old.last().sequence, entry.sequence) ? old.with(entry) : WriterState.of(entry);
  }

  /**
   * Checks the batches of an append against what is known.
   *
   * @param offset offset the first batch will get
   * @return the remembered batch the first repeated one equals, or null if none is repeated
   * @throws OutOfOrderSequenceException if a sequence does not follow
   * @throws DuplicateSequenceException if a follower meets a repeated batch
   */
  WriterState.Batch check(CheckedRecords records, long offset, boolean leader) {
    ByteBuffer buffer = records.buffer();
    for (int pos = 0; pos < buffer.limit(); pos += LogBatchHeader.sizeInBytes(buffer, pos)) {
      long writerId = LogBatchHeader.writerId(buffer, pos);
      WriterState state = writerId == LogBatchHeader.NO_WRITER_ID ? null : writers.get(writerId);
      WriterState.Batch same =
          state == null ? null : state.find(LogBatchHeader.batchSequence(buffer, pos));
      if (same != null) {
        if (leader) {
          return same;
        }
        throw new DuplicateSequenceException(
            name
                + " already has batch "
                + same.sequence
                + " of writer "
                + writerId
                + ", ending at offset "
                + same.lastOffset
                + ".");
      }
    }
    Map<Long, Integer> inRequest = records.batchCount() > 1 ? new HashMap<>() : null;
    for (int pos = 0; pos < buffer.limit(); pos += LogBatchHeader.sizeInBytes(buffer, pos)) {
      long writerId = LogBatchHeader.writerId(buffer, pos);
      if (writerId == LogBatchHeader.NO_WRITER_ID) {
        continue;
      }
      int sequence = LogBatchHeader.batchSequence(buffer, pos);
      Integer previous = inRequest == null ? null : inRequest.get(writerId);
      WriterState state = writers.get(writerId);
      int current = previous != null ? previous : state == null ? -1 : state.last().sequence;
      // A follower takes over what its leader accepted, which may have known older batches.
      if (leader || current != -1) {
        checkFollows(writerId, current, sequence, offset);
      }
      if (inRequest != null) {
        inRequest.put(writerId, sequence);
      }
    }
    return null;
  }

  /**
   * Checks a batch that a leader is about to make.
   *
   * @param offset offset the batch will get
   * @return the remembered batch it equals, or null if it is new
   * @throws OutOfOrderSequenceException if its sequence does not follow
   */
  WriterState.Batch check(long writerId, int sequence, long offset) {
    if (writerId == LogBatchHeader.NO_WRITER_ID) {
      return null;
    }
    WriterState state = writers.get(writerId);
    WriterState.Batch same = state == null ? null : state.find(sequence);
    if (same == null) {
      checkFollows(writerId, state == null ? -1 : state.last().sequence, sequence, offset);
    }
    return same;
  }

  private void checkFollows(long writerId, int current, int sequence, long offset) {
    if (!follows(current, sequence)) {
      throw new OutOfOrderSequenceException(
          "Writer "
              + writerId
              + " sent sequence "
              + sequence
              + " to "
              + name
              + " at offset "
              + offset
              + (current == -1
                  ? ", but a writer that is new or was silent for too long must start with 0."
                  : ", expected was " + (current == Integer.MAX_VALUE ? 0 : current + 1) + "."));
    }
  }

  private static boolean follows(int current, int next) {
    return current == Integer.MAX_VALUE ? next == 0 : next == current + 1;
  }

  /** Remembers the stamped batches of an append. */
  void update(CheckedRecords records) {
    ByteBuffer buffer = records.buffer();
    for (int pos = 0; pos < buffer.limit(); pos += LogBatchHeader.sizeInBytes(buffer, pos)) {
      long writerId = LogBatchHeader.writerId(buffer, pos);
      if (writerId != LogBatchHeader.NO_WRITER_ID) {
        WriterState.Batch entry =
            new WriterState.Batch(
                LogBatchHeader.batchSequence(buffer, pos),
                LogBatchHeader.lastOffset(buffer, pos),
                LogBatchHeader.lastOffsetDelta(buffer, pos),
                LogBatchHeader.commitTimestamp(buffer, pos));
        WriterState before = writers.get(writerId);
        uncommitted.addLast(new Undo(writerId, before));
        writers.put(writerId, before == null ? WriterState.of(entry) : before.with(entry));
      }
    }
  }

  /** Keeps all updates. */
  void commit() {
    uncommitted.clear();
  }

  /** Takes all updates since the last commit back. */
  void rollback() {
    while (!uncommitted.isEmpty()) {
      Undo undo = uncommitted.removeLast();
      if (undo.before == null) {
        writers.remove(undo.writerId);
      } else {
        writers.put(undo.writerId, undo.before);
      }
    }
  }

  /** Forgets writers that were silent for too long. */
  int expire(long nowMs) {
    int before = writers.size();
    for (Iterator<WriterState> it = writers.values().iterator(); it.hasNext(); ) {
      if (nowMs - it.next().last().timestamp > expirationMs) {
        it.remove();
      }
    }
    return before - writers.size();
  }

  private static final class Undo {
    final long writerId;
    final WriterState before;

    Undo(long writerId, WriterState before) {
      this.writerId = writerId;
      this.before = before;
    }
  }
}

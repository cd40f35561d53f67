// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.nio.ByteBuffer;
import org.apache.fluss.row.InternalRow;

/**
 * Collects rows and seals them into one log batch. Not safe for concurrent use; one builder makes
 * any number of batches one after the other and keeps its memory between them.
 */
public interface LogBatchBuilder {
  /**
   * Adds a record. A batch never refuses a record for being full: ask {@link #isFull} first.
   *
   * @throws IllegalArgumentException if the row does not fit the schema, or the builder is
   *     append-only and the change type is not; the batch is then as it was before
   */
  void append(ChangeType changeType, InternalRow row);

  /** Number of records in the open batch. */
  int recordCount();

  /** Size in bytes the batch would have if it were sealed now, as far as can be told cheaply. */
  int estimatedSizeInBytes();

  /** Whether the estimated size reached the target; an empty batch is never full. */
  boolean isFull();

  /**
   * Completes the batch, header and checksum included. More records cannot be added; seal again to
   * get the same records under another writer state.
   *
   * @param writerId id of the idempotent writer, or {@link LogBatchHeader#NO_WRITER_ID}
   * @param batchSequence sequence of the batch, or {@link LogBatchHeader#NO_BATCH_SEQUENCE}
   * @return the batch from position to limit, backed by an array of the builder that is reused
   *     after {@link #reset}
   */
  ByteBuffer seal(long writerId, int batchSequence);

  /** Forgets all records and starts the next batch, with the same target. */
  void reset();

  /**
   * Forgets all records and starts the next batch.
   *
   * @param targetSizeInBytes size a full batch should have from now on
   */
  void reset(int targetSizeInBytes);
}

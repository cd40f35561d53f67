// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.record.arrow.ArrowBatchReader;
import org.apache.fluss.row.ProjectedRow;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.BufferAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.fluss.types.RowType;
import org.apache.fluss.utils.CloseableIterator;

/** Records that were written, stored and replicated together. */
@PublicEvolving
public interface LogRecordBatch {
  /** The magic that is written. */
  byte CURRENT_LOG_MAGIC_VALUE = 0;

  /** Whether the batch is whole and its checksum right. */
  boolean isValid();

  /**
   * Checks size and checksum.
   *
   * @throws CorruptMessageException if one is wrong
   */
  void ensureValid();

  /** The stored CRC-32C. */
  long checksum();

  /** Id of the schema of all rows. */
  short schemaId();

  /** Version of the header. */
  byte magic();

  /** When the leader appended the batch, in milliseconds since the epoch. */
  long commitTimestamp();

  /** Epoch of the leader that appended the batch, -1 if not stored. */
  int leaderEpoch();

  /** Offset of the first record. */
  long baseLogOffset();

  /** Offset of the last record; an empty batch takes one offset, too. */
  long lastLogOffset();

  /** Offset of the batch that follows. */
  long nextLogOffset();

  /** Id of the idempotent writer, -1 if there is none. */
  long writerId();

  /** Sequence the writer gave the batch, -1 if there is none. */
  int batchSequence();

  /** Number of records, 0 for a batch that only moves offsets. */
  int getRecordCount();

  /** Size in bytes with the header. */
  int sizeInBytes();

  /** Whether an idempotent writer wrote the batch. */
  default boolean hasWriterId() {
    return writerId() > LogBatchHeader.NO_WRITER_ID;
  }

  /**
   * The records. Their rows are views of the batch or of what was decompressed from it and stay
   * readable as long as the memory of the batch does.
   *
   * @throws CorruptMessageException if the body is not what the header and the schema say
   */
  CloseableIterator<LogRecord> records(ReadContext context);

  /** What is needed to read records: the format of the table and its schemas. Thread-safe. */
  interface ReadContext {
    /** The log format of the table. */
    LogFormat getLogFormat();

    /** The type of the rows in the body of batches of a schema. */
    RowType getRowType(int schemaId);

    /** A fresh projection from rows of a schema to those wanted; null if they are the same. */
    ProjectedRow getOutputProjectedRow(int schemaId);

    /** Memory for {@link #getVectorSchemaRoot}. */
    BufferAllocator getBufferAllocator();

    /** Empty Arrow vectors for the rows of a schema. */
    VectorSchemaRoot getVectorSchemaRoot(int schemaId);

    /**
     * Positions in the rows of a schema of the wanted columns, -1 for one it does not have; null if
     * all are wanted as they are.
     */
    int[] getOutputPositions(int schemaId);

    /** Opens the Arrow bodies of a schema as the wanted columns. */
    ArrowBatchReader getArrowReader(int schemaId);

    /** Decodes the rows of INDEXED and COMPACTED bodies of a schema. */
    RowDecoder getRowDecoder(int schemaId);
  }
}

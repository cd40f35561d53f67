// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.row.decode.RowDecoder;

/** Puts and deletes of one bucket of a primary-key table. */
@PublicEvolving
public interface KvRecordBatch {
  /** The only magic. */
  byte KV_MAGIC_VALUE_V0 = 0;

  /** The magic that is written. */
  byte CURRENT_KV_MAGIC_VALUE = KV_MAGIC_VALUE_V0;

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

  /** Id of the idempotent writer, -1 if there is none. */
  long writerId();

  /** Sequence the writer gave the batch, -1 if there is none. */
  int batchSequence();

  /** Size in bytes with the header. */
  int sizeInBytes();

  int getRecordCount();

  /**
   * The records, in order; views of the batch.
   *
   * @throws CorruptMessageException from the iterator, if a record does not fit the batch
   */
  Iterable<KvRecord> records(ReadContext readContext);

  /** What is needed to read records. Thread-safe. */
  interface ReadContext {
    /** Decodes the rows of a schema. */
    RowDecoder getRowDecoder(int schemaId);

    /** The schemas of the table. */
    SchemaGetter getSchemaGetter();
  }
}

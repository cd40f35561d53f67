// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.fluss.exception.RecordTooLargeException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.compacted.CompactedRow;
import org.apache.fluss.row.indexed.IndexedRow;

/** Builds kv batches one after the other in the same memory. Not safe for concurrent use. */
public final class KvBatchBuilder {
  private static final int FIRST_CAPACITY = 1024;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private final int schemaId;
  private final Class<? extends BinaryRow> rowClass;
  private final int targetSizeInBytes;
  private byte[] out = new byte[FIRST_CAPACITY];
  private int size = DefaultKvRecordBatch.RECORD_BATCH_HEADER_SIZE;
  private int recordCount;

  /**
   * @param targetSizeInBytes size a full batch should have
   * @throws IllegalArgumentException if the schema id exceeds 32767
   */
  public KvBatchBuilder(KvFormat kvFormat, int schemaId, int targetSizeInBytes) {
    if (schemaId < 0 || schemaId > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "Schema id " + schemaId + " does not fit a kv batch; the largest is 32767.");
    }
    this.schemaId = schemaId;
    this.rowClass = kvFormat == KvFormat.INDEXED ? IndexedRow.class : CompactedRow.class;
    this.targetSizeInBytes = targetSizeInBytes;
  }

  /**
   * Adds a record.
   *
   * @param row null for a delete
   * @throws IllegalArgumentException if the row is not in the kv format of the table
   */
  public void append(byte[] key, BinaryRow row) {
    if (row != null && !rowClass.isInstance(row)) {
      throw new IllegalArgumentException(
          "The kv format of the table needs rows of class "
              + rowClass.getSimpleName()
              + ", got "
              + row.getClass().getSimpleName()
              + ".");
    }
    int recordSize = DefaultKvRecord.sizeOf(key, row);
    long end = (long) size + recordSize;
    if (end > MAX_CAPACITY) {
      throw new RecordTooLargeException(
          "A kv batch of " + end + " bytes is too large; the limit is " + MAX_CAPACITY + ".");
    }
    if (end > out.length) {
      out = Arrays.copyOf(out, (int) Math.min(Math.max(end, 2L * out.length), MAX_CAPACITY));
    }
    LittleEndian.putInt(out, size, recordSize - DefaultKvRecord.LENGTH_SIZE);
    int at = size + DefaultKvRecord.LENGTH_SIZE;
    int rest = key.length;
    while (rest > 0x7f) {
      out[at++] = (byte) (rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    out[at++] = (byte) rest;
    System.arraycopy(key, 0, out, at, key.length);
    if (row != null) {
      row.copyTo(out, at + key.length);
    }
    size = (int) end;
    recordCount++;
  }

  public int recordCount() {
    return recordCount;
  }

  /** Size in bytes the batch has. */
  public int sizeInBytes() {
    return size;
  }

  /** Whether a record would make the batch larger than its target; never for the first one. */
  public boolean isFullFor(byte[] key, BinaryRow row) {
    return recordCount > 0 && size + (long) DefaultKvRecord.sizeOf(key, row) > targetSizeInBytes;
  }

  /**
   * Completes the batch; seal again to get the same records under another writer state.
   *
   * @return the batch from position to limit, backed by an array that is reused after {@link
   *     #reset}
   */
  public ByteBuffer seal(long writerId, int batchSequence) {
    LittleEndian.putInt(out, 0, size - DefaultKvRecordBatch.KV_OVERHEAD);
    out[DefaultKvRecordBatch.MAGIC_OFFSET] = KvRecordBatch.CURRENT_KV_MAGIC_VALUE;
    LittleEndian.putShort(out, DefaultKvRecordBatch.SCHEMA_ID_OFFSET, (short) schemaId);
    out[DefaultKvRecordBatch.ATTRIBUTES_OFFSET] = 0;
    LittleEndian.putLong(out, DefaultKvRecordBatch.WRITER_ID_OFFSET, writerId);
    LittleEndian.putInt(out, DefaultKvRecordBatch.BATCH_SEQUENCE_OFFSET, batchSequence);
    LittleEndian.putInt(out, DefaultKvRecordBatch.RECORDS_COUNT_OFFSET, recordCount);
    long crc = DefaultKvRecordBatch.crc(ByteBuffer.wrap(out, 0, size));
    LittleEndian.putInt(out, DefaultKvRecordBatch.CRC_OFFSET, (int) crc);
    return ByteBuffer.wrap(out, 0, size);
  }

  /** Forgets all records and starts the next batch. */
  public void reset() {
    size = DefaultKvRecordBatch.RECORD_BATCH_HEADER_SIZE;
    recordCount = 0;
  }
}

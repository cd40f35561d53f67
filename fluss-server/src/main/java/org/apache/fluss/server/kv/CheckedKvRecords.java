// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.exception.CorruptRecordException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.record.DefaultKvRecordBatch;
import org.apache.fluss.record.KvRecordBatch;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.record.MemoryLogRecords;
import org.apache.fluss.record.StoredValue;

/**
 * The kv batch of one request for one bucket, checked and taken apart before it reaches the lane.
 * Keys and values are arrays of their own, which the store keeps. Immutable.
 */
public final class CheckedKvRecords {
  /** Length of a record, one byte of key length, no key, no row. */
  private static final int SMALLEST_RECORD = 5;

  private static final int LENGTH_SIZE = 4;

  final int schemaId;
  final long writerId;
  final int batchSequence;
  final byte[][] keys;

  /** Stored values; null for a delete. */
  final byte[][] values;

  final int[] hashes;
  private final int sizeInBytes;

  private CheckedKvRecords(
      int schemaId,
      long writerId,
      int batchSequence,
      byte[][] keys,
      byte[][] values,
      int sizeInBytes) {
    this.schemaId = schemaId;
    this.writerId = writerId;
    this.batchSequence = batchSequence;
    this.keys = keys;
    this.values = values;
    this.sizeInBytes = sizeInBytes;
    this.hashes = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      hashes[i] = PreWriteBuffer.hash(keys[i]);
    }
  }

  /**
   * Checks and copies what remains in a buffer: one batch.
   *
   * @throws CorruptRecordException if a size or the checksum is wrong
   * @throws IllegalArgumentException if the batch has an unknown magic
   */
  public static CheckedKvRecords check(ByteBuffer buffer) {
    MemoryLogRecords range = MemoryLogRecords.pointToByteBuffer(buffer);
    MemorySegment memory = range.getMemorySegment();
    int start = range.getPosition();
    DefaultKvRecordBatch batch = DefaultKvRecordBatch.pointToMemory(memory, start);
    try {
      int available = range.sizeInBytes();
      if (available < DefaultKvRecordBatch.RECORD_BATCH_HEADER_SIZE
          || batch.sizeInBytes() > available) {
        throw new CorruptRecordException(
            "A kv batch is not whole: " + available + " bytes are there.");
      }
      if (batch.magic() != KvRecordBatch.KV_MAGIC_VALUE_V0) {
        throw new IllegalArgumentException(
            "A kv batch has magic " + batch.magic() + ", known is 0 only.");
      }
      batch.ensureValid();
    } catch (CorruptMessageException e) {
      throw new CorruptRecordException(e.getMessage(), e);
    }
    int end = start + batch.sizeInBytes();
    int count = batch.getRecordCount();
    int at = start + DefaultKvRecordBatch.RECORD_BATCH_HEADER_SIZE;
    if (count < 0 || count > (end - at) / SMALLEST_RECORD) {
      throw new CorruptRecordException(
          "A kv batch claims " + count + " records in " + (end - at) + " bytes.");
    }
    byte[][] keys = new byte[count][];
    byte[][] values = new byte[count][];
    for (int i = 0; i < count; i++) {
      int length = end - at < LENGTH_SIZE ? -1 : memory.getInt(at);
      at += LENGTH_SIZE;
      if (length < 1 || length > end - at) {
        throw new CorruptRecordException("Record " + i + " of a kv batch does not fit it.");
      }
      int recordEnd = at + length;
      int keySize = 0;
      int shift = 0;
      byte next;
      do {
        if (at == recordEnd || shift > 28) {
          throw new CorruptRecordException("The key length of record " + i + " has no end.");
        }
        next = memory.get(at++);
        keySize |= (next & 0x7f) << shift;
        shift += 7;
      } while (next < 0);
      if (keySize < 0 || keySize > recordEnd - at) {
        throw new CorruptRecordException("The key of record " + i + " of a kv batch does not fit.");
      }
      keys[i] = new byte[keySize];
      memory.get(at, keys[i], 0, keySize);
      at += keySize;
      if (at < recordEnd) {
        byte[] value = new byte[StoredValue.SCHEMA_ID_SIZE + recordEnd - at];
        LittleEndian.putShort(value, 0, batch.schemaId());
        memory.get(at, value, StoredValue.SCHEMA_ID_SIZE, recordEnd - at);
        values[i] = value;
      }
      at = recordEnd;
    }
    return new CheckedKvRecords(
        batch.schemaId(),
        batch.writerId(),
        batch.batchSequence(),
        keys,
        values,
        batch.sizeInBytes());
  }

  /**
   * Upserts of the server's own, without writer state.
   *
   * @param values stored values
   */
  public static CheckedKvRecords upserts(int schemaId, List<byte[]> keys, List<byte[]> values) {
    byte[][] keyArray = keys.toArray(new byte[0][]);
    byte[][] valueArray = values.toArray(new byte[0][]);
    int size = 0;
    for (byte[][] arrays : Arrays.asList(keyArray, valueArray)) {
      for (byte[] array : arrays) {
        size += array.length;
      }
    }
    return new CheckedKvRecords(
        schemaId,
        LogBatchHeader.NO_WRITER_ID,
        LogBatchHeader.NO_BATCH_SEQUENCE,
        keyArray,
        valueArray,
        size);
  }

  /** Id of the schema all rows have. */
  public int schemaId() {
    return schemaId;
  }

  /** Number of records. */
  public int count() {
    return keys.length;
  }

  /** Size in bytes of the batch. */
  public int sizeInBytes() {
    return sizeInBytes;
  }
}

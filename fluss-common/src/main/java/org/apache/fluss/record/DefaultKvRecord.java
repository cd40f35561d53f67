// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.memory.OutputView;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.decode.RowDecoder;

/**
 * A record of a kv batch: length of the rest (int32), length of the key (varint), key, row. A
 * record without row bytes is a delete. A view of the bytes of its batch; two are equal if their
 * bytes are.
 */
@PublicEvolving
public class DefaultKvRecord implements KvRecord {
  static final int LENGTH_SIZE = 4;

  private final MemorySegment segment;
  private final int position;
  private final int sizeInBytes;
  private final int keyStart;
  private final int keySize;
  private final BinaryRow row;

  private DefaultKvRecord(MemorySegment segment, int position, int end, RowDecoder decoder) {
    this.segment = segment;
    this.position = position;
    int left = end - position - LENGTH_SIZE;
    int length = left < 0 ? -1 : segment.getInt(position);
    if (length < 1 || length > left) {
      throw new CorruptMessageException(
          "A kv record claims " + length + " bytes, " + left + " are there.");
    }
    this.sizeInBytes = LENGTH_SIZE + length;
    int recordEnd = position + sizeInBytes;
    int at = position + LENGTH_SIZE;
    int size = 0;
    int shift = 0;
    byte next;
    do {
      if (at == recordEnd || shift > 28) {
        throw new CorruptMessageException("The key length of a kv record has no end.");
      }
      next = segment.get(at++);
      size |= (next & 0x7f) << shift;
      shift += 7;
    } while (next < 0);
    if (size < 0 || size > recordEnd - at) {
      throw new CorruptMessageException(
          "A kv record claims a key of " + size + " bytes, " + (recordEnd - at) + " are there.");
    }
    this.keyStart = at;
    this.keySize = size;
    int rowStart = at + size;
    this.row =
        rowStart == recordEnd ? null : decoder.decode(segment, rowStart, recordEnd - rowStart);
  }

  /**
   * A view of the record at a position.
   *
   * @throws CorruptMessageException if it does not fit the memory
   */
  public static KvRecord readFrom(
      MemorySegment segment, int position, short schemaId, KvRecordBatch.ReadContext readContext) {
    return readFrom(segment, position, segment.size(), readContext.getRowDecoder(schemaId));
  }

  static DefaultKvRecord readFrom(
      MemorySegment segment, int position, int end, RowDecoder decoder) {
    return new DefaultKvRecord(segment, position, end, decoder);
  }

  /**
   * Writes a record.
   *
   * @param row null for a delete
   * @return bytes written
   */
  public static int writeTo(OutputView outputView, byte[] key, BinaryRow row) throws IOException {
    int length = sizeWithoutLength(key, row);
    outputView.writeInt(length);
    int rest = key.length;
    while (rest > 0x7f) {
      outputView.writeByte(rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    outputView.writeByte(rest);
    outputView.write(key);
    if (row != null) {
      byte[] bytes = new byte[row.getSizeInBytes()];
      row.copyTo(bytes, 0);
      outputView.write(bytes);
    }
    return LENGTH_SIZE + length;
  }

  /** Size in bytes of a record; the row is null for a delete. */
  public static int sizeOf(byte[] key, BinaryRow row) {
    return LENGTH_SIZE + sizeWithoutLength(key, row);
  }

  private static int sizeWithoutLength(byte[] key, BinaryRow row) {
    int varint = 1;
    for (int rest = key.length >>> 7; rest > 0; rest >>>= 7) {
      varint++;
    }
    return varint + key.length + (row == null ? 0 : row.getSizeInBytes());
  }

  @Override
  public ByteBuffer getKey() {
    return segment.wrap(keyStart, keySize);
  }

  @Override
  public BinaryRow getRow() {
    return row;
  }

  @Override
  public int getSizeInBytes() {
    return sizeInBytes;
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    DefaultKvRecord other = (DefaultKvRecord) o;
    return sizeInBytes == other.sizeInBytes
        && segment.equalTo(other.segment, position, other.position, sizeInBytes);
  }

  @Override
  public int hashCode() {
    return segment.wrap(position, sizeInBytes).hashCode();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.LittleEndian;

/**
 * Stored values without their keys, the answer to a limit scan of a primary-key table: length of
 * the rest (int32), magic (int8), count (int32), then every value behind its length (int32).
 */
public final class ValueBatch {
  private static final int LENGTH_SIZE = 4;
  private static final int MAGIC_OFFSET = 4;
  private static final int COUNT_OFFSET = 5;
  private static final int HEADER_SIZE = 9;

  private ValueBatch() {}

  /** Writes {@linkplain StoredValue stored values}. */
  public static byte[] encode(List<byte[]> values) {
    int size = HEADER_SIZE;
    for (byte[] value : values) {
      size = Math.addExact(size, LENGTH_SIZE + value.length);
    }
    byte[] batch = new byte[size];
    LittleEndian.putInt(batch, 0, size - LENGTH_SIZE);
    LittleEndian.putInt(batch, COUNT_OFFSET, values.size());
    int at = HEADER_SIZE;
    for (byte[] value : values) {
      LittleEndian.putInt(batch, at, value.length);
      System.arraycopy(value, 0, batch, at + LENGTH_SIZE, value.length);
      at += LENGTH_SIZE + value.length;
    }
    return batch;
  }

  /**
   * Reads copies of the stored values.
   *
   * @throws CorruptMessageException if the lengths do not fit the batch or the magic is not 0
   */
  public static List<byte[]> decode(byte[] batch) {
    if (batch.length < HEADER_SIZE || batch[MAGIC_OFFSET] != 0) {
      throw new CorruptMessageException("Value batch has no header of magic 0.");
    }
    long end = LENGTH_SIZE + (long) LittleEndian.getInt(batch, 0);
    int count = LittleEndian.getInt(batch, COUNT_OFFSET);
    if (end < HEADER_SIZE
        || end > batch.length
        || count < 0
        || count > (end - HEADER_SIZE) / (LENGTH_SIZE + StoredValue.SCHEMA_ID_SIZE)) {
      throw new CorruptMessageException(
          "Value batch claims " + count + " values in " + end + " of " + batch.length + " bytes.");
    }
    List<byte[]> values = new ArrayList<>(count);
    int at = HEADER_SIZE;
    for (int i = 0; i < count; i++) {
      int length = end - at < LENGTH_SIZE ? -1 : LittleEndian.getInt(batch, at);
      if (length < StoredValue.SCHEMA_ID_SIZE || length > end - at - LENGTH_SIZE) {
        throw new CorruptMessageException("A value of a value batch claims " + length + " bytes.");
      }
      values.add(Arrays.copyOfRange(batch, at + LENGTH_SIZE, at + LENGTH_SIZE + length));
      at += LENGTH_SIZE + length;
    }
    return values;
  }
}

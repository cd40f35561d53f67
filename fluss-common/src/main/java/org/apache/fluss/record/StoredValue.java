// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.decode.RowDecoder;

/** A value of a primary-key table as stored and as looked up: schema id (int16), then the row. */
public final class StoredValue {
  /** Bytes before the row. */
  public static final int SCHEMA_ID_SIZE = 2;

  private StoredValue() {}

  /** Puts the schema id before a copy of the row. */
  public static byte[] encode(short schemaId, BinaryRow row) {
    byte[] value = new byte[SCHEMA_ID_SIZE + row.getSizeInBytes()];
    LittleEndian.putShort(value, 0, schemaId);
    row.copyTo(value, SCHEMA_ID_SIZE);
    return value;
  }

  /**
   * The id of the schema that the row has.
   *
   * @throws CorruptMessageException if the value is too short to have one
   */
  public static short schemaId(byte[] value) {
    if (value.length < SCHEMA_ID_SIZE) {
      throw new CorruptMessageException(
          "A stored value of " + value.length + " bytes has no schema id.");
    }
    return LittleEndian.getShort(value, 0);
  }

  /** The row, as a view of the value; the decoder is that of the schema id. */
  public static BinaryRow row(byte[] value, RowDecoder decoder) {
    schemaId(value);
    return decoder.decode(MemorySegment.wrap(value), SCHEMA_ID_SIZE, value.length - SCHEMA_ID_SIZE);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.encode;

import java.util.Arrays;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimestampType;

/** Keys of one column, as the bytes that Iceberg hashes for its bucket transform. Thread safe. */
public class IcebergKeyEncoder implements KeyEncoder {
  private final int position;
  private final DataType type;
  private final KeyEncoder encoder;

  /**
   * @throws IllegalArgumentException if there is not exactly one key column, or it is of a type
   *     that Iceberg has no bucket transform for
   */
  public IcebergKeyEncoder(RowType rowType, int[] keyPositions) {
    if (keyPositions.length != 1) {
      throw new IllegalArgumentException(
          "A table with Iceberg as its lake needs a key of exactly one column, not "
              + keyPositions.length);
    }
    this.position = keyPositions[0];
    this.type = rowType.getTypeAt(position);
    this.encoder = encoder(type, position);
  }

  /** Throws {@link NullPointerException} if the key column is null. */
  @Override
  public byte[] encodeKey(InternalRow row) {
    if (row.isNullAt(position)) {
      throw new NullPointerException(
          "The key column at position " + position + " of type " + type + " is null");
    }
    return encoder.encodeKey(row);
  }

  private static KeyEncoder encoder(DataType type, int pos) {
    switch (type.getTypeRoot()) {
      case INTEGER:
      case DATE:
        return row -> bytes(row.getInt(pos));
      case BIGINT:
        return row -> bytes(row.getLong(pos));
      case TIME_WITHOUT_TIME_ZONE:
        return row -> bytes(row.getInt(pos) * 1000L);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int fraction = ((TimestampType) type).getPrecision();
        return row -> bytes(row.getTimestampNtz(pos, fraction).toEpochMicros());
      case FLOAT:
        return row -> Arrays.copyOf(bytes(Float.floatToRawIntBits(row.getFloat(pos))), Float.BYTES);
      case DOUBLE:
        return row -> bytes(Double.doubleToRawLongBits(row.getDouble(pos)));
      case DECIMAL:
        int precision = ((DecimalType) type).getPrecision();
        int scale = ((DecimalType) type).getScale();
        return row -> row.getDecimal(pos, precision, scale).toUnscaledBytes();
      case CHAR:
        int chars = ((CharType) type).getLength();
        return row -> row.getChar(pos, chars).toBytes();
      case STRING:
        return row -> row.getString(pos).toBytes();
      case BINARY:
        int length = ((BinaryType) type).getLength();
        return row -> row.getBinary(pos, length).clone();
      case BYTES:
        return row -> row.getBytes(pos).clone();
      default:
        throw new IllegalArgumentException("Iceberg cannot bucket by a column of type " + type);
    }
  }

  private static byte[] bytes(long value) {
    byte[] bytes = new byte[Long.BYTES];
    LittleEndian.putLong(bytes, 0, value);
    return bytes;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.decode;

import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DecimalType;

/** Reads keys of the Iceberg format; of a timestamp it has the microseconds. */
final class IcebergKeyDecoder implements KeyDecoder {
  private final DataType type;

  IcebergKeyDecoder(DataType[] types) {
    if (types.length != 1) {
      throw new IllegalArgumentException(
          "A key of the Iceberg format has one column, not " + types.length);
    }
    this.type = types[0];
  }

  @Override
  public InternalRow decodeKey(byte[] keyBytes) {
    return GenericRow.of(value(keyBytes));
  }

  private Object value(byte[] bytes) {
    switch (type.getTypeRoot()) {
      case INTEGER:
      case DATE:
        return (int) number(bytes);
      case BIGINT:
        return number(bytes);
      case TIME_WITHOUT_TIME_ZONE:
        return (int) (number(bytes) / 1000);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return TimestampNtz.fromMicros(number(bytes));
      case FLOAT:
        return Float.intBitsToFloat(LittleEndian.getInt(sized(bytes, Float.BYTES), 0));
      case DOUBLE:
        return Double.longBitsToDouble(number(bytes));
      case DECIMAL:
        DecimalType decimal = (DecimalType) type;
        return Decimal.fromUnscaledBytes(bytes, decimal.getPrecision(), decimal.getScale());
      case CHAR:
      case STRING:
        return BinaryString.fromBytes(bytes);
      case BINARY:
      case BYTES:
        return bytes;
      default:
        throw new IllegalArgumentException("The Iceberg format has no keys of type " + type);
    }
  }

  private long number(byte[] bytes) {
    return LittleEndian.getLong(sized(bytes, Long.BYTES), 0);
  }

  private byte[] sized(byte[] bytes, int size) {
    if (bytes.length != size) {
      throw new InvalidRecordException(
          "A key of type " + type + " has " + size + " bytes, not " + bytes.length);
    }
    return bytes;
  }
}

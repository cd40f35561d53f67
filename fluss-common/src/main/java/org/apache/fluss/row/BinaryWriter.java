// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.serializer.ArraySerializer;
import org.apache.fluss.row.serializer.MapSerializer;
import org.apache.fluss.row.serializer.RowSerializer;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimestampType;

/**
 * Writes the values of a row or an array as bytes: {@code reset}, then every position once and in
 * order, null or not, then {@code complete}. Not thread safe.
 */
@PublicEvolving
public interface BinaryWriter {
  /** Starts over. */
  void reset();

  void setNullAt(int pos);

  void writeBoolean(int pos, boolean value);

  void writeByte(int pos, byte value);

  void writeShort(int pos, short value);

  void writeInt(int pos, int value);

  void writeLong(int pos, long value);

  void writeFloat(int pos, float value);

  void writeDouble(int pos, double value);

  /** Writes a CHAR of the given length. */
  void writeChar(int pos, BinaryString value, int length);

  void writeString(int pos, BinaryString value);

  void writeBytes(int pos, byte[] value);

  /** Writes a BINARY of the given length. */
  void writeBinary(int pos, byte[] bytes, int length);

  void writeDecimal(int pos, Decimal value, int precision);

  void writeTimestampNtz(int pos, TimestampNtz value, int precision);

  void writeTimestampLtz(int pos, TimestampLtz value, int precision);

  void writeArray(int pos, InternalArray value, ArraySerializer serializer);

  void writeMap(int pos, InternalMap value, MapSerializer serializer);

  void writeRow(int pos, InternalRow value, RowSerializer serializer);

  /** Ends the row or array. */
  void complete();

  /** A writer of objects of the type, of nulls too unless the type forbids them. */
  static ValueWriter createValueWriter(DataType elementType, BinaryRow.BinaryRowFormat rowFormat) {
    ValueWriter writer = createNotNullValueWriter(elementType, rowFormat);
    return (to, pos, value) -> {
      if (value != null) {
        writer.writeValue(to, pos, value);
      } else if (elementType.isNullable()) {
        to.setNullAt(pos);
      } else {
        throw new NullPointerException("Position " + pos + " of type " + elementType + " is null");
      }
    };
  }

  /** A writer of objects of the type that are never null. */
  static ValueWriter createNotNullValueWriter(
      DataType elementType, BinaryRow.BinaryRowFormat rowFormat) {
    switch (elementType.getTypeRoot()) {
      case CHAR:
        int chars = ((CharType) elementType).getLength();
        return (to, pos, value) -> to.writeChar(pos, (BinaryString) value, chars);
      case STRING:
        return (to, pos, value) -> to.writeString(pos, (BinaryString) value);
      case BOOLEAN:
        return (to, pos, value) -> to.writeBoolean(pos, (Boolean) value);
      case BINARY:
        int bytes = ((BinaryType) elementType).getLength();
        return (to, pos, value) -> to.writeBinary(pos, (byte[]) value, bytes);
      case BYTES:
        return (to, pos, value) -> to.writeBytes(pos, (byte[]) value);
      case DECIMAL:
        int precision = ((DecimalType) elementType).getPrecision();
        return (to, pos, value) -> to.writeDecimal(pos, (Decimal) value, precision);
      case TINYINT:
        return (to, pos, value) -> to.writeByte(pos, (Byte) value);
      case SMALLINT:
        return (to, pos, value) -> to.writeShort(pos, (Short) value);
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return (to, pos, value) -> to.writeInt(pos, (Integer) value);
      case BIGINT:
        return (to, pos, value) -> to.writeLong(pos, (Long) value);
      case FLOAT:
        return (to, pos, value) -> to.writeFloat(pos, (Float) value);
      case DOUBLE:
        return (to, pos, value) -> to.writeDouble(pos, (Double) value);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int ntz = ((TimestampType) elementType).getPrecision();
        return (to, pos, value) -> to.writeTimestampNtz(pos, (TimestampNtz) value, ntz);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int ltz = ((LocalZonedTimestampType) elementType).getPrecision();
        return (to, pos, value) -> to.writeTimestampLtz(pos, (TimestampLtz) value, ltz);
      case ARRAY:
        ArraySerializer array =
            new ArraySerializer(((ArrayType) elementType).getElementType(), rowFormat);
        return (to, pos, value) -> to.writeArray(pos, (InternalArray) value, array);
      case MAP:
        MapType mapType = (MapType) elementType;
        MapSerializer map =
            new MapSerializer(mapType.getKeyType(), mapType.getValueType(), rowFormat);
        return (to, pos, value) -> to.writeMap(pos, (InternalMap) value, map);
      case ROW:
        RowSerializer row =
            new RowSerializer(
                ((RowType) elementType).getFieldTypes().toArray(new DataType[0]), rowFormat);
        return (to, pos, value) -> to.writeRow(pos, (InternalRow) value, row);
      default:
        throw new IllegalArgumentException("No values of type " + elementType);
    }
  }

  /** Writes an object of one type. */
  @PublicEvolving
  interface ValueWriter extends Serializable {
    void writeValue(BinaryWriter writer, int pos, Object value);
  }
}

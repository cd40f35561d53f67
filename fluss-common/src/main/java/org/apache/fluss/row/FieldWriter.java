// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
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
 * Copies values of one type from a row or array to a writer, primitives without boxing them. Not
 * thread safe for nested types, whose bytes are built in a buffer of the writer.
 */
public interface FieldWriter extends Serializable {
  /** Copies the value at {@code pos} to the position {@code target} of the writer. */
  void write(DataGetters from, int pos, BinaryWriter to, int target);

  /** A writer of nullable or not null values, as the type says; null breaks the latter. */
  static FieldWriter of(DataType type, BinaryRow.BinaryRowFormat format) {
    FieldWriter writer = notNull(type, format);
    return (from, pos, to, target) -> {
      if (!from.isNullAt(pos)) {
        writer.write(from, pos, to, target);
      } else if (type.isNullable()) {
        to.setNullAt(target);
      } else {
        throw new NullPointerException("Position " + target + " of type " + type + " is null");
      }
    };
  }

  /** A writer that does not test for null. */
  static FieldWriter notNull(DataType type, BinaryRow.BinaryRowFormat format) {
    switch (type.getTypeRoot()) {
      case CHAR:
        int chars = ((CharType) type).getLength();
        return (from, pos, to, target) -> to.writeChar(target, from.getChar(pos, chars), chars);
      case STRING:
        return (from, pos, to, target) -> to.writeString(target, from.getString(pos));
      case BOOLEAN:
        return (from, pos, to, target) -> to.writeBoolean(target, from.getBoolean(pos));
      case BINARY:
        int bytes = ((BinaryType) type).getLength();
        return (from, pos, to, target) -> to.writeBinary(target, from.getBinary(pos, bytes), bytes);
      case BYTES:
        return (from, pos, to, target) -> to.writeBytes(target, from.getBytes(pos));
      case DECIMAL:
        int precision = ((DecimalType) type).getPrecision();
        int scale = ((DecimalType) type).getScale();
        return (from, pos, to, target) ->
            to.writeDecimal(target, from.getDecimal(pos, precision, scale), precision);
      case TINYINT:
        return (from, pos, to, target) -> to.writeByte(target, from.getByte(pos));
      case SMALLINT:
        return (from, pos, to, target) -> to.writeShort(target, from.getShort(pos));
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return (from, pos, to, target) -> to.writeInt(target, from.getInt(pos));
      case BIGINT:
        return (from, pos, to, target) -> to.writeLong(target, from.getLong(pos));
      case FLOAT:
        return (from, pos, to, target) -> to.writeFloat(target, from.getFloat(pos));
      case DOUBLE:
        return (from, pos, to, target) -> to.writeDouble(target, from.getDouble(pos));
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int ntz = ((TimestampType) type).getPrecision();
        return (from, pos, to, target) ->
            to.writeTimestampNtz(target, from.getTimestampNtz(pos, ntz), ntz);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int ltz = ((LocalZonedTimestampType) type).getPrecision();
        return (from, pos, to, target) ->
            to.writeTimestampLtz(target, from.getTimestampLtz(pos, ltz), ltz);
      case ARRAY:
        ArraySerializer array = new ArraySerializer(((ArrayType) type).getElementType(), format);
        return (from, pos, to, target) -> to.writeArray(target, from.getArray(pos), array);
      case MAP:
        MapType mapType = (MapType) type;
        MapSerializer map = new MapSerializer(mapType.getKeyType(), mapType.getValueType(), format);
        return (from, pos, to, target) -> to.writeMap(target, from.getMap(pos), map);
      case ROW:
        DataType[] types = ((RowType) type).getFieldTypes().toArray(new DataType[0]);
        RowSerializer row = new RowSerializer(types, format);
        return (from, pos, to, target) -> to.writeRow(target, from.getRow(pos, types.length), row);
      default:
        throw new IllegalArgumentException("No values of type " + type);
    }
  }
}

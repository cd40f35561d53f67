// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimestampType;

/** Reads a value of one type as an object, from a row or an array. */
interface ValueGetter extends Serializable {
  Object get(DataGetters from, int pos);

  /** A getter that tests for null only if the type is nullable. */
  static ValueGetter of(DataType type) {
    return nullable(type, notNull(type));
  }

  /** A getter that copies nested values to generic ones. */
  static ValueGetter deepOf(DataType type) {
    return nullable(type, deepNotNull(type));
  }

  private static ValueGetter nullable(DataType type, ValueGetter getter) {
    return type.isNullable()
        ? (from, pos) -> from.isNullAt(pos) ? null : getter.get(from, pos)
        : getter;
  }

  private static ValueGetter notNull(DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
        int chars = ((CharType) type).getLength();
        return (from, pos) -> from.getChar(pos, chars);
      case STRING:
        return DataGetters::getString;
      case BOOLEAN:
        return DataGetters::getBoolean;
      case BINARY:
        int bytes = ((BinaryType) type).getLength();
        return (from, pos) -> from.getBinary(pos, bytes);
      case BYTES:
        return DataGetters::getBytes;
      case DECIMAL:
        int precision = ((DecimalType) type).getPrecision();
        int scale = ((DecimalType) type).getScale();
        return (from, pos) -> from.getDecimal(pos, precision, scale);
      case TINYINT:
        return DataGetters::getByte;
      case SMALLINT:
        return DataGetters::getShort;
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return DataGetters::getInt;
      case BIGINT:
        return DataGetters::getLong;
      case FLOAT:
        return DataGetters::getFloat;
      case DOUBLE:
        return DataGetters::getDouble;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int ntz = ((TimestampType) type).getPrecision();
        return (from, pos) -> from.getTimestampNtz(pos, ntz);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int ltz = ((LocalZonedTimestampType) type).getPrecision();
        return (from, pos) -> from.getTimestampLtz(pos, ltz);
      case ARRAY:
        return DataGetters::getArray;
      case MAP:
        return DataGetters::getMap;
      case ROW:
        int fields = ((RowType) type).getFieldCount();
        return (from, pos) -> from.getRow(pos, fields);
      default:
        throw new IllegalArgumentException("No values of type " + type);
    }
  }

  private static ValueGetter deepNotNull(DataType type) {
    switch (type.getTypeRoot()) {
      case ARRAY:
        ValueGetter element = deepOf(((ArrayType) type).getElementType());
        return (from, pos) -> new GenericArray(copy(from.getArray(pos), element));
      case MAP:
        ValueGetter key = deepOf(((MapType) type).getKeyType());
        ValueGetter value = deepOf(((MapType) type).getValueType());
        return (from, pos) -> {
          InternalMap map = from.getMap(pos);
          Object[] keys = copy(map.keyArray(), key);
          Object[] values = copy(map.valueArray(), value);
          Map<Object, Object> entries = new LinkedHashMap<>(2 * keys.length);
          for (int i = 0; i < keys.length; i++) {
            entries.put(keys[i], values[i]);
          }
          return new GenericMap(entries);
        };
      case ROW:
        List<DataType> types = ((RowType) type).getFieldTypes();
        ValueGetter[] fields = types.stream().map(ValueGetter::deepOf).toArray(ValueGetter[]::new);
        return (from, pos) -> {
          InternalRow row = from.getRow(pos, fields.length);
          GenericRow copy = new GenericRow(fields.length);
          for (int i = 0; i < fields.length; i++) {
            copy.setField(i, fields[i].get(row, i));
          }
          return copy;
        };
      default:
        return notNull(type);
    }
  }

  private static Object[] copy(InternalArray array, ValueGetter element) {
    Object[] copy = new Object[array.size()];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = element.get(array, i);
    }
    return copy;
  }
}

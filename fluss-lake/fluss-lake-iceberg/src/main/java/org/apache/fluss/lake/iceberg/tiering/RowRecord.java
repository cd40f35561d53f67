// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.row.DataGetters;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimestampType;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Fluss rows as Iceberg's generic records, for formats without a writer of our own. */
final class RowRecord {

  private final Schema schema;
  private final RowType rowType;
  private final int[] positions;

  /**
   * @param schema whose last three columns are bucket, offset and timestamp
   */
  RowRecord(Schema schema, RowType rowType) {
    this(schema, rowType, 3);
  }

  static RowRecord withoutSystemColumns(Schema schema, RowType rowType) {
    return new RowRecord(schema, rowType, 0);
  }

  private RowRecord(Schema schema, RowType rowType, int systemColumns) {
    this.schema = schema;
    this.rowType = rowType;
    this.positions = new int[schema.columns().size() - systemColumns];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = rowType.getFieldNames().indexOf(schema.columns().get(i).name());
      if (positions[i] < 0 && schema.columns().get(i).isRequired()) {
        throw new IllegalStateException(
            "Lake column '"
                + schema.columns().get(i).name()
                + "' is required, but the rows do not have it.");
      }
    }
  }

  Record of(InternalRow row, int bucket, long offset, long timestampMs) {
    GenericRecord record = of(row);
    record.set(positions.length, bucket);
    record.set(positions.length + 1, offset);
    record.set(positions.length + 2, Instant.ofEpochMilli(timestampMs).atOffset(ZoneOffset.UTC));
    return record;
  }

  GenericRecord of(InternalRow row) {
    GenericRecord record = GenericRecord.create(schema);
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] >= 0) {
        record.set(
            i,
            value(
                row,
                positions[i],
                rowType.getTypeAt(positions[i]),
                schema.columns().get(i).type()));
      }
    }
    return record;
  }

  private static Object value(DataGetters from, int pos, DataType type, Type lake) {
    if (from.isNullAt(pos)) {
      return null;
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return from.getBoolean(pos);
      case TINYINT:
        return (int) from.getByte(pos);
      case SMALLINT:
        return (int) from.getShort(pos);
      case INTEGER:
        return from.getInt(pos);
      case BIGINT:
        return from.getLong(pos);
      case FLOAT:
        return from.getFloat(pos);
      case DOUBLE:
        return from.getDouble(pos);
      case CHAR:
        return from.getChar(pos, ((CharType) type).getLength()).toString();
      case STRING:
        return from.getString(pos).toString();
      case BINARY:
        return ByteBuffer.wrap(from.getBinary(pos, ((BinaryType) type).getLength()));
      case BYTES:
        return ByteBuffer.wrap(from.getBytes(pos));
      case DECIMAL:
        DecimalType decimal = (DecimalType) type;
        return from.getDecimal(pos, decimal.getPrecision(), decimal.getScale()).toBigDecimal();
      case DATE:
        return LocalDate.ofEpochDay(from.getInt(pos));
      case TIME_WITHOUT_TIME_ZONE:
        return LocalTime.ofNanoOfDay(from.getInt(pos) * 1_000_000L);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return from.getTimestampNtz(pos, ((TimestampType) type).getPrecision()).toLocalDateTime();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return from.getTimestampLtz(pos, ((LocalZonedTimestampType) type).getPrecision())
            .toInstant()
            .atOffset(ZoneOffset.UTC);
      case ARRAY:
        return list(
            from.getArray(pos),
            ((ArrayType) type).getElementType(),
            lake.asListType().elementType());
      case MAP:
        return map(from.getMap(pos), (MapType) type, lake.asMapType());
      case ROW:
        return struct(from, pos, (RowType) type, lake.asStructType());
      default:
        throw new UnsupportedOperationException("No Iceberg value for type " + type);
    }
  }

  private static List<Object> list(InternalArray array, DataType element, Type lake) {
    List<Object> list = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      list.add(value(array, i, element, lake));
    }
    return list;
  }

  private static Map<Object, Object> map(InternalMap map, MapType type, Types.MapType lake) {
    Map<Object, Object> result = new LinkedHashMap<>();
    for (int i = 0; i < map.size(); i++) {
      result.put(
          value(map.keyArray(), i, type.getKeyType(), lake.keyType()),
          value(map.valueArray(), i, type.getValueType(), lake.valueType()));
    }
    return result;
  }

  private static Record struct(DataGetters from, int pos, RowType type, Types.StructType lake) {
    InternalRow row = from.getRow(pos, type.getFieldCount());
    GenericRecord record = GenericRecord.create(lake);
    for (int i = 0; i < type.getFieldCount(); i++) {
      record.set(i, value(row, i, type.getTypeAt(i), lake.fields().get(i).type()));
    }
    return record;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;

/** The typed values of the golden vectors of rows and keys. */
public final class GoldenValues {
  private GoldenValues() {}

  /** The types of an array of SQL texts. */
  public static DataType[] types(JsonNode texts) {
    List<DataType> types = new ArrayList<>();
    texts.forEach(text -> types.add(DataTypes.parse(text.asText())));
    return types.toArray(new DataType[0]);
  }

  /** A row of the values. */
  public static GenericRow row(JsonNode values, DataType... types) {
    GenericRow row = new GenericRow(types.length);
    for (int i = 0; i < types.length; i++) {
      row.setField(i, value(values.get(i), types[i]));
    }
    return row;
  }

  /** One value. */
  public static Object value(JsonNode json, DataType type) {
    if (json.isNull()) {
      return null;
    }
    String text = json.asText();
    switch (type.getTypeRoot()) {
      case CHAR:
      case STRING:
        return BinaryString.fromString(text);
      case BOOLEAN:
        return json.booleanValue();
      case BINARY:
      case BYTES:
        return Vectors.bytes(text);
      case DECIMAL:
        DecimalType decimal = (DecimalType) type;
        return Decimal.fromBigDecimal(
            new BigDecimal(text), decimal.getPrecision(), decimal.getScale());
      case TINYINT:
        return Byte.parseByte(text);
      case SMALLINT:
        return Short.parseShort(text);
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return Integer.parseInt(text);
      case BIGINT:
        return Long.parseLong(text);
      case FLOAT:
        return Float.parseFloat(text);
      case DOUBLE:
        return Double.parseDouble(text);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return TimestampNtz.fromMillis(json.get("ms").asLong(), json.get("ns").asInt());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return TimestampLtz.fromEpochMillis(json.get("ms").asLong(), json.get("ns").asInt());
      case ARRAY:
        List<Object> elements = new ArrayList<>();
        json.forEach(e -> elements.add(value(e, ((ArrayType) type).getElementType())));
        return new GenericArray(elements.toArray());
      case MAP:
        MapType map = (MapType) type;
        Map<Object, Object> entries = new LinkedHashMap<>();
        json.forEach(
            e ->
                entries.put(
                    value(e.get(0), map.getKeyType()), value(e.get(1), map.getValueType())));
        return new GenericMap(entries);
      case ROW:
        return row(json, ((RowType) type).getFieldTypes().toArray(new DataType[0]));
      default:
        throw new IllegalArgumentException("No golden values of type " + type);
    }
  }

  /** A copy of the row as generic objects, so that it can be compared. */
  public static GenericRow copy(InternalRow row, DataType... types) {
    GenericRow copy = new GenericRow(types.length);
    for (int i = 0; i < types.length; i++) {
      copy.setField(i, InternalRow.createDeepFieldGetter(types[i], i).getFieldOrNull(row));
    }
    return copy;
  }
}

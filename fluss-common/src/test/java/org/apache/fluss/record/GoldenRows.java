// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.DataGetters;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericArray;
import org.apache.fluss.row.GenericMap;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeChecks;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;

/** Rows and types in the notation of the golden data. */
public final class GoldenRows {
  private GoldenRows() {}

  /** The records of a golden batch as [change type, values]; long ones are only described. */
  public static JsonNode records(JsonNode batch) {
    if (batch.has("records")) {
      return batch.get("records");
    }
    assertThat(batch.get("name").asText())
        .isEqualTo("300 rows: f0 = i for i in 0..299, f1 = 'value-' + (i mod 7)");
    ArrayNode records = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < 300; i++) {
      ArrayNode record = records.addArray().add("+A");
      record.addArray().add(i).add("value-" + i % 7);
    }
    return records;
  }

  public static ChangeType changeType(JsonNode shortString) {
    return Arrays.stream(ChangeType.values())
        .filter(type -> type.shortString().equals(shortString.asText()))
        .findFirst()
        .get();
  }

  public static RowType rowType(JsonNode fieldTypes) {
    List<DataType> types = new ArrayList<>();
    for (JsonNode type : fieldTypes) {
      types.add(DataTypes.parse(type.asText()));
    }
    return RowType.of(types.toArray(new DataType[0]));
  }

  public static GenericRow row(RowType type, JsonNode values) {
    GenericRow row = new GenericRow(type.getFieldCount());
    for (int i = 0; i < type.getFieldCount(); i++) {
      row.setField(i, value(type.getTypeAt(i), values.get(i)));
    }
    return row;
  }

  private static Object value(DataType type, JsonNode json) {
    if (json.isNull()) {
      return null;
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return json.asBoolean();
      case TINYINT:
        return (byte) json.asInt();
      case SMALLINT:
        return (short) json.asInt();
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return json.asInt();
      case BIGINT:
        return Long.parseLong(json.asText());
      case FLOAT:
        return Float.parseFloat(json.asText());
      case DOUBLE:
        return Double.parseDouble(json.asText());
      case DECIMAL:
        DecimalType decimal = (DecimalType) type;
        return Decimal.fromBigDecimal(
            new BigDecimal(json.asText()), decimal.getPrecision(), decimal.getScale());
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return TimestampNtz.fromMillis(
            Long.parseLong(json.get("ms").asText()), json.get("ns").asInt());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return TimestampLtz.fromEpochMillis(
            Long.parseLong(json.get("ms").asText()), json.get("ns").asInt());
      case CHAR:
      case STRING:
        return BinaryString.fromString(json.asText());
      case BINARY:
      case BYTES:
        return Vectors.bytes(json.asText());
      case ARRAY:
        Object[] elements = new Object[json.size()];
        for (int i = 0; i < elements.length; i++) {
          elements[i] = value(((ArrayType) type).getElementType(), json.get(i));
        }
        return new GenericArray(elements);
      case MAP:
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (JsonNode entry : json) {
          entries.put(
              value(((MapType) type).getKeyType(), entry.get(0)),
              value(((MapType) type).getValueType(), entry.get(1)));
        }
        return new GenericMap(entries);
      case ROW:
        return row((RowType) type, json);
      default:
        throw new AssertionError(type);
    }
  }

  public static void assertRow(InternalRow row, RowType type, JsonNode values) {
    assertThat(row.getFieldCount()).isEqualTo(values.size());
    for (int i = 0; i < values.size(); i++) {
      assertValue(row, i, type.getTypeAt(i), values.get(i));
    }
  }

  private static void assertValue(DataGetters row, int pos, DataType type, JsonNode json) {
    assertThat(row.isNullAt(pos)).as("null of %s", type).isEqualTo(json.isNull());
    if (json.isNull()) {
      return;
    }
    Object expected = value(type, json);
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        assertThat(row.getBoolean(pos)).isEqualTo(expected);
        break;
      case TINYINT:
        assertThat(row.getByte(pos)).isEqualTo(expected);
        break;
      case SMALLINT:
        assertThat(row.getShort(pos)).isEqualTo(expected);
        break;
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        assertThat(row.getInt(pos)).isEqualTo(expected);
        break;
      case BIGINT:
        assertThat(row.getLong(pos)).isEqualTo(expected);
        break;
      case FLOAT:
        assertThat((Object) row.getFloat(pos)).isEqualTo(expected);
        break;
      case DOUBLE:
        assertThat((Object) row.getDouble(pos)).isEqualTo(expected);
        break;
      case DECIMAL:
        DecimalType decimal = (DecimalType) type;
        assertThat(row.getDecimal(pos, decimal.getPrecision(), decimal.getScale()))
            .isEqualTo(expected);
        break;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        assertThat(row.getTimestampNtz(pos, DataTypeChecks.getPrecision(type))).isEqualTo(expected);
        break;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        assertThat(row.getTimestampLtz(pos, DataTypeChecks.getPrecision(type))).isEqualTo(expected);
        break;
      case CHAR:
        assertThat(row.getChar(pos, ((CharType) type).getLength())).isEqualTo(expected);
        break;
      case STRING:
        assertThat(row.getString(pos)).isEqualTo(expected);
        break;
      case BINARY:
        assertThat(row.getBinary(pos, ((BinaryType) type).getLength())).isEqualTo(expected);
        break;
      case BYTES:
        assertThat(row.getBytes(pos)).isEqualTo(expected);
        break;
      case ARRAY:
        InternalArray array = row.getArray(pos);
        assertThat(array.size()).isEqualTo(json.size());
        for (int i = 0; i < json.size(); i++) {
          assertValue(array, i, ((ArrayType) type).getElementType(), json.get(i));
        }
        break;
      case MAP:
        InternalMap map = row.getMap(pos);
        assertThat(map.size()).isEqualTo(json.size());
        for (int i = 0; i < json.size(); i++) {
          assertValue(map.keyArray(), i, ((MapType) type).getKeyType(), json.get(i).get(0));
          assertValue(map.valueArray(), i, ((MapType) type).getValueType(), json.get(i).get(1));
        }
        break;
      case ROW:
        RowType rowType = (RowType) type;
        assertRow(row.getRow(pos, rowType.getFieldCount()), rowType, json);
        break;
      default:
        throw new AssertionError(type);
    }
  }
}

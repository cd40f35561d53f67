// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BigIntType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.BooleanType;
import org.apache.fluss.types.BytesType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeChecks;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.DateType;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.DoubleType;
import org.apache.fluss.types.FloatType;
import org.apache.fluss.types.IntType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.SmallIntType;
import org.apache.fluss.types.StringType;
import org.apache.fluss.types.TimeType;
import org.apache.fluss.types.TimestampType;
import org.apache.fluss.types.TinyIntType;

/** Types as JSON. A type without the field {@code nullable} is nullable. */
public final class DataTypeJsonSerde
    implements JsonSerializer<DataType>, JsonDeserializer<DataType> {
  public static final DataTypeJsonSerde INSTANCE = new DataTypeJsonSerde();

  private static final String TYPE = "type";
  private static final String NULLABLE = "nullable";
  private static final String LENGTH = "length";
  private static final String PRECISION = "precision";
  private static final String SCALE = "scale";
  private static final String ELEMENT_TYPE = "element_type";
  private static final String KEY_TYPE = "key_type";
  private static final String VALUE_TYPE = "value_type";
  private static final String FIELDS = "fields";
  private static final String NAME = "name";
  private static final String FIELD_TYPE = "field_type";
  private static final String DESCRIPTION = "description";
  private static final String FIELD_ID = "field_id";

  private DataTypeJsonSerde() {}

  @Override
  public void serialize(DataType type, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField(TYPE, type.getTypeRoot().name());
    if (!type.isNullable()) {
      out.writeBooleanField(NULLABLE, false);
    }
    switch (type.getTypeRoot()) {
      case CHAR:
      case BINARY:
        out.writeNumberField(LENGTH, DataTypeChecks.getLength(type));
        break;
      case DECIMAL:
        out.writeNumberField(PRECISION, DataTypeChecks.getPrecision(type));
        out.writeNumberField(SCALE, DataTypeChecks.getScale(type));
        break;
      case TIME_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        out.writeNumberField(PRECISION, DataTypeChecks.getPrecision(type));
        break;
      case ARRAY:
        writeType(out, ELEMENT_TYPE, ((ArrayType) type).getElementType());
        break;
      case MAP:
        writeType(out, KEY_TYPE, ((MapType) type).getKeyType());
        writeType(out, VALUE_TYPE, ((MapType) type).getValueType());
        break;
      case ROW:
        out.writeArrayFieldStart(FIELDS);
        for (DataField field : ((RowType) type).getFields()) {
          writeField(out, field);
        }
        out.writeEndArray();
        break;
      default: // the root says it all
    }
    out.writeEndObject();
  }

  private void writeType(JsonGenerator out, String name, DataType type) throws IOException {
    out.writeFieldName(name);
    serialize(type, out);
  }

  private void writeField(JsonGenerator out, DataField field) throws IOException {
    out.writeStartObject();
    out.writeStringField(NAME, field.getName());
    writeType(out, FIELD_TYPE, field.getType());
    if (field.getDescription().isPresent()) {
      out.writeStringField(DESCRIPTION, field.getDescription().get());
    }
    out.writeNumberField(FIELD_ID, field.getFieldId());
    out.writeEndObject();
  }

  @Override
  public DataType deserialize(JsonNode node) {
    DataTypeRoot root = DataTypeRoot.valueOf(JsonFields.requiredText(node, TYPE));
    boolean nullable = !JsonFields.has(node, NULLABLE) || node.get(NULLABLE).asBoolean();
    switch (root) {
      case CHAR:
        return new CharType(nullable, JsonFields.requiredInt(node, LENGTH));
      case STRING:
        return new StringType(nullable);
      case BOOLEAN:
        return new BooleanType(nullable);
      case BINARY:
        return new BinaryType(nullable, JsonFields.requiredInt(node, LENGTH));
      case BYTES:
        return new BytesType(nullable);
      case DECIMAL:
        return new DecimalType(
            nullable, JsonFields.requiredInt(node, PRECISION), JsonFields.requiredInt(node, SCALE));
      case TINYINT:
        return new TinyIntType(nullable);
      case SMALLINT:
        return new SmallIntType(nullable);
      case INTEGER:
        return new IntType(nullable);
      case BIGINT:
        return new BigIntType(nullable);
      case FLOAT:
        return new FloatType(nullable);
      case DOUBLE:
        return new DoubleType(nullable);
      case DATE:
        return new DateType(nullable);
      case TIME_WITHOUT_TIME_ZONE:
        return new TimeType(nullable, JsonFields.requiredInt(node, PRECISION));
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return new TimestampType(nullable, JsonFields.requiredInt(node, PRECISION));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return new LocalZonedTimestampType(nullable, JsonFields.requiredInt(node, PRECISION));
      case ARRAY:
        return new ArrayType(nullable, deserialize(JsonFields.required(node, ELEMENT_TYPE)));
      case MAP:
        return new MapType(
            nullable,
            deserialize(JsonFields.required(node, KEY_TYPE)),
            deserialize(JsonFields.required(node, VALUE_TYPE)));
      case ROW:
        List<DataField> fields = new ArrayList<>();
        JsonFields.requiredArray(node, FIELDS).forEach(field -> fields.add(readField(field)));
        return new RowType(nullable, fields);
      default:
        throw new IllegalArgumentException("No JSON form for the type " + root);
    }
  }

  private DataField readField(JsonNode node) {
    return new DataField(
        JsonFields.requiredText(node, NAME),
        deserialize(JsonFields.required(node, FIELD_TYPE)),
        JsonFields.optionalText(node, DESCRIPTION),
        JsonFields.has(node, FIELD_ID) ? JsonFields.requiredInt(node, FIELD_ID) : -1);
  }
}

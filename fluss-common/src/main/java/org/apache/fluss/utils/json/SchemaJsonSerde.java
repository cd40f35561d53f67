// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.fluss.metadata.AggFunction;
import org.apache.fluss.metadata.AggFunctionType;
import org.apache.fluss.metadata.AggFunctions;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** Schemas as JSON. */
public final class SchemaJsonSerde implements JsonSerializer<Schema>, JsonDeserializer<Schema> {
  public static final SchemaJsonSerde INSTANCE = new SchemaJsonSerde();

  private static final int VERSION = 1;

  private static final String VERSION_KEY = "version";
  private static final String COLUMNS = "columns";
  private static final String PRIMARY_KEY = "primary_key";
  private static final String AUTO_INCREMENT_COLUMN = "auto_increment_column";
  private static final String HIGHEST_FIELD_ID = "highest_field_id";
  private static final String NAME = "name";
  private static final String DATA_TYPE = "data_type";
  private static final String COMMENT = "comment";
  private static final String AGG_FUNCTION = "agg_function";
  private static final String TYPE = "type";
  private static final String PARAMETERS = "parameters";
  private static final String ID = "id";

  private SchemaJsonSerde() {}

  @Override
  public void serialize(Schema schema, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeNumberField(VERSION_KEY, VERSION);
    out.writeArrayFieldStart(COLUMNS);
    for (Schema.Column column : schema.getColumns()) {
      writeColumn(out, column);
    }
    out.writeEndArray();
    if (schema.getPrimaryKey().isPresent()) {
      JsonFields.writeTexts(out, PRIMARY_KEY, schema.getPrimaryKeyColumnNames());
    }
    if (!schema.getAutoIncrementColumnNames().isEmpty()) {
      JsonFields.writeTexts(out, AUTO_INCREMENT_COLUMN, schema.getAutoIncrementColumnNames());
    }
    out.writeNumberField(HIGHEST_FIELD_ID, schema.getHighestFieldId());
    out.writeEndObject();
  }

  private static void writeColumn(JsonGenerator out, Schema.Column column) throws IOException {
    out.writeStartObject();
    out.writeStringField(NAME, column.getName());
    out.writeFieldName(DATA_TYPE);
    DataTypeJsonSerde.INSTANCE.serialize(column.getDataType(), out);
    if (column.getComment().isPresent()) {
      out.writeStringField(COMMENT, column.getComment().get());
    }
    if (column.getAggFunction().isPresent()) {
      AggFunction function = column.getAggFunction().get();
      out.writeObjectFieldStart(AGG_FUNCTION);
      out.writeStringField(TYPE, function.getType().toString());
      if (function.hasParameters()) {
        JsonFields.writeTextMap(out, PARAMETERS, function.getParameters());
      }
      out.writeEndObject();
    }
    out.writeNumberField(ID, column.getColumnId());
    out.writeEndObject();
  }

  @Override
  public Schema deserialize(JsonNode node) {
    List<Schema.Column> columns = new ArrayList<>();
    JsonFields.requiredArray(node, COLUMNS).forEach(column -> columns.add(readColumn(column)));
    Schema.Builder builder = Schema.newBuilder().fromColumns(columns);
    if (JsonFields.has(node, PRIMARY_KEY)) {
      builder.primaryKey(JsonFields.requiredTexts(node, PRIMARY_KEY));
    }
    if (JsonFields.has(node, AUTO_INCREMENT_COLUMN)) {
      JsonFields.requiredTexts(node, AUTO_INCREMENT_COLUMN).forEach(builder::enableAutoIncrement);
    }
    if (JsonFields.has(node, HIGHEST_FIELD_ID)) {
      builder.highestFieldId(JsonFields.requiredInt(node, HIGHEST_FIELD_ID));
    }
    return builder.build();
  }

  private static Schema.Column readColumn(JsonNode node) {
    return new Schema.Column(
        JsonFields.requiredText(node, NAME),
        DataTypeJsonSerde.INSTANCE.deserialize(JsonFields.required(node, DATA_TYPE)),
        JsonFields.optionalText(node, COMMENT),
        JsonFields.has(node, ID)
            ? JsonFields.requiredInt(node, ID)
            : Schema.Column.UNKNOWN_COLUMN_ID,
        JsonFields.has(node, AGG_FUNCTION) ? readAggFunction(node.get(AGG_FUNCTION)) : null);
  }

  /** Null for a function that a later version invented: the column can still be read. */
  private static AggFunction readAggFunction(JsonNode node) {
    AggFunctionType type = AggFunctionType.fromString(JsonFields.requiredText(node, TYPE));
    if (type == null) {
      return null;
    }
    return AggFunctions.of(
        type,
        JsonFields.has(node, PARAMETERS)
            ? JsonFields.requiredTextMap(node, PARAMETERS)
            : Collections.emptyMap());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.metadata.AggFunction;
import org.apache.fluss.metadata.AggFunctionType;
import org.apache.fluss.metadata.AggFunctions;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.row.encode.CompactedKeyEncoder;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.DecimalType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The recorded histories of every merge engine, driven through the mergers alone. */
class MergeVectorsTest {
  // What no merger decides: values of auto increment, and writes the released software cannot do.
  private static final Set<String> ELSEWHERE =
      Set.of("auto-increment-FULL", "auto-increment-WAL", "default-indexed-log");

  static Stream<JsonNode> histories() {
    return Stream.of("kv-aggregation.json", "kv-changelog.json")
        .flatMap(file -> StreamSupport.stream(Vectors.load(file).spliterator(), false))
        .filter(history -> history.has("steps"))
        .filter(history -> !ELSEWHERE.contains(history.get("name").asText()));
  }

  @Test
  void noneIsMissing() {
    assertThat(histories()).hasSize(18);
  }

  @ParameterizedTest
  @MethodSource("histories")
  void everyWriteChangesWhatItDidThen(JsonNode history) {
    Model model = new Model(history);
    for (JsonNode step : history.get("steps")) {
      if (step.path("note").asText().startsWith("writer re-opened")) {
        model.writerSchemaId = model.latestSchemaId;
      } else if (step.path("note").asText().startsWith("ALTER TABLE")) {
        model.latestSchemaId = 2;
      } else if (step.has("batch") && !step.has("client_side_error")) {
        model.apply(step);
      }
    }
    List<String> changes = new ArrayList<>();
    for (JsonNode change : history.get("changelog")) {
      changes.add(change.get("change").asText() + change.get("row"));
    }
    assertThat(model.changes).containsExactlyElementsOf(changes);
    Map<String, String> stored = new TreeMap<>();
    history
        .get("kv_contents_hex")
        .forEach(entry -> stored.put(entry.get("key").asText(), entry.get("value").asText()));
    Map<String, String> kept = new TreeMap<>();
    model.rows.forEach((key, value) -> kept.put(key, Vectors.hex(value)));
    assertThat(kept).isEqualTo(stored);
  }

  /** What the tablet does around the mergers, in its simplest form. */
  private static final class Model {
    private final JsonNode history;
    private final TableConfig config;
    private final Map<Integer, Schema> schemas = new HashMap<>();
    private final RowMergers mergers;
    private final Map<String, byte[]> rows = new TreeMap<>();
    private final List<String> changes = new ArrayList<>();
    private final boolean fullImage;
    private int latestSchemaId = 1;
    private int writerSchemaId = 1;

    Model(JsonNode history) {
      this.history = history;
      Map<String, String> properties = new HashMap<>();
      for (Map.Entry<String, JsonNode> entry : history.get("properties").properties()) {
        properties.put(entry.getKey(), entry.getValue().asText());
      }
      config = new TableConfig(Configuration.fromMap(properties));
      fullImage = !"WAL".equals(properties.get("table.changelog.image"));
      int columns = history.get("columns").size();
      boolean evolves = history.get("name").asText().equals("schema-evolution");
      schemas.put(1, schema(evolves ? columns - 1 : columns));
      schemas.put(2, schema(columns));
      mergers = new RowMergers(config, schemas::get);
    }

    private Schema schema(int columns) {
      Schema.Builder builder = Schema.newBuilder();
      for (int i = 0; i < columns; i++) {
        JsonNode column = history.get("columns").get(i);
        DataType type = DataTypes.parse(column.get("type").asText());
        String agg = column.path("agg").asText(null);
        if (column.path("agg").isNull()) {
          builder.column(column.get("name").asText(), type);
        } else {
          builder.column(column.get("name").asText(), type, function(agg));
        }
      }
      return builder.primaryKey(history.get("primary_key").get(0).asText()).build();
    }

    private static AggFunction function(String text) {
      int brace = text.indexOf('{');
      return brace < 0
          ? AggFunctions.of(AggFunctionType.fromString(text))
          : AggFunctions.of(
              AggFunctionType.fromString(text.substring(0, brace)),
              Map.of(
                  text.substring(brace + 1, text.indexOf('=')),
                  text.substring(text.indexOf('=') + 1, text.length() - 1)));
    }

    void apply(JsonNode step) {
      MergeMode mode =
          step.has("merge_mode")
              ? MergeMode.valueOf(step.get("merge_mode").asText())
              : MergeMode.DEFAULT;
      if (step.path("error").asText().contains("UnsupportedOperation")
          && step.has("target_columns")) {
        assertThatThrownBy(() -> mergers.of(latestSchemaId, targets(step), mode))
            .isInstanceOf(UnsupportedOperationException.class);
        return;
      }
      RowMerger merger = mergers.of(latestSchemaId, targets(step), mode);
      if (step.has("error")) {
        // A decimal beyond its precision is refused by the Arrow changelog, not by the merger.
        assertThat(
                merger.deleteBehavior() == DeleteBehavior.DISABLE
                    || step.get("error").asText().contains("BigDecimal precision"))
            .isTrue();
        return;
      }
      for (JsonNode op : step.get("batch")) {
        Object[] fields = fields(op.get("row"));
        String key = Vectors.hex(key(fields));
        byte[] old = rows.get(key);
        if (op.get("op").asText().equals("upsert")) {
          upsert(merger, key, old, value(fields));
        } else if (merger.deleteBehavior() == DeleteBehavior.ALLOW && old != null) {
          byte[] rest = merger.delete(old);
          if (rest == null) {
            rows.remove(key);
            emit("-D", old);
          } else {
            update(key, old, rest);
          }
        }
      }
    }

    private void upsert(RowMerger merger, String key, byte[] old, byte[] next) {
      byte[] merged = merger.merge(old, next);
      if (merger.isPlainFullRow() && !fullImage) {
        rows.put(key, merged);
        emit("+U", merged);
      } else if (old == null) {
        rows.put(key, merged);
        emit("+I", merged);
      } else if (merged != old) {
        update(key, old, merged);
      }
    }

    private void update(String key, byte[] old, byte[] merged) {
      rows.put(key, merged);
      if (fullImage) {
        emit("-U", old);
      }
      emit("+U", merged);
    }

    private int[] targets(JsonNode step) {
      if (!step.has("target_columns")) {
        return null;
      }
      List<String> names = new ArrayList<>();
      step.get("target_columns").forEach(name -> names.add(name.asText()));
      return schemas.get(latestSchemaId).getColumnIndexes(names);
    }

    private Object[] fields(JsonNode row) {
      Object[] fields = new Object[schemas.get(writerSchemaId).getColumns().size()];
      Iterator<JsonNode> values = row.elements();
      for (int i = 0; i < fields.length; i++) {
        fields[i] = object(values.next(), type(i));
      }
      return fields;
    }

    private DataType type(int column) {
      return schemas.get(2).getColumns().get(column).getDataType();
    }

    private static Object object(JsonNode value, DataType type) {
      if (value.isNull()) {
        return null;
      }
      switch (type.getTypeRoot()) {
        case INTEGER:
          return value.intValue();
        case BOOLEAN:
          return value.booleanValue();
        case STRING:
          return BinaryString.fromString(value.asText());
        case BYTES:
          return Vectors.bytes(value.asText().substring(2));
        case DECIMAL:
          DecimalType decimal = (DecimalType) type;
          return Decimal.fromBigDecimal(
              new BigDecimal(value.asText()), decimal.getPrecision(), decimal.getScale());
        default:
          throw new AssertionError(type);
      }
    }

    private byte[] key(Object[] fields) {
      Schema schema = schemas.get(1);
      CompactedKeyEncoder encoder =
          CompactedKeyEncoder.createKeyEncoder(
              schema.getRowType(), schema.getPrimaryKeyColumnNames());
      return encoder.encodeKey(GenericRow.of(fields));
    }

    private byte[] value(Object[] fields) {
      RowEncoder encoder =
          RowEncoder.create(config.getKvFormat(), schemas.get(writerSchemaId).getRowType());
      encoder.startNewRow();
      for (int i = 0; i < fields.length; i++) {
        encoder.encodeField(i, fields[i]);
      }
      return StoredValue.encode((short) writerSchemaId, encoder.finishRow());
    }

    /** Rows of the changelog have all columns, whatever schema the value has. */
    private void emit(String change, byte[] value) {
      KvFormat format = config.getKvFormat();
      Schema schema = schemas.get((int) StoredValue.schemaId(value));
      InternalRow row =
          StoredValue.row(
              value,
              RowDecoder.create(
                  format, schema.getRowType().getFieldTypes().toArray(new DataType[0])));
      int columns = history.get("columns").size();
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < columns; i++) {
        boolean present = i < schema.getColumns().size() && !row.isNullAt(i);
        texts.add(present ? text(row, i, type(i)) : "null");
      }
      changes.add(change + "[" + String.join(",", texts) + "]");
    }

    private static String text(InternalRow row, int column, DataType type) {
      Object value = InternalRow.createFieldGetter(type, column).getFieldOrNull(row);
      if (value instanceof byte[]) {
        return "\"0x" + Vectors.hex((byte[]) value) + "\"";
      }
      return value instanceof Integer || value instanceof Boolean
          ? value.toString()
          : "\"" + value + "\"";
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.metadata.AggFunction;
import org.apache.fluss.metadata.AggFunctionType;
import org.apache.fluss.metadata.AggFunctions;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which primary-key tables can be created, and what the cluster adds to them. */
class NewTableTest {
  private static final String ENGINE = "table.merge-engine";
  private static final String VERSION = "table.merge-engine.versioned.ver-column";

  private static Schema.Builder columns() {
    return Schema.newBuilder()
        .column("id", DataTypes.INT())
        .column("a", DataTypes.INT())
        .column("b", DataTypes.STRING());
  }

  private static TableDescriptor table(Schema.Builder schema, Map<String, String> properties) {
    return TableDescriptor.builder()
        .schema(schema.build())
        .distributedBy(1)
        .properties(properties)
        .build();
  }

  private static Map<String, String> create(Schema.Builder schema, Map<String, String> properties) {
    TableDescriptor complete = TableDefaults.apply(table(schema, properties), new Configuration());
    TableValidation.checkFunctionNames(complete.toJsonBytes());
    TableValidation.validateNew(complete, 10);
    return complete.getProperties();
  }

  private static Schema.Builder aggregated(DataType type, AggFunction function) {
    return Schema.newBuilder()
        .column("id", DataTypes.INT())
        .column("a", type, function)
        .primaryKey("id");
  }

  @Test
  void whatTheReleasedSoftwareRefusesIsRefused() {
    JsonNode cases =
        StreamSupport.stream(Vectors.load("kv-aggregation.json").spliterator(), false)
            .filter(entry -> entry.get("name").asText().equals("rejected-table-definitions"))
            .findFirst()
            .orElseThrow()
            .get("cases");
    assertThat(cases).hasSize(12);
    for (JsonNode refused : cases) {
      Map<String, String> properties = new HashMap<>();
      refused
          .get("properties")
          .properties()
          .forEach(entry -> properties.put(entry.getKey(), entry.getValue().asText()));
      String name = refused.get("table").asText();
      assertThat(refused.get("error").asText()).isEqualTo("InvalidConfigException");
      assertThatThrownBy(() -> create(schema(name), properties))
          .as(name)
          .isInstanceOf(InvalidConfigException.class);
    }
  }

  private static Schema.Builder schema(String name) {
    switch (name) {
      case "agg_badtype":
        return aggregated(DataTypes.STRING(), AggFunctions.SUM());
      case "agg_badtype2":
        return aggregated(DataTypes.INT(), AggFunctions.BOOL_AND());
      case "nopk_me":
      case "nopk_del":
        return columns();
      default:
        return columns().primaryKey("id");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "table.kv.format-version, 0",
    "table.kv.format-version, -1",
    "table.auto-increment.cache-size, 0",
    "table.auto-increment.cache-size, -5"
  })
  void numbersThatCannotWorkAreRefused(String key, String value) {
    TableDescriptor table = table(columns().primaryKey("id"), Map.of(key, value));
    assertThatThrownBy(() -> create(columns().primaryKey("id"), Map.of(key, value)))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining(key);
    // Such a table that is there can still be altered.
    TableValidation.validate(TableDefaults.apply(table, new Configuration()), 10);
  }

  @Test
  void aVersionThatIsThePrimaryKeyIsRefused() {
    assertThatThrownBy(
            () -> create(columns().primaryKey("id"), Map.of(ENGINE, "versioned", VERSION, "id")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("'id'");
    create(columns().primaryKey("id"), Map.of(ENGINE, "versioned", VERSION, "a"));
  }

  @Test
  void aggregationThatCannotHappenIsRefused() {
    assertThatThrownBy(() -> create(aggregated(DataTypes.INT(), AggFunctions.SUM()), Map.of()))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining(ENGINE);
    for (AggFunction function :
        new AggFunction[] {AggFunctions.LISTAGG(), AggFunctions.STRING_AGG("|")}) {
      assertThatThrownBy(
              () -> create(aggregated(DataTypes.CHAR(3), function), Map.of(ENGINE, "aggregation")))
          .isInstanceOf(InvalidConfigException.class)
          .hasMessageContaining("STRING");
      create(aggregated(DataTypes.STRING(), function), Map.of(ENGINE, "aggregation"));
    }
    assertThatThrownBy(
            () ->
                create(
                    aggregated(DataTypes.STRING(), AggFunctions.LISTAGG("")),
                    Map.of(ENGINE, "aggregation")))
        .isInstanceOf(InvalidConfigException.class);
    Map<AggFunction, DataType> withParametersTheyLack =
        Map.of(
            AggFunctions.of(AggFunctionType.SUM, Map.of("delimiter", ",")),
            DataTypes.INT(),
            AggFunctions.of(AggFunctionType.LISTAGG, Map.of("separator", ",")),
            DataTypes.STRING());
    withParametersTheyLack.forEach(
        (function, type) ->
            assertThatThrownBy(
                    () -> create(aggregated(type, function), Map.of(ENGINE, "aggregation")))
                .isInstanceOf(InvalidConfigException.class));
  }

  @Test
  void anUnknownFunctionIsRefused() {
    TableDescriptor table =
        table(aggregated(DataTypes.INT(), AggFunctions.SUM()), Map.of(ENGINE, "aggregation"));
    byte[] json =
        new String(table.toJsonBytes(), StandardCharsets.UTF_8)
            .replace("\"sum\"", "\"median\"")
            .getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> TableValidation.checkFunctionNames(json))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("'median'");
  }

  @ParameterizedTest
  @EnumSource(AggFunctionType.class)
  void everyFunctionIsAcceptedOnATypeOfIts(AggFunctionType function) {
    DataType type =
        function.name().startsWith("BOOL")
            ? DataTypes.BOOLEAN()
            : function.name().startsWith("RBM")
                ? DataTypes.BYTES()
                : function.name().endsWith("AGG") ? DataTypes.STRING() : DataTypes.INT();
    create(aggregated(type, AggFunctions.of(function)), Map.of(ENGINE, "aggregation"));
  }

  @Test
  void autoIncrementNeedsAnEngineThatTakesSomeColumns() {
    for (Map<String, String> properties :
        List.of(Map.of(ENGINE, "first_row"), Map.of(ENGINE, "versioned", VERSION, "a"))) {
      assertThatThrownBy(
              () ->
                  create(
                      columns()
                          .column("n", DataTypes.BIGINT())
                          .primaryKey("id")
                          .enableAutoIncrement("n"),
                      properties))
          .isInstanceOf(InvalidTableException.class)
          .hasMessageContaining("[n]");
    }
    create(
        columns().column("n", DataTypes.BIGINT()).primaryKey("id").enableAutoIncrement("n"),
        Map.of());
  }

  @Test
  void theClusterAddsWhatIsNotSaid() {
    assertThat(create(columns().primaryKey("id"), Map.of()))
        .containsEntry("table.kv.format-version", "2")
        .doesNotContainKey("table.delete.behavior");
    assertThat(create(columns().primaryKey("id"), Map.of("table.kv.format-version", "1")))
        .containsEntry("table.kv.format-version", "1");
    assertThat(create(columns().primaryKey("id"), Map.of(ENGINE, "first_row")))
        .containsEntry("table.delete.behavior", "IGNORE");
    assertThat(
            create(
                columns().primaryKey("id"),
                Map.of(ENGINE, "aggregation", "table.delete.behavior", "allow")))
        .containsEntry("table.delete.behavior", "allow");
  }
}

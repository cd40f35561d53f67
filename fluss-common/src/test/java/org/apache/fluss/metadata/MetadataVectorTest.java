// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.json.DataTypeJsonSerde;
import org.apache.fluss.utils.json.JsonSerdeUtils;
import org.junit.jupiter.api.Test;

/** The JSON of types, schemas, tables and databases is that of 0.9.1, both ways. */
class MetadataVectorTest {
  private static final JsonNode VECTORS = Vectors.load("formats-json.json");

  @Test
  void types() {
    int count = 0;
    for (JsonNode vector : VECTORS.get("types")) {
      if (vector.has("json")) {
        String json = vector.get("json").asText();
        DataType type = DataTypes.parse(vector.get("input").asText());
        assertThat(text(JsonSerdeUtils.writeValueAsBytes(type, DataTypeJsonSerde.INSTANCE)))
            .isEqualTo(json);
        assertThat(JsonSerdeUtils.readValue(json.getBytes(UTF_8), DataTypeJsonSerde.INSTANCE))
            .isEqualTo(type);
        count++;
      }
    }
    assertThat(count).isEqualTo(44);
  }

  @Test
  void schemas() {
    List<Schema> schemas = new ArrayList<>();
    schemas.add(
        Schema.newBuilder()
            .column("id", DataTypes.INT())
            .column("name", DataTypes.STRING())
            .withComment("user name")
            .build());
    schemas.add(
        Schema.newBuilder()
            .column("id", DataTypes.BIGINT())
            .column("region", DataTypes.STRING())
            .column("v", DataTypes.DOUBLE())
            .primaryKey("id", "region")
            .build());
    schemas.add(
        Schema.newBuilder()
            .column("id", DataTypes.STRING())
            .column("seq", DataTypes.BIGINT())
            .primaryKey("id")
            .enableAutoIncrement("seq")
            .build());
    schemas.add(
        Schema.newBuilder()
            .column("id", DataTypes.INT())
            .column("total", DataTypes.BIGINT(), AggFunctions.SUM())
            .column("tags", DataTypes.STRING(), AggFunctions.LISTAGG("|"))
            .column("last", DataTypes.STRING(), AggFunctions.LAST_VALUE_IGNORE_NULLS())
            .primaryKey("id")
            .build());
    schemas.add(
        Schema.newBuilder()
            .column("a", DataTypes.INT())
            .column("b", DataTypes.parse("ROW<x INT, y ARRAY<ROW<z STRING 'deep'>>>"))
            .column("c", DataTypes.parse("MAP<STRING, ROW<k INT>>"))
            .column("d", DataTypes.INT())
            .build());
    schemas.add(allTypes());
    schemas.add(Schema.newBuilder().build());
    schemas.add(
        Schema.newBuilder()
            .fromSchema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("name", DataTypes.STRING())
                    .primaryKey("id")
                    .build())
            .column("age", DataTypes.INT())
            .build());

    JsonNode vectors = VECTORS.get("schemas");
    assertThat(vectors.size()).isEqualTo(8).isEqualTo(schemas.size());
    for (int i = 0; i < schemas.size(); i++) {
      String json = vectors.get(i).get("json").asText();
      assertThat(text(schemas.get(i).toJsonBytes())).isEqualTo(json);
      Schema read = Schema.fromJsonBytes(json.getBytes(UTF_8));
      assertThat(read).isEqualTo(schemas.get(i)).hasSameHashCodeAs(schemas.get(i));
      assertThat(read.getRowType().equalsWithFieldId(schemas.get(i).getRowType())).isTrue();
    }
  }

  /** The columns as the description of the vector lists them. */
  private static Schema allTypes() {
    String what = VECTORS.get("schemas").get(5).get("what").asText();
    Schema.Builder builder = Schema.newBuilder();
    int i = 0;
    for (String type : what.substring(what.indexOf("c18:") + 4).split(";")) {
      builder.column("c" + i++, DataTypes.parse(type.trim()));
    }
    assertThat(i).isEqualTo(19);
    return builder.build();
  }

  @Test
  void lenientReadingOfSchemas() {
    JsonNode vectors = VECTORS.get("schema_inputs");
    assertThat(vectors.size()).isEqualTo(8);
    for (JsonNode vector : vectors) {
      byte[] json = vector.get("json_in").asText().getBytes(UTF_8);
      if (vector.has("error")) {
        assertFails(vector, () -> Schema.fromJsonBytes(json));
      } else {
        assertThat(text(Schema.fromJsonBytes(json).toJsonBytes()))
            .isEqualTo(vector.get("reserialised").asText());
      }
    }
  }

  @Test
  void rejectedDefinitions() {
    Map<String, Runnable> cases = new LinkedHashMap<>();
    cases.put("duplicate column names", () -> columns("a", "a").build());
    cases.put("pk column missing", () -> columns("a").primaryKey("b").build());
    cases.put("pk duplicates", () -> columns("a").primaryKey("a", "a").build());
    cases.put("two pks", () -> columns("a", "b").primaryKey("a").primaryKey("b").build());
    cases.put("auto increment without pk", () -> columns("a").enableAutoIncrement("a").build());
    cases.put(
        "auto increment on pk",
        () -> columns("a").primaryKey("a").enableAutoIncrement("a").build());
    cases.put(
        "auto increment STRING",
        () ->
            columns("a")
                .column("s", DataTypes.STRING())
                .primaryKey("a")
                .enableAutoIncrement("s")
                .build());
    cases.put(
        "two auto increments",
        () ->
            columns("a", "b", "c")
                .primaryKey("a")
                .enableAutoIncrement("b")
                .enableAutoIncrement("c")
                .build());
    cases.put(
        "agg on pk column",
        () ->
            Schema.newBuilder()
                .column("a", DataTypes.INT(), AggFunctions.SUM())
                .primaryKey("a")
                .build());
    cases.put("blank column name", () -> columns(" ").build());
    cases.put(
        "partition key not in pk",
        () -> table(columns("a", "b").primaryKey("a")).partitionedBy("b").build());
    cases.put(
        "pk equals partition keys",
        () -> table(columns("a", "b").primaryKey("a")).partitionedBy("a").build());
    cases.put(
        "bucket key includes partition key",
        () ->
            table(columns("a", "b").primaryKey("a", "b"))
                .partitionedBy("b")
                .distributedBy(1, "b")
                .build());
    cases.put(
        "bucket key not subset of pk",
        () -> table(columns("a", "b").primaryKey("a")).distributedBy(1, "b").build());
    cases.put(
        "log table unknown bucket key", () -> table(columns("a")).distributedBy(1, "z").build());
    cases.put(
        "log table unknown partition key", () -> table(columns("a")).partitionedBy("z").build());

    JsonNode vectors = VECTORS.get("rejected_definitions");
    assertThat(vectors.size()).isEqualTo(16).isEqualTo(cases.size());
    for (JsonNode vector : vectors) {
      assertFails(vector, cases.get(vector.get("case").asText()));
    }
  }

  @Test
  void tableDescriptors() {
    Schema log =
        Schema.newBuilder().column("a", DataTypes.INT()).column("b", DataTypes.STRING()).build();
    Schema keyed =
        Schema.newBuilder()
            .column("id", DataTypes.INT())
            .column("v", DataTypes.STRING())
            .primaryKey("id")
            .build();
    List<TableDescriptor> tables =
        List.of(
            TableDescriptor.builder().schema(log).build(),
            TableDescriptor.builder()
                .schema(log)
                .comment("log")
                .distributedBy(3, "a")
                .property(ConfigOptions.TABLE_REPLICATION_FACTOR, 3)
                .customProperty("k", "v")
                .build(),
            TableDescriptor.builder().schema(log).distributedBy(3).build(),
            TableDescriptor.builder()
                .schema(
                    Schema.newBuilder()
                        .column("id", DataTypes.INT())
                        .column("dt", DataTypes.STRING())
                        .column("v", DataTypes.STRING())
                        .primaryKey("id", "dt")
                        .build())
                .partitionedBy("dt")
                .distributedBy(16, Collections.emptyList())
                .kvFormat(KvFormat.INDEXED)
                .build(),
            TableDescriptor.builder().schema(keyed).build(),
            TableDescriptor.builder()
                .schema(
                    Schema.newBuilder()
                        .column("id", DataTypes.INT())
                        .column("sub", DataTypes.INT())
                        .column("v", DataTypes.STRING())
                        .primaryKey("id", "sub")
                        .build())
                .distributedBy(8, "id")
                .logFormat(LogFormat.COMPACTED)
                .build());

    JsonNode vectors = VECTORS.get("table_descriptors");
    assertThat(vectors.size()).isEqualTo(6).isEqualTo(tables.size());
    for (int i = 0; i < tables.size(); i++) {
      JsonNode vector = vectors.get(i);
      String json = vector.get("json").asText();
      TableDescriptor table = tables.get(i);
      assertThat(text(table.toJsonBytes())).isEqualTo(json);
      assertThat(TableDescriptor.fromJsonBytes(json.getBytes(UTF_8)))
          .isEqualTo(table)
          .hasSameHashCodeAs(table);
      List<String> bucketKeys = new ArrayList<>();
      vector.get("bucket_keys").forEach(key -> bucketKeys.add(key.asText()));
      assertThat(table.getBucketKeys()).isEqualTo(bucketKeys);
      assertThat(table.isDefaultBucketKey())
          .isEqualTo(vector.get("default_bucket_key").asBoolean());
    }
  }

  @Test
  void databaseDescriptors() {
    List<DatabaseDescriptor> databases =
        List.of(
            DatabaseDescriptor.EMPTY,
            DatabaseDescriptor.builder().comment("c").customProperty("k", "v").build());
    JsonNode vectors = VECTORS.get("database_descriptors");
    assertThat(vectors.size()).isEqualTo(2).isEqualTo(databases.size());
    for (int i = 0; i < databases.size(); i++) {
      String json = vectors.get(i).get("json").asText();
      assertThat(text(databases.get(i).toJsonBytes())).isEqualTo(json);
      assertThat(DatabaseDescriptor.fromJsonBytes(json.getBytes(UTF_8)))
          .isEqualTo(databases.get(i));
    }
  }

  private static Schema.Builder columns(String... names) {
    Schema.Builder builder = Schema.newBuilder();
    for (String name : names) {
      builder.column(name, DataTypes.INT());
    }
    return builder;
  }

  private static TableDescriptor.Builder table(Schema.Builder schema) {
    return TableDescriptor.builder().schema(schema.build());
  }

  private static void assertFails(JsonNode vector, Runnable call) {
    String exception = vector.get("error").asText().split(":")[0];
    Throwable thrown = catchThrowable(call::run);
    assertThat(thrown).as(vector.toString()).isNotNull().hasMessageMatching("(?s).+");
    assertThat(thrown.getClass().getName()).as(vector.toString()).isEqualTo(exception);
  }

  private static String text(byte[] json) {
    return new String(json, UTF_8);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RandomTypes;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.api.Test;

class SchemaTest {

  @Test
  void everySchemaSurvivesJson() {
    Random random = new Random(4711);
    RandomTypes types = new RandomTypes(4711);
    for (int i = 0; i < 500; i++) {
      Schema.Builder builder = Schema.newBuilder();
      List<String> names = new ArrayList<>();
      for (int k = 1 + random.nextInt(6); k > 0; k--) {
        String name = types.name() + k;
        names.add(name);
        builder.column(name, types.type());
        if (random.nextBoolean()) {
          builder.withComment(types.name());
        }
      }
      List<String> key = names.subList(0, random.nextInt(names.size() + 1));
      if (!key.isEmpty()) {
        builder.primaryKey(key);
      }
      Schema schema = builder.build();

      Schema read = Schema.fromJsonBytes(schema.toJsonBytes());
      assertThat(read).isEqualTo(schema).hasSameHashCodeAs(schema);
      assertThat(read.getRowType().equalsWithFieldId(schema.getRowType())).isTrue();
      assertThat(read.getPrimaryKeyColumnNames()).isEqualTo(key);
      List<Integer> ids = new ArrayList<>();
      collectIds(schema.getRowType(), ids);
      assertThat(new TreeSet<>(ids)).hasSameSizeAs(ids);
      assertThat(schema.getHighestFieldId()).isEqualTo(ids.size() - 1);
    }
  }

  private static void collectIds(DataType type, List<Integer> ids) {
    if (type instanceof RowType) {
      ((RowType) type).getFields().stream().map(DataField::getFieldId).forEach(ids::add);
    }
    type.getChildren().forEach(child -> collectIds(child, ids));
  }

  @Test
  void idsAreNeverGivenAgain() {
    Schema schema =
        Schema.newBuilder()
            .fromColumns(List.of(new Schema.Column("a", DataTypes.INT(), null, 0)))
            .highestFieldId(7)
            .build();
    Schema evolved = Schema.newBuilder().fromSchema(schema).column("b", DataTypes.INT()).build();
    assertThat(evolved.getColumnIds()).containsExactly(0, 8);
    assertThat(evolved.getHighestFieldId()).isEqualTo(8);
  }

  @Test
  void nestedAndColumnIdsMustDiffer() {
    List<Schema.Column> columns =
        List.of(
            new Schema.Column(
                "a", DataTypes.ROW(DataTypes.FIELD("x", DataTypes.INT(), 1)), null, 0),
            new Schema.Column("b", DataTypes.INT(), null, 1));
    assertThatThrownBy(() -> Schema.newBuilder().fromColumns(columns).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[1]");
  }

  @Test
  void columnsWithIdsMustComeFirst() {
    Schema schema = Schema.newBuilder().column("a", DataTypes.INT()).build();
    assertThatThrownBy(
            () -> Schema.newBuilder().column("b", DataTypes.INT()).fromSchema(schema).build())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                Schema.newBuilder()
                    .column("b", DataTypes.INT())
                    .fromColumns(schema.getColumns())
                    .build())
        .isInstanceOf(IllegalStateException.class);
    assertThat(
            Schema.newBuilder()
                .column("b", DataTypes.INT())
                .fromColumns(List.of(new Schema.Column("a", DataTypes.INT())))
                .build()
                .getColumnIds())
        .containsExactly(0, 1);
  }

  @Test
  void primaryKeyColumnsBecomeNotNull() {
    Schema schema =
        Schema.newBuilder()
            .column("v", DataTypes.INT())
            .column("a", DataTypes.STRING())
            .column("b", DataTypes.STRING())
            .primaryKey("b", "a")
            .build();
    assertThat(schema.getColumn("a").getDataType().isNullable()).isFalse();
    assertThat(schema.getColumn("v").getDataType().isNullable()).isTrue();
    assertThat(schema.getPrimaryKeyIndexes()).containsExactly(2, 1);
    assertThat(schema.getPrimaryKey().get().getConstraintName()).isEqualTo("PK_b_a");
    assertThat(Schema.getKeyRowType(schema, new int[] {2, 1}).getFieldNames())
        .containsExactly("b", "a");
  }

  @Test
  void commentsStayWithTheColumns() {
    Schema schema =
        Schema.newBuilder().column("a", DataTypes.INT()).withComment("what it is").build();
    Schema read = Schema.fromJsonBytes(schema.toJsonBytes());
    assertThat(read.getColumn("a").getComment()).contains("what it is");
    assertThat(read.getRowType().getField("a").getDescription()).isEmpty();
    assertThatThrownBy(() -> Schema.newBuilder().withComment("of nothing"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void lookUps() {
    Schema schema =
        Schema.newBuilder()
            .column("r", DataTypes.ROW(DataTypes.INT()))
            .column("id", DataTypes.STRING())
            .column("seq", DataTypes.BIGINT())
            .primaryKey("id")
            .enableAutoIncrement("seq")
            .build();
    assertThat(schema.getColumnIds()).containsExactly(0, 2, 3);
    assertThat(schema.getAutoIncrementColumnIds()).containsExactly(3);
    assertThat(schema.getColumnIndexes(List.of("seq", "z"))).containsExactly(2, -1);
    assertThat(schema.getColumnNames(new int[] {1})).containsExactly("id");
    assertThat(schema.getAggFunction("z")).isEmpty();
    assertThatThrownBy(() -> schema.getColumn("z")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void brokenJsonGivesATypedError() {
    assertThatThrownBy(() -> Schema.fromJsonBytes("xx".getBytes(UTF_8)))
        .isInstanceOf(UncheckedIOException.class);
    for (String json :
        new String[] {
          "",
          "{}",
          "[]",
          "null",
          "{\"columns\":1}",
          "{\"columns\":[1]}",
          "{\"columns\":[{\"name\":\"a\"}]}",
          "{\"columns\":[{\"name\":\"a\",\"id\":\"x\",\"data_type\":{\"type\":\"INTEGER\"}}]}",
          "{\"columns\":[{\"name\":\"a\",\"data_type\":{\"type\":\"CHAR\"}}]}",
          "{\"columns\":[{\"name\":[],\"data_type\":{\"type\":\"INTEGER\"}}]}"
        }) {
      assertThatThrownBy(() -> Schema.fromJsonBytes(json.getBytes(UTF_8)))
          .as(json)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void mutilatedJsonGivesATypedErrorOrASchema() {
    Random random = new Random(31337);
    RandomTypes types = new RandomTypes(31337);
    for (int i = 0; i < 5000; i++) {
      Schema schema =
          Schema.newBuilder().column("a", types.type()).column("b", types.type()).build();
      byte[] json = schema.toJsonBytes();
      for (int k = 1 + random.nextInt(3); k > 0; k--) {
        json[random.nextInt(json.length)] =
            (byte) " \"{}[]:,-01an\u0000\u007f".charAt(random.nextInt(15));
      }
      Throwable thrown = catchThrowable(() -> Schema.fromJsonBytes(json));
      if (thrown != null) {
        assertThat(thrown)
            .as(new String(json, UTF_8))
            .isInstanceOfAny(
                IllegalArgumentException.class,
                IllegalStateException.class,
                UncheckedIOException.class);
      }
    }
  }

  @Test
  void aggregationFunctionsCheckParametersAndTypes() {
    assertThat(AggFunctionType.fromString(" last-value ")).isEqualTo(AggFunctionType.LAST_VALUE);
    assertThat(AggFunctionType.fromString("nope")).isNull();
    assertThat(AggFunctionType.fromString(null)).isNull();
    assertThat(AggFunctions.LISTAGG("|").getParameter("delimiter")).isEqualTo("|");
    AggFunctions.LISTAGG("|").validateParameters();
    assertThatThrownBy(() -> AggFunctions.LISTAGG("").validateParameters())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> AggFunctions.of(AggFunctionType.SUM, Map.of("x", "y")).validateParameters())
        .isInstanceOf(IllegalArgumentException.class);
    AggFunctions.MAX().validateDataType(DataTypes.DATE());
    AggFunctions.RBM32().validateDataType(DataTypes.BYTES());
    AggFunctions.FIRST_VALUE().validateDataType(DataTypes.ARRAY(DataTypes.INT()));
    assertThatThrownBy(() -> AggFunctions.SUM().validateDataType(DataTypes.STRING()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AggFunctions.MIN().validateDataType(DataTypes.BOOLEAN()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AggFunctions.RBM64().validateDataType(DataTypes.BINARY(3)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

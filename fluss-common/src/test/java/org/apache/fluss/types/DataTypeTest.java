// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.utils.json.DataTypeJsonSerde;
import org.apache.fluss.utils.json.JsonSerdeUtils;
import org.junit.jupiter.api.Test;

class DataTypeTest {

  @Test
  void everyTypeSurvivesTextJsonAndJava() throws Exception {
    RandomTypes types = new RandomTypes(20240917);
    for (int i = 0; i < 2000; i++) {
      DataType type = types.type();
      assertThat(DataTypes.parse(type.asSerializableString())).isEqualTo(type);

      byte[] json = JsonSerdeUtils.writeValueAsBytes(type, DataTypeJsonSerde.INSTANCE);
      DataType read = JsonSerdeUtils.readValue(json, DataTypeJsonSerde.INSTANCE);
      assertThat(read).isEqualTo(type).hasSameHashCodeAs(type);
      assertThat(JsonSerdeUtils.writeValueAsBytes(read, DataTypeJsonSerde.INSTANCE))
          .isEqualTo(json);
      assertThat(DataTypeChecks.equalsWithFieldId(type, read)).isTrue();

      DataType copied = (DataType) javaCopy(type);
      assertThat(copied).isEqualTo(type).hasSameHashCodeAs(type);
      if (copied instanceof RowType && ((RowType) copied).getFieldCount() > 0) {
        assertThat(((RowType) copied).getFieldIndex(((RowType) type).getFieldNames().get(0)))
            .isZero();
      }
    }
  }

  private static Object javaCopy(Object value) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  @Test
  void nullabilityIsPartOfATypeAndNothingElseChangesWithIt() {
    RandomTypes types = new RandomTypes(7);
    for (int i = 0; i < 500; i++) {
      DataType type = types.type();
      DataType other = type.copy(!type.isNullable());
      assertThat(other).isNotEqualTo(type);
      assertThat(other.getTypeRoot()).isEqualTo(type.getTypeRoot());
      assertThat(other.getChildren()).isEqualTo(type.getChildren());
      assertThat(other.copy(type.isNullable())).isEqualTo(type);
      assertThat(type.copy()).isEqualTo(type);
      assertThat(type.asSummaryString().endsWith(" NOT NULL")).isEqualTo(!type.isNullable());
    }
  }

  @Test
  void freshFieldIdsCountUpDepthFirst() {
    RandomTypes types = new RandomTypes(99);
    for (int i = 0; i < 500; i++) {
      DataType type = types.type();
      AtomicInteger highest = new AtomicInteger(41);
      DataType reassigned = ReassignFieldId.reassign(type, highest);
      List<Integer> ids = new ArrayList<>();
      collectIds(reassigned, ids);
      assertThat(reassigned).isEqualTo(type);
      assertThat(highest.get()).isEqualTo(41 + ids.size());
      for (int k = 0; k < ids.size(); k++) {
        assertThat(ids.get(k)).isEqualTo(42 + k);
      }
    }
  }

  private static void collectIds(DataType type, List<Integer> ids) {
    if (type instanceof RowType) {
      for (DataField field : ((RowType) type).getFields()) {
        ids.add(field.getFieldId());
        collectIds(field.getType(), ids);
      }
    } else {
      type.getChildren().forEach(child -> collectIds(child, ids));
    }
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    List<Runnable> calls =
        List.of(
            () -> DataTypes.CHAR(0),
            () -> DataTypes.BINARY(0),
            () -> DataTypes.DECIMAL(0, 0),
            () -> DataTypes.DECIMAL(39, 0),
            () -> DataTypes.DECIMAL(5, 6),
            () -> DataTypes.DECIMAL(5, -1),
            () -> DataTypes.TIME(10),
            () -> DataTypes.TIMESTAMP(-1),
            () -> DataTypes.TIMESTAMP_LTZ(10),
            () -> RowType.builder().field(" ", DataTypes.INT()).build(),
            () ->
                RowType.builder().field("a", DataTypes.INT()).field("a", DataTypes.INT()).build());
    for (Runnable call : calls) {
      assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void mapKeysAreNotNull() {
    MapType map = DataTypes.MAP(DataTypes.STRING(), DataTypes.INT());
    assertThat(map.getKeyType().isNullable()).isFalse();
    assertThat(map.asSummaryString()).isEqualTo("MAP<STRING NOT NULL, INT>");
  }

  @Test
  void fieldIdsOnlyCountWhereTheyAreAskedFor() {
    RowType one = DataTypes.ROW(DataTypes.FIELD("r", nested(1), 0));
    RowType other = DataTypes.ROW(DataTypes.FIELD("r", nested(2), 0));
    assertThat(one).isEqualTo(other);
    assertThat(one.equalsWithFieldId(other)).isFalse();
    assertThat(one.equalsWithFieldId(DataTypes.ROW(DataTypes.FIELD("r", nested(1), 0)))).isTrue();

    DataType inArray = DataTypes.ARRAY(one);
    assertThat(DataTypeChecks.equalsWithFieldId(inArray, DataTypes.ARRAY(other)))
        .as("the comparison does not look into arrays")
        .isTrue();
  }

  private static RowType nested(int fieldId) {
    return DataTypes.ROW(DataTypes.FIELD("x", DataTypes.INT(), fieldId));
  }

  @Test
  void rowsFindAndProjectFields() {
    RowType row =
        RowType.of(
            false, new DataType[] {DataTypes.INT(), DataTypes.STRING()}, new String[] {"a", "b"});
    assertThat(row.getFieldIndex("b")).isEqualTo(1);
    assertThat(row.getFieldIndex("B")).isEqualTo(-1);
    assertThat(row.getField("b").getType()).isEqualTo(DataTypes.STRING());
    assertThatThrownBy(() -> row.getField("z")).hasMessageContaining("'z'");
    assertThat(row.project(new int[] {1}).asSummaryString()).isEqualTo("ROW<`b` STRING> NOT NULL");
    assertThat(row.project(List.of("b", "a")).getFieldNames()).containsExactly("b", "a");
    assertThatThrownBy(() -> row.project(List.of("z")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(RowType.of(DataTypes.INT(), DataTypes.INT()).getFieldNames())
        .containsExactly("f0", "f1");
  }

  @Test
  void rootsBelongToFamilies() {
    assertThat(DataTypeRoot.values()).hasSize(19);
    assertThat(DataTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE.getFamilies())
        .isEqualTo(
            EnumSet.of(
                DataTypeFamily.PREDEFINED,
                DataTypeFamily.DATETIME,
                DataTypeFamily.TIMESTAMP,
                DataTypeFamily.EXTENSION));
    assertThat(DataTypes.INT().is(DataTypeFamily.EXACT_NUMERIC)).isTrue();
    assertThat(DataTypes.FLOAT().isAnyOf(DataTypeFamily.EXACT_NUMERIC, DataTypeFamily.TIME))
        .isFalse();
    assertThat(
            Arrays.stream(DataTypeRoot.values())
                .filter(root -> !root.getFamilies().contains(DataTypeFamily.PREDEFINED)))
        .containsExactly(DataTypeRoot.ARRAY, DataTypeRoot.MAP, DataTypeRoot.ROW);
  }

  @Test
  void parametersAreFoundWhateverTheKind() {
    assertThat(DataTypeChecks.getPrecision(DataTypes.TIMESTAMP_LTZ(3))).isEqualTo(3);
    assertThat(DataTypeChecks.getScale(DataTypes.BIGINT())).isZero();
    assertThat(DataTypeChecks.getFieldCount(DataTypes.INT())).isEqualTo(1);
    assertThatThrownBy(() -> DataTypeChecks.getLength(DataTypes.STRING()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DataTypeChecks.getPrecision(DataTypes.INT()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.fluss.config.AutoPartitionTimeUnit;
import org.apache.fluss.exception.InvalidDatabaseException;
import org.apache.fluss.exception.InvalidPartitionException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.row.GoldenValues;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.PartitionUtils;
import org.junit.jupiter.api.Test;

/** Names and partition values are those of 0.9.1. */
class NamesVectorTest {
  private static final JsonNode VECTORS = Vectors.load("formats-names.json");

  @Test
  void partitionValuesOfColumns() {
    JsonNode vectors = VECTORS.get("partition_names");
    assertThat(vectors.size()).isEqualTo(39);
    for (JsonNode vector : vectors) {
      if (vector.has("types")) {
        assertPartition(vector);
      } else if (vector.has("error")) {
        assertThat(catchThrowable(() -> partitionValue(vector.get("type"), vector.get("value"))))
            .isInstanceOf(IllegalArgumentException.class);
      } else {
        assertThat(partitionValue(vector.get("type"), vector.get("value")))
            .as(vector.toString())
            .isEqualTo(vector.get("partition_name").asText());
      }
    }
  }

  private static void assertPartition(JsonNode vector) {
    List<String> keys = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < vector.get("types").size(); i++) {
      keys.add(vector.get("partition_keys").get(i).asText());
      values.add(partitionValue(vector.get("types").get(i), vector.get("values").get(i)));
    }
    ResolvedPartitionSpec spec = new ResolvedPartitionSpec(keys, values);
    String name = vector.get("partition_name").asText();
    String qualifiedName = vector.get("qualified_name").asText();
    assertThat(spec.getPartitionName()).isEqualTo(name);
    assertThat(spec.getPartitionQualifiedName()).isEqualTo(qualifiedName);
    assertThat(ResolvedPartitionSpec.fromPartitionName(keys, name)).isEqualTo(spec);
    assertThat(ResolvedPartitionSpec.fromPartitionQualifiedName(qualifiedName)).isEqualTo(spec);
  }

  private static String partitionValue(JsonNode typeText, JsonNode value) {
    DataType type = DataTypes.parse(typeText.asText());
    return PartitionUtils.convertValueOfType(GoldenValues.value(value, type), type.getTypeRoot());
  }

  @Test
  void identifiers() {
    JsonNode vectors = VECTORS.get("identifiers");
    assertThat(vectors.size()).isEqualTo(17);
    for (JsonNode vector : vectors) {
      String name = vector.get("name").asText().replaceAll("^a x 20\\d$", "");
      if (name.isEmpty() && !vector.get("name").asText().isEmpty()) {
        name = "a".repeat(Integer.parseInt(vector.get("name").asText().substring(4)));
      }
      String checked = name;
      assertThat(TablePath.detectInvalidName(name) == null)
          .as(vector.toString())
          .isEqualTo(vector.get("invalid_reason").isNull());
      assertThat(TablePath.validatePrefix(name) != null)
          .isEqualTo(vector.get("prefix_error").asBoolean());
      Throwable ofTable = catchThrowable(() -> TablePath.validateTableName(checked));
      Throwable ofDatabase = catchThrowable(() -> TablePath.validateDatabaseName(checked));
      if (vector.get("table_name_ok").asBoolean()) {
        assertThat(ofTable).isNull();
        assertThat(ofDatabase).isNull();
      } else {
        assertThat(ofTable).isInstanceOf(InvalidTableException.class);
        assertThat(ofDatabase).isInstanceOf(InvalidDatabaseException.class);
      }
    }
  }

  @Test
  void autoPartitions() {
    JsonNode vectors = VECTORS.get("auto_partitions");
    assertThat(vectors.size()).isEqualTo(20);
    for (JsonNode vector : vectors) {
      ZonedDateTime now = ZonedDateTime.parse(vector.get("now").asText().replace(" (UTC)", ""));
      assertThat(
              PartitionUtils.generateAutoPartitionTime(
                  now,
                  vector.get("offset").asInt(),
                  AutoPartitionTimeUnit.valueOf(vector.get("time_unit").asText())))
          .isEqualTo(vector.get("partition_value").asText());
    }
  }

  @Test
  void physicalPaths() {
    JsonNode vectors = VECTORS.get("physical_paths");
    assertThat(vectors.size()).isEqualTo(5);
    for (JsonNode vector : vectors) {
      JsonNode partition = vector.get("partition");
      PhysicalTablePath path =
          PhysicalTablePath.of(
              vector.get("database").asText(),
              vector.get("table").asText(),
              partition.isNull() ? null : partition.asText());
      assertThat(path).hasToString(vector.get("to_string").asText());
      assertThat(path.isValid()).isEqualTo(vector.get("is_valid").asBoolean());
    }
  }

  @Test
  void aReservedPrefixOnlyMattersWhenAPartitionIsCreated() {
    TablePath path = TablePath.of("d", "t");
    PartitionSpec spec = new PartitionSpec(Map.of("a", "__x"));
    PartitionUtils.validatePartitionSpec(path, List.of("a"), spec, false);
    assertThatThrownBy(() -> PartitionUtils.validatePartitionSpec(path, List.of("a"), spec, true))
        .isInstanceOf(InvalidPartitionException.class);
  }

  @Test
  void aPartitionNeedsAllKeysAndNoOthers() {
    TablePath path = TablePath.of("d", "t");
    List<String> keys = List.of("a", "b");
    for (Map<String, String> spec :
        List.of(
            Map.of("a", "1"), Map.of("a", "1", "c", "2"), Map.of("a", "1", "b", "2", "c", "3"))) {
      assertThatThrownBy(
              () ->
                  PartitionUtils.validatePartitionSpec(path, keys, new PartitionSpec(spec), false))
          .isInstanceOf(InvalidPartitionException.class);
    }
    assertThatThrownBy(
            () ->
                ResolvedPartitionSpec.fromPartitionSpec(keys, new PartitionSpec(Map.of("b", "2"))))
        .isInstanceOf(InvalidPartitionException.class);
    assertThat(
            ResolvedPartitionSpec.fromPartitionSpec(
                    keys, new PartitionSpec(Map.of("b", "2", "a", "1")))
                .getPartitionName())
        .isEqualTo("1$2");
  }

  @Test
  void aSpecContainsPartsOfItself() {
    ResolvedPartitionSpec spec = new ResolvedPartitionSpec(List.of("a", "b"), List.of("1", "2"));
    assertThat(spec.contains(ResolvedPartitionSpec.fromPartitionValue("b", "2"))).isTrue();
    assertThat(spec.contains(ResolvedPartitionSpec.fromPartitionValue("b", "1"))).isFalse();
    assertThatThrownBy(() -> spec.contains(ResolvedPartitionSpec.fromPartitionValue("z", "1")))
        .isInstanceOf(InvalidPartitionException.class);
    assertThatThrownBy(() -> ResolvedPartitionSpec.fromPartitionName(List.of("a", "b"), "1"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ResolvedPartitionSpec.fromPartitionQualifiedName("a=1/b=2=3").getPartitionValues())
        .containsExactly("1", "2=3");
  }

  @Test
  void nullIsNoPartitionValue() {
    assertThatThrownBy(() -> PartitionUtils.convertValueOfType(null, DataTypeRoot.STRING))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("null");
  }

  @Test
  void pathsAndBucketsAreKeys() {
    assertThat(TablePath.of("a", "b")).hasToString("a.b").isEqualTo(new TablePath("a", "b"));
    assertThat(Map.of(TablePath.of("a", "b"), 1)).containsKey(TablePath.of("a", "b"));
    assertThat(new TableBucket(1, 2)).isNotEqualTo(new TableBucket(1, 3L, 2));
    assertThat(Map.of(new TableBucket(1, 3L, 2), 1)).containsKey(new TableBucket(1, 3L, 2));
    assertThat(new String(new TablePartition(1, 2).toJsonBytes(), UTF_8))
        .isEqualTo("{\"version\":1,\"table_id\":1,\"partition_id\":2}");
    assertThat(TablePartition.fromJsonBytes(new TablePartition(1, 2).toJsonBytes()))
        .isEqualTo(new TablePartition(1, 2));
  }
}

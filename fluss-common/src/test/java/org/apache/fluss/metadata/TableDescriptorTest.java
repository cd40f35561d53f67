// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;

class TableDescriptorTest {
  private static final Schema LOG =
      Schema.newBuilder().column("a", DataTypes.INT()).column("b", DataTypes.STRING()).build();
  private static final Schema KEYED =
      Schema.newBuilder()
          .column("id", DataTypes.INT())
          .column("dt", DataTypes.STRING())
          .column("v", DataTypes.STRING())
          .primaryKey("id", "dt")
          .build();

  @Test
  void bucketKeysOfAKeyedTableDefaultToItsKey() {
    TableDescriptor table = TableDescriptor.builder().schema(KEYED).partitionedBy("dt").build();
    assertThat(table.getBucketKeys()).containsExactly("id");
    assertThat(table.isDefaultBucketKey()).isTrue();
    assertThat(table.getTableDistribution().get().getBucketCount()).isEmpty();
  }

  @Test
  void anotherOrderOfBucketKeysIsNotTheDefault() {
    assertThat(
            TableDescriptor.builder()
                .schema(KEYED)
                .distributedBy(3, "id", "dt")
                .build()
                .isDefaultBucketKey())
        .isTrue();
    assertThat(
            TableDescriptor.builder()
                .schema(KEYED)
                .distributedBy(3, "dt", "id")
                .build()
                .isDefaultBucketKey())
        .isFalse();
  }

  @Test
  void copiesChangeOneThing() {
    TableDescriptor table =
        TableDescriptor.builder()
            .schema(KEYED)
            .comment("c")
            .partitionedBy("dt")
            .distributedBy(3, "id")
            .property("table.log.format", "arrow")
            .customProperty("k", "v")
            .build();
    assertThat(TableDescriptor.builder(table).build()).isEqualTo(table);
    assertThat(table.withBucketCount(4).getTableDistribution().get().getBucketCount()).contains(4);
    assertThat(table.withBucketCount(4).withBucketCount(3)).isEqualTo(table);
    assertThat(table.withReplicationFactor(2).getReplicationFactor()).isEqualTo(2);
    assertThat(table.withDataLakeFormat(DataLakeFormat.ICEBERG).getProperties())
        .containsEntry(ConfigOptions.TABLE_DATALAKE_FORMAT.key(), "iceberg")
        .containsEntry("table.log.format", "arrow");
    assertThat(table.withProperties(Map.of("x", "y")).getProperties()).hasSize(1);
    assertThat(table.withProperties(Map.of(), Map.of()).getCustomProperties()).isEmpty();
    assertThat(table.getProperties()).containsExactly(Map.entry("table.log.format", "arrow"));
    assertThatThrownBy(table::getReplicationFactor).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void propertiesAreSortedInJson() {
    TableDescriptor.Builder builder = TableDescriptor.builder().schema(LOG);
    for (String key : List.of("z", "a", "m", "b")) {
      builder.property(key, "1").customProperty(key, "2");
    }
    assertThat(new String(builder.build().toJsonBytes(), UTF_8))
        .endsWith(
            "\"properties\":{\"a\":\"1\",\"b\":\"1\",\"m\":\"1\",\"z\":\"1\"},"
                + "\"custom_properties\":{\"a\":\"2\",\"b\":\"2\",\"m\":\"2\",\"z\":\"2\"}}");
  }

  @Test
  void partsThatDoNotFitAreRefused() {
    assertThatThrownBy(
            () ->
                TableDescriptor.builder()
                    .schema(KEYED)
                    .partitionedBy("id", "dt")
                    .distributedBy(3)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("beside the partition keys");
    assertThatThrownBy(
            () ->
                TableDescriptor.fromJsonBytes(
                    "{\"schema\":{\"columns\":[]},\"partition_key\":[]}".getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("properties");
  }

  @Test
  void tableInfoGoesBackToItsDescriptor() {
    TableDescriptor table =
        TableDescriptor.builder()
            .schema(KEYED)
            .comment("c")
            .partitionedBy("dt")
            .distributedBy(3)
            .property(ConfigOptions.TABLE_AUTO_PARTITION_ENABLED, true)
            .customProperty("k", "v")
            .build();
    TablePath path = TablePath.of("d", "t");
    TableInfo info = TableInfo.of(path, 1, 2, table, 3, 4);
    assertThat(info.toTableDescriptor()).isEqualTo(table);
    assertThat(TableInfo.of(path, 1, 2, info.toTableDescriptor(), 5, 6))
        .as("times do not count")
        .isEqualTo(info)
        .hasSameHashCodeAs(info);
    assertThat(TableInfo.of(path, 1, 3, table, 3, 4)).isNotEqualTo(info);
    assertThat(info.getPhysicalPrimaryKeys()).containsExactly("id");
    assertThat(info.isDefaultBucketKey()).isTrue();
    assertThat(info.isAutoPartitioned()).isTrue();
    assertThat(info.getTableConfig().getKvFormat()).isEqualTo(KvFormat.COMPACTED);
    assertThatThrownBy(
            () -> TableInfo.of(path, 1, 2, TableDescriptor.builder().schema(LOG).build(), 3, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("d.t");
  }

  @Test
  void formatsReadInAnyCase() {
    assertThat(LogFormat.fromString("Arrow")).isEqualTo(LogFormat.ARROW);
    assertThat(KvFormat.fromString("indexed")).isEqualTo(KvFormat.INDEXED);
    assertThat(MergeEngineType.fromString("first_row")).isEqualTo(MergeEngineType.FIRST_ROW);
    assertThat(DeleteBehavior.fromString("IGNORE")).isEqualTo(DeleteBehavior.IGNORE);
    assertThat(ChangelogImage.fromString("wal")).isEqualTo(ChangelogImage.WAL);
    assertThat(DataLakeFormat.ICEBERG).hasToString("iceberg");
    assertThatThrownBy(() -> LogFormat.fromString("parquet"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("parquet")
        .hasMessageContaining("ARROW");
  }
}

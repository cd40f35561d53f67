// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;

class AutoPartitionsTest {
  private static final long NOW_MS = Instant.parse("2024-03-01T00:30:00Z").toEpochMilli();

  private static TableInfo table(List<String> keys, String... properties) {
    TableDescriptor.Builder table =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("a", DataTypes.STRING())
                    .column("dt", DataTypes.STRING())
                    .column("b", DataTypes.STRING())
                    .build())
            .distributedBy(1)
            .partitionedBy(keys)
            .property("table.replication.factor", "1")
            .property("table.auto-partition.enabled", "true")
            .property("table.auto-partition.time-zone", "UTC");
    for (int i = 0; i < properties.length; i += 2) {
      table.property(properties[i], properties[i + 1]);
    }
    return TableInfo.of(TablePath.of("db", "t"), 1, 1, table.build(), 0, 0);
  }

  @Test
  void todayAndTomorrowAreCreated() {
    AutoPartitions.Plan plan =
        AutoPartitions.plan(table(List.of("dt")), List.of("20240301"), NOW_MS);
    assertThat(plan.create()).containsExactly("20240302");
    assertThat(plan.drop()).isEmpty();
  }

  @Test
  void whatIsPastItsRetentionIsDroppedAcrossALeapDay() {
    TableInfo table = table(List.of("dt"), "table.auto-partition.num-retention", "2");
    AutoPartitions.Plan plan =
        AutoPartitions.plan(
            table, List.of("20240227", "20240228", "20240229", "20240301", "20240302"), NOW_MS);
    assertThat(plan.drop()).containsExactly("20240227");
    assertThat(plan.create()).isEmpty();
  }

  @Test
  void withoutLimitNothingIsDropped() {
    TableInfo table = table(List.of("dt"), "table.auto-partition.num-retention", "-1");
    assertThat(AutoPartitions.plan(table, List.of("19990101"), NOW_MS).drop()).isEmpty();
  }

  @Test
  void retentionOfNoneKeepsTheCurrentPartition() {
    TableInfo table = table(List.of("dt"), "table.auto-partition.num-retention", "0");
    assertThat(AutoPartitions.plan(table, List.of("20240229", "20240301"), NOW_MS).drop())
        .containsExactly("20240229");
  }

  @Test
  void partitionsMadeByHandWithOtherNamesStay() {
    assertThat(
            AutoPartitions.plan(table(List.of("dt")), List.of("2020", "a", "2020-1-1"), NOW_MS)
                .drop())
        .isEmpty();
  }

  @Test
  void withSeveralKeysAllCombinationsOfAnOldTimeGo() {
    TableInfo table =
        table(
            List.of("a", "dt", "b"),
            "table.auto-partition.key",
            "dt",
            "table.auto-partition.num-precreate",
            "0",
            "table.auto-partition.num-retention",
            "1");
    AutoPartitions.Plan plan =
        AutoPartitions.plan(table, List.of("x$20240228$y", "z$20240101$y", "x$20240229$y"), NOW_MS);
    assertThat(plan.drop()).containsExactly("x$20240228$y", "z$20240101$y");
    assertThat(plan.create()).isEmpty();
  }

  @Test
  void namesAreThoseOfThePeerInEveryUnitAndZone() {
    int checked = 0;
    for (JsonNode recorded : Vectors.load("assignment-outcomes.json").get("auto_partition_names")) {
      JsonNode names = recorded.get("offset_to_name");
      TableInfo table =
          table(
              List.of("dt"),
              "table.auto-partition.time-unit",
              recorded.get("unit").asText(),
              "table.auto-partition.time-zone",
              recorded.get("zone").asText(),
              "table.auto-partition.num-precreate",
              "3",
              "table.auto-partition.num-retention",
              "1");
      AutoPartitions.Plan plan =
          AutoPartitions.plan(
              table,
              List.of(names.get("-7").asText(), names.get("-1").asText()),
              Instant.parse(recorded.get("instant").asText()).toEpochMilli());
      assertThat(plan.create())
          .as(recorded.toString())
          .containsExactly(
              names.get("0").asText(), names.get("1").asText(), names.get("2").asText());
      assertThat(plan.drop()).as(recorded.toString()).containsExactly(names.get("-7").asText());
      checked++;
    }
    assertThat(checked).isEqualTo(45);
  }
}

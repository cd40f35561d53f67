// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.fluss.cluster.TabletServerInfo;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;

class ReplicaAssignmentTest {
  private static final JsonNode VECTORS = Vectors.load("assignment-outcomes.json");

  @Test
  void assignsAsThePeer() {
    int checked = 0;
    for (JsonNode recorded : VECTORS.get("cases")) {
      Map<Integer, List<Integer>> expected = new LinkedHashMap<>();
      recorded
          .get("assignment")
          .properties()
          .forEach(entry -> expected.put(Integer.valueOf(entry.getKey()), ints(entry.getValue())));
      assertThat(
              ReplicaAssignment.assign(
                  recorded.get("buckets").asInt(),
                  recorded.get("replication_factor").asInt(),
                  servers(recorded),
                  recorded.get("start_index").asInt(),
                  recorded.get("shift").asInt()))
          .as(recorded.toString())
          .isEqualTo(expected);
      checked++;
    }
    assertThat(checked).isEqualTo(20);
  }

  @Test
  void refusesAsThePeer() {
    int checked = 0;
    for (JsonNode recorded : VECTORS.get("errors")) {
      String exception = recorded.get("exception").asText();
      assertThatThrownBy(
              () ->
                  ReplicaAssignment.assign(
                      recorded.get("buckets").asInt(),
                      recorded.get("replication_factor").asInt(),
                      servers(recorded),
                      0,
                      0))
          .as(recorded.toString())
          .satisfies(
              failure -> {
                // The peer's exception for no buckets has no error code; ours has one.
                String expected =
                    exception.equals("InvalidBucketsException")
                        ? InvalidTableException.class.getSimpleName()
                        : exception;
                assertThat(failure.getClass().getSimpleName()).isEqualTo(expected);
              });
      checked++;
    }
    assertThat(checked).isEqualTo(5);
  }

  private static List<TabletServerInfo> servers(JsonNode recorded) {
    List<TabletServerInfo> out = new ArrayList<>();
    JsonNode racks = recorded.get("racks");
    for (int i = 0; i < recorded.get("servers").size(); i++) {
      JsonNode rack = racks == null || racks.isNull() ? null : racks.get(i);
      out.add(
          new TabletServerInfo(
              recorded.get("servers").get(i).asInt(),
              rack == null || rack.isNull() ? null : rack.asText()));
    }
    return out;
  }

  private static List<Integer> ints(JsonNode array) {
    List<Integer> out = new ArrayList<>();
    array.forEach(value -> out.add(value.asInt()));
    return out;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;

class EndpointTest {

  @Test
  void readsListenersAsTheReleaseDoes() {
    JsonNode vectors = Vectors.load("config-parsing.json").get("listenersString");
    assertThat(vectors.size()).isEqualTo(11);
    for (JsonNode vector : vectors) {
      String text = vector.get("in").asText();
      if (vector.has("error")) {
        assertThatThrownBy(() -> Endpoint.fromListenersString(text))
            .as(text)
            .isInstanceOf(IllegalArgumentException.class);
      } else {
        List<Endpoint> endpoints = Endpoint.fromListenersString(text);
        assertThat(endpoints).hasToString(vector.get("ok").asText());
        assertThat(Endpoint.fromListenersString(Endpoint.toListenersString(endpoints)))
            .isEqualTo(endpoints);
      }
    }
  }

  @Test
  void bindsListenersOrTheOlderHostAndPort() {
    assertThat(bind(ServerType.COORDINATOR, Map.of("bind.listeners", "FLUSS://h:1,C://h:2")))
        .isEqualTo("FLUSS://h:1,C://h:2");
    assertThat(bind(ServerType.COORDINATOR, Map.of("coordinator.host", "h")))
        .isEqualTo("FLUSS://h:9123");
    assertThat(
            bind(
                ServerType.TABLET_SERVER,
                Map.of("tablet-server.host", "h", "tablet-server.port", "8")))
        .isEqualTo("FLUSS://h:8");
    assertThat(
            bind(
                ServerType.TABLET_SERVER,
                Map.of("bind.listeners", "C://h:1", "internal.listener.name", "C")))
        .isEqualTo("C://h:1");
  }

  @Test
  void refusesListenersThatContradictEachOther() {
    for (Map<String, String> options :
        List.of(
            Map.<String, String>of(),
            Map.of("tablet-server.port", "8"),
            Map.of("bind.listeners", "FLUSS://h:1", "tablet-server.host", "h"),
            Map.of("bind.listeners", "C://h:1"),
            Map.of("tablet-server.host", "h", "internal.listener.name", "C"),
            Map.of("tablet-server.host", "h", "tablet-server.port", "8-9"),
            Map.of("bind.listeners", "FLUSS://h:65536"))) {
      assertThatThrownBy(() -> bind(ServerType.TABLET_SERVER, options))
          .as(options.toString())
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static String bind(ServerType type, Map<String, String> options) {
    return Endpoint.toListenersString(
        Endpoint.loadBindEndpoints(Configuration.fromMap(options), type));
  }

  @Test
  void advertisesBoundAddressesUnlessToldOtherwise() {
    assertThat(advertise(Map.of())).isEqualTo("FLUSS://h:1,C://h:2");
    assertThat(advertise(Map.of("advertised.listeners", "C://pub:99")))
        .isEqualTo("FLUSS://h:1,C://pub:99");
    assertThatThrownBy(() -> advertise(Map.of("advertised.listeners", "X://pub:99")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("X");
  }

  private static String advertise(Map<String, String> options) {
    return Endpoint.toListenersString(
        Endpoint.loadAdvertisedEndpoints(
            Endpoint.fromListenersString("FLUSS://h:1,C://h:2"), Configuration.fromMap(options)));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts read and print as 0.9.1 does; failures have the same type and cause type. */
class ConfigParsingVectorTest {
  private static final JsonNode VECTORS = Vectors.load("config-parsing.json");

  @Test
  void memorySize() {
    check("memorySizeParseToBytes", 30, MemorySize::parseBytes);
    check("memorySizeToString", 10, MemorySize::parse);
    check("memorySizeToHumanReadable", 7, t -> MemorySize.parse(t).toHumanReadableString());
  }

  @Test
  void duration() {
    check("durationParseToNanos", 38, ConfigParsingVectorTest::nanosOrIso);
    check("durationToString", 12, t -> Durations.format(Duration.ofNanos(Long.parseLong(t))));
  }

  private static Object nanosOrIso(String text) {
    Duration duration = Durations.parse(text);
    return duration.getSeconds() < Long.MAX_VALUE / 1_000_000_000L
        ? (Object) duration.toNanos()
        : duration;
  }

  @Test
  void simpleTypes() {
    check("boolean", 7, read(ConfigBuilder.key("k").booleanType().noDefaultValue()));
    check("int", 8, read(ConfigBuilder.key("k").intType().noDefaultValue()));
    check("long", 4, read(ConfigBuilder.key("k").longType().noDefaultValue()));
    check("double", 5, read(ConfigBuilder.key("k").doubleType().noDefaultValue()));
  }

  @Test
  void enums() {
    check("enumNoKeyAssigner", 5, read(ConfigOptions.CLIENT_WRITER_BUCKET_NO_KEY_ASSIGNER));
    check("enumDataLakeFormat", 5, read(ConfigOptions.DATALAKE_FORMAT));
    check("enumArrowCompression", 5, read(ConfigOptions.TABLE_LOG_ARROW_COMPRESSION_TYPE));
    check("listOfEnum", 4, read(ConfigOptions.KV_COMPRESSION_PER_LEVEL));
  }

  @Test
  void listsAndMaps() {
    check("stringList", 15, read(ConfigBuilder.key("k").stringType().asList().noDefaultValue()));
    Function<String, Object> readMap = read(ConfigBuilder.key("k").mapType().noDefaultValue());
    check("map", 11, text -> new TreeMap<>((java.util.Map<?, ?>) readMap.apply(text)));
  }

  @Test
  void serverYaml(@TempDir Path directory) {
    check(
        "serverYaml",
        17,
        text -> {
          try {
            Files.write(directory.resolve("server.yaml"), text.getBytes(StandardCharsets.UTF_8));
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
          return new TreeMap<>(
              GlobalConfiguration.loadConfiguration(directory.toString(), null).toMap());
        });
  }

  @Test
  void fallbackKeys() {
    check(
        "configurationFallback",
        3,
        key -> {
          Configuration configuration = new Configuration();
          configuration.setString(key, "7mb");
          return configuration.get(ConfigOptions.LOG_REPLICA_FETCH_MAX_BYTES);
        });
  }

  @Test
  void addresses() {
    // ours prints IPv6 addresses in brackets, so that the text reads back
    check(
        "listenersString",
        11,
        text -> Endpoint.fromListenersString(text).toString().replaceAll("\\[(::1)\\]", "$1"));
    check(
        "bootstrapHostPort",
        11,
        text ->
            BootstrapServers.parse(text)
                .map(address -> address.f0 + " | " + address.f1)
                .orElse("null | null"));
  }

  private static Function<String, Object> read(ConfigOption<?> option) {
    return text -> {
      Configuration configuration = new Configuration();
      configuration.setString(option.key(), text);
      return configuration.get(option);
    };
  }

  private static void check(String section, int count, Function<String, Object> read) {
    JsonNode cases = VECTORS.get(section);
    assertThat(cases).as(section).hasSize(count);
    for (JsonNode c : cases) {
      String in = c.get("in").asText();
      String what = section + " '" + in + "'";
      if (c.has("ok")) {
        assertThat(String.valueOf(read.apply(in))).as(what).isEqualTo(c.get("ok").asText());
      } else {
        Throwable thrown = catchThrowable(() -> read.apply(in));
        assertThat(thrown).as(what).isNotNull();
        assertThat(thrown.getClass().getName()).as(what).isEqualTo(c.get("error").asText());
        if (c.has("cause")) {
          assertThat(thrown.getCause().getClass().getName())
              .as(what)
              .isEqualTo(c.get("cause").asText());
        }
      }
    }
  }
}

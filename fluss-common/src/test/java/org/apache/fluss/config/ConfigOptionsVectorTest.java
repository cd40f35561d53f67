// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;

/** Every option of 0.9.1 exists with the same constant, key, type, default and other keys. */
class ConfigOptionsVectorTest {
  @Test
  void allOptions() throws Exception {
    JsonNode options = Vectors.load("config-options.json").get("options");
    assertThat(options).hasSize(188);
    for (JsonNode expected : options) {
      check(expected);
    }
  }

  private static void check(JsonNode expected) throws Exception {
    String key = expected.get("key").asText();
    String constant = expected.get("constant").asText().substring("ConfigOptions.".length());
    Field field = ConfigOptions.class.getField(constant);
    ConfigOption<?> option = (ConfigOption<?>) field.get(null);

    assertThat(option.key()).isEqualTo(key);
    assertThat(ConfigOptions.getConfigOption(key)).isSameAs(option);
    String simple = option.getClazz().getSimpleName();
    assertThat(option.isList() ? "List<" + simple + ">" : simple)
        .as(key)
        .isEqualTo(expected.get("type").asText());
    assertThat(defaultText(option)).as(key).isEqualTo(expectedDefault(expected));
    assertThat(keys(option, false)).as(key).isEqualTo(texts(expected.get("fallbackKeys")));
    assertThat(keys(option, true)).as(key).isEqualTo(texts(expected.get("deprecatedKeys")));
    assertThat(option.description()).as(key).isNotEmpty();
    if (expected.has("allowedValues")) {
      assertThat(Arrays.stream(option.getClazz().getEnumConstants()).map(Object::toString))
          .as(key)
          .containsExactlyElementsOf(texts(expected.get("allowedValues")));
    }
    if (expected.path("alterable").asBoolean()) {
      assertThat(FlussConfigUtils.isAlterableTableOption(key)).as(key).isTrue();
    }
  }

  private static String defaultText(ConfigOption<?> option) {
    return option.hasDefaultValue() ? ConfigurationUtils.toText(option.defaultValue()) : null;
  }

  private static String expectedDefault(JsonNode expected) {
    JsonNode text = expected.get("default");
    return text.isNull()
        ? null
        : text.asText()
            .replace("${java.io.tmpdir}", System.getProperty("java.io.tmpdir"))
            .replace("${system default zone id}", ZoneId.systemDefault().getId());
  }

  private static List<String> keys(ConfigOption<?> option, boolean deprecated) {
    List<String> keys = new ArrayList<>();
    for (FallbackKey fallback : option.fallbackKeys()) {
      if (fallback.isDeprecated() == deprecated) {
        keys.add(fallback.getKey());
      }
    }
    return keys;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    if (array != null) {
      array.forEach(text -> texts.add(text.asText()));
    }
    return texts;
  }

  @Test
  void groups() {
    assertThat(FlussConfigUtils.TABLE_OPTIONS)
        .hasSizeGreaterThanOrEqualTo(24)
        .containsKey("table.log.ttl");
    assertThat(FlussConfigUtils.CLIENT_OPTIONS)
        .containsKey("client.writer.acks")
        .doesNotContainKey("bootstrap.servers");
    assertThat(FlussConfigUtils.ALTERABLE_TABLE_OPTIONS).hasSize(3);
    assertThat(ConfigOptions.getConfigOption("coordinator.io-pool.size"))
        .isSameAs(ConfigOptions.COORDINATOR_IO_POOL_SIZE);
    assertThat(ConfigOptions.getConfigOption("log.fetch.max-bytes")).isNull();
  }
}

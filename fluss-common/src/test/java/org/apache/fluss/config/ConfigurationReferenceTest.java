// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} lists every option as it is. */
class ConfigurationReferenceTest {
  private static final String UPDATE = "fluss.docs.update";
  private static final Path PAGE = Paths.get("..", "docs", "configuration.md");

  @Test
  void thePageIsUpToDate() throws Exception {
    String page = page();
    if (Boolean.getBoolean(UPDATE)) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("run this test with -D%s=true and commit the page", UPDATE)
        .isEqualTo(page);
  }

  private static String page() {
    Map<String, List<ConfigOption<?>>> sections = new LinkedHashMap<>();
    for (String title : Arrays.asList("Servers", "Clients", "Tables", "Tiering")) {
      sections.put(title, new ArrayList<>());
    }
    ConfigOptions.all().forEach(option -> sections.get(section(option.key())).add(option));
    StringBuilder page =
        new StringBuilder(
            "# Configuration\n\n"
                + "Every option with its type and default. Options of servers stand in"
                + " `conf/server.yaml`, one `key: value` a line;\n"
                + "options of clients are passed to the connection or, in Flink, to the catalog;"
                + " options of tables are table properties.\n"
                + "Durations are written as `30 s` or `3 min`, sizes as `64 mb`, lists with `,`"
                + " between their parts.\n\n"
                + "This page is made from the code by `ConfigurationReferenceTest`.\n");
    sections.forEach((title, options) -> append(page, title, options));
    return page.toString();
  }

  private static String section(String key) {
    if (key.startsWith(FlussConfigUtils.TABLE_PREFIX)) {
      return "Tables";
    }
    if (key.startsWith(FlussConfigUtils.CLIENT_PREFIX) || key.equals("bootstrap.servers")) {
      return "Clients";
    }
    return key.startsWith("lake.tiering.") || key.startsWith("tiering.") ? "Tiering" : "Servers";
  }

  private static void append(StringBuilder page, String title, List<ConfigOption<?>> options) {
    if (options.isEmpty()) {
      return;
    }
    page.append("\n## ").append(title).append("\n\n");
    page.append("| key | type | default | meaning |\n|---|---|---|---|\n");
    options.stream()
        .sorted((a, b) -> a.key().compareTo(b.key()))
        .forEach(
            option ->
                page.append(
                    String.format(
                        "| `%s` | %s | %s | %s |\n",
                        option.key(), type(option), defaultValue(option), meaning(option))));
  }

  private static String type(ConfigOption<?> option) {
    String name = option.getClazz().getSimpleName();
    return option.isList() ? "list of " + name : option.getClazz().isEnum() ? "enum" : name;
  }

  /** What depends on the machine is named, not shown. */
  private static String defaultValue(ConfigOption<?> option) {
    if (!option.hasDefaultValue()) {
      return "none";
    }
    String text = ConfigurationUtils.toText(option.defaultValue());
    String temporary = System.getProperty("java.io.tmpdir");
    if (text.startsWith(temporary)) {
      text = "${java.io.tmpdir}" + text.substring(temporary.length());
    }
    if (option == ConfigOptions.TABLE_AUTO_PARTITION_TIMEZONE) {
      return "the time zone of the system";
    }
    return text.isEmpty() ? "empty" : "`" + cell(text) + "`";
  }

  private static String meaning(ConfigOption<?> option) {
    StringBuilder meaning = new StringBuilder(cell(option.description()));
    if (option.getClazz().isEnum()) {
      String values =
          Arrays.stream(option.getClazz().getEnumConstants())
              .map(value -> "`" + ConfigurationUtils.toText(value) + "`")
              .collect(Collectors.joining(", "));
      meaning.append(" One of ").append(values).append('.');
    }
    for (FallbackKey other : option.fallbackKeys()) {
      meaning.append(other.isDeprecated() ? " Old key: `" : " Falls back to `");
      meaning.append(other.getKey()).append("`.");
    }
    return meaning.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace('\n', ' ');
  }
}

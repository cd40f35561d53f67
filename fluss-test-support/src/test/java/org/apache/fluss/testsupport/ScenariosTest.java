// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The acceptance scenarios of the specifications have the tests that the pages name. */
class ScenariosTest {
  private static final Path ROOT = Path.of("..");

  @TempDir Path dir;

  /** The number of open rows may only go down. */
  @ParameterizedTest
  @CsvSource({
    "kv-storage,84,1",
    "formats-log-batch,66,0",
    "formats-api,15,0",
    "formats,56,0",
    "client,101,4",
  })
  void everyScenarioHasItsTests(String specification, int scenarios, long open) throws IOException {
    ProofTable table =
        ProofTable.read(ROOT.resolve("docs/acceptance/scenarios-" + specification + ".md"));
    List<String> numbers = new ArrayList<>();
    for (int i = 1; numbers.size() < scenarios; i++) {
      numbers.add(String.valueOf(i));
      if (specification.equals("client") && i == 48) {
        numbers.add("48a");
      }
    }
    assertThat(table.rows().stream().map(ProofTable.Row::name).collect(Collectors.toList()))
        .isEqualTo(numbers);
    assertThat(table.faults(TestSources.of(ROOT))).isEmpty();
    assertThat(table.openRows()).isEqualTo(open);
  }

  @Test
  void faultsAreFound() throws IOException {
    Path test = dir.resolve("module/src/test/java/ATest.java");
    Files.createDirectories(test.getParent());
    Files.writeString(
        test,
        String.join(
            "\n",
            "class ATest {",
            "  @Test",
            "  void good() {",
            "    int local = 1;",
            "  }",
            "",
            "  @ParameterizedTest",
            "  @CsvSource({",
            "    \"a\",",
            "  })",
            "  void many(String text) {}",
            "",
            "  @Disabled(\"later\")",
            "  @Test",
            "  void disabled() {}",
            "",
            "  void helper() {}",
            "}"));
    Path tool = dir.resolve("tools/x.sh");
    Files.createDirectories(tool.getParent());
    Files.writeString(tool, "step one\n");
    Path page = dir.resolve("page.md");
    Files.writeString(
        page,
        String.join(
            "\n",
            "| n | s | p |",
            "|---|---|---|",
            "| 1 | good | `ATest#good`, `ATest#many`, `tools/x.sh: one` |",
            "| 2 | disabled | `ATest#disabled` |",
            "| 3 | no test | `ATest#helper` |",
            "| 4 | a \\| bar | `tools/x.sh: two` |",
            "| 5 | nothing | |",
            "| 6 | open | open: comes later |",
            "| 7 | half open | open: `ATest#later` comes |"));
    ProofTable table = ProofTable.read(page);
    assertThat(table.faults(TestSources.of(dir)))
        .extracting(fault -> fault.split(" ")[0])
        .containsExactly("2", "3", "4", "5", "7");
    assertThat(table.openRows()).isEqualTo(2);
    assertThat(TestSources.of(dir).size()).isEqualTo(2);
  }
}

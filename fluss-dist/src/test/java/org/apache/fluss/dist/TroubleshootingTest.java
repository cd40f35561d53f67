// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every row of docs/troubleshooting.md names a test that exists, or says what it waits for. */
class TroubleshootingTest {
  /** The rows of the old guide; a row is neither lost nor added unnoticed. */
  private static final List<String> SYMPTOMS =
      List.of(
          "`ClassNotFoundException`: `GlueCatalog`",
          "`NoClassDefFoundError`: `dev/failsafe`",
          "`NoClassDefFoundError`: `software/amazon/awssdk`",
          "`NoClassDefFoundError`: `org/apache/hadoop/conf/Configuration`",
          "`NoSuchMethodError`: `LogicalTypes.timestampNanos`",
          "`NoSuchMethodError`: `MappedByteBuffer.duplicate`",
          "`NoAwsCredentialsException`",
          "`SecurityTokenException`: region is not set",
          "`AccessDenied` from Glue",
          "403 or 400 from S3 in another than the standard region",
          "table already exists",
          "Flink: memory configuration failed");

  private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  private static List<String[]> rows() throws IOException {
    List<String[]> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Assembled.ROOT.resolve("docs/troubleshooting.md"))) {
      String[] cells = line.split(" *\\| *");
      if (line.startsWith("|") && cells.length == 4 && !cells[1].equals("you saw")) {
        rows.add(cells);
      }
    }
    rows.removeIf(row -> row[1].startsWith("--"));
    return rows;
  }

  @Test
  void rowsAreThoseOfTheGuide() throws IOException {
    assertThat(rows().stream().map(row -> row[1]).collect(Collectors.toList())).isEqualTo(SYMPTOMS);
  }

  @Test
  void everyRowIsShown() throws IOException {
    for (String[] row : rows()) {
      Matcher test = TEST.matcher(row[3]);
      boolean shown = false;
      while (test.find()) {
        shown = true;
        assertThat(sourceOf(test.group(1)))
            .as(row[1])
            .containsPattern("void " + test.group(2) + "\\(");
      }
      assertThat(shown || row[3].startsWith("later: ")).as(row[1]).isTrue();
    }
  }

  @Test
  void onlyWhatIsAboutFlinkWaits() throws IOException {
    assertThat(rows())
        .filteredOn(row -> row[3].contains("later: "))
        .allSatisfy(row -> assertThat(row[3]).contains("later: Flink"));
  }

  private static String sourceOf(String test) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        Assembled.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            return name.equals("target") || name.startsWith(".")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.getFileName().toString().equals(test + ".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(found).as(test).hasSize(1);
    return Files.readString(found.get(0));
  }
}

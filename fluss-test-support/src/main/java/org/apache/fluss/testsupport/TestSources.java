// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.testsupport;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tests of all modules, found in their sources, so that no module need be built. */
public final class TestSources {
  private static final Pattern DECLARATION =
      Pattern.compile(" +(?:[\\w.<>\\[\\]?,]+ )+(\\w+)( =|\\().*");
  private static final Pattern TEST =
      Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|ArchTest)\\b");
  private static final Pattern DISABLED = Pattern.compile("@Disabled\\b");

  private final Path root;
  private final Set<String> tests = new HashSet<>();
  private final Map<Path, String> texts = new HashMap<>();

  private TestSources(Path root) {
    this.root = root;
  }

  /**
   * @param root the directory of the repository
   */
  public static TestSources of(Path root) throws IOException {
    TestSources sources = new TestSources(root);
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean isSource =
                folder.equals(root) || !name.equals("target") && !name.startsWith(".");
            return isSource ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = file.toString();
            if (name.contains("/src/test/java/") && name.endsWith(".java")) {
              sources.read(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  /** A member is a test if an annotation between it and the blank line before it says so. */
  private void read(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".java", "");
    StringBuilder annotations = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      Matcher declaration = DECLARATION.matcher(line);
      boolean isClass =
          line.contains("class " + name + " ") || line.contains("class " + name + "<");
      if (isClass && DISABLED.matcher(annotations).find()) {
        return;
      }
      if (declaration.matches()
          && TEST.matcher(annotations).find()
          && !DISABLED.matcher(annotations).find()) {
        tests.add(name + '#' + declaration.group(1));
      }
      if (line.isBlank() || isClass || declaration.matches()) {
        annotations.setLength(0);
      } else {
        annotations.append(line).append('\n');
      }
    }
  }

  /** The number of tests found. */
  public int size() {
    return tests.size();
  }

  /**
   * Whether there is such a test, or a file below {@code tools} that contains these words.
   *
   * @param reference {@code Class#method} or {@code tools/file: words}
   */
  public boolean has(String reference) throws IOException {
    if (!reference.startsWith("tools/")) {
      return tests.contains(reference);
    }
    int colon = reference.indexOf(": ");
    Path file = root.resolve(colon < 0 ? reference : reference.substring(0, colon));
    if (!Files.isRegularFile(file)) {
      return false;
    }
    if (!texts.containsKey(file)) {
      texts.put(file, Files.readString(file));
    }
    return colon < 0 || texts.get(file).contains(reference.substring(colon + 2));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The unpacked tarball and the sources it was built from. */
final class Assembled {
  static final Path HOME = Path.of(System.getProperty("fluss.home"));
  static final Path ROOT = Path.of(System.getProperty("fluss.root")).normalize();

  private Assembled() {}

  /** Jars below a folder of the tarball, or of all of it when the name is empty; sorted. */
  static List<Path> jars(String folder) {
    try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .sorted()
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

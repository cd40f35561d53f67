// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.apache.fluss.cluster.Endpoint;

/**
 * The file by which a server tells whoever started it that it serves: one line with its listeners.
 * It appears whole or not at all.
 */
public final class ReadyFile {
  /** Environment variable naming the file; without it none is written. */
  public static final String VARIABLE = "FLUSS_READY_FILE";

  private ReadyFile() {}

  /** Writes the file if the environment asks for one. */
  public static void write(List<Endpoint> listeners) throws IOException {
    String name = System.getenv(VARIABLE);
    if (name != null && !name.isEmpty()) {
      write(Paths.get(name), listeners);
    }
  }

  static void write(Path file, List<Endpoint> listeners) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
    String line = Endpoint.toListenersString(listeners) + "\n";
    Files.write(part, line.getBytes(StandardCharsets.UTF_8));
    Files.move(part, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}

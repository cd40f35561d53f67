// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Metadata files of commits whose outcome Glue left unclear. Such a file may be the table's
 * pointer, now or a moment later, so nobody deletes it. Thread-safe; process-wide because Iceberg
 * makes its Glue client, table operations and file io apart from each other.
 */
final class CommitDoubts {

  private static final int LIMIT = 10_000;
  private static final Set<String> LOCATIONS = ConcurrentHashMap.newKeySet();
  private static final ThreadLocal<RuntimeException> OF_THIS_COMMIT = new ThreadLocal<>();

  private CommitDoubts() {}

  /** A commit begins on this thread. */
  static void begin() {
    OF_THIS_COMMIT.remove();
  }

  /** Glue's answer about {@code metadataLocation} was unclear. */
  static void raise(String metadataLocation, RuntimeException answer) {
    if (LOCATIONS.size() >= LIMIT) {
      throw new IllegalStateException(
          "GLUE-UNKNOWN-COMMIT: "
              + LIMIT
              + " commits with unclear answers in this process; restart it after checking Glue.",
          answer);
    }
    LOCATIONS.add(metadataLocation);
    OF_THIS_COMMIT.set(answer);
  }

  /** The unclear answer of this thread's commit, or null. */
  static RuntimeException ofThisCommit() {
    return OF_THIS_COMMIT.get();
  }

  static boolean concerns(String location) {
    return LOCATIONS.contains(location);
  }
}

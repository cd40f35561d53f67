// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.fluss.annotation.Internal;

/** Finds the settings of a server that nobody reads, most of them typing errors. */
@Internal
public final class UnknownKeys {
  /** Keys below these belong to plugins, lakes, file systems or the shell scripts. */
  private static final List<String> OPEN_PREFIXES =
      Arrays.asList(
          "datalake.",
          "table.datalake.",
          "s3.",
          "s3a.",
          "fs.",
          "gs.",
          "fluss.hadoop.",
          "client.fs.",
          "metrics.reporter.",
          "security.sasl.",
          "env.",
          "zookeeper.heap.mb");

  /** Farther away than this a key is no typing error of another one. */
  private static final int MAX_EDITS = 4;

  private UnknownKeys() {}

  /** One sentence per unknown key, with the key that was probably meant; no values. */
  public static List<String> report(Configuration configuration) {
    Set<String> known = knownKeys();
    List<String> report = new ArrayList<>();
    for (String key : new TreeSet<>(configuration.keySet())) {
      if (!known.contains(key) && OPEN_PREFIXES.stream().noneMatch(key::startsWith)) {
        report.add("Nothing reads setting '" + key + "'." + hint(key, known));
      }
    }
    return report;
  }

  private static Set<String> knownKeys() {
    Set<String> keys = new TreeSet<>();
    for (ConfigOption<?> option : ConfigOptions.all()) {
      keys.add(option.key());
      option.fallbackKeys().forEach(fallback -> keys.add(fallback.getKey()));
    }
    return keys;
  }

  private static String hint(String key, Set<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(candidate -> edits(key, candidate)))
        .filter(closest -> edits(key, closest) <= MAX_EDITS)
        .map(closest -> " Did you mean '" + closest + "'?")
        .orElse("");
  }

  /** Characters to insert, delete or replace to get from one text to the other. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.util.Map;
import java.util.TreeMap;

/**
 * The one spelling of S3 file system options: users write {@code s3.}, {@code s3a.} or {@code
 * fs.s3a.} in front, with dashes or dots; everything below sees {@code fs.s3a.} with dots.
 */
public final class S3aKeys {

  /** The prefix of every key after {@link #normalize}. */
  public static final String PREFIX = "fs.s3a.";

  // later wins
  private static final String[] SPELLINGS = {"s3.", "s3a.", PREFIX};

  private static final String[][] MIRRORS = {
    {"access-key", "access.key"},
    {"secret-key", "secret.key"},
    {"session-token", "session.token"},
    {"path-style-access", "path.style.access"},
  };

  private S3aKeys() {}

  /**
   * Takes the S3 options out of a configuration. Of two spellings of one option {@code fs.s3a.}
   * wins over {@code s3a.} over {@code s3.}, and a dashed name over the dotted one.
   *
   * @param all any configuration, other keys are left out
   * @return a new map whose keys all start with {@link #PREFIX}
   */
  public static Map<String, String> normalize(Map<String, String> all) {
    Map<String, String> result = new TreeMap<>();
    for (String spelling : SPELLINGS) {
      all.forEach(
          (key, value) -> {
            if (key.startsWith(spelling) && value != null) {
              result.put(PREFIX + key.substring(spelling.length()), value);
            }
          });
    }
    for (String[] mirror : MIRRORS) {
      String dashed = result.get(PREFIX + mirror[0]);
      if (dashed != null) {
        result.put(PREFIX + mirror[1], dashed);
      }
    }
    String region = first(result, "region", "endpoint.region");
    if (region != null) {
      result.put(PREFIX + "endpoint.region", region);
      result.put(PREFIX + "region", region);
    }
    return result;
  }

  private static String first(Map<String, String> keys, String... names) {
    for (String name : names) {
      String value = keys.get(PREFIX + name);
      if (value != null && !value.isBlank()) {
        return value.trim();
      }
    }
    return null;
  }
}

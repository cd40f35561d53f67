// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.lakestorage;

import org.apache.fluss.config.Configuration;

/** What a lake plugin is told of a configuration. */
public final class LakeProperties {
  /** Where a lake finds the options of the cluster's S3 file system, which stand in for its own. */
  private static final String FILE_SYSTEM = "fluss.fs.";

  private static final String[] FILE_SYSTEM_PREFIXES = {"s3.", "s3a.", "fs.s3.", "fs.s3a."};

  private LakeProperties() {}

  /**
   * The keys {@code datalake.FORMAT.*} without that prefix, and the options of the S3 file system
   * below {@code fluss.fs.}, so that both work with one region and one set of credentials.
   *
   * @param format such as {@code iceberg}
   */
  public static Configuration of(Configuration conf, String format) {
    Configuration lake = conf.withoutPrefix("datalake." + format + ".");
    conf.toMap()
        .forEach(
            (key, value) -> {
              for (String prefix : FILE_SYSTEM_PREFIXES) {
                if (key.startsWith(prefix)) {
                  lake.setString(FILE_SYSTEM + key, value);
                  return;
                }
              }
            });
    return lake;
  }
}

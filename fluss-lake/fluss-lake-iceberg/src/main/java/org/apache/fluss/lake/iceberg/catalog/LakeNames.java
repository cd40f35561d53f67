// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import java.util.Locale;
import java.util.Map;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidDatabaseException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.lake.iceberg.glue.GlueDefaults;
import org.apache.fluss.metadata.TablePath;
import org.apache.iceberg.catalog.TableIdentifier;

/** How Fluss tables are called in the lake. Catalog, writers, committer and readers agree on it. */
public final class LakeNames {

  private static final String MAPPING = "fluss.name-mapping";
  private static final String STRICT = "strict";
  private static final String FOLDED = "lowercase-underscore";

  private LakeNames() {}

  /** The table's name in the lake. */
  public static TableIdentifier identifier(Map<String, String> properties, TablePath path) {
    String mapping = properties.getOrDefault(MAPPING, STRICT);
    switch (mapping) {
      case STRICT:
        return TableIdentifier.of(path.getDatabaseName(), path.getTableName());
      case FOLDED:
        return TableIdentifier.of(fold(path.getDatabaseName()), fold(path.getTableName()));
      default:
        throw new InvalidConfigException(
            "datalake.iceberg."
                + MAPPING
                + " is '"
                + mapping
                + "'; it can be "
                + STRICT
                + " or "
                + FOLDED
                + ".");
    }
  }

  /** Refuses names that Glue does not take, before anything is asked of it. */
  static void check(Map<String, String> properties, TablePath path) {
    if (!GlueDefaults.isGlue(properties)
        || Boolean.parseBoolean(properties.get("glue.skip-name-validation"))) {
      return;
    }
    TableIdentifier name = identifier(properties, path);
    String database = name.namespace().level(0);
    if (!isGlueName(database)) {
      throw new InvalidDatabaseException(text("Database", database));
    }
    if (!isGlueName(name.name())) {
      throw new InvalidTableException(text("Table", name.name()));
    }
  }

  private static boolean isGlueName(String name) {
    return name.matches("[a-z0-9_]{1,252}");
  }

  private static String text(String what, String name) {
    return "GLUE-NAME: "
        + what
        + " name '"
        + name
        + "' has '"
        + name.replaceAll("[a-z0-9_]", "")
        + "', but AWS Glue takes only a-z, 0-9 and _. Use '"
        + fold(name)
        + "', or set datalake.iceberg."
        + MAPPING
        + ": "
        + FOLDED
        + ".";
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_');
  }
}

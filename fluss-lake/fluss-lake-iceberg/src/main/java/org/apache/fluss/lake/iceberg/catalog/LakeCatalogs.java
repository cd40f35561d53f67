// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.aws.AwsFailure;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.lake.iceberg.glue.GlueDefaults;
import org.apache.fluss.utils.TemporaryClassLoaderContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.io.CloseableGroup;

/**
 * Iceberg catalogs from {@code datalake.iceberg.*} options: every type Iceberg has, Glue completed.
 * Catalogs are shared within the process, so writers and committers do not each make HTTP pools.
 */
public final class LakeCatalogs {

  private static final String DEFAULT_NAME = "fluss-iceberg-catalog";
  private static final String HADOOP_PREFIX = "iceberg.hadoop.";
  private static final int KEPT = 8;

  // in order of last use; guarded by itself
  private static final LinkedHashMap<Map<String, String>, Catalog> SHARED =
      new LinkedHashMap<>(16, 0.75f, true);

  private LakeCatalogs() {}

  /**
   * The process's catalog for these options. Do not close it. At most {@value #KEPT} are kept;
   * forgotten ones are left to the garbage collector, as a table may still use their clients.
   *
   * @param properties catalog options, prefix {@code datalake.iceberg.} removed
   */
  public static Catalog shared(Map<String, String> properties) {
    Map<String, String> key = new TreeMap<>(properties);
    synchronized (SHARED) {
      Catalog known = SHARED.get(key);
      if (known != null) {
        return known;
      }
      Catalog made = open(key);
      SHARED.put(key, made);
      if (SHARED.size() > KEPT) {
        SHARED.remove(SHARED.keySet().iterator().next());
      }
      return made;
    }
  }

  /** Closes the shared catalogs; they must not be in use any more. */
  static void closeShared() throws IOException {
    List<Catalog> catalogs;
    synchronized (SHARED) {
      catalogs = new ArrayList<>(SHARED.values());
      SHARED.clear();
    }
    try (CloseableGroup closing = new CloseableGroup()) {
      closing.setSuppressCloseFailure(false);
      for (Catalog catalog : catalogs) {
        if (catalog instanceof Closeable) {
          closing.addCloseable((Closeable) catalog);
        }
      }
    }
  }

  /**
   * A new catalog; the caller closes it if it is closeable.
   *
   * @throws InvalidConfigException when the options contradict each other or lack something
   */
  public static Catalog open(Map<String, String> properties) {
    String type = properties.get("type");
    String impl = properties.get(CatalogProperties.CATALOG_IMPL);
    if (type != null && impl != null) {
      throw new InvalidConfigException(
          "Set one of datalake.iceberg.type and datalake.iceberg.catalog-impl, not both.");
    }
    if (type == null && impl == null) {
      throw new InvalidConfigException(
          "datalake.iceberg.type is missing: set it to glue, rest, jdbc or hadoop (or set"
              + " datalake.iceberg.catalog-impl to a class).");
    }
    AwsDoing doing =
        AwsDoing.of(
            "opening the lake's catalog",
            type == null ? impl : type,
            AwsSettings.ofLake(properties));
    try (TemporaryClassLoaderContext ignored =
        TemporaryClassLoaderContext.of(LakeCatalogs.class.getClassLoader())) {
      Map<String, String> complete = complete(properties, type);
      String name = complete.getOrDefault("name", DEFAULT_NAME);
      complete.remove("name");
      return CatalogUtil.buildIcebergCatalog(name, complete, hadoop(properties));
    } catch (RuntimeException | LinkageError e) {
      if (AwsFailure.concerns(e)) {
        throw AwsFailure.explain(e, doing).toException(e);
      }
      throw e;
    }
  }

  private static Map<String, String> complete(Map<String, String> properties, String type) {
    if (GlueDefaults.isGlue(properties)) {
      if (!properties.containsKey(CatalogProperties.WAREHOUSE_LOCATION)) {
        throw new InvalidConfigException(
            "datalake.iceberg.warehouse is missing: set it to s3://bucket/path.");
      }
      return GlueDefaults.forGlue(properties);
    }
    // a REST catalog hands out credentials of its own
    if (GlueDefaults.isOnS3(properties) && !"rest".equalsIgnoreCase(type)) {
      return GlueDefaults.forS3(properties);
    }
    return new HashMap<>(properties);
  }

  private static Configuration hadoop(Map<String, String> properties) {
    Configuration hadoop = new Configuration();
    String home = System.getenv("HADOOP_HOME");
    String[] folders = {
      home == null ? null : home + "/conf",
      home == null ? null : home + "/etc/hadoop",
      System.getenv("HADOOP_CONF_DIR")
    };
    for (String folder : folders) {
      if (folder != null) {
        for (String name : new String[] {"core-site.xml", "hdfs-site.xml"}) {
          File file = new File(folder, name);
          if (file.isFile()) {
            hadoop.addResource(new org.apache.hadoop.fs.Path(file.toURI()));
          }
        }
      }
    }
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(HADOOP_PREFIX)) {
            hadoop.set(key.substring(HADOOP_PREFIX.length()), value);
          }
        });
    return hadoop;
  }
}

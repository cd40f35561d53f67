// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.doctor;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.aws.AwsFailure;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.lake.doctor.Finding;
import org.apache.fluss.lake.doctor.LakeDoctor;
import org.apache.fluss.lake.doctor.LakeExamination;
import org.apache.fluss.lake.iceberg.catalog.LakeCatalogs;
import org.apache.fluss.lake.iceberg.glue.GlueDefaults;
import org.apache.fluss.utils.TemporaryClassLoaderContext;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;

/** Checks an Iceberg lake: options, AWS, buckets, catalog, tables. */
public final class IcebergLakeDoctor implements LakeDoctor {

  /** For the service loader. */
  public IcebergLakeDoctor() {}

  @Override
  public String identifier() {
    return "iceberg";
  }

  @Override
  public void examine(LakeExamination examination, Consumer<Finding> findings) {
    try (TemporaryClassLoaderContext ignored =
        TemporaryClassLoaderContext.of(IcebergLakeDoctor.class.getClassLoader())) {
      new Visit(examination, findings).run();
    }
  }

  /** A check that may fail. */
  @FunctionalInterface
  interface Check {
    /** What was found when it did not. */
    Finding run() throws Exception;
  }

  private static final class Visit {
    private final LakeExamination examination;
    private final Map<String, String> lake;
    private final AwsSettings settings;
    private final Consumer<Finding> findings;

    Visit(LakeExamination examination, Consumer<Finding> findings) {
      this.examination = examination;
      this.lake = examination.lake();
      this.settings = AwsSettings.ofLake(lake);
      this.findings = findings;
    }

    void run() {
      if (!options()) {
        return;
      }
      Set<String> buckets = buckets();
      boolean aws = GlueDefaults.isGlue(lake) || !buckets.isEmpty();
      if (aws && !new AwsChecks(settings, this::check).identity(examination.isStartOnly())) {
        return;
      }
      if (examination.isStartOnly()) {
        return;
      }
      AwsChecks checks = new AwsChecks(settings, this::check);
      buckets.forEach(checks::storage);
      if (GlueDefaults.isGlue(lake)) {
        checks.glue(lake);
      }
      Catalog catalog = catalog();
      if (catalog == null) {
        return;
      }
      TableChecks tables = new TableChecks(catalog, lake);
      if (examination.createsTable()) {
        check("making a", "lake table", tables::makeOne);
      }
      examination
          .table()
          .ifPresent(
              path ->
                  check(
                      "looking at the lake table of",
                      path.toString(),
                      () -> tables.look(path, examination.tableDescriptor().orElse(null))));
    }

    private boolean options() {
      String type = lake.get("type");
      String impl = lake.get(CatalogProperties.CATALOG_IMPL);
      if ((type == null) == (impl == null)) {
        findings.accept(
            Finding.fail(
                "lake options",
                "set exactly one of datalake.iceberg.type (glue, rest, jdbc, hadoop) and"
                    + " datalake.iceberg.catalog-impl (a class)."));
        return false;
      }
      String warehouse = lake.get(CatalogProperties.WAREHOUSE_LOCATION);
      if (warehouse == null && !"rest".equalsIgnoreCase(type)) {
        findings.accept(
            Finding.fail(
                "lake options",
                "datalake.iceberg.warehouse is missing: set it to s3://bucket/path"
                    + " (or a directory, for type hadoop)."));
        return false;
      }
      if (warehouse != null && warehouse.equals(examination.remoteDataDir().orElse(null))) {
        findings.accept(
            Finding.fail(
                "lake options",
                "datalake.iceberg.warehouse and remote.data.dir are both "
                    + warehouse
                    + "; give each a place of its own."));
        return false;
      }
      if (GlueDefaults.isGlue(lake) && !GlueDefaults.isOnS3(lake)) {
        findings.accept(
            Finding.fail(
                "lake options",
                "datalake.iceberg.warehouse is "
                    + warehouse
                    + ", but engines that read from Glue need it on S3: s3://bucket/path."));
        return false;
      }
      findings.accept(
          Finding.pass(
              "lake options", (type == null ? impl : type) + " catalog, warehouse " + warehouse));
      return true;
    }

    /** The places on S3 that are written to. */
    private Set<String> buckets() {
      Set<String> places = new LinkedHashSet<>();
      if (GlueDefaults.isOnS3(lake)) {
        places.add(lake.get(CatalogProperties.WAREHOUSE_LOCATION));
      }
      examination.remoteDataDir().filter(dir -> dir.matches("s3[an]?://.*")).ifPresent(places::add);
      return places;
    }

    private Catalog catalog() {
      Catalog[] opened = new Catalog[1];
      check(
          "opening the",
          "catalog",
          () -> {
            Catalog catalog = LakeCatalogs.shared(lake);
            String databases = "";
            if (catalog instanceof SupportsNamespaces) {
              databases =
                  ", " + ((SupportsNamespaces) catalog).listNamespaces().size() + " databases";
            }
            opened[0] = catalog;
            return Finding.pass("catalog", "answers" + databases);
          });
      return opened[0];
    }

    /** Runs a check; what it throws becomes a failure in words. */
    private boolean check(String action, String name, Check check) {
      Finding finding;
      try {
        finding = check.run();
      } catch (Exception | LinkageError e) {
        String text =
            AwsFailure.isExplained(e)
                ? e.getMessage()
                : AwsFailure.concerns(e)
                    ? AwsFailure.explain(e, AwsDoing.of(action, name, settings)).message()
                    : "while " + action + ": " + e;
        finding = Finding.fail(name, text);
      }
      findings.accept(finding);
      return finding.level() != Finding.Level.FAIL;
    }
  }

  /** Runs a check and tells whether it did not fail. */
  @FunctionalInterface
  interface Checker {
    /**
     * @param action in words, as after "while"
     * @param name what is checked
     */
    boolean check(String action, String name, Check check);
  }
}

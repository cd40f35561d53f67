// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.doctor;

import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.fluss.lake.doctor.Finding;
import org.apache.fluss.lake.iceberg.catalog.LakeNames;
import org.apache.fluss.lake.iceberg.catalog.LakeTableDefinition;
import org.apache.fluss.lake.iceberg.catalog.LakeTableDifference;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.types.Types;

/** Checks of tables in the lake. */
final class TableChecks {

  private static final String PREFIX = "fluss_doctor_";
  private static final String CLUSTER_OPTIONS = "table.datalake.iceberg.";

  private final Catalog catalog;
  private final Map<String, String> lake;

  TableChecks(Catalog catalog, Map<String, String> lake) {
    this.catalog = catalog;
    this.lake = lake;
  }

  // ---- --create

  /** A database and a table made, written, read and dropped. */
  Finding makeOne() throws IOException {
    if (!(catalog instanceof SupportsNamespaces)) {
      return Finding.warn("lake table", "This catalog cannot make databases; nothing was tried.");
    }
    SupportsNamespaces namespaces = (SupportsNamespaces) catalog;
    sweep(namespaces);
    Namespace namespace =
        Namespace.of(PREFIX + UUID.randomUUID().toString().replace("-", "").substring(0, 12));
    namespaces.createNamespace(namespace);
    try {
      TableIdentifier name = TableIdentifier.of(namespace, "probe");
      Schema schema = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
      Table table = catalog.createTable(name, schema, PartitionSpec.unpartitioned());
      appendOneRow(table, schema);
      long rows = 0;
      try (CloseableIterable<Record> read = IcebergGenerics.read(table).build()) {
        for (Record record : read) {
          rows += (Long) record.get(0);
        }
      }
      if (rows != 1) {
        return Finding.fail("lake table", "The row written to " + name + " was not read back.");
      }
    } finally {
      drop(namespaces, namespace);
    }
    return Finding.pass("lake table", "a table was made, written, read and dropped");
  }

  private static void appendOneRow(Table table, Schema schema) throws IOException {
    GenericRecord row = GenericRecord.create(schema);
    row.set(0, 1L);
    OutputFile file =
        table.io().newOutputFile(table.locationProvider().newDataLocation("probe.parquet"));
    FileAppender<Record> appender =
        new GenericAppenderFactory(schema).newAppender(file, FileFormat.PARQUET);
    try (appender) {
      appender.add(row);
    }
    DataFile written =
        DataFiles.builder(PartitionSpec.unpartitioned())
            .withPath(file.location())
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(appender.length())
            .withMetrics(appender.metrics())
            .build();
    table.newAppend().appendFile(written).commit();
  }

  /** What an interrupted run left behind. */
  private void sweep(SupportsNamespaces namespaces) {
    for (Namespace namespace : namespaces.listNamespaces()) {
      if (namespace.level(namespace.length() - 1).startsWith(PREFIX)) {
        drop(namespaces, namespace);
      }
    }
  }

  private void drop(SupportsNamespaces namespaces, Namespace namespace) {
    for (TableIdentifier table : catalog.listTables(namespace)) {
      catalog.dropTable(table, true);
    }
    namespaces.dropNamespace(namespace);
  }

  // ---- --table

  /** Without the lake options that a cluster adds to whatever it answers. */
  private static TableDescriptor asCreated(TableDescriptor descriptor) {
    Map<String, String> properties = new HashMap<>(descriptor.getProperties());
    properties.keySet().removeIf(key -> key.startsWith(CLUSTER_OPTIONS));
    return descriptor.withProperties(properties);
  }

  /** How the lake table of a Fluss table stands; {@code descriptor} null if it is not known. */
  Finding look(TablePath path, TableDescriptor descriptor) {
    String check = "table " + path;
    Table table;
    try {
      table = catalog.loadTable(LakeNames.identifier(lake, path));
    } catch (NoSuchTableException e) {
      return Finding.fail(
          check,
          "is not in the lake. Set 'table.datalake.enabled' = 'true' on it, or create it with that"
              + " option.");
    }
    if (descriptor != null) {
      Optional<String> difference =
          LakeTableDifference.between(table, LakeTableDefinition.of(asCreated(descriptor)));
      if (difference.isPresent()) {
        return Finding.fail(
            check,
            "does not fit the table in Fluss: "
                + difference.get()
                + ". It was changed by somebody else, or belongs to another Fluss table: restore"
                + " it, or drop it in the lake and enable the lake again.");
      }
    }
    Snapshot snapshot = table.currentSnapshot();
    if (snapshot == null) {
      return Finding.warn(check, "has no snapshot yet. Is the tiering service running?");
    }
    Map<String, String> summary = snapshot.summary();
    long files = Long.parseLong(summary.getOrDefault("total-data-files", "0"));
    long deletes = Long.parseLong(summary.getOrDefault("total-delete-files", "0"));
    String text =
        String.format(
            "snapshot %d of %s by %s: %s rows in %d files, %d delete files; %d snapshots kept",
            snapshot.snapshotId(),
            Instant.ofEpochMilli(snapshot.timestampMillis()),
            summary.getOrDefault("commit-user", "another writer"),
            summary.getOrDefault("total-records", "?"),
            files,
            deletes,
            table.history().size());
    return deletes > files
        ? Finding.warn(check, text + ". Readers are slow with so many delete files: compact it.")
        : Finding.pass(check, text);
  }
}

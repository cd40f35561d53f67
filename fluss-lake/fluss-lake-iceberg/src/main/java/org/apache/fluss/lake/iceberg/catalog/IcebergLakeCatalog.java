// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.exception.InvalidAlterTableException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.lake.iceberg.glue.GlueDefaults;
import org.apache.fluss.lake.lakestorage.LakeCatalog;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes and changes the lake tables of Fluss tables. Thread-safe as far as Iceberg's catalog is.
 */
public final class IcebergLakeCatalog implements LakeCatalog {

  private static final Logger LOG = LoggerFactory.getLogger(IcebergLakeCatalog.class);

  private static final String EXISTING_TABLE = "table.datalake.existing-table";

  private static final Set<String> RESERVED =
      Set.of(
          TableProperties.DELETE_MODE,
          TableProperties.UPDATE_MODE,
          TableProperties.MERGE_MODE,
          TableProperties.FORMAT_VERSION,
          TableProperties.WRITE_LOCATION_PROVIDER_IMPL);

  private final Map<String, String> properties;
  private final AwsSettings settings;
  private final Catalog catalog;

  /**
   * Opens the catalog.
   *
   * @param properties catalog options, prefix {@code datalake.iceberg.} removed
   */
  public IcebergLakeCatalog(Map<String, String> properties) {
    this.properties = Map.copyOf(properties);
    this.settings = AwsSettings.ofLake(properties);
    this.catalog = LakeCatalogs.open(properties);
  }

  @Override
  public void createTable(TablePath path, TableDescriptor table, Context context)
      throws TableAlreadyExistException {
    LakeNames.check(properties, path);
    refuseReserved(table.getProperties().keySet(), false);
    refuseReserved(table.getCustomProperties().keySet(), false);
    LakeTableDefinition definition = LakeTableDefinition.ofNew(table);
    LakeCall.run(
        AwsDoing.of("creating the lake table of", path.toString(), settings),
        () -> {
          createOrAdopt(path, definition, table, context);
          return null;
        });
  }

  private void createOrAdopt(
      TablePath path, LakeTableDefinition definition, TableDescriptor table, Context context) {
    TableIdentifier name = LakeNames.identifier(properties, path);
    try {
      createInNamespace(name, definition);
      return;
    } catch (AlreadyExistsException e) {
      LOG.info("Lake table {} exists already", name);
    }
    String policy = existingTablePolicy(table);
    if (policy.equals("replace")) {
      LOG.warn("Replacing lake table {}; its files stay", name);
      catalog.dropTable(name, false);
      createInNamespace(name, definition);
      return;
    }
    Table existing = load(name, path);
    Optional<String> difference = LakeTableDifference.between(existing, definition);
    boolean mayTake =
        existing.currentSnapshot() == null || !context.isCreatingFlussTable() || adopts(table);
    if (difference.isEmpty() && mayTake) {
      LOG.info("Taking over lake table {}", name);
      return;
    }
    throw new TableAlreadyExistException(
        (GlueDefaults.isGlue(properties) ? "GLUE-STALE-TABLE: " : "")
            + "Lake table "
            + name
            + " at "
            + existing.location()
            + " exists already and "
            + difference.orElse("holds data, which may belong to another Fluss table")
            + ". Drop it in the lake, choose another name, or set '"
            + EXISTING_TABLE
            + "' to adopt (keep a fitting table's data) or replace.");
  }

  private static String existingTablePolicy(TableDescriptor table) {
    return table
        .getCustomProperties()
        .getOrDefault(EXISTING_TABLE, table.getProperties().getOrDefault(EXISTING_TABLE, "error"));
  }

  /** Whether a table asks to continue a lake table that may hold rows of an earlier life. */
  public static boolean adopts(TableDescriptor table) {
    return existingTablePolicy(table).equals("adopt");
  }

  private void createInNamespace(TableIdentifier name, LakeTableDefinition definition) {
    try {
      create(name, definition);
    } catch (NoSuchNamespaceException e) {
      createNamespace(name.namespace());
      create(name, definition);
    }
  }

  private void create(TableIdentifier name, LakeTableDefinition definition) {
    // some catalogs make tables below namespaces nobody created, Glue's reports them in its own
    // words
    if (catalog instanceof SupportsNamespaces
        && !((SupportsNamespaces) catalog).namespaceExists(name.namespace())) {
      createNamespace(name.namespace());
    }
    Catalog.TableBuilder builder =
        catalog
            .buildTable(name, definition.schema())
            .withPartitionSpec(definition.spec())
            .withSortOrder(definition.sortOrder())
            .withProperties(definition.properties());
    if (definition.location() != null) {
      builder.withLocation(definition.location());
    }
    builder.create();
  }

  private void createNamespace(Namespace namespace) {
    if (!(catalog instanceof SupportsNamespaces)) {
      throw new UnsupportedOperationException(
          "The lake's catalog has no namespaces, so database '"
              + namespace
              + "' cannot be made in it.");
    }
    try {
      ((SupportsNamespaces) catalog).createNamespace(namespace);
    } catch (AlreadyExistsException e) {
      LOG.info("Namespace {} was made by somebody else meanwhile", namespace);
    }
  }

  @Override
  public void alterTable(TablePath path, List<TableChange> changes, Context context)
      throws TableNotExistException {
    LakeCall.run(
        AwsDoing.of("changing the lake table of", path.toString(), settings),
        () -> {
          alter(load(LakeNames.identifier(properties, path), path), changes, context);
          return null;
        });
  }

  private void alter(Table table, List<TableChange> changes, Context context) {
    UpdateProperties update = table.updateProperties();
    UpdateSchema schema = table.updateSchema();
    boolean anyProperty = false;
    boolean anyColumn = false;
    for (TableChange change : changes) {
      if (change instanceof TableChange.SetOption) {
        TableChange.SetOption set = (TableChange.SetOption) change;
        refuseReserved(Set.of(set.getKey()), true);
        update.set(LakeTableDefinition.propertyName(set.getKey()), set.getValue());
        anyProperty = true;
      } else if (change instanceof TableChange.ResetOption) {
        String key = ((TableChange.ResetOption) change).getKey();
        refuseReserved(Set.of(key), true);
        update.remove(LakeTableDefinition.propertyName(key));
        anyProperty = true;
      } else if (change instanceof TableChange.AddColumn) {
        anyColumn |= addColumn(table, schema, (TableChange.AddColumn) change, context);
      } else {
        throw new UnsupportedOperationException(
            "The lake table cannot follow this change: " + change);
      }
    }
    if (anyProperty) {
      update.commit();
    }
    if (anyColumn) {
      schema.commit();
    }
  }

  /** Returns false if the column is there already, as after a crash between lake and ZooKeeper. */
  private static boolean addColumn(
      Table table, UpdateSchema update, TableChange.AddColumn add, Context context) {
    if (!(add.getPosition() instanceof TableChange.Last)) {
      throw new UnsupportedOperationException(
          "Column '" + add.getName() + "' can only be added at the end.");
    }
    if (!add.getDataType().isNullable()) {
      throw new UnsupportedOperationException(
          "Column '" + add.getName() + "' must be nullable: rows in the lake do not have it.");
    }
    if (table.schema().findField(add.getName()) != null) {
      Optional<String> difference =
          LakeTableDifference.columns(
              table.schema(), LakeTableDefinition.of(context.getExpectedTable()).schema());
      if (difference.isPresent()) {
        throw new InvalidAlterTableException(
            "The lake table has a column '" + add.getName() + "', but " + difference.get() + ".");
      }
      return false;
    }
    update.addColumn(
        add.getName(),
        new IcebergTypes(table.schema().highestFieldId() + 2).convert(add.getDataType()),
        add.getComment());
    update.moveBefore(add.getName(), TableDescriptor.BUCKET_COLUMN_NAME);
    return true;
  }

  private Table load(TableIdentifier name, TablePath path) {
    try {
      return catalog.loadTable(name);
    } catch (NoSuchTableException e) {
      throw new TableNotExistException("Lake table of " + path + " does not exist.");
    }
  }

  private static void refuseReserved(Set<String> keys, boolean altering) {
    for (String key : keys) {
      String bare =
          key.startsWith(LakeTableDefinition.ICEBERG_PREFIX)
              ? key.substring(LakeTableDefinition.ICEBERG_PREFIX.length())
              : key;
      // a format version may be chosen once
      if (RESERVED.contains(bare) && (altering || !bare.equals(TableProperties.FORMAT_VERSION))) {
        String text = "Table option '" + key + "' is set by Fluss itself and cannot be changed.";
        if (altering) {
          throw new IllegalArgumentException(text);
        }
        throw new InvalidTableException(text);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (catalog instanceof Closeable) {
      ((Closeable) catalog).close();
    }
  }
}

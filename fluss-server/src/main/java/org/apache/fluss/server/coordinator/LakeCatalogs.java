// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.List;
import java.util.Objects;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.cluster.ServerReconfigurable;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.InvalidAlterTableException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.LakeStorageNotConfiguredException;
import org.apache.fluss.exception.LakeTableAlreadyExistException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.lake.lakestorage.LakeCatalog;
import org.apache.fluss.lake.lakestorage.LakeProperties;
import org.apache.fluss.lake.lakestorage.LakeStoragePlugin;
import org.apache.fluss.lake.lakestorage.LakeStoragePluginSetUp;
import org.apache.fluss.metadata.DataLakeFormat;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.plugin.PluginManager;
import org.apache.fluss.security.acl.FlussPrincipal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalog of the cluster's lake. It is opened with the plugin of the format, and opened anew
 * when a lake option changes. A lake that cannot be opened costs lake tables only: each use tries
 * again and says why it failed. Calls go to the lake and may take long; none runs on the event
 * loop. Thread-safe.
 */
final class LakeCatalogs implements ServerReconfigurable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LakeCatalogs.class);

  private final PluginManager plugins;
  private volatile Settings wanted = new Settings(null, new Configuration());
  private Settings opened = wanted;
  private LakeCatalog catalog;

  /** A lake format and its options. Immutable. */
  private static final class Settings {
    private final DataLakeFormat format;
    private final Configuration options;

    Settings(DataLakeFormat format, Configuration options) {
      this.format = format;
      this.options = options;
    }

    boolean isSame(Settings other) {
      return format == other.format && Objects.equals(options.toMap(), other.options.toMap());
    }
  }

  /**
   * @param plugins the directory of plugins, null when there is none
   */
  LakeCatalogs(PluginManager plugins, Configuration conf) {
    this.plugins = plugins;
    reconfigure(conf);
    if (isConfigured()) {
      try {
        open();
      } catch (ApiException e) {
        LOG.error("The lake cannot be used for now", e);
      }
    }
  }

  /** Whether the cluster has a lake. */
  boolean isConfigured() {
    return wanted.format != null;
  }

  @Override
  public void validate(Configuration conf) {
    // Keys are checked where they are set; whether they work shows with the first use.
  }

  /** Takes effect with the next use; does not wait for a running one. */
  @Override
  public void reconfigure(Configuration conf) {
    DataLakeFormat format = conf.get(ConfigOptions.DATALAKE_FORMAT);
    wanted =
        new Settings(
            format,
            format == null ? new Configuration() : LakeProperties.of(conf, format.toString()));
  }

  private synchronized LakeCatalog open() {
    Settings settings = wanted;
    if (!settings.isSame(opened)) {
      close();
      opened = settings;
    }
    DataLakeFormat format = settings.format;
    if (format == null) {
      throw new LakeStorageNotConfiguredException(
          "This cluster has no lake: set 'datalake.format' and its options.");
    }
    if (catalog == null) {
      LakeStoragePlugin plugin;
      try {
        plugin = LakeStoragePluginSetUp.fromDataLakeFormat(format.toString(), plugins);
      } catch (UnsupportedOperationException e) {
        throw new LakeStorageNotConfiguredException(e.getMessage());
      }
      try {
        catalog = plugin.createLakeStorage(settings.options).createLakeCatalog();
      } catch (ApiException e) {
        throw e;
      } catch (RuntimeException | LinkageError e) {
        LOG.error("The {} catalog cannot be opened", format, e);
        throw new LakeStorageNotConfiguredException(
            "The " + format + " catalog cannot be opened: " + e.getMessage());
      }
    }
    return catalog;
  }

  /**
   * Creates the table in the lake.
   *
   * @throws LakeTableAlreadyExistException when the lake has another table of that name
   * @throws InvalidTableException when the lake cannot have such a table
   * @throws LakeStorageNotConfiguredException when the lake cannot be opened
   * @throws StorageException when the lake failed
   */
  synchronized void createTable(
      TablePath path, TableDescriptor table, LakeCatalog.Context context) {
    LakeCatalog lake = open();
    try {
      lake.createTable(path, table, context);
    } catch (TableAlreadyExistException e) {
      throw new LakeTableAlreadyExistException(
          "The lake has a table "
              + path
              + " already: drop or rename it there, or name the new table otherwise. ("
              + e.getMessage()
              + ")");
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      throw new InvalidTableException(
          "The lake cannot have the table " + path + ": " + e.getMessage());
    } catch (ApiException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failed("create the table " + path, e);
    }
  }

  /**
   * Alters the table in the lake.
   *
   * @throws TableNotExistException when the lake does not have it
   */
  synchronized void alterTable(
      TablePath path, List<TableChange> changes, LakeCatalog.Context context)
      throws TableNotExistException {
    LakeCatalog lake = open();
    try {
      lake.alterTable(path, changes, context);
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      throw new InvalidAlterTableException(
          "The lake cannot alter the table " + path + ": " + e.getMessage());
    } catch (ApiException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failed("alter the table " + path, e);
    }
  }

  private StorageException failed(String what, RuntimeException e) {
    LOG.error("The {} lake failed to {}", opened.format, what, e);
    return new StorageException(
        "The " + opened.format + " lake failed to " + what + ": " + e.getMessage(), e);
  }

  @Override
  public synchronized void close() {
    LakeCatalog closing = catalog;
    catalog = null;
    if (closing != null) {
      try {
        closing.close();
      } catch (Exception e) {
        LOG.warn("The {} catalog did not close cleanly", opened.format, e);
      }
    }
  }

  /** What a call to the lake is about. Immutable. */
  static final class Context implements LakeCatalog.Context {
    private final boolean creating;
    private final FlussPrincipal principal;
    private final TableDescriptor current;
    private final TableDescriptor expected;

    /**
     * @param current null when the table is being created
     */
    Context(
        boolean creating,
        FlussPrincipal principal,
        TableDescriptor current,
        TableDescriptor expected) {
      this.creating = creating;
      this.principal = principal;
      this.current = current;
      this.expected = expected;
    }

    @Override
    public boolean isCreatingFlussTable() {
      return creating;
    }

    @Override
    public FlussPrincipal getFlussPrincipal() {
      return principal;
    }

    @Override
    public TableDescriptor getCurrentTable() {
      return current;
    }

    @Override
    public TableDescriptor getExpectedTable() {
      return expected;
    }
  }
}

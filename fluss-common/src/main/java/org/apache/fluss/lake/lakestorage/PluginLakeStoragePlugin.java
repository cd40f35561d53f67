// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.lakestorage;

import java.util.List;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.lake.source.LakeSource;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.utils.TemporaryClassLoaderContext;

/**
 * A lake plugin whose catalog runs with the class loader of the plugin as context class loader:
 * lakes look up their catalogs and file access by name through it.
 */
final class PluginLakeStoragePlugin implements LakeStoragePlugin {
  private final LakeStoragePlugin plugin;

  PluginLakeStoragePlugin(LakeStoragePlugin plugin) {
    this.plugin = plugin;
  }

  @Override
  public ClassLoader getClassLoader() {
    return plugin.getClassLoader();
  }

  @Override
  public String identifier() {
    return plugin.identifier();
  }

  @Override
  public LakeStorage createLakeStorage(Configuration configuration) {
    try (TemporaryClassLoaderContext ignored = enter()) {
      return new Storage(plugin.createLakeStorage(configuration));
    }
  }

  private TemporaryClassLoaderContext enter() {
    return TemporaryClassLoaderContext.of(plugin.getClassLoader());
  }

  private final class Storage implements LakeStorage {
    private final LakeStorage inner;

    private Storage(LakeStorage inner) {
      this.inner = inner;
    }

    @Override
    public LakeTieringFactory<?, ?> createLakeTieringFactory() {
      try (TemporaryClassLoaderContext ignored = enter()) {
        return inner.createLakeTieringFactory();
      }
    }

    @Override
    public LakeCatalog createLakeCatalog() {
      try (TemporaryClassLoaderContext ignored = enter()) {
        return new Catalog(inner.createLakeCatalog());
      }
    }

    @Override
    public LakeSource<?> createLakeSource(TablePath tablePath) {
      try (TemporaryClassLoaderContext ignored = enter()) {
        return inner.createLakeSource(tablePath);
      }
    }
  }

  private final class Catalog implements LakeCatalog {
    private final LakeCatalog inner;

    private Catalog(LakeCatalog inner) {
      this.inner = inner;
    }

    @Override
    public void createTable(TablePath path, TableDescriptor table, Context context) {
      try (TemporaryClassLoaderContext ignored = enter()) {
        inner.createTable(path, table, context);
      }
    }

    @Override
    public void alterTable(TablePath path, List<TableChange> changes, Context context) {
      try (TemporaryClassLoaderContext ignored = enter()) {
        inner.alterTable(path, changes, context);
      }
    }

    @Override
    public void close() throws Exception {
      try (TemporaryClassLoaderContext ignored = enter()) {
        inner.close();
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.lake.lakestorage.LakeCatalog;
import org.apache.fluss.lake.lakestorage.LakeStorage;
import org.apache.fluss.lake.lakestorage.LakeStoragePlugin;
import org.apache.fluss.lake.source.LakeSource;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;

/** A lake of nothing but names, for the calls of the coordinator. */
public final class TestLakePlugin implements LakeStoragePlugin {
  /** Names of the tables in the lake, of all catalogs. */
  static final List<String> TABLES = new CopyOnWriteArrayList<>();

  /** What catalogs were opened with. */
  static final List<Configuration> OPENED = new CopyOnWriteArrayList<>();

  /** What was altered. */
  static final List<String> ALTERED = new CopyOnWriteArrayList<>();

  static volatile RuntimeException failure;

  static void reset() {
    TABLES.clear();
    OPENED.clear();
    ALTERED.clear();
    failure = null;
  }

  @Override
  public String identifier() {
    return "lance";
  }

  @Override
  public LakeStorage createLakeStorage(Configuration configuration) {
    return new LakeStorage() {
      @Override
      public LakeTieringFactory<?, ?> createLakeTieringFactory() {
        throw new UnsupportedOperationException();
      }

      @Override
      public LakeCatalog createLakeCatalog() {
        OPENED.add(configuration);
        return new Catalog();
      }

      @Override
      public LakeSource<?> createLakeSource(TablePath path) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private static final class Catalog implements LakeCatalog {
    @Override
    public void createTable(TablePath path, TableDescriptor table, Context context)
        throws TableAlreadyExistException {
      if (failure != null) {
        throw failure;
      }
      if (TABLES.contains(path.toString())) {
        throw new TableAlreadyExistException("lake has " + path);
      }
      TABLES.add(path.toString());
    }

    @Override
    public void alterTable(TablePath path, List<TableChange> changes, Context context)
        throws TableNotExistException {
      if (!TABLES.contains(path.toString())) {
        throw new TableNotExistException("lake lacks " + path);
      }
      ALTERED.add(path.toString());
    }
  }
}

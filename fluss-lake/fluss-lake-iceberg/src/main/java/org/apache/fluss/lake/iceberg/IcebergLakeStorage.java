// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg;

import java.util.Map;
import org.apache.fluss.lake.iceberg.catalog.IcebergLakeCatalog;
import org.apache.fluss.lake.iceberg.tiering.IcebergTieringFactory;
import org.apache.fluss.lake.lakestorage.LakeCatalog;
import org.apache.fluss.lake.lakestorage.LakeStorage;
import org.apache.fluss.lake.source.LakeSource;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.metadata.TablePath;

/** One Iceberg lake, described by its catalog options. */
final class IcebergLakeStorage implements LakeStorage {

  private final Map<String, String> properties;

  IcebergLakeStorage(Map<String, String> properties) {
    this.properties = Map.copyOf(properties);
  }

  @Override
  public LakeTieringFactory<?, ?> createLakeTieringFactory() {
    return new IcebergTieringFactory(properties);
  }

  @Override
  public LakeCatalog createLakeCatalog() {
    return new IcebergLakeCatalog(properties);
  }

  @Override
  public LakeSource<?> createLakeSource(TablePath tablePath) {
    throw new UnsupportedOperationException(
        "Reading lake table "
            + tablePath
            + " through Fluss is not built yet; read it with an Iceberg engine.");
  }
}

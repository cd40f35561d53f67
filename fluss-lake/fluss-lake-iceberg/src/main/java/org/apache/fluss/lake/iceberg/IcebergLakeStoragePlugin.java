// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg;

import org.apache.fluss.config.Configuration;
import org.apache.fluss.lake.lakestorage.LakeStorage;
import org.apache.fluss.lake.lakestorage.LakeStoragePlugin;

/** The lake format {@code iceberg}. */
public final class IcebergLakeStoragePlugin implements LakeStoragePlugin {

  /** For the service loader. */
  public IcebergLakeStoragePlugin() {}

  @Override
  public String identifier() {
    return "iceberg";
  }

  @Override
  public LakeStorage createLakeStorage(Configuration configuration) {
    return new IcebergLakeStorage(configuration.toMap());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.lakestorage;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.plugin.Plugin;

/** Opens lakes of one format. Found as a service. */
@PublicEvolving
public interface LakeStoragePlugin extends Plugin {

  /** The format in lower case, such as {@code iceberg}. */
  String identifier();

  /** Opens the lake of these catalog properties, given without {@code datalake.FORMAT.}. */
  LakeStorage createLakeStorage(Configuration configuration);
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.lakestorage;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.lake.source.LakeSource;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.metadata.TablePath;

/** One lake: its catalog, writers and readers. */
@PublicEvolving
public interface LakeStorage {

  /** Writers and committers. */
  LakeTieringFactory<?, ?> createLakeTieringFactory();

  /** The catalog; the caller closes it. */
  LakeCatalog createLakeCatalog();

  /** Reads the lake table of a Fluss table. */
  LakeSource<?> createLakeSource(TablePath tablePath);
}

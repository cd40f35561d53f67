// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.util.Map;
import java.util.OptionalLong;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.server.kv.autoinc.IdSegments;

/** What replicas need to know about tables. Methods may block; thread-safe. */
public interface Tables {
  /** How old {@link #newest} may be. */
  long NEWEST_MS = 200;

  /**
   * The table of a bucket.
   *
   * @throws org.apache.fluss.exception.UnknownTableOrBucketException if it does not exist
   */
  TableInfo table(PhysicalTablePath path, TableBucket bucket);

  /**
   * The table as it is in the metadata store, for one that may have changed: not older than {@link
   * #NEWEST_MS}. As it is known if it was dropped.
   */
  TableInfo newest(TableInfo table);

  /** The schemas a table has and had, by id. */
  Map<Integer, Schema> schemas(TableInfo table);

  /** The counter of a table's auto-increment column; null if it has no such column. */
  IdSegments autoIncrementValues(TableInfo table);

  /** Offset up to which a bucket is in the lake; empty if nothing is. */
  OptionalLong lakeEndOffset(TableInfo table, TableBucket bucket);
}

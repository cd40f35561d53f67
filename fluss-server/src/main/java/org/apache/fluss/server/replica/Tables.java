// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.util.OptionalLong;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.server.kv.autoinc.IdSegments;

/** What replicas need to know about tables. Methods may block; thread-safe. */
public interface Tables {
  /**
   * The table of a bucket.
   *
   * @throws org.apache.fluss.exception.UnknownTableOrBucketException if it does not exist
   */
  TableInfo table(PhysicalTablePath path, TableBucket bucket);

  /**
   * A schema the table has or had.
   *
   * @throws org.apache.fluss.exception.SchemaNotExistException if it never had that one
   */
  Schema schema(TableInfo table, int schemaId);

  /** The counter of a table's auto-increment column; null if it has no such column. */
  IdSegments autoIncrementValues(TableInfo table);

  /** Offset up to which a bucket is in the lake; empty if nothing is. */
  OptionalLong lakeEndOffset(TableInfo table, TableBucket bucket);
}

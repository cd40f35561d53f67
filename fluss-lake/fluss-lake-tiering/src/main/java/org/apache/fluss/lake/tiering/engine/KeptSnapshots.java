// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.Collection;
import java.util.Map;
import org.apache.fluss.metadata.TableBucket;

/**
 * Kv snapshots of a primary-key table: those that are found stay until this is closed, however long
 * a round takes to come to them. Thread-safe, failing with {@link
 * org.apache.fluss.exception.FlussRuntimeException}.
 */
public interface KeptSnapshots extends AutoCloseable {

  /**
   * The newest kv snapshot of those of the buckets that have one.
   *
   * @param partition of the buckets, by name; null if the table has no partitions
   */
  Map<TableBucket, KvSnapshot> newest(String partition, Collection<TableBucket> buckets);

  /** Reads a snapshot that was found; the caller closes it. */
  SnapshotReader read(TableBucket bucket, long snapshotId);

  /** Called often while there is something left to read; does not wait. */
  void keep();

  @Override
  void close();
}

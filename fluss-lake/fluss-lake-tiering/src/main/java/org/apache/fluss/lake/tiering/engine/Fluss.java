// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;

/**
 * What tiering asks of a cluster. Calls wait for their answer and fail with {@link
 * org.apache.fluss.exception.FlussRuntimeException}; after a failure the call may have had its
 * effect all the same. Thread-safe.
 */
public interface Fluss {

  /** Reports and asks for a table. */
  Heartbeat.Answer heartbeat(Heartbeat heartbeat);

  /** The table of this name now. */
  TableInfo table(TablePath path);

  /** A schema the table has or had. */
  Schema schema(TablePath path, int schemaId);

  /** Names of the partitions of a partitioned table by id. */
  Map<Long, String> partitions(TableInfo table);

  /** Offset of the first row that the log still holds, per bucket; all of one partition. */
  Map<TableBucket, Long> startOffsets(TableInfo table, Collection<TableBucket> buckets);

  /** Offset behind the last row that readers may see, per bucket; all of one partition. */
  Map<TableBucket, Long> endOffsets(TableInfo table, Collection<TableBucket> buckets);

  /** The newest lake snapshot the coordinator knows; empty if none. */
  Optional<LakeProgress> lakeProgress(TablePath path);

  /**
   * Reads a bucket; the caller closes it.
   *
   * @param toOffset what is at and after it is not wanted
   */
  LogReader read(TableInfo table, TableBucket bucket, long fromOffset, long toOffset);

  /** Access to the kv snapshots of a primary-key table for one round; the caller closes it. */
  KeptSnapshots kvSnapshots(TableInfo table);

  /**
   * Stores these offsets, on top of those of the newest snapshot known, in a file.
   *
   * @return the path of the file
   */
  String prepare(TableInfo table, Map<TableBucket, Long> endOffsets);

  /** Registers a snapshot that is in the lake as the newest one. */
  void register(TableInfo table, LakeRegistration snapshot);
}

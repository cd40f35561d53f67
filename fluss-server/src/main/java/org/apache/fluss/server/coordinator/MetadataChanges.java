// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;

/**
 * Which tables, partitions and buckets servers have to hear of again. Only names: what is sent is
 * the state at the time of sending. Owned by the coordinator's event loop.
 */
final class MetadataChanges {
  private final Set<Long> tables = new LinkedHashSet<>();
  private final Set<TableBucket> buckets = new LinkedHashSet<>();
  private final Map<Long, TablePath> droppedTables = new LinkedHashMap<>();
  private final Map<Long, DroppedPartition> droppedPartitions = new LinkedHashMap<>();

  /** A partition that is gone. Immutable. */
  static final class DroppedPartition {
    private final long tableId;
    private final String name;

    DroppedPartition(long tableId, String name) {
      this.tableId = tableId;
      this.name = name;
    }

    long tableId() {
      return tableId;
    }

    /** Null when no longer known. */
    String name() {
      return name;
    }
  }

  /** The table's description. */
  MetadataChanges table(long tableId) {
    tables.add(tableId);
    return this;
  }

  MetadataChanges bucket(TableBucket bucket) {
    buckets.add(bucket);
    return this;
  }

  /**
   * @param path null when no longer known
   */
  MetadataChanges droppedTable(long tableId, TablePath path) {
    droppedTables.put(tableId, path);
    return this;
  }

  /**
   * @param name null when no longer known
   */
  MetadataChanges droppedPartition(long partitionId, long tableId, String name) {
    droppedPartitions.put(partitionId, new DroppedPartition(tableId, name));
    return this;
  }

  void add(MetadataChanges other) {
    tables.addAll(other.tables);
    buckets.addAll(other.buckets);
    droppedTables.putAll(other.droppedTables);
    droppedPartitions.putAll(other.droppedPartitions);
  }

  void clear() {
    tables.clear();
    buckets.clear();
    droppedTables.clear();
    droppedPartitions.clear();
  }

  boolean isEmpty() {
    return tables.isEmpty()
        && buckets.isEmpty()
        && droppedTables.isEmpty()
        && droppedPartitions.isEmpty();
  }

  Set<Long> tables() {
    return Collections.unmodifiableSet(tables);
  }

  Set<TableBucket> buckets() {
    return Collections.unmodifiableSet(buckets);
  }

  Map<Long, TablePath> droppedTables() {
    return Collections.unmodifiableMap(droppedTables);
  }

  Map<Long, DroppedPartition> droppedPartitions() {
    return Collections.unmodifiableMap(droppedPartitions);
  }
}

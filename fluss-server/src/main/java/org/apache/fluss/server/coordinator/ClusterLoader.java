// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.zk.BucketNode;
import org.apache.fluss.server.zk.DatabaseNode;
import org.apache.fluss.server.zk.LeaderAndIsr;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.MetadataStoreException;
import org.apache.fluss.server.zk.PartitionAssignmentNode;
import org.apache.fluss.server.zk.PartitionNode;
import org.apache.fluss.server.zk.SchemaNode;
import org.apache.fluss.server.zk.ServerTagsNode;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.server.zk.TableAssignmentNode;
import org.apache.fluss.server.zk.TableNode;
import org.apache.fluss.server.zk.TombstoneNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the whole cluster from the metadata store, many nodes at a time. A damaged node costs its
 * table only; what a crash left behind is reported, to be cleaned.
 */
final class ClusterLoader {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterLoader.class);

  private final MetadataStore store;
  private final ClusterState state = new ClusterState();
  private final List<Deletion> deletions = new ArrayList<>();
  private final List<TablePath> unfinishedTables = new ArrayList<>();
  private boolean damaged;

  private ClusterLoader(MetadataStore store) {
    this.store = store;
  }

  /** Without live servers. */
  static ClusterLoader load(MetadataStore store) {
    ClusterLoader loader = new ClusterLoader(store);
    loader.load();
    return loader;
  }

  ClusterState state() {
    return state;
  }

  /** Dropped tables and partitions whose replicas are not deleted yet. */
  List<Deletion> deletions() {
    return deletions;
  }

  /** Tables whose creation by the peer never finished. */
  List<TablePath> unfinishedTables() {
    return unfinishedTables;
  }

  private void load() {
    store
        .get(ServerTagsNode.PATH)
        .ifPresent(node -> state.tags().putAll(ServerTagsNode.decode(node.data()).tags()));
    Map<Long, TableInfo> tables = tables();
    Map<Long, NamedPartition> partitions = partitions(tables.values());
    Map<Long, Map<Integer, List<Integer>>> tableAssignments =
        assignments(TableAssignmentNode.PARENT, data -> TableAssignmentNode.decode(data).buckets());
    Map<Long, PartitionAssignmentNode> partitionAssignments =
        assignments(PartitionAssignmentNode.PARENT, PartitionAssignmentNode::decode);

    tables.forEach(
        (id, info) ->
            state.addTable(
                info,
                info.isPartitioned() || tableAssignments.get(id) == null
                    ? Map.of()
                    : tableAssignments.get(id)));
    partitions.forEach(
        (id, partition) -> {
          PartitionAssignmentNode assignment = partitionAssignments.get(id);
          if (assignment == null) {
            LOG.error("Partition {} of {} has no assignment", id, partition.table.getTablePath());
          } else {
            state.addPartition(
                state.table(partition.table.getTableId()).get(),
                partition.name,
                id,
                assignment.buckets());
          }
        });
    loadLeaders(state.buckets());
    findDeletions(tableAssignments, partitionAssignments);
  }

  private static final class NamedPartition {
    private final TableInfo table;
    private final String name;

    NamedPartition(TableInfo table, String name) {
      this.table = table;
      this.name = name;
    }
  }

  private Map<Long, TableInfo> tables() {
    List<String> databases = store.children(DatabaseNode.PARENT);
    Map<String, TablePath> paths = new LinkedHashMap<>();
    Map<String, List<String>> names =
        store.childrenOfAll(databases.stream().map(TableNode::parent).collect(Collectors.toList()));
    for (String database : databases) {
      for (String name : names.get(TableNode.parent(database))) {
        TablePath path = TablePath.of(database, name);
        paths.put(TableNode.path(path), path);
      }
    }
    Map<String, TablePath> complete = new LinkedHashMap<>();
    Map<String, StoredNode> nodes = store.getAll(paths.keySet());
    nodes.forEach(
        (node, stored) -> {
          if (stored.data().length == 0) {
            unfinishedTables.add(paths.get(node));
          } else {
            complete.put(node, paths.get(node));
          }
        });
    Map<TablePath, SchemaInfo> schemas = latestSchemas(complete.values());
    Map<Long, TableInfo> out = new HashMap<>();
    complete.forEach(
        (node, path) -> {
          SchemaInfo schema = schemas.get(path);
          if (schema == null) {
            LOG.error("Table {} has no readable schema and is left out", path);
            damaged = true;
            return;
          }
          TableNode table = decode(path.toString(), nodes.get(node), TableNode::decode);
          if (table != null) {
            out.put(table.tableId(), table.toInfo(path, schema));
          }
        });
    return out;
  }

  private Map<TablePath, SchemaInfo> latestSchemas(Collection<TablePath> tables) {
    Map<String, List<String>> ids =
        store.childrenOfAll(tables.stream().map(SchemaNode::parent).collect(Collectors.toList()));
    Map<TablePath, Integer> latest = new LinkedHashMap<>();
    for (TablePath table : tables) {
      OptionalInt id = ids.get(SchemaNode.parent(table)).stream().mapToInt(Integer::parseInt).max();
      if (id.isPresent()) {
        latest.put(table, id.getAsInt());
      }
    }
    Map<String, StoredNode> nodes =
        store.getAll(
            latest.entrySet().stream()
                .map(entry -> SchemaNode.path(entry.getKey(), entry.getValue()))
                .collect(Collectors.toList()));
    Map<TablePath, SchemaInfo> out = new HashMap<>();
    latest.forEach(
        (table, id) -> {
          StoredNode node = nodes.get(SchemaNode.path(table, id));
          var schema = node == null ? null : decode(table.toString(), node, SchemaNode::decode);
          if (schema != null) {
            out.put(table, new SchemaInfo(schema, id));
          }
        });
    return out;
  }

  private Map<Long, NamedPartition> partitions(Collection<TableInfo> tables) {
    List<TableInfo> partitioned =
        tables.stream().filter(TableInfo::isPartitioned).collect(Collectors.toList());
    Map<String, List<String>> names =
        store.childrenOfAll(
            partitioned.stream()
                .map(table -> PartitionNode.parent(table.getTablePath()))
                .collect(Collectors.toList()));
    Map<String, NamedPartition> paths = new LinkedHashMap<>();
    for (TableInfo table : partitioned) {
      for (String name : names.get(PartitionNode.parent(table.getTablePath()))) {
        paths.put(PartitionNode.path(table.getTablePath(), name), new NamedPartition(table, name));
      }
    }
    Map<Long, NamedPartition> out = new HashMap<>();
    store
        .getAll(paths.keySet())
        .forEach(
            (path, node) -> {
              PartitionNode partition = decode(path, node, PartitionNode::decode);
              if (partition != null) {
                out.put(partition.partitionId(), paths.get(path));
              }
            });
    return out;
  }

  /** Ids of nodes without a readable assignment map to null. */
  private <T> Map<Long, T> assignments(String parent, Function<byte[], T> decoder) {
    List<String> ids = store.children(parent);
    Map<String, StoredNode> nodes =
        store.getAll(ids.stream().map(id -> parent + "/" + id).collect(Collectors.toList()));
    Map<Long, T> out = new HashMap<>();
    for (String id : ids) {
      StoredNode node = nodes.get(parent + "/" + id);
      if (node != null) {
        out.put(
            Long.valueOf(id),
            node.data().length == 0 ? null : decode(parent + "/" + id, node, decoder));
      }
    }
    return out;
  }

  private void loadLeaders(Collection<ClusterState.Bucket> buckets) {
    Map<String, ClusterState.Bucket> byNode = new LinkedHashMap<>();
    Map<String, ClusterState.Bucket> byLeader = new LinkedHashMap<>();
    for (ClusterState.Bucket bucket : buckets) {
      byNode.put(BucketNode.path(bucket.id()), bucket);
      byLeader.put(LeaderAndIsr.path(bucket.id()), bucket);
    }
    Map<String, StoredNode> leaders = store.getAll(byLeader.keySet());
    leaders.forEach(
        (path, node) -> {
          LeaderAndIsr leader = decode(path, node, LeaderAndIsr::decode);
          if (leader != null) {
            byLeader.get(path).setLeaderAndIsr(leader);
          }
        });
    byLeader.forEach(
        (path, bucket) -> {
          if (leaders.containsKey(path)) {
            byNode.remove(BucketNode.path(bucket.id()));
          }
        });
    store.getAll(byNode.keySet()).keySet().forEach(path -> byNode.get(path).setNodeExists());
  }

  private void findDeletions(
      Map<Long, Map<Integer, List<Integer>>> tableAssignments,
      Map<Long, PartitionAssignmentNode> partitionAssignments) {
    List<Long> tables =
        tableAssignments.keySet().stream()
            .filter(id -> !state.table(id).isPresent())
            .collect(Collectors.toList());
    List<Long> partitions =
        partitionAssignments.keySet().stream()
            .filter(id -> !state.partition(id).isPresent())
            .collect(Collectors.toList());
    List<String> paths = new ArrayList<>();
    tables.forEach(id -> paths.add(TombstoneNode.path(id, null)));
    partitions.forEach(id -> paths.add(TombstoneNode.path(0, id)));
    Map<String, StoredNode> tombstones = store.getAll(paths);
    for (long id : tables) {
      Deletion deletion =
          new Deletion(id, null, tombstone(tombstones, TombstoneNode.path(id, null)));
      add(deletion, tableAssignments.get(id));
    }
    for (long id : partitions) {
      PartitionAssignmentNode assignment = partitionAssignments.get(id);
      TombstoneNode tombstone = tombstone(tombstones, TombstoneNode.path(0, id));
      long tableId =
          assignment != null ? assignment.tableId() : tombstone != null ? tombstone.tableId() : -1;
      add(new Deletion(tableId, id, tombstone), assignment == null ? null : assignment.buckets());
    }
  }

  private TombstoneNode tombstone(Map<String, StoredNode> nodes, String path) {
    StoredNode node = nodes.get(path);
    return node == null ? null : decode(path, node, TombstoneNode::decode);
  }

  private void add(Deletion deletion, Map<Integer, List<Integer>> assignment) {
    if (damaged && !deletion.tombstone().isPresent()) {
      // It may belong to a table that exists but could not be read.
      LOG.error("{} belongs to no readable table; it is kept", deletion);
      return;
    }
    Map<Integer, List<Integer>> buckets = assignment == null ? Collections.emptyMap() : assignment;
    buckets.forEach(
        (number, replicas) ->
            deletion.bucket(
                new TableBucket(deletion.tableId(), deletion.partitionId(), number), replicas, -1));
    deletions.add(deletion);
  }

  private <T> T decode(String what, StoredNode node, Function<byte[], T> decoder) {
    try {
      return decoder.apply(node.data());
    } catch (MetadataStoreException e) {
      LOG.error("{} is left out", what, e);
      damaged = true;
      return null;
    }
  }
}

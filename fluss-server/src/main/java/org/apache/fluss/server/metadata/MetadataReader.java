// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.apache.fluss.metadata.DatabaseInfo;
import org.apache.fluss.metadata.DatabaseSummary;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.zk.DatabaseNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.PartitionAssignmentNode;
import org.apache.fluss.server.zk.PartitionNode;
import org.apache.fluss.server.zk.SchemaNode;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.server.zk.TableAssignmentNode;
import org.apache.fluss.server.zk.TableNode;

/**
 * Databases, tables and partitions as the metadata store has them. Every method reads the store and
 * throws {@link org.apache.fluss.server.zk.MetadataStoreException} when it cannot. Thread-safe.
 */
public final class MetadataReader {
  private final MetadataStore store;

  public MetadataReader(MetadataStore store) {
    this.store = store;
  }

  /** Names of all databases, unordered. */
  public List<String> databases() {
    return store.children(DatabaseNode.PARENT);
  }

  public List<DatabaseSummary> databaseSummaries() {
    List<String> names = databases();
    Map<String, StoredNode> databases =
        store.getAll(names.stream().map(DatabaseNode::path).collect(Collectors.toList()));
    Map<String, StoredNode> tables =
        store.getAll(names.stream().map(TableNode::parent).collect(Collectors.toList()));
    List<DatabaseSummary> out = new ArrayList<>();
    for (String name : names) {
      StoredNode database = databases.get(DatabaseNode.path(name));
      if (database != null) {
        StoredNode parent = tables.get(TableNode.parent(name));
        out.add(
            new DatabaseSummary(
                name, database.createdTimeMs(), parent == null ? 0 : parent.childCount()));
      }
    }
    return out;
  }

  public boolean databaseExists(String name) {
    return databaseNode(name).isPresent();
  }

  /** A name that cannot be given stands for nothing, and must not become a path. */
  private Optional<StoredNode> databaseNode(String name) {
    return isName(name) ? store.get(DatabaseNode.path(name)) : Optional.empty();
  }

  private static boolean isName(String name) {
    return TablePath.detectInvalidName(name) == null;
  }

  private static boolean isName(TablePath path) {
    return isName(path.getDatabaseName()) && isName(path.getTableName());
  }

  private static boolean isPartitionName(String name) {
    return Arrays.stream(name.split("\\$", -1)).allMatch(MetadataReader::isName);
  }

  public Optional<DatabaseInfo> database(String name) {
    return databaseNode(name).map(node -> DatabaseNode.decode(node.data()).toInfo(name));
  }

  /** Names of a database's tables, unordered, without those whose creation never finished. */
  public List<String> tables(String database) {
    List<String> names = isName(database) ? store.children(TableNode.parent(database)) : List.of();
    Map<String, StoredNode> nodes =
        store.getAll(
            names.stream()
                .map(name -> TableNode.path(TablePath.of(database, name)))
                .collect(Collectors.toList()));
    return names.stream()
        .filter(name -> exists(nodes.get(TableNode.path(TablePath.of(database, name)))))
        .collect(Collectors.toList());
  }

  public boolean tableExists(TablePath path) {
    return isName(path) && exists(store.get(TableNode.path(path)).orElse(null));
  }

  private static boolean exists(StoredNode node) {
    return node != null && node.data().length > 0;
  }

  /** The table with its latest schema; empty when it does not exist. */
  public Optional<TableInfo> table(TablePath path) {
    Optional<TableNode> node = tableNode(path);
    Optional<SchemaInfo> schema = node.isPresent() ? latestSchema(path) : Optional.empty();
    return schema.map(info -> node.get().toInfo(path, info));
  }

  /** Empty when the table does not exist. */
  public Optional<TableNode> tableNode(TablePath path) {
    if (!isName(path)) {
      return Optional.empty();
    }
    return store
        .get(TableNode.path(path))
        .filter(MetadataReader::exists)
        .map(node -> TableNode.decode(node.data()));
  }

  /** Empty when the table does not exist. */
  public Optional<SchemaInfo> latestSchema(TablePath path) {
    if (!isName(path)) {
      return Optional.empty();
    }
    OptionalInt latest =
        store.children(SchemaNode.parent(path)).stream().mapToInt(Integer::parseInt).max();
    return latest.isPresent() ? schema(path, latest.getAsInt()) : Optional.empty();
  }

  /** Empty when the table has no schema of that id. */
  public Optional<SchemaInfo> schema(TablePath path, int schemaId) {
    if (!isName(path)) {
      return Optional.empty();
    }
    return store
        .get(SchemaNode.path(path, schemaId))
        .map(node -> new SchemaInfo(SchemaNode.decode(node.data()), schemaId));
  }

  /** All versions of a table's schema by id, oldest first. */
  public Map<Integer, Schema> schemas(TablePath path) {
    if (!isName(path)) {
      return Map.of();
    }
    List<Integer> ids =
        store.children(SchemaNode.parent(path)).stream()
            .map(Integer::valueOf)
            .sorted(Comparator.naturalOrder())
            .collect(Collectors.toList());
    Map<String, StoredNode> nodes =
        store.getAll(
            ids.stream().map(id -> SchemaNode.path(path, id)).collect(Collectors.toList()));
    Map<Integer, Schema> out = new LinkedHashMap<>();
    for (int id : ids) {
      StoredNode node = nodes.get(SchemaNode.path(path, id));
      if (node != null) {
        out.put(id, SchemaNode.decode(node.data()));
      }
    }
    return out;
  }

  /** A table's partitions by name. */
  public Map<String, PartitionNode> partitions(TablePath path) {
    if (!isName(path)) {
      return Map.of();
    }
    List<String> names = store.children(PartitionNode.parent(path));
    Map<String, StoredNode> nodes =
        store.getAll(
            names.stream()
                .map(name -> PartitionNode.path(path, name))
                .collect(Collectors.toList()));
    Map<String, PartitionNode> out = new LinkedHashMap<>();
    for (String name : names) {
      StoredNode node = nodes.get(PartitionNode.path(path, name));
      if (node != null) {
        out.put(name, PartitionNode.decode(node.data()));
      }
    }
    return out;
  }

  /** Empty when the partition does not exist. */
  public Optional<PartitionNode> partition(TablePath path, String name) {
    if (!isName(path) || !isPartitionName(name)) {
      return Optional.empty();
    }
    return store.get(PartitionNode.path(path, name)).map(n -> PartitionNode.decode(n.data()));
  }

  /** A table as metadata without leaders, for that only the coordinator knows who accepted. */
  public Optional<TableMetadata> tableMetadata(TablePath path) {
    return table(path)
        .map(
            info ->
                new TableMetadata(
                    info,
                    info.isPartitioned()
                        ? List.of()
                        : leaderless(
                            store
                                .get(TableAssignmentNode.path(info.getTableId()))
                                .filter(MetadataReader::exists)
                                .map(node -> TableAssignmentNode.decode(node.data()).buckets())
                                .orElse(Map.of()))));
  }

  /** A partition as metadata without leaders. */
  public Optional<PartitionMetadata> partitionMetadata(TablePath path, String name) {
    return partition(path, name).map(node -> partitionMetadata(name, node));
  }

  /** A partition as metadata without leaders. */
  public PartitionMetadata partitionMetadata(String name, PartitionNode node) {
    return new PartitionMetadata(
        node.tableId(),
        name,
        node.partitionId(),
        leaderless(
            store
                .get(PartitionAssignmentNode.path(node.partitionId()))
                .map(n -> PartitionAssignmentNode.decode(n.data()).buckets())
                .orElse(Map.of())));
  }

  private static List<BucketMetadata> leaderless(Map<Integer, List<Integer>> assignment) {
    return assignment.entrySet().stream()
        .map(
            entry ->
                BucketMetadata.leaderless(
                    entry.getKey(),
                    entry.getValue().stream().mapToInt(Integer::intValue).toArray()))
        .collect(Collectors.toList());
  }
}

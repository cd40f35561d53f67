// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.DatabaseAlreadyExistException;
import org.apache.fluss.exception.DatabaseNotEmptyException;
import org.apache.fluss.exception.DatabaseNotExistException;
import org.apache.fluss.exception.PartitionAlreadyExistsException;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.exception.TooManyBucketsException;
import org.apache.fluss.exception.TooManyPartitionsException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.DynamicConfig;
import org.apache.fluss.server.coordinator.ClusterState.Bucket;
import org.apache.fluss.server.coordinator.ClusterState.Partition;
import org.apache.fluss.server.coordinator.ClusterState.Table;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.DatabaseNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.PartitionAssignmentNode;
import org.apache.fluss.server.zk.PartitionNode;
import org.apache.fluss.server.zk.SchemaNode;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.server.zk.TableAssignmentNode;
import org.apache.fluss.server.zk.TableNode;
import org.apache.fluss.server.zk.TombstoneNode;
import org.apache.fluss.utils.clock.Clock;

/**
 * Databases, tables and partitions: what creates, changes and drops them. Each change is one
 * transaction, so a crash leaves all of it or nothing; the state follows it, then the servers are
 * told. Owned by the coordinator's event loop.
 */
final class Catalog {
  /** Told of tables that come, change and go. Called on the event loop. */
  interface Listener {
    void tableAdded(TableInfo table);

    void tableChanged(TableInfo before, TableInfo after);

    void tableDropped(TableInfo table);
  }

  private final Coordinator coordinator;
  private final DynamicConfig config;
  private final Clock clock;
  private final Random random;
  private final List<Listener> listeners = new ArrayList<>();

  Catalog(Coordinator coordinator, DynamicConfig config, Clock clock, Random random) {
    this.coordinator = coordinator;
    this.config = config;
    this.clock = clock;
    this.random = random;
  }

  void addListener(Listener listener) {
    listeners.add(listener);
  }

  private FencedStore store() {
    return coordinator.store();
  }

  private MetadataStore reads() {
    return coordinator.store().reads();
  }

  // --- databases -----------------------------------------------------------------------------

  void createDatabase(String name, DatabaseNode database, boolean ignoreIfExists) {
    if (reads().get(DatabaseNode.path(name)).isPresent()) {
      if (!ignoreIfExists) {
        throw new DatabaseAlreadyExistException("There is a database " + name + " already.");
      }
      return;
    }
    List<NodeOp> ops = new ArrayList<>(NodeTree.creation(reads(), DatabaseNode.PARENT));
    ops.add(NodeOp.create(DatabaseNode.path(name), database.encode()));
    store().transact(ops);
  }

  void dropDatabase(String name, boolean ignoreIfNotExists, boolean cascade) {
    // A name that cannot be given stands for nothing, and must not become a path.
    if (TablePath.detectInvalidName(name) != null
        || !reads().get(DatabaseNode.path(name)).isPresent()) {
      if (!ignoreIfNotExists) {
        throw new DatabaseNotExistException("There is no database " + name + ".");
      }
      return;
    }
    List<Table> tables = new ArrayList<>();
    for (Table table : coordinator.state().tables()) {
      if (table.info().getTablePath().getDatabaseName().equals(name)) {
        tables.add(table);
      }
    }
    if (!tables.isEmpty() && !cascade) {
      throw new DatabaseNotEmptyException(
          "Database "
              + name
              + " has "
              + tables.size()
              + " tables; drop them first, or drop it with CASCADE.");
    }
    tables.forEach(this::drop);
    // Together with what may be left of tables that never came to be.
    store().transact(NodeTree.deletion(reads(), DatabaseNode.path(name)));
  }

  // --- tables --------------------------------------------------------------------------------

  /**
   * Whether the table may be created.
   *
   * @return false when it exists and that is fine
   */
  boolean checkNew(TablePath path, boolean ignoreIfExists) {
    if (!reads().get(DatabaseNode.path(path.getDatabaseName())).isPresent()) {
      throw new DatabaseNotExistException(
          "There is no database " + path.getDatabaseName() + " to create a table in.");
    }
    if (coordinator.state().table(path).isPresent()) {
      if (!ignoreIfExists) {
        throw new TableAlreadyExistException("There is a table " + path + " already.");
      }
      return false;
    }
    return true;
  }

  /**
   * Creates a table that passed all checks.
   *
   * @param assignment replicas per bucket; empty for a partitioned table
   */
  void createTable(
      TablePath path,
      TableDescriptor descriptor,
      Map<Integer, List<Integer>> assignment,
      boolean ignoreIfExists) {
    if (!checkNew(path, ignoreIfExists)) {
      return;
    }
    Optional<StoredNode> counter = reads().get(CounterNode.TABLE_IDS.path());
    long id = counter.map(node -> CounterNode.decode(node.data())).orElse(0L);
    TableNode table = TableNode.of(id, descriptor, clock.milliseconds());
    List<NodeOp> ops = new ArrayList<>();
    ops.add(CounterNode.TABLE_IDS.taking(counter, 1));
    ops.addAll(NodeTree.creation(reads(), TableNode.parent(path.getDatabaseName())));
    ops.add(NodeOp.create(TableNode.path(path), table.encode()));
    ops.add(NodeOp.create(SchemaNode.parent(path)));
    ops.add(NodeOp.create(SchemaNode.path(path, 1), SchemaNode.encode(descriptor.getSchema())));
    if (!assignment.isEmpty()) {
      ops.addAll(NodeTree.creation(reads(), TableAssignmentNode.PARENT));
      ops.add(
          NodeOp.create(
              TableAssignmentNode.path(id), new TableAssignmentNode(assignment).encode()));
      ops.add(NodeOp.create(TableAssignmentNode.bucketsPath(id)));
    }
    store().transact(ops);
    TableInfo info = table.toInfo(path, new SchemaInfo(descriptor.getSchema(), 1));
    Table added = coordinator.state().addTable(info, assignment);
    coordinator.changed(new MetadataChanges().table(id));
    coordinator.bucketsCreated(added.buckets());
    listeners.forEach(listener -> listener.tableAdded(info));
  }

  void dropTable(TablePath path, boolean ignoreIfNotExists) {
    Table table = coordinator.state().table(path).orElse(null);
    if (table != null) {
      drop(table);
    } else if (!ignoreIfNotExists) {
      throw new TableNotExistException("There is no table " + path + ".");
    }
  }

  private void drop(Table table) {
    TableInfo info = table.info();
    dropPartitions(new ArrayList<>(table.partitions().values()));
    List<NodeOp> ops = new ArrayList<>();
    TombstoneNode tombstone =
        new TombstoneNode(
            PhysicalTablePath.of(info.getTablePath()), info.getTableId(), info.hasPrimaryKey());
    ops.addAll(NodeTree.creation(reads(), TableAssignmentNode.path(info.getTableId())));
    ops.add(NodeOp.create(TombstoneNode.path(info.getTableId(), null), tombstone.encode()));
    ops.addAll(NodeTree.deletion(reads(), TableNode.path(info.getTablePath())));
    store().transact(ops);
    Deletion deletion = new Deletion(info.getTableId(), null, tombstone);
    table.buckets().forEach(bucket -> add(bucket, deletion));
    coordinator.state().removeTable(table);
    coordinator.deletions().add(deletion);
    coordinator.flush();
    listeners.forEach(listener -> listener.tableDropped(info));
  }

  private static void add(Bucket bucket, Deletion deletion) {
    deletion.bucket(
        bucket.id(),
        bucket.replicas(),
        bucket.leaderAndIsr() == null ? -1 : bucket.leaderAndIsr().leaderEpoch());
  }

  /** The latest known description of a table. */
  TableInfo existing(TablePath path) {
    return coordinator
        .state()
        .table(path)
        .map(Table::info)
        .orElseThrow(() -> new TableNotExistException("There is no table " + path + "."));
  }

  /**
   * Replaces the properties of a table.
   *
   * @param basis the description the change was made from
   * @return false when the table changed meanwhile, and the change must be made again
   */
  boolean setProperties(TableInfo basis, TableDescriptor target) {
    TablePath path = basis.getTablePath();
    Table table = coordinator.state().table(path).orElse(null);
    if (table == null || table.info() != basis) {
      existing(path);
      return false;
    }
    StoredNode stored = reads().get(TableNode.path(path)).orElse(null);
    if (stored == null) {
      throw new TableNotExistException("There is no table " + path + ".");
    }
    TableNode node =
        TableNode.decode(stored.data())
            .withProperties(
                target.getProperties(), target.getCustomProperties(), clock.milliseconds());
    store().transact(List.of(NodeOp.set(TableNode.path(path), node.encode(), stored.version())));
    replace(table, node.toInfo(path, basis.getSchemaInfo()));
    return true;
  }

  /** Adds a version of a table's schema; returns as {@link #setProperties}. */
  boolean addSchema(TableInfo basis, Schema schema) {
    TablePath path = basis.getTablePath();
    Table table = coordinator.state().table(path).orElse(null);
    if (table == null || table.info() != basis) {
      existing(path);
      return false;
    }
    int id = basis.getSchemaId() + 1;
    store().transact(List.of(NodeOp.create(SchemaNode.path(path, id), SchemaNode.encode(schema))));
    TableNode node =
        TableNode.decode(
            reads()
                .get(TableNode.path(path))
                .orElseThrow(() -> new TableNotExistException("There is no table " + path + "."))
                .data());
    replace(table, node.toInfo(path, new SchemaInfo(schema, id)));
    return true;
  }

  private void replace(Table table, TableInfo after) {
    TableInfo before = table.info();
    table.setInfo(after);
    coordinator.changed(new MetadataChanges().table(after.getTableId()));
    coordinator.flush();
    listeners.forEach(listener -> listener.tableChanged(before, after));
  }

  // --- partitions ----------------------------------------------------------------------------

  /** Creates a partition whose name passed all checks. */
  void createPartition(TablePath path, String name, boolean ignoreIfExists) {
    TableInfo info = existing(path);
    Table table = coordinator.state().table(path).get();
    // Errors of the assignment come before those of the partition itself.
    Map<Integer, List<Integer>> assignment = assign(info);
    if (table.partitions().containsKey(name)) {
      if (!ignoreIfExists) {
        throw new PartitionAlreadyExistsException(
            "Table " + path + " has a partition " + name + " already.");
      }
      return;
    }
    checkLimits(table);
    Optional<StoredNode> counter = reads().get(CounterNode.PARTITION_IDS.path());
    long id = counter.map(node -> CounterNode.decode(node.data())).orElse(0L);
    List<NodeOp> ops = new ArrayList<>();
    ops.add(CounterNode.PARTITION_IDS.taking(counter, 1));
    ops.addAll(NodeTree.creation(reads(), PartitionNode.parent(path)));
    ops.addAll(NodeTree.creation(reads(), PartitionAssignmentNode.PARENT));
    ops.add(
        NodeOp.create(
            PartitionAssignmentNode.path(id),
            new PartitionAssignmentNode(info.getTableId(), assignment).encode()));
    ops.add(NodeOp.create(PartitionAssignmentNode.bucketsPath(id)));
    ops.add(
        NodeOp.create(
            PartitionNode.path(path, name), new PartitionNode(info.getTableId(), id).encode()));
    store().transact(ops);
    Partition added = coordinator.state().addPartition(table, name, id, assignment);
    coordinator.bucketsCreated(added.buckets());
  }

  private Map<Integer, List<Integer>> assign(TableInfo info) {
    return ReplicaAssignment.assign(
        info.getNumBuckets(),
        info.getTableConfig().getReplicationFactor(),
        coordinator.state().assignableServers(),
        random);
  }

  private void checkLimits(Table table) {
    int count = table.partitions().size() + 1;
    int maxPartitions = config.current().get(ConfigOptions.MAX_PARTITION_NUM);
    TablePath path = table.info().getTablePath();
    if (count > maxPartitions) {
      throw new TooManyPartitionsException(
          "Table "
              + path
              + " has "
              + (count - 1)
              + " partitions; 'max.partition.num' allows "
              + maxPartitions
              + ".");
    }
    long buckets = (long) count * table.info().getNumBuckets();
    int maxBuckets = config.current().get(ConfigOptions.MAX_BUCKET_NUM);
    if (buckets > maxBuckets) {
      throw new TooManyBucketsException(
          "With one more partition table "
              + path
              + " would have "
              + buckets
              + " buckets; 'max.bucket.num' allows "
              + maxBuckets
              + ".");
    }
  }

  void dropPartition(TablePath path, String name, boolean ignoreIfNotExists) {
    existing(path);
    Partition partition = coordinator.state().table(path).get().partitions().get(name);
    if (partition != null) {
      dropPartitions(List.of(partition));
      coordinator.flush();
    } else if (!ignoreIfNotExists) {
      throw new PartitionNotExistException("Table " + path + " has no partition " + name + ".");
    }
  }

  private void dropPartitions(List<Partition> partitions) {
    List<Partition> part = new ArrayList<>();
    List<NodeOp> ops = new ArrayList<>();
    Map<Partition, TombstoneNode> tombstones = new HashMap<>();
    for (Partition partition : partitions) {
      TableInfo info = partition.table().info();
      TombstoneNode tombstone =
          new TombstoneNode(
              PhysicalTablePath.of(info.getTablePath(), partition.name()),
              info.getTableId(),
              info.hasPrimaryKey());
      tombstones.put(partition, tombstone);
      part.add(partition);
      ops.add(
          NodeOp.create(TombstoneNode.path(info.getTableId(), partition.id()), tombstone.encode()));
      ops.add(NodeOp.delete(PartitionNode.path(info.getTablePath(), partition.name())));
      if (ops.size() + 2 > FencedStore.MAX_OPS) {
        drop(part, ops, tombstones);
        part = new ArrayList<>();
        ops = new ArrayList<>();
      }
    }
    drop(part, ops, tombstones);
  }

  private void drop(
      List<Partition> partitions, List<NodeOp> ops, Map<Partition, TombstoneNode> tombstones) {
    store().transact(ops);
    for (Partition partition : partitions) {
      Deletion deletion =
          new Deletion(
              partition.table().info().getTableId(), partition.id(), tombstones.get(partition));
      partition.buckets().forEach(bucket -> add(bucket, deletion));
      coordinator.state().removePartition(partition);
      coordinator.deletions().add(deletion);
    }
  }
}

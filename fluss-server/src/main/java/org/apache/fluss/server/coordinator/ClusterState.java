// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.fluss.cluster.TabletServerInfo;
import org.apache.fluss.cluster.rebalance.ServerTag;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.metadata.BucketMetadata;
import org.apache.fluss.server.metadata.ServerInfo;
import org.apache.fluss.server.metadata.TableMetadata;
import org.apache.fluss.server.zk.LeaderAndIsr;

/**
 * All the coordinator knows of the cluster: live servers, tables, partitions and their buckets.
 * Owned by the coordinator's event loop, and changed only after what must survive is persisted.
 */
final class ClusterState {
  private final Map<Integer, LiveServer> servers = new TreeMap<>();
  private final Map<Integer, ServerTag> tags = new HashMap<>();
  private final Map<Long, Table> tables = new TreeMap<>();
  private final Map<TablePath, Table> tablesByPath = new HashMap<>();
  private final Map<Long, Partition> partitions = new TreeMap<>();
  private final Map<TableBucket, Bucket> buckets = new HashMap<>();
  private final Map<Integer, Set<Bucket>> hosted = new HashMap<>();

  /** A tablet server that is registered. */
  static final class LiveServer {
    private final ServerInfo info;
    private final long registration;
    private final Set<TableBucket> offlineBuckets = new HashSet<>();
    private boolean shuttingDown;

    LiveServer(ServerInfo info, long registration) {
      this.info = info;
      this.registration = registration;
    }

    ServerInfo info() {
      return info;
    }

    /** Tells this registration from one before or after. */
    long registration() {
      return registration;
    }

    boolean isShuttingDown() {
      return shuttingDown;
    }
  }

  /** A table; its partitions by name, or its buckets when it has none. */
  static final class Table {
    private TableInfo info;
    private TableMetadata description;
    private final Map<String, Partition> partitions = new LinkedHashMap<>();
    private final List<Bucket> buckets = new ArrayList<>();

    private Table(TableInfo info) {
      setInfo(info);
    }

    TableInfo info() {
      return info;
    }

    void setInfo(TableInfo newInfo) {
      info = newInfo;
      description = new TableMetadata(newInfo, List.of());
    }

    /** The table as told to servers, without buckets. */
    TableMetadata description() {
      return description;
    }

    Map<String, Partition> partitions() {
      return Collections.unmodifiableMap(partitions);
    }

    List<Bucket> buckets() {
      return Collections.unmodifiableList(buckets);
    }
  }

  /** A partition of a table. */
  static final class Partition {
    private final Table table;
    private final String name;
    private final long id;
    private final List<Bucket> buckets = new ArrayList<>();

    private Partition(Table table, String name, long id) {
      this.table = table;
      this.name = name;
      this.id = id;
    }

    Table table() {
      return table;
    }

    String name() {
      return name;
    }

    long id() {
      return id;
    }

    List<Bucket> buckets() {
      return Collections.unmodifiableList(buckets);
    }
  }

  /** A bucket, its replicas, and who leads it. */
  static final class Bucket {
    private static final int NONE = -1;

    private final TableBucket id;
    private final PhysicalTablePath path;
    private final List<Integer> replicas;
    private LeaderAndIsr leaderAndIsr;
    private boolean nodeExists;
    private int acceptedEpoch = NONE;

    private Bucket(TableBucket id, PhysicalTablePath path, List<Integer> replicas) {
      this.id = id;
      this.path = path;
      this.replicas = Collections.unmodifiableList(replicas);
    }

    TableBucket id() {
      return id;
    }

    PhysicalTablePath path() {
      return path;
    }

    /** The preferred leader first. */
    List<Integer> replicas() {
      return replicas;
    }

    /** As persisted; null before the first election. */
    LeaderAndIsr leaderAndIsr() {
      return leaderAndIsr;
    }

    void setLeaderAndIsr(LeaderAndIsr persisted) {
      leaderAndIsr = persisted;
      nodeExists = true;
    }

    /** Whether the parent of the bucket's nodes is there. */
    boolean nodeExists() {
      return nodeExists;
    }

    void setNodeExists() {
      nodeExists = true;
    }

    boolean hasLeader() {
      return leaderAndIsr != null && leaderAndIsr.leader() != LeaderAndIsr.NO_LEADER;
    }

    /** Remembers that the leader took up its role in that epoch. */
    boolean accept(int leaderEpoch) {
      if (!hasLeader()
          || leaderAndIsr.leaderEpoch() != leaderEpoch
          || acceptedEpoch == leaderEpoch) {
        return false;
      }
      acceptedEpoch = leaderEpoch;
      return true;
    }

    /** As told to clients: with a leader only once that accepted. */
    BucketMetadata metadata() {
      int[] ids = replicas.stream().mapToInt(Integer::intValue).toArray();
      return hasLeader() && acceptedEpoch == leaderAndIsr.leaderEpoch()
          ? BucketMetadata.led(id.getBucket(), leaderAndIsr.leader(), acceptedEpoch, ids)
          : BucketMetadata.leaderless(id.getBucket(), ids);
    }
  }

  Collection<LiveServer> servers() {
    return Collections.unmodifiableCollection(servers.values());
  }

  Optional<LiveServer> server(int id) {
    return Optional.ofNullable(servers.get(id));
  }

  List<ServerInfo> serverInfos() {
    List<ServerInfo> out = new ArrayList<>(servers.size());
    servers.values().forEach(server -> out.add(server.info));
    return out;
  }

  void addServer(LiveServer server) {
    servers.put(server.info.id(), server);
  }

  void removeServer(int id) {
    servers.remove(id);
  }

  void markShuttingDown(int id) {
    servers.get(id).shuttingDown = true;
  }

  void markOffline(TableBucket bucket, int server) {
    LiveServer live = servers.get(server);
    if (live != null) {
      live.offlineBuckets.add(bucket);
    }
  }

  Map<Integer, ServerTag> tags() {
    return tags;
  }

  /** The servers new replicas may be put on. */
  List<TabletServerInfo> assignableServers() {
    List<TabletServerInfo> out = new ArrayList<>();
    for (LiveServer server : servers.values()) {
      if (tags.get(server.info.id()) != ServerTag.PERMANENT_OFFLINE && !server.shuttingDown) {
        out.add(new TabletServerInfo(server.info.id(), server.info.rack()));
      }
    }
    return out;
  }

  /** Whether the server's replica of the bucket can take part. */
  boolean canServe(TableBucket bucket, int serverId) {
    LiveServer server = servers.get(serverId);
    return server != null && !server.shuttingDown && !server.offlineBuckets.contains(bucket);
  }

  Collection<Table> tables() {
    return Collections.unmodifiableCollection(tables.values());
  }

  Optional<Table> table(long id) {
    return Optional.ofNullable(tables.get(id));
  }

  Optional<Table> table(TablePath path) {
    return Optional.ofNullable(tablesByPath.get(path));
  }

  Optional<Partition> partition(long id) {
    return Optional.ofNullable(partitions.get(id));
  }

  Optional<Bucket> bucket(TableBucket id) {
    return Optional.ofNullable(buckets.get(id));
  }

  Collection<Bucket> buckets() {
    return Collections.unmodifiableCollection(buckets.values());
  }

  /** The buckets a server has a replica of, live or not. */
  Collection<Bucket> bucketsOn(int serverId) {
    return Collections.unmodifiableCollection(hosted.getOrDefault(serverId, Set.of()));
  }

  /**
   * @param assignment replicas per bucket, empty for a partitioned table
   */
  Table addTable(TableInfo info, Map<Integer, List<Integer>> assignment) {
    Table table = new Table(info);
    tables.put(info.getTableId(), table);
    tablesByPath.put(info.getTablePath(), table);
    addBuckets(info.getTableId(), null, PhysicalTablePath.of(info.getTablePath()), assignment)
        .forEach(table.buckets::add);
    return table;
  }

  Partition addPartition(
      Table table, String name, long id, Map<Integer, List<Integer>> assignment) {
    Partition partition = new Partition(table, name, id);
    partitions.put(id, partition);
    table.partitions.put(name, partition);
    PhysicalTablePath path = PhysicalTablePath.of(table.info.getTablePath(), name);
    addBuckets(table.info.getTableId(), id, path, assignment).forEach(partition.buckets::add);
    return partition;
  }

  private List<Bucket> addBuckets(
      long tableId,
      Long partitionId,
      PhysicalTablePath path,
      Map<Integer, List<Integer>> assignment) {
    List<Bucket> out = new ArrayList<>(assignment.size());
    assignment.forEach(
        (number, replicas) -> {
          Bucket bucket = new Bucket(new TableBucket(tableId, partitionId, number), path, replicas);
          buckets.put(bucket.id, bucket);
          replicas.forEach(
              server -> hosted.computeIfAbsent(server, id -> new HashSet<>()).add(bucket));
          out.add(bucket);
        });
    return out;
  }

  /** Forgets a table, its partitions and buckets. */
  void removeTable(Table table) {
    new ArrayList<>(table.partitions.values()).forEach(this::removePartition);
    table.buckets.forEach(this::removeBucket);
    tables.remove(table.info.getTableId());
    tablesByPath.remove(table.info.getTablePath(), table);
  }

  void removePartition(Partition partition) {
    partition.buckets.forEach(this::removeBucket);
    partition.table.partitions.remove(partition.name);
    partitions.remove(partition.id);
  }

  private void removeBucket(Bucket bucket) {
    buckets.remove(bucket.id);
    bucket.replicas.forEach(server -> hosted.getOrDefault(server, Set.of()).remove(bucket));
  }
}

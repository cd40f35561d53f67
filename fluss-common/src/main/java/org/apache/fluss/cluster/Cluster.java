// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;

/** What a client knows of a cluster at one moment. Immutable, hence thread-safe. */
@Internal
public final class Cluster {
  private final ServerNode coordinatorServer;
  private final Map<Integer, ServerNode> aliveTabletServers;
  private final List<ServerNode> aliveTabletServerList;
  private final Map<PhysicalTablePath, List<BucketLocation>> bucketLocationsByPath;
  private final Map<PhysicalTablePath, List<BucketLocation>> availableBucketsByPath;
  private final Map<TableBucket, BucketLocation> locationByBucket;
  private final Map<TablePath, Long> tableIdByPath;
  private final Map<Long, TablePath> pathByTableId;
  private final Map<PhysicalTablePath, Long> partitionIdByPath;
  private final Map<Long, String> partitionNameById;

  /**
   * @param coordinatorServer null if unknown
   */
  public Cluster(
      Map<Integer, ServerNode> aliveTabletServers,
      ServerNode coordinatorServer,
      Map<PhysicalTablePath, List<BucketLocation>> bucketLocationsByPath,
      Map<TablePath, Long> tableIdByPath,
      Map<PhysicalTablePath, Long> partitionIdByPath) {
    this.coordinatorServer = coordinatorServer;
    this.aliveTabletServers = Map.copyOf(aliveTabletServers);
    this.aliveTabletServerList = List.copyOf(aliveTabletServers.values());
    this.tableIdByPath = Map.copyOf(tableIdByPath);
    this.partitionIdByPath = Map.copyOf(partitionIdByPath);

    Map<PhysicalTablePath, List<BucketLocation>> all = new HashMap<>();
    Map<PhysicalTablePath, List<BucketLocation>> available = new HashMap<>();
    Map<TableBucket, BucketLocation> byBucket = new HashMap<>();
    bucketLocationsByPath.forEach(
        (path, locations) -> {
          all.put(path, List.copyOf(locations));
          available.put(
              path,
              locations.stream()
                  .filter(location -> location.getLeader() != null)
                  .collect(Collectors.toUnmodifiableList()));
          locations.forEach(location -> byBucket.put(location.getTableBucket(), location));
        });
    this.bucketLocationsByPath = Collections.unmodifiableMap(all);
    this.availableBucketsByPath = available;
    this.locationByBucket = byBucket;

    this.pathByTableId = new HashMap<>();
    tableIdByPath.forEach((path, id) -> pathByTableId.put(id, path));
    this.partitionNameById = new HashMap<>();
    partitionIdByPath.forEach((path, id) -> partitionNameById.put(id, path.getPartitionName()));
  }

  /** A cluster of which nothing is known. */
  public static Cluster empty() {
    return new Cluster(Map.of(), null, Map.of(), Map.of(), Map.of());
  }

  /** The same cluster, without what is known about the buckets of these tables. */
  public Cluster invalidPhysicalTableBucketMeta(Set<PhysicalTablePath> physicalTables) {
    Map<PhysicalTablePath, List<BucketLocation>> remaining = new HashMap<>(bucketLocationsByPath);
    remaining.keySet().removeAll(physicalTables);
    return new Cluster(
        aliveTabletServers, coordinatorServer, remaining, tableIdByPath, partitionIdByPath);
  }

  /** Null if unknown. */
  public ServerNode getCoordinatorServer() {
    return coordinatorServer;
  }

  /** By id; unmodifiable. */
  public Map<Integer, ServerNode> getAliveTabletServers() {
    return aliveTabletServers;
  }

  /** Unmodifiable. */
  public List<ServerNode> getAliveTabletServerList() {
    return aliveTabletServerList;
  }

  public Optional<ServerNode> getAliveTabletServerById(int serverId) {
    return Optional.ofNullable(aliveTabletServers.get(serverId));
  }

  /** Null if no tablet server of this id is alive. */
  public ServerNode getTabletServer(int serverId) {
    return aliveTabletServers.get(serverId);
  }

  /** Null if no tablet server is alive. */
  public ServerNode getRandomTabletServer() {
    return aliveTabletServerList.isEmpty()
        ? null
        : aliveTabletServerList.get(
            ThreadLocalRandom.current().nextInt(aliveTabletServerList.size()));
  }

  /** Unmodifiable. */
  public Map<PhysicalTablePath, List<BucketLocation>> getBucketLocationsByPath() {
    return bucketLocationsByPath;
  }

  public Optional<BucketLocation> getBucketLocation(TableBucket tableBucket) {
    return Optional.ofNullable(locationByBucket.get(tableBucket));
  }

  /** Id of the tablet server that leads the bucket, null if unknown. */
  public Integer leaderFor(TableBucket tableBucket) {
    BucketLocation location = locationByBucket.get(tableBucket);
    return location == null ? null : location.getLeader();
  }

  /** The buckets that have a leader; unmodifiable. */
  public List<BucketLocation> getAvailableBucketsForPhysicalTablePath(
      PhysicalTablePath physicalTablePath) {
    return availableBucketsByPath.getOrDefault(physicalTablePath, Collections.emptyList());
  }

  /**
   * The bucket of this number in a table or partition.
   *
   * @throws PartitionNotExistException if the id of the partition is unknown
   */
  public TableBucket getTableBucket(
      long tableId, PhysicalTablePath physicalTablePath, int bucketId) {
    return physicalTablePath.getPartitionName() == null
        ? new TableBucket(tableId, bucketId)
        : new TableBucket(tableId, getPartitionIdOrElseThrow(physicalTablePath), bucketId);
  }

  /** Unmodifiable. */
  public Map<TablePath, Long> getTableIdByPath() {
    return tableIdByPath;
  }

  public Optional<Long> getTableId(TablePath tablePath) {
    return Optional.ofNullable(tableIdByPath.get(tablePath));
  }

  public Optional<TablePath> getTablePath(long tableId) {
    return Optional.ofNullable(pathByTableId.get(tableId));
  }

  /**
   * @throws IllegalArgumentException if the table is unknown
   */
  public TablePath getTablePathOrElseThrow(long tableId) {
    return getTablePath(tableId)
        .orElseThrow(
            () ->
                new IllegalArgumentException("No table of the id " + tableId + " is known here."));
  }

  /** Unmodifiable. */
  public Map<PhysicalTablePath, Long> getPartitionIdByPath() {
    return partitionIdByPath;
  }

  public Optional<Long> getPartitionId(PhysicalTablePath physicalTablePath) {
    return Optional.ofNullable(partitionIdByPath.get(physicalTablePath));
  }

  /**
   * @throws PartitionNotExistException if the partition is unknown
   */
  public Long getPartitionIdOrElseThrow(PhysicalTablePath physicalTablePath) {
    return getPartitionId(physicalTablePath)
        .orElseThrow(
            () ->
                new PartitionNotExistException(
                    "The partition " + physicalTablePath + " is not known here."));
  }

  public Optional<String> getPartitionName(long partitionId) {
    return Optional.ofNullable(partitionNameById.get(partitionId));
  }

  /**
   * @throws PartitionNotExistException if the partition is unknown
   */
  public String getPartitionNameOrElseThrow(long partitionId) {
    return getPartitionName(partitionId)
        .orElseThrow(
            () ->
                new PartitionNotExistException(
                    "No partition of the id " + partitionId + " is known here."));
  }
}

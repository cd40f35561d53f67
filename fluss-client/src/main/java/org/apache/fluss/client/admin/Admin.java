// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.admin;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.client.metadata.KvSnapshotMetadata;
import org.apache.fluss.client.metadata.KvSnapshots;
import org.apache.fluss.client.metadata.LakeSnapshot;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.rebalance.GoalType;
import org.apache.fluss.cluster.rebalance.RebalanceProgress;
import org.apache.fluss.cluster.rebalance.ServerTag;
import org.apache.fluss.config.cluster.AlterConfig;
import org.apache.fluss.config.cluster.ConfigEntry;
import org.apache.fluss.exception.InvalidDatabaseException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.DatabaseInfo;
import org.apache.fluss.metadata.DatabaseSummary;
import org.apache.fluss.metadata.PartitionInfo;
import org.apache.fluss.metadata.PartitionSpec;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.metadata.TableStats;
import org.apache.fluss.security.acl.AclBinding;
import org.apache.fluss.security.acl.AclBindingFilter;

/**
 * Manages a cluster. Futures fail with the exception type of the server's error; they are completed
 * by network threads, which must not be blocked. Names and paths are checked before anything is
 * sent. Thread-safe; closing it does nothing, it lives as long as its connection.
 */
@PublicEvolving
public interface Admin extends AutoCloseable {
  /** Whether a database exists. */
  CompletableFuture<Boolean> databaseExists(String databaseName);

  /** Whether a table exists. */
  CompletableFuture<Boolean> tableExists(TablePath tablePath);

  /** Starts moving replicas and leaders for these goals, the most important first; gives its id. */
  CompletableFuture<String> rebalance(List<GoalType> goals);

  /** Marks tablet servers. */
  CompletableFuture<Void> addServerTag(List<Integer> tabletServers, ServerTag serverTag);

  /** Changes the configuration of the running cluster. */
  CompletableFuture<Void> alterClusterConfigs(Collection<AlterConfig> configs);

  /** Changes options or columns of a table. */
  CompletableFuture<Void> alterTable(
      TablePath tablePath, List<TableChange> tableChanges, boolean ignoreIfNotExists);

  /** Stops a rebalance; null means the current one. */
  CompletableFuture<Void> cancelRebalance(String rebalanceId);

  /**
   * Creates a database.
   *
   * @throws org.apache.fluss.exception.InvalidDatabaseException if the name is invalid
   */
  CompletableFuture<Void> createDatabase(
      String databaseName, DatabaseDescriptor databaseDescriptor, boolean ignoreIfExists);

  /** Creates a partition. */
  CompletableFuture<Void> createPartition(
      TablePath tablePath, PartitionSpec partitionSpec, boolean ignoreIfExists);

  /** Creates a table. Done when it is registered; its leaders are elected shortly after. */
  CompletableFuture<Void> createTable(
      TablePath tablePath, TableDescriptor tableDescriptor, boolean ignoreIfExists)
      throws InvalidTableException, InvalidDatabaseException;

  /** Forgets the offsets of a producer. */
  CompletableFuture<Void> deleteProducerOffsets(String producerId);

  /** Drops a database, with its tables if {@code cascade}. */
  CompletableFuture<Void> dropDatabase(
      String databaseName, boolean ignoreIfNotExists, boolean cascade);

  /** Drops a partition. */
  CompletableFuture<Void> dropPartition(
      TablePath tablePath, PartitionSpec partitionSpec, boolean ignoreIfNotExists);

  /** Drops a table; its data is deleted in the background. */
  CompletableFuture<Void> dropTable(TablePath tablePath, boolean ignoreIfNotExists);

  /** Takes a mark from tablet servers. */
  CompletableFuture<Void> removeServerTag(List<Integer> tabletServers, ServerTag serverTag);

  /** The configuration of the running cluster. */
  CompletableFuture<Collection<ConfigEntry>> describeClusterConfigs();

  /** The rights that match a filter. */
  CompletableFuture<Collection<AclBinding>> listAcls(AclBindingFilter filter);

  /** The names of all databases. */
  CompletableFuture<List<String>> listDatabases();

  /** The names of the tables of a database. */
  CompletableFuture<List<String>> listTables(String databaseName);

  /** The living servers, the coordinator first. */
  CompletableFuture<List<ServerNode>> getServerNodes();

  /** All databases with their number of tables. */
  CompletableFuture<List<DatabaseSummary>> listDatabaseSummaries();

  /** The partitions of a table, those that match if a partial spec is given. */
  CompletableFuture<List<PartitionInfo>> listPartitionInfos(TablePath tablePath);

  /** The partitions of a table, those that match if a partial spec is given. */
  CompletableFuture<List<PartitionInfo>> listPartitionInfos(
      TablePath tablePath, PartitionSpec partialPartitionSpec);

  /** How far a rebalance is; null means the current one. Empty if there never was one. */
  CompletableFuture<Optional<RebalanceProgress>> listRebalanceProgress(String rebalanceId);

  /** The offsets a producer registered; null if none. */
  CompletableFuture<ProducerOffsetsResult> getProducerOffsets(String producerId);

  /** Registers offsets of a producer unless it has some. */
  CompletableFuture<RegisterResult> registerProducerOffsets(
      String producerId, Map<TableBucket, Long> offsets);

  /** The files of a kv snapshot. */
  CompletableFuture<KvSnapshotMetadata> getKvSnapshotMetadata(TableBucket bucket, long snapshotId);

  /** The newest kv snapshots of a primary key table or of one of its partitions. */
  CompletableFuture<KvSnapshots> getLatestKvSnapshots(TablePath tablePath);

  /** The newest kv snapshots of a primary key table or of one of its partitions. */
  CompletableFuture<KvSnapshots> getLatestKvSnapshots(TablePath tablePath, String partitionName);

  /** A snapshot of a table in the lake. */
  CompletableFuture<LakeSnapshot> getLakeSnapshot(TablePath tablePath, long snapshotId);

  /** The newest snapshot of a table in the lake. */
  CompletableFuture<LakeSnapshot> getLatestLakeSnapshot(TablePath tablePath);

  /** The newest snapshot of a table in the lake that readers may use. */
  CompletableFuture<LakeSnapshot> getReadableLakeSnapshot(TablePath tablePath);

  /** A database. */
  CompletableFuture<DatabaseInfo> getDatabaseInfo(String databaseName);

  /** The newest schema of a table, or the one of an id. */
  CompletableFuture<SchemaInfo> getTableSchema(TablePath tablePath);

  /** The newest schema of a table, or the one of an id. */
  CompletableFuture<SchemaInfo> getTableSchema(TablePath tablePath, int schemaId);

  /** A table. */
  CompletableFuture<TableInfo> getTableInfo(TablePath tablePath);

  /** How many rows a table has; blocks for metadata. */
  CompletableFuture<TableStats> getTableStats(TablePath tablePath);

  /** Grants rights. */
  CreateAclsResult createAcls(Collection<AclBinding> aclBindings);

  /** Revokes the rights that match these filters. */
  DropAclsResult dropAcls(Collection<AclBindingFilter> filters);

  /**
   * A lease on kv snapshots; nothing is sent yet.
   *
   * @param leaseDurationMs how long it lasts after each acquisition, in milliseconds
   */
  KvSnapshotLease createKvSnapshotLease(String leaseId, long leaseDurationMs);

  /** Offsets of buckets; blocks for metadata. */
  ListOffsetsResult listOffsets(
      TablePath tablePath,
      String partitionName,
      Collection<Integer> buckets,
      OffsetSpec offsetSpec);

  /** Offsets of buckets; blocks for metadata. */
  ListOffsetsResult listOffsets(
      TablePath tablePath, Collection<Integer> buckets, OffsetSpec offsetSpec);
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.apache.fluss.server.coordinator.TestCluster.awaitTrue;
import static org.apache.fluss.server.coordinator.TestCluster.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.DatabaseNotExistException;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.InvalidReplicationFactorException;
import org.apache.fluss.exception.InvalidServerRackInfoException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.messages.AdjustIsrRequest;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.ControlledShutdownRequest;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.DatabaseExistsRequest;
import org.apache.fluss.rpc.messages.DropDatabaseRequest;
import org.apache.fluss.rpc.messages.DropTableRequest;
import org.apache.fluss.rpc.messages.ListDatabasesRequest;
import org.apache.fluss.rpc.messages.ListTablesRequest;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.PbAdjustIsrReqForBucket;
import org.apache.fluss.rpc.messages.PbAdjustIsrRespForBucket;
import org.apache.fluss.rpc.messages.PbBucketMetadata;
import org.apache.fluss.server.ServerProcess.ExitCode;
import org.apache.fluss.server.metadata.BucketMetadata;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.server.zk.CoordinatorNode;
import org.apache.fluss.server.zk.LeaderAndIsr;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.server.zk.PartitionAssignmentNode;
import org.apache.fluss.server.zk.SchemaNode;
import org.apache.fluss.server.zk.TableAssignmentNode;
import org.apache.fluss.server.zk.TableNode;
import org.apache.fluss.server.zk.TabletServerNode;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator with a real ZooKeeper and tablet servers that come, go and refuse. */
@Timeout(120)
class CoordinatorTest {
  private static final TablePath TABLE = TablePath.of("fluss", "t");

  @TempDir private Path remote;
  private TestCluster cluster;
  private CoordinatorGateway gateway;

  @BeforeEach
  void start() throws Exception {
    cluster = new TestCluster(remote).startCoordinator();
    gateway = cluster.gateway();
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private void createTable(TablePath path, int buckets) {
    createTable(path, descriptor().distributedBy(buckets).build());
  }

  private static TableDescriptor.Builder descriptor() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("dt", DataTypes.STRING())
                .build());
  }

  private void createTable(TablePath path, TableDescriptor descriptor) {
    CreateTableRequest request =
        new CreateTableRequest().setTableJson(descriptor.toJsonBytes()).setIgnoreIfExists(false);
    Wire.write(path, request.setTablePath());
    get(gateway.createTable(request));
  }

  private void dropTable(TablePath path) {
    DropTableRequest request = new DropTableRequest().setIgnoreIfNotExists(false);
    Wire.write(path, request.setTablePath());
    get(gateway.dropTable(request));
  }

  private void createPartition(TablePath path, String value) {
    CreatePartitionRequest request = new CreatePartitionRequest().setIgnoreIfNotExists(false);
    Wire.write(path, request.setTablePath());
    request.setPartitionSpec().addPartitionKeyValues().setKey("dt").setValue(value);
    get(gateway.createPartition(request));
  }

  private MetadataResponse metadata(TablePath path) {
    MetadataRequest request = new MetadataRequest();
    Wire.write(path, request.addTablePath());
    return get(gateway.metadata(request));
  }

  private List<PbBucketMetadata> buckets(TablePath path) {
    return metadata(path).getTableMetadataAt(0).getBucketMetadataList();
  }

  private long tableId(TablePath path) {
    return metadata(path).getTableMetadataAt(0).getTableId();
  }

  private void awaitLed(TablePath path) {
    awaitTrue(
        "all buckets of " + path + " are led",
        () -> buckets(path).stream().allMatch(PbBucketMetadata::hasLeaderId));
  }

  private LeaderAndIsr leader(TableBucket bucket) {
    return LeaderAndIsr.decode(cluster.store.get(LeaderAndIsr.path(bucket)).get().data());
  }

  @Test
  void tablesAreLedBySpreadServersAndKnownToAll() {
    FakeTabletServer first = cluster.startTabletServer(1);
    FakeTabletServer second = cluster.startTabletServer(2);
    createTable(TABLE, 4);
    awaitLed(TABLE);
    long id = tableId(TABLE);
    assertThat(first.roles).hasSize(2);
    assertThat(second.roles).hasSize(2);
    for (PbBucketMetadata bucket : buckets(TABLE)) {
      assertThat(bucket.getReplicaIdList()).containsExactly(bucket.getLeaderId());
      assertThat(bucket.getLeaderEpoch()).isZero();
      assertThat(leader(new TableBucket(id, bucket.getBucketId())))
          .isEqualTo(
              new LeaderAndIsr(bucket.getLeaderId(), 0, List.of(bucket.getLeaderId()), 0, 0));
    }
    for (FakeTabletServer server : List.of(first, second)) {
      awaitTrue(
          "every tablet server knows the leaders",
          () ->
              server
                  .cache
                  .table(TABLE)
                  .map(
                      table ->
                          table.buckets().size() == 4
                              && table.buckets().values().stream()
                                  .map(BucketMetadata::leader)
                                  .allMatch(leader -> leader.isPresent()))
                  .orElse(false));
    }
    // The client's listener is not one of the tablet servers.
    assertThat(metadata(TABLE).getTabletServersList()).hasSize(2);
  }

  @Test
  void metadataNamesALeaderOnlyAfterItAccepted() {
    FakeTabletServer server = cluster.startTabletServer(1);
    server.hold = new CompletableFuture<>();
    createTable(TABLE, 1);
    awaitTrue("the server is asked to lead", () -> server.roles.size() == 1);
    assertThat(leader(new TableBucket(tableId(TABLE), 0)).leader()).isEqualTo(1);
    assertThat(buckets(TABLE).get(0).hasLeaderId()).isFalse();
    server.hold.complete(null);
    awaitLed(TABLE);
  }

  @Test
  void aLostServerLeavesItsBucketsToItself() {
    FakeTabletServer first = cluster.startTabletServer(1);
    createTable(TABLE, 2);
    awaitLed(TABLE);
    TableBucket bucket = new TableBucket(tableId(TABLE), 0);
    cluster.startTabletServer(2);
    first.close();
    cluster.tabletServers.remove(first);
    awaitTrue("it has no leader", () -> leader(bucket).leader() == -1);
    assertThat(leader(bucket)).isEqualTo(new LeaderAndIsr(-1, 1, List.of(1), 0, 1));
    awaitTrue("nobody is named", () -> !buckets(TABLE).get(0).hasLeaderId());
    cluster.startTabletServer(1);
    awaitLed(TABLE);
    assertThat(leader(bucket)).isEqualTo(new LeaderAndIsr(1, 2, List.of(1), 0, 2));
  }

  @Test
  void bucketsWithoutServersAreLedWhenOneComes() {
    FakeTabletServer only = cluster.startTabletServer(1);
    createTable(TABLE, 1);
    awaitLed(TABLE);
    only.close();
    cluster.tabletServers.remove(only);
    awaitTrue("no server is left", () -> metadata(TABLE).getTabletServersList().isEmpty());
    assertThatThrownBy(() -> createTable(TablePath.of("fluss", "u"), 1))
        .isInstanceOf(InvalidReplicationFactorException.class);
    cluster.startTabletServer(1);
    awaitLed(TABLE);
  }

  @Test
  void aRestartedCoordinatorChangesNoLeader() throws Exception {
    FakeTabletServer server = cluster.startTabletServer(1);
    createTable(TABLE, 3);
    createTable(
        TablePath.of("fluss", "p"), descriptor().partitionedBy("dt").distributedBy(1).build());
    createPartition(TablePath.of("fluss", "p"), "a");
    awaitLed(TABLE);
    long id = tableId(TABLE);
    cluster.stopCoordinator();
    server.roles.clear();
    cluster.startCoordinator();
    gateway = cluster.gateway();
    awaitLed(TABLE);
    assertThat(tableId(TABLE)).isEqualTo(id);
    for (int i = 0; i < 3; i++) {
      TableBucket bucket = new TableBucket(id, i);
      assertThat(leader(bucket)).isEqualTo(new LeaderAndIsr(1, 0, List.of(1), 0, 0));
      assertThat(server.roles.get(bucket).getLeaderEpoch()).isZero();
    }
    // No id is given twice.
    createTable(TablePath.of("fluss", "u"), 1);
    assertThat(tableId(TablePath.of("fluss", "u"))).isEqualTo(2);
  }

  @Test
  void serversLostWhileNobodyCoordinatedAreNoticed() throws Exception {
    FakeTabletServer server = cluster.startTabletServer(1);
    createTable(TABLE, 1);
    awaitLed(TABLE);
    TableBucket bucket = new TableBucket(tableId(TABLE), 0);
    cluster.stopCoordinator();
    server.close();
    cluster.tabletServers.remove(server);
    cluster.startCoordinator();
    gateway = cluster.gateway();
    assertThat(leader(bucket)).isEqualTo(new LeaderAndIsr(-1, 1, List.of(1), 0, 1));
    assertThat(buckets(TABLE).get(0).hasLeaderId()).isFalse();
  }

  @Test
  void aReplicaThatFailsIsNotNamed() {
    FakeTabletServer server = cluster.startTabletServer(1);
    server.refusedBuckets.add(1);
    createTable(TABLE, 2);
    TableBucket broken = new TableBucket(tableId(TABLE), 1);
    awaitTrue("the broken bucket has no leader", () -> leader(broken).leader() == -1);
    awaitTrue("the other one is led", () -> buckets(TABLE).get(0).hasLeaderId());
    assertThat(buckets(TABLE).get(1).hasLeaderId()).isFalse();
  }

  @Test
  void droppedTablesVanishEverywhere() throws Exception {
    FakeTabletServer server = cluster.startTabletServer(1);
    createTable(TABLE, 2);
    awaitLed(TABLE);
    long id = tableId(TABLE);
    Path log = Files.createDirectories(remote.resolve("log/fluss/t-" + id + "/0"));
    Path lake = Files.createDirectories(remote.resolve("lake/fluss/t-" + id + "/metadata"));
    Files.writeString(lake.resolve("x.offsets"), "{}");
    dropTable(TABLE);
    assertThat(cluster.store.get(TableNode.path(TABLE))).isEmpty();
    awaitTrue(
        "the assignment is deleted",
        () -> !cluster.store.get(TableAssignmentNode.path(id)).isPresent());
    assertThat(server.deleted).hasSize(2);
    assertThat(log).doesNotExist();
    assertThat(lake).doesNotExist();
    awaitTrue("servers forget it", () -> !server.cache.table(TABLE).isPresent());
    // The name is free at once.
    createTable(TABLE, 1);
    awaitLed(TABLE);
    assertThat(tableId(TABLE)).isEqualTo(id + 1);
  }

  @Test
  void deletionWaitsForAServerThatIsAwayAlsoAcrossRestarts() throws Exception {
    FakeTabletServer server = cluster.startTabletServer(1);
    createTable(TABLE, 1);
    awaitLed(TABLE);
    long id = tableId(TABLE);
    Path log = Files.createDirectories(remote.resolve("log/fluss/t-" + id));
    server.close();
    cluster.tabletServers.remove(server);
    awaitTrue("no server is left", () -> metadata(TABLE).getTabletServersList().isEmpty());
    dropTable(TABLE);
    cluster.stopCoordinator();
    cluster.startCoordinator();
    gateway = cluster.gateway();
    assertThat(cluster.store.get(TableAssignmentNode.path(id))).isPresent();
    FakeTabletServer back = cluster.startTabletServer(1);
    awaitTrue(
        "the assignment is deleted",
        () -> !cluster.store.get(TableAssignmentNode.path(id)).isPresent());
    assertThat(back.deleted).containsExactly(new TableBucket(id, 0));
    assertThat(log).doesNotExist();
  }

  @Test
  void partitionsComeAndGoWithTheirTable() {
    FakeTabletServer server = cluster.startTabletServer(1);
    TablePath path = TablePath.of("fluss", "p");
    createTable(path, descriptor().partitionedBy("dt").distributedBy(2).build());
    createPartition(path, "a");
    createPartition(path, "b");
    PhysicalTablePath partition = PhysicalTablePath.of(path, "b");
    awaitTrue(
        "the partition is led",
        () ->
            server
                .cache
                .partition(partition)
                .map(p -> p.buckets().values().stream().allMatch(b -> b.leader().isPresent()))
                .orElse(false));
    MetadataRequest request = new MetadataRequest();
    Wire.write(path, request.addTablePath());
    Wire.write(partition, request.addPartitionsPath());
    request.addPartitionsId(0);
    MetadataResponse response = get(gateway.metadata(request));
    assertThat(response.getTableMetadataAt(0).getBucketMetadataCount()).isZero();
    assertThat(response.getPartitionMetadataAt(0).getPartitionId()).isEqualTo(1);
    assertThat(response.getPartitionMetadataAt(1).getPartitionName()).isEqualTo("a");
    assertThat(response.getPartitionMetadataAt(1).getBucketMetadataCount()).isEqualTo(2);
    dropTable(path);
    awaitTrue(
        "all assignments are deleted",
        () ->
            cluster.store.children(PartitionAssignmentNode.PARENT).isEmpty()
                && cluster.store.children(TableAssignmentNode.PARENT).isEmpty());
    assertThat(server.deleted).hasSize(4);
    awaitTrue("servers forget it", () -> !server.cache.partition(partition).isPresent());
  }

  @Test
  void cascadeDropsAllTables() {
    cluster.startTabletServer(1);
    createTable(TABLE, 1);
    createTable(TablePath.of("fluss", "u"), 1);
    get(
        gateway.dropDatabase(
            new DropDatabaseRequest()
                .setDatabaseName("fluss")
                .setIgnoreIfNotExists(false)
                .setCascade(true)));
    assertThat(get(gateway.listDatabases(new ListDatabasesRequest())).getDatabaseNameList())
        .isEmpty();
    awaitTrue(
        "all assignments are deleted",
        () -> cluster.store.children(TableAssignmentNode.PARENT).isEmpty());
  }

  @Test
  void aTableWhoseCreationNeverFinishedIsCleaned() throws Exception {
    TablePath half = TablePath.of("fluss", "half");
    cluster.stopCoordinator();
    cluster.store.ensure(SchemaNode.path(half, 1));
    cluster.startCoordinator();
    gateway = cluster.gateway();
    assertThat(cluster.store.get(TableNode.path(half))).isEmpty();
    assertThat(
            get(gateway.listTables(new ListTablesRequest().setDatabaseName("fluss")))
                .getTableNameList())
        .isEmpty();
    cluster.startTabletServer(1);
    createTable(half, 1);
    awaitLed(half);
  }

  @Test
  void aDamagedNodeCostsOnlyItsTable() throws Exception {
    cluster.startTabletServer(1);
    createTable(TABLE, 1);
    TablePath other = TablePath.of("fluss", "u");
    createTable(other, 1);
    long id = tableId(TABLE);
    cluster.stopCoordinator();
    cluster.store.transact(
        List.of(NodeOp.set(TableNode.path(TABLE), "not json".getBytes(StandardCharsets.UTF_8))));
    cluster.startCoordinator();
    gateway = cluster.gateway();
    awaitLed(other);
    // Its replicas are not taken for leftovers.
    assertThat(cluster.store.get(TableAssignmentNode.path(id))).isPresent();
  }

  @Test
  void aServerAboutToStopKeepsWhatOnlyItHas() {
    FakeTabletServer server = cluster.startTabletServer(1);
    createTable(TABLE, 2);
    awaitLed(TABLE);
    var response =
        get(
            gateway.controlledShutdown(
                new ControlledShutdownRequest().setTabletServerId(1).setTabletServerEpoch(-1)));
    assertThat(response.getRemainingLeaderBucketsList()).hasSize(2);
    // New tables do not go there any more.
    assertThatThrownBy(() -> createTable(TablePath.of("fluss", "u"), 1))
        .isInstanceOf(InvalidReplicationFactorException.class);
    server.close();
    cluster.tabletServers.remove(server);
    TableBucket bucket = new TableBucket(tableId(TABLE), 0);
    awaitTrue("it has no leader", () -> leader(bucket).leader() == -1);
  }

  @Test
  void isrChangesAreCheckedAgainstWhatIsKnown() {
    cluster.startTabletServer(1);
    createTable(TABLE, 1);
    awaitLed(TABLE);
    long id = tableId(TABLE);
    assertThat(adjust(id, 0, 0, 1).getBucketEpoch()).isEqualTo(1);
    assertThat(leader(new TableBucket(id, 0))).isEqualTo(new LeaderAndIsr(1, 0, List.of(1), 0, 1));
    assertThat(adjust(id, 0, 0, 1).getErrorCode()).isEqualTo(22);
    assertThat(adjust(id, 0, 5, 1).getErrorCode()).isEqualTo(23);
    assertThat(adjust(id, 1, 1, 1).getErrorCode()).isEqualTo(23);
    assertThat(adjust(id, -1, 1, 1).getErrorCode()).isEqualTo(24);
    assertThat(adjust(id, 0, 1, 9).getErrorCode()).isEqualTo(55);
    assertThat(adjust(99, 0, 1, 1).getErrorCode()).isEqualTo(21);
    cluster.startTabletServer(2);
    assertThat(adjust(id, 0, 1, 2).getErrorCode()).isEqualTo(24);
    // What cannot be written is not answered as if it were.
    cluster.store.transact(List.of(NodeOp.delete(LeaderAndIsr.path(new TableBucket(id, 0)))));
    PbAdjustIsrRespForBucket unwritten = adjust(id, 0, 1, 1);
    assertThat(unwritten.getErrorCode()).isEqualTo(26);
    assertThat(unwritten.hasBucketEpoch()).isFalse();
  }

  private PbAdjustIsrRespForBucket adjust(
      long tableId, int leaderEpoch, int bucketEpoch, int member) {
    AdjustIsrRequest request = new AdjustIsrRequest().setServerId(1);
    PbAdjustIsrReqForBucket bucket = request.addTablesReq().setTableId(tableId).addBucketsReq();
    bucket
        .setBucketId(0)
        .setLeaderEpoch(leaderEpoch)
        .addNewIsr(member)
        .setCoordinatorEpoch(0)
        .setBucketEpoch(bucketEpoch);
    return get(gateway.adjustIsr(request)).getTablesRespAt(0).getBucketsRespAt(0);
  }

  @Test
  void namesDoNotBecomePaths() {
    cluster.startTabletServer(1);
    createTable(TABLE, 1);
    String sneaky = "fluss/tables/t";
    assertThatThrownBy(
            () ->
                get(
                    gateway.dropDatabase(
                        new DropDatabaseRequest()
                            .setDatabaseName(sneaky)
                            .setIgnoreIfNotExists(false)
                            .setCascade(true))))
        .isInstanceOf(DatabaseNotExistException.class);
    for (String name : List.of(sneaky, "", ".", "..", "a\u0000b", "fluss/")) {
      assertThat(
              get(gateway.databaseExists(new DatabaseExistsRequest().setDatabaseName(name)))
                  .getExists())
          .as(name)
          .isFalse();
      assertThatThrownBy(
              () -> get(gateway.listTables(new ListTablesRequest().setDatabaseName(name))))
          .as(name)
          .isInstanceOf(DatabaseNotExistException.class);
      for (TablePath path : List.of(TablePath.of(name, "t"), TablePath.of("fluss", name))) {
        assertThatThrownBy(() -> metadata(path)).isInstanceOf(TableNotExistException.class);
        assertThatThrownBy(() -> dropTable(path)).isInstanceOf(TableNotExistException.class);
      }
    }
    assertThat(cluster.store.get(TableNode.path(TABLE))).isPresent();
  }

  @Test
  void addedColumnsReachTheServers() {
    FakeTabletServer server = cluster.startTabletServer(1);
    createTable(TABLE, 1);
    AlterTableRequest request = new AlterTableRequest().setIgnoreIfNotExists(false);
    Wire.write(TABLE, request.setTablePath());
    request
        .addAddColumns()
        .setColumnName("r")
        .setDataTypeJson(
            "{\"type\":\"ROW\",\"fields\":[{\"name\":\"x\",\"field_type\":{\"type\":\"INTEGER\"}}]}"
                .getBytes(StandardCharsets.UTF_8))
        .setColumnPositionType(0);
    get(gateway.alterTable(request));
    awaitTrue(
        "the new schema is known",
        () -> server.cache.table(TABLE).map(t -> t.info().getSchemaId() == 2).orElse(false));
    Schema schema = server.cache.table(TABLE).get().info().getSchema();
    assertThat(schema.getColumn("r").getColumnId()).isEqualTo(2);
    assertThat(schema.getHighestFieldId()).isEqualTo(3);
  }

  @Test
  void serversMustAllHaveARackOrNone() {
    cluster.startTabletServer(1, "a");
    cluster.startTabletServer(2);
    assertThatThrownBy(() -> createTable(TABLE, 1))
        .isInstanceOf(InvalidServerRackInfoException.class);
  }

  @Test
  void replicationIsRefusedUntilItComes() {
    cluster.startTabletServer(1);
    cluster.startTabletServer(2);
    assertThatThrownBy(
            () ->
                createTable(TABLE, descriptor().property("table.replication.factor", "2").build()))
        .isInstanceOf(InvalidReplicationFactorException.class)
        .hasMessageContaining("table.replication.factor");
  }

  @Test
  void autoPartitionsExistRightAfterTheTable() {
    cluster.startTabletServer(1);
    TablePath path = TablePath.of("fluss", "auto");
    createTable(
        path,
        descriptor()
            .partitionedBy("dt")
            .distributedBy(1)
            .property("table.auto-partition.enabled", "true")
            .property("table.auto-partition.time-unit", "DAY")
            .property("table.auto-partition.time-zone", "UTC")
            .build());
    awaitTrue(
        "today's and tomorrow's partition exist",
        () -> cluster.store.children(PartitionAssignmentNode.PARENT).size() == 2);
  }

  @Test
  void anotherKindOfServerIsNotServedTogether() throws Exception {
    cluster.stopCoordinator();
    TabletServerNode peer =
        new TabletServerNode(List.of(new Endpoint("h", 1, "FLUSS")), 1, null, null);
    cluster.store.ensure(TabletServerNode.PARENT);
    cluster.store.transact(
        List.of(NodeOp.createEphemeral(TabletServerNode.path(7), peer.encode())));
    try (CoordinatorServer refused = new CoordinatorServer(cluster.conf)) {
      assertThatThrownBy(refused::start)
          .isInstanceOf(IllegalConfigurationException.class)
          .hasMessageContaining("tablet server 7");
    }
    cluster.store.transact(List.of(NodeOp.delete(TabletServerNode.path(7))));
    cluster.startCoordinator();
  }

  @Test
  void aSecondCoordinatorWaitsForTheFirstToEnd() throws Exception {
    try (CoordinatorServer second = new CoordinatorServer(cluster.conf)) {
      CompletableFuture<Void> started =
          CompletableFuture.runAsync(
              () -> {
                try {
                  second.start();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      awaitTrue("its ports are bound", () -> !second.advertisedEndpoints().isEmpty());
      assertThat(started).isNotDone();
      cluster.stopCoordinator();
      get(started);
      CoordinatorNode node =
          CoordinatorNode.decode(cluster.store.get(CoordinatorNode.PATH).get().data());
      assertThat(node.endpoints()).isEqualTo(second.advertisedEndpoints());
    }
    cluster.startCoordinator();
  }

  @Test
  void aReplacedCoordinatorWritesNoMoreAndStops() {
    cluster.startTabletServer(1);
    new FencedStore(cluster.store).takeOver();
    assertThatThrownBy(() -> createTable(TABLE, 1)).isInstanceOf(InvalidCoordinatorException.class);
    assertThat(cluster.store.get(TableNode.path(TABLE))).isEmpty();
    assertThat(get(cluster.coordinator().ended())).isEqualTo(ExitCode.RUNTIME_FAILURE);
  }

  @Test
  void zooKeeperMayGoAwayAndComeBack() throws Exception {
    cluster.startTabletServer(1);
    cluster.zooKeeper.stop();
    CreateTableRequest request =
        new CreateTableRequest()
            .setTableJson(descriptor().distributedBy(1).build().toJsonBytes())
            .setIgnoreIfExists(true);
    Wire.write(TABLE, request.setTablePath());
    // What clients ask for is still answered.
    assertThat(get(gateway.metadata(new MetadataRequest())).getTabletServersList()).hasSize(1);
    cluster.zooKeeper.restart();
    awaitTrue(
        "tables can be created again",
        () -> {
          try {
            get(gateway.createTable(request));
            return true;
          } catch (RuntimeException e) {
            return false;
          }
        });
    awaitLed(TABLE);
  }

  @Test
  void badConfigurationIsRefused() {
    cluster.conf.setInt(ConfigOptions.DEFAULT_REPLICATION_FACTOR.key(), 0);
    assertThatThrownBy(() -> new CoordinatorServer(cluster.conf))
        .isInstanceOf(IllegalConfigurationException.class);
    cluster.conf.removeConfig(ConfigOptions.DEFAULT_REPLICATION_FACTOR);
    cluster.conf.setString("coordinator.host", "localhost");
    assertThatThrownBy(() -> new CoordinatorServer(cluster.conf))
        .isInstanceOf(IllegalConfigurationException.class);
    cluster.conf.removeKey("coordinator.host");
    cluster.conf.removeConfig(ConfigOptions.REMOTE_DATA_DIR);
    assertThatThrownBy(() -> new CoordinatorServer(cluster.conf))
        .isInstanceOf(IllegalConfigurationException.class);
  }
}

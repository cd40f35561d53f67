// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.apache.fluss.server.coordinator.TestCluster.awaitTrue;
import static org.apache.fluss.server.coordinator.TestCluster.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.exception.InvalidAlterTableException;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.LakeStorageNotConfiguredException;
import org.apache.fluss.exception.LakeTableAlreadyExistException;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.messages.AlterClusterConfigsRequest;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.GetLakeSnapshotRequest;
import org.apache.fluss.rpc.messages.GetLakeSnapshotResponse;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatRequest;
import org.apache.fluss.rpc.messages.PbTableOffsets;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotRequest;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.server.zk.LakeTableNode;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lake tables, and what the tiering service tells of them. */
@Timeout(120)
class LakeTest {
  private static final TablePath TABLE = TablePath.of("fluss", "t");

  @TempDir private Path remote;
  private TestCluster cluster;
  private CoordinatorGateway gateway;
  private FakeTabletServer tabletServer;

  @BeforeEach
  void open() throws Exception {
    TestLakePlugin.reset();
    cluster = new TestCluster(remote);
  }

  @AfterEach
  void close() throws Exception {
    cluster.close();
  }

  private void start(String... settings) throws Exception {
    for (int i = 0; i < settings.length; i += 2) {
      cluster.conf.setString(settings[i], settings[i + 1]);
    }
    cluster.startCoordinator();
    gateway = cluster.gateway();
    tabletServer = cluster.startTabletServer(1);
  }

  private void createTable(boolean ignoreIfExists, String... properties) {
    TableDescriptor.Builder table =
        TableDescriptor.builder()
            .schema(Schema.newBuilder().column("id", DataTypes.INT()).build())
            .distributedBy(2);
    for (int i = 0; i < properties.length; i += 2) {
      table.property(properties[i], properties[i + 1]);
    }
    CreateTableRequest request =
        new CreateTableRequest()
            .setTableJson(table.build().toJsonBytes())
            .setIgnoreIfExists(ignoreIfExists);
    Wire.write(TABLE, request.setTablePath());
    get(gateway.createTable(request));
  }

  private void createLakeTable() {
    createTable(false, "table.datalake.enabled", "true");
  }

  private Map<String, String> properties() {
    GetTableInfoRequest request = new GetTableInfoRequest();
    Wire.write(TABLE, request.setTablePath());
    return new TreeMap<>(
        TableDescriptor.fromJsonBytes(get(gateway.getTableInfo(request)).getTableJson())
            .getProperties());
  }

  private void alter(String key, String value) {
    AlterTableRequest request = new AlterTableRequest().setIgnoreIfNotExists(false);
    Wire.write(TABLE, request.setTablePath());
    request.addConfigChanges().setConfigKey(key).setConfigValue(value).setOpType(0);
    get(gateway.alterTable(request));
  }

  // --- lake tables ---------------------------------------------------------------------------

  @Test
  void theTableIsCreatedInTheLakeAndShowsItsOptions() throws Exception {
    start(
        "datalake.format", "lance",
        "datalake.lance.warehouse", "s3://bucket",
        "datalake.lance.s3.secret-key", "hidden");
    createLakeTable();
    assertThat(TestLakePlugin.TABLES).containsExactly("fluss.t");
    assertThat(TestLakePlugin.OPENED.get(0).toMap())
        .isEqualTo(Map.of("warehouse", "s3://bucket", "s3.secret-key", "hidden"));
    assertThat(properties())
        .containsEntry("table.datalake.format", "lance")
        .containsEntry("table.datalake.lance.warehouse", "s3://bucket")
        .doesNotContainKey("table.datalake.lance.s3.secret-key");
    // Existing and ignored, the lake is not asked.
    createTable(true, "table.datalake.enabled", "true");
    assertThatThrownBy(() -> alter("lance.x", "y")).isInstanceOf(InvalidConfigException.class);
    alter("table.datalake.freshness", "1 min");
    assertThat(TestLakePlugin.ALTERED).containsExactly("fluss.t");
  }

  @Test
  void aTableThatTheLakeHasIsRefusedBeforeAnythingIsCreated() throws Exception {
    start("datalake.format", "lance");
    TestLakePlugin.TABLES.add("fluss.t");
    assertThatThrownBy(this::createLakeTable).isInstanceOf(LakeTableAlreadyExistException.class);
    TestLakePlugin.TABLES.clear();
    createLakeTable();
  }

  @Test
  void anInvalidTableDoesNotReachTheLake() throws Exception {
    start("datalake.format", "lance");
    assertThatThrownBy(
            () ->
                createTable(false, "table.datalake.enabled", "true", "table.log.ttl", "not a time"))
        .isInstanceOf(InvalidConfigException.class);
    assertThat(TestLakePlugin.TABLES).isEmpty();
  }

  @Test
  void aLakeThatFailsIsNamed() throws Exception {
    start("datalake.format", "lance");
    TestLakePlugin.failure = new IllegalStateException("no credentials");
    assertThatThrownBy(this::createLakeTable)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("no credentials");
    TestLakePlugin.failure = null;
    createLakeTable();
  }

  @Test
  void withoutItsPluginOnlyLakeTablesFail() throws Exception {
    start("datalake.format", "paimon");
    assertThatThrownBy(this::createLakeTable)
        .isInstanceOf(LakeStorageNotConfiguredException.class)
        .hasMessageContaining("paimon");
    createTable(false);
    assertThat(properties()).containsEntry("table.datalake.format", "paimon");
  }

  @Test
  void aLakeSetWhileTheClusterRunsCanBeUsed() throws Exception {
    start();
    createTable(false);
    AlterClusterConfigsRequest request = new AlterClusterConfigsRequest();
    request.addAlterConfigs().setConfigKey("datalake.format").setConfigValue("lance").setOpType(0);
    get(gateway.alterClusterConfigs(request));
    // This one is not distributed as the lake needs.
    assertThatThrownBy(() -> alter("table.datalake.enabled", "true"))
        .isInstanceOf(InvalidAlterTableException.class);
    TablePath other = TablePath.of("fluss", "u");
    CreateTableRequest create =
        new CreateTableRequest()
            .setTableJson(
                TableDescriptor.builder()
                    .schema(Schema.newBuilder().column("id", DataTypes.INT()).build())
                    .property("table.datalake.enabled", "true")
                    .build()
                    .toJsonBytes())
            .setIgnoreIfExists(false);
    Wire.write(other, create.setTablePath());
    get(gateway.createTable(create));
    assertThat(TestLakePlugin.TABLES).containsExactly("fluss.u");
  }

  @Test
  void enablingCreatesTheLakeTableAndHandsItOut() throws Exception {
    start("datalake.format", "lance");
    createTable(false, "table.datalake.freshness", "1 ms");
    assertThat(TestLakePlugin.TABLES).isEmpty();
    alter("table.datalake.enabled", "true");
    assertThat(TestLakePlugin.TABLES).containsExactly("fluss.t");
    LakeTieringHeartbeatRequest request = new LakeTieringHeartbeatRequest().setRequestTable(true);
    awaitTrue(
        "the table is handed out",
        () -> {
          var response = get(gateway.lakeTieringHeartbeat(request));
          return response.hasTieringTable() && response.getTieringTable().getTieringEpoch() == 1;
        });
  }

  // --- snapshots -----------------------------------------------------------------------------

  private String prepare(boolean ignorePrevious, long... offsets) {
    PrepareLakeTableSnapshotRequest request =
        new PrepareLakeTableSnapshotRequest().setIgnorePreviousTableOffsets(ignorePrevious);
    PbTableOffsets table = request.addBucketOffsets().setTableId(0);
    Wire.write(TABLE, table.setTablePath());
    for (int i = 0; i < offsets.length; i += 2) {
      table.addBucketOffsets().setBucketId((int) offsets[i]).setLogEndOffset(offsets[i + 1]);
    }
    var result = get(gateway.prepareLakeTableSnapshot(request)).getPrepareLakeTableRespAt(0);
    assertThat(result.hasErrorCode()).isFalse();
    return result.getLakeTableOffsetsPath();
  }

  private int commit(long tableId, long snapshot, String file, boolean readable, Long keepFrom) {
    return commit(tableId, snapshot, file, readable ? file : null, keepFrom, null);
  }

  private int commit(
      long tableId, long snapshot, String file, String readable, Long keepFrom, Long epoch) {
    CommitLakeTableSnapshotRequest request = new CommitLakeTableSnapshotRequest();
    var table =
        request
            .addLakeTableSnapshotMetadata()
            .setTableId(tableId)
            .setSnapshotId(snapshot)
            .setTieredBucketOffsetsFilePath(file);
    if (readable != null) {
      table.setReadableBucketOffsetsFilePath(readable);
    }
    if (epoch != null) {
      table.setTieringEpoch(epoch);
    }
    if (keepFrom != null) {
      table.setEarliestSnapshotIdToKeep(keepFrom);
    }
    request
        .addTablesReq()
        .setTableId(tableId)
        .setSnapshotId(snapshot)
        .addBucketsReq()
        .setBucketId(0)
        .setLogEndOffset(1);
    var result = get(gateway.commitLakeTableSnapshot(request)).getTableRespAt(0);
    return result.hasErrorCode() ? result.getErrorCode() : 0;
  }

  private GetLakeSnapshotResponse snapshot(Long id, boolean readable) {
    GetLakeSnapshotRequest request = new GetLakeSnapshotRequest();
    Wire.write(TABLE, request.setTablePath());
    if (id != null) {
      request.setSnapshotId(id);
    }
    if (readable) {
      request.setReadable(true);
    }
    return get(gateway.getLakeSnapshot(request));
  }

  private long[] ids() {
    LakeTableNode node =
        LakeTableNode.decode(cluster.store.get(LakeTableNode.path(0)).get().data());
    return node.snapshots().stream().mapToLong(LakeTableNode.Snapshot::id).toArray();
  }

  private static String read(String file) throws Exception {
    return Files.readString(path(file));
  }

  private static Path path(String file) {
    return file.startsWith("file:") ? Paths.get(URI.create(file)) : Paths.get(file);
  }

  @Test
  void offsetsAreMergedAndSnapshotsRetained() throws Exception {
    start();
    createTable(false);
    assertThatThrownBy(() -> snapshot(null, false))
        .isInstanceOf(LakeTableSnapshotNotExistException.class);
    String first = prepare(false, 0, 10, 1, 20);
    assertThat(first).contains("/lake/fluss/t-0/metadata/").endsWith(".offsets");
    assertThat(read(first)).isEqualTo("{\"version\":1,\"table_id\":0,\"bucket_offsets\":[10,20]}");
    assertThat(commit(0, 7, first, true, 7L)).isZero();
    String second = prepare(false, 1, 25);
    assertThat(read(second)).isEqualTo("{\"version\":1,\"table_id\":0,\"bucket_offsets\":[10,25]}");
    String alone = prepare(true, 1, 26);
    assertThat(read(alone)).isEqualTo("{\"version\":1,\"table_id\":0,\"bucket_offsets\":[-1,26]}");
    assertThat(commit(0, 8, second, false, 7L)).isZero();
    assertThat(ids()).containsExactly(7, 8);
    assertThat(snapshot(null, false).getSnapshotId()).isEqualTo(8);
    assertThat(snapshot(7L, false).getBucketSnapshotsAt(1).getLogOffset()).isEqualTo(20);
    // The readable one is older than the newest.
    assertThat(snapshot(null, true).getSnapshotId()).isEqualTo(7);
    assertThatThrownBy(() -> snapshot(9L, false))
        .isInstanceOf(LakeTableSnapshotNotExistException.class);
    // An unknown id to keep from keeps all; said twice it is one snapshot.
    assertThat(commit(0, 9, alone, true, 99L)).isZero();
    assertThat(commit(0, 9, alone, true, 99L)).isZero();
    assertThat(ids()).containsExactly(7, 8, 9);
    assertThat(commit(0, 10, alone, true, null)).isZero();
    assertThat(ids()).containsExactly(10);
    awaitTrue(
        "files of dropped snapshots vanish",
        () -> !Files.exists(path(first)) && !Files.exists(path(second)));
    assertThat(path(alone)).exists();
    awaitTrue(
        "replicas hear of it", () -> tabletServer.lakeOffsets.contains(new TableBucket(0, 0)));
    assertThat(commit(5, 1, alone, true, null)).isEqualTo(7);
  }

  @Test
  void aRegistrationThatComesLateDoesNotReplaceANewerOne() throws Exception {
    start();
    createTable(false);
    String first = prepare(false, 0, 10, 1, 20);
    assertThat(commit(0, 7, first, true, null)).isZero();
    String second = prepare(false, 1, 25);
    assertThat(commit(0, 8, second, true, -1L)).isZero();
    assertThat(commit(0, 7, first, true, null)).as("known: keeps its place").isZero();
    assertThat(ids()).containsExactly(7, 8);
    assertThat(commit(0, 8, second, true, null)).isZero();
    awaitTrue("the first one's file is gone", () -> !Files.exists(path(first)));
    assertThat(commit(0, 7, first, true, null)).as("its file is gone").isEqualTo(50);
    String behind = prepare(true, 0, 10, 1, 24);
    assertThat(commit(0, 6, behind, true, null)).as("behind the newest").isEqualTo(50);
    assertThat(commit(0, 6, behind, false, -1L)).as("behind the newest").isEqualTo(50);
    assertThat(ids()).containsExactly(8);
    assertThat(snapshot(null, false).getBucketSnapshotsAt(1).getLogOffset()).isEqualTo(25);
    assertThat(commit(0, 6, behind, second, -1L, null)).as("made readable later").isZero();
    assertThat(commit(0, 9, second, true, null)).as("no new rows").isZero();
    assertThat(ids()).containsExactly(9);
  }

  @Test
  void aReadableSnapshotRegisteredAgainStaysReadable() throws Exception {
    start();
    createTable(false);
    String first = prepare(false, 0, 10, 1, 20);
    assertThat(commit(0, 7, first, true, null)).isZero();
    // by a runner whom a lagging server told that nobody knows the snapshot
    assertThat(commit(0, 7, first, false, -1L)).isZero();
    assertThat(ids()).containsExactly(7);
    assertThat(snapshot(null, true).getSnapshotId()).isEqualTo(7);
    assertThat(snapshot(null, true).getBucketSnapshotsAt(1).getLogOffset()).isEqualTo(20);
    // one without is made readable
    String second = prepare(false, 1, 25);
    assertThat(commit(0, 8, second, false, -1L)).isZero();
    assertThat(snapshot(null, true).getSnapshotId()).isEqualTo(7);
    assertThat(commit(0, 8, second, true, -1L)).isZero();
    assertThat(snapshot(null, true).getSnapshotId()).isEqualTo(8);
  }

  @Test
  void aRunnerWhoseLeaseIsOverRegistersNothing() throws Exception {
    start("datalake.format", "lance");
    createTable(false, "table.datalake.enabled", "true", "table.datalake.freshness", "1 ms");
    LakeTieringHeartbeatRequest request = new LakeTieringHeartbeatRequest().setRequestTable(true);
    awaitTrue(
        "the table is handed out",
        () -> get(gateway.lakeTieringHeartbeat(request)).hasTieringTable());
    String first = prepare(false, 0, 10);
    assertThat(commit(0, 7, first, first, null, 1L)).isZero();
    LakeTieringHeartbeatRequest failed = new LakeTieringHeartbeatRequest();
    failed.addFailedTables().setTableId(0).setCoordinatorEpoch(0).setTieringEpoch(1);
    get(gateway.lakeTieringHeartbeat(failed));
    String second = prepare(false, 0, 11);
    assertThat(commit(0, 8, second, second, null, 1L)).isEqualTo(50);
    assertThat(commit(0, 8, second, second, null, 2L)).isZero();
  }

  @Test
  void theOldFormIsReadAndReplaced() throws Exception {
    start();
    createTable(false);
    cluster.store.transact(
        List.of(
            NodeOp.create(
                LakeTableNode.path(0),
                ("{\"version\":1,\"snapshot_id\":3,\"table_id\":0,\"buckets\":["
                        + "{\"bucket_id\":0,\"log_end_offset\":9}]}")
                    .getBytes(StandardCharsets.UTF_8))));
    for (GetLakeSnapshotResponse response :
        Arrays.asList(snapshot(null, false), snapshot(3L, false), snapshot(null, true))) {
      assertThat(response.getSnapshotId()).isEqualTo(3);
      assertThat(response.getBucketSnapshotsAt(0).getLogOffset()).isEqualTo(9);
    }
    String file = prepare(false, 1, 5);
    assertThat(read(file)).contains("[9,5]");
    assertThat(commit(0, 4, file, true, 3L)).isZero();
    assertThat(ids()).containsExactly(4);
  }

  @Test
  void anUnknownTableIsSaid() throws Exception {
    start();
    assertThatThrownBy(() -> snapshot(null, false)).isInstanceOf(TableNotExistException.class);
  }
}

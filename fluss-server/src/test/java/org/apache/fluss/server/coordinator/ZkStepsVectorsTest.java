// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.apache.fluss.server.coordinator.TestCluster.awaitTrue;
import static org.apache.fluss.server.coordinator.TestCluster.get;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.fluss.metadata.DatabaseDescriptor;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.messages.AddServerTagRequest;
import org.apache.fluss.rpc.messages.AlterClusterConfigsRequest;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.CommitLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.CreateDatabaseRequest;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.DropPartitionRequest;
import org.apache.fluss.rpc.messages.DropTableRequest;
import org.apache.fluss.rpc.messages.PbPartitionSpec;
import org.apache.fluss.rpc.messages.PbTableOffsets;
import org.apache.fluss.rpc.messages.PbTablePath;
import org.apache.fluss.rpc.messages.PrepareLakeTableSnapshotRequest;
import org.apache.fluss.rpc.messages.RemoveServerTagRequest;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.SerializationFeature;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What each operation changes in ZooKeeper, against what a released cluster changed. Replicas and
 * leaders differ by chance, and tables have one replica here; our additions are taken out.
 */
class ZkStepsVectorsTest {
  private static final String ROOT = "/fluss";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  /** When the steps were recorded: names of partitions follow from it. */
  private static final long RECORDED_MS = 1796125943913L;

  private final Map<String, Runnable> actions = new LinkedHashMap<>();
  private TestCluster cluster;
  private CoordinatorGateway gateway;
  private String offsetsPath;

  @Test
  void stepsChangeTheSameNodes(@TempDir Path remote) throws Exception {
    try (TestCluster opened = new TestCluster(remote)) {
      cluster = opened;
      define();
      Map<String, String> before = new TreeMap<>();
      int checked = 0;
      for (JsonNode step : Vectors.load("zookeeper-steps.json").get("steps")) {
        String name = step.get("step").asText();
        Runnable action = action(name);
        if (action == null) {
          continue;
        }
        action.run();
        Map<String, String> expected = apply(before, step);
        awaitTrue(name + " leads to " + expected.keySet(), () -> sameNodes(expected));
        assertThat(masked(dump())).as(name).isEqualTo(expected);
        before = expected;
        checked++;
      }
      assertThat(actions).isEmpty();
      assertThat(checked).isEqualTo(17);
    }
  }

  private Runnable action(String step) {
    for (String prefix : Set.copyOf(actions.keySet())) {
      if (step.startsWith(prefix)) {
        return actions.remove(prefix);
      }
    }
    return null;
  }

  // --- the operations ------------------------------------------------------------------------

  private void define() {
    actions.put("coordinator-start", this::startCoordinator);
    actions.put("tablet-servers-start", this::startTabletServers);
    actions.put("create-database vec_db", this::createDatabase);
    actions.put("create-table log_t", () -> createTable("log_t", logTable()));
    actions.put("create-table pk_t", () -> createTable("pk_t", pkTable()));
    actions.put("create-table part_t", () -> createTable("part_t", autoPartitioned()));
    actions.put("create-table mpart_t", this::createMultiPartitioned);
    actions.put("alter-table log_t add", this::addColumn);
    actions.put("alter-table log_t set", this::setProperties);
    actions.put("alter-cluster-configs SET", () -> alterConfigs("100mb", 0));
    actions.put("alter-cluster-configs DELETE", () -> alterConfigs(null, 1));
    actions.put("prepare-lake-table-snapshot", this::prepare);
    actions.put("commit-lake-table-snapshot V2 log_t snapshot 7", () -> commit(7, true, null));
    actions.put("commit-lake-table-snapshot V2 log_t snapshot 8", () -> commit(8, false, 7L));
    actions.put("commit-lake-table-snapshot V1", this::commitOldForm);
    actions.put("drop-partition mpart_t", this::dropPartition);
    actions.put("drop-table log_t", this::dropTable);
  }

  private void startCoordinator() {
    try {
      cluster.startCoordinator(new ManualClock(RECORDED_MS));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    gateway = cluster.gateway();
  }

  private void startTabletServers() {
    for (int i = 0; i < 3; i++) {
      cluster.startTabletServer(i, "rack" + i);
    }
  }

  private void createDatabase() {
    get(
        gateway.createDatabase(
            new CreateDatabaseRequest()
                .setDatabaseName("vec_db")
                .setIgnoreIfExists(false)
                .setDatabaseJson(
                    DatabaseDescriptor.builder()
                        .comment("vector db")
                        .customProperty("k1", "v1")
                        .build()
                        .toJsonBytes())));
  }

  private static TableDescriptor logTable() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .withComment("the id")
                .column("name", DataTypes.STRING())
                .build())
        .comment("a log table")
        .distributedBy(2, "id")
        .customProperty("owner", "me")
        .build();
  }

  private static TableDescriptor pkTable() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("k", DataTypes.BIGINT())
                .column("v", DataTypes.STRING())
                .column("auto_id", DataTypes.BIGINT())
                .primaryKey("k")
                .enableAutoIncrement("auto_id")
                .build())
        .distributedBy(1)
        .build();
  }

  private static TableDescriptor autoPartitioned() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("dt", DataTypes.STRING())
                .build())
        .partitionedBy("dt")
        .property("table.auto-partition.num-precreate", "2")
        .property("table.auto-partition.time-zone", "UTC")
        .property("table.auto-partition.time-unit", "YEAR")
        .property("table.auto-partition.enabled", "true")
        .build();
  }

  private static void path(String table, PbTablePath out) {
    out.setDatabaseName("vec_db").setTableName(table);
  }

  private void createTable(String name, TableDescriptor table) {
    CreateTableRequest request =
        new CreateTableRequest().setTableJson(table.toJsonBytes()).setIgnoreIfExists(false);
    path(name, request.setTablePath());
    get(gateway.createTable(request));
  }

  private void createMultiPartitioned() {
    createTable(
        "mpart_t",
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("region", DataTypes.STRING())
                    .column("dt", DataTypes.STRING())
                    .build())
            .partitionedBy("region", "dt")
            .distributedBy(2)
            .build());
    CreatePartitionRequest request = new CreatePartitionRequest().setIgnoreIfNotExists(false);
    path("mpart_t", request.setTablePath());
    spec(request.setPartitionSpec());
    get(gateway.createPartition(request));
  }

  private static void spec(PbPartitionSpec out) {
    // In another order than the partition keys.
    out.addPartitionKeyValues().setKey("dt").setValue("20250101");
    out.addPartitionKeyValues().setKey("region").setValue("eu");
  }

  private void addColumn() {
    AlterTableRequest request = new AlterTableRequest().setIgnoreIfNotExists(false);
    path("log_t", request.setTablePath());
    request
        .addAddColumns()
        .setColumnName("extra")
        .setDataTypeJson("{\"type\":\"DOUBLE\"}".getBytes(StandardCharsets.UTF_8))
        .setComment("an extra col")
        .setColumnPositionType(0);
    get(gateway.alterTable(request));
  }

  private void setProperties() {
    AlterTableRequest request = new AlterTableRequest().setIgnoreIfNotExists(false);
    path("log_t", request.setTablePath());
    request
        .addConfigChanges()
        .setConfigKey("table.log.tiered.local-segments")
        .setConfigValue("5")
        .setOpType(0);
    request.addConfigChanges().setConfigKey("owner").setConfigValue("you").setOpType(0);
    request.addConfigChanges().setConfigKey("x.y").setConfigValue("z").setOpType(0);
    get(gateway.alterTable(request));
  }

  private void alterConfigs(String value, int op) {
    AlterClusterConfigsRequest request = new AlterClusterConfigsRequest();
    var change =
        request
            .addAlterConfigs()
            .setConfigKey("kv.rocksdb.shared-rate-limiter.bytes-per-sec")
            .setOpType(op);
    if (value != null) {
      change.setConfigValue(value);
    }
    get(gateway.alterClusterConfigs(request));
  }

  private void prepare() {
    PrepareLakeTableSnapshotRequest request = new PrepareLakeTableSnapshotRequest();
    PbTableOffsets table = request.addBucketOffsets().setTableId(0);
    path("log_t", table.setTablePath());
    table.addBucketOffsets().setBucketId(0).setLogEndOffset(100);
    table.addBucketOffsets().setBucketId(1).setLogEndOffset(200);
    offsetsPath =
        get(gateway.prepareLakeTableSnapshot(request))
            .getPrepareLakeTableRespAt(0)
            .getLakeTableOffsetsPath();
  }

  private void commit(long snapshot, boolean readable, Long keepFrom) {
    CommitLakeTableSnapshotRequest request = new CommitLakeTableSnapshotRequest();
    var table =
        request
            .addLakeTableSnapshotMetadata()
            .setTableId(0)
            .setSnapshotId(snapshot)
            .setTieredBucketOffsetsFilePath(offsetsPath);
    if (readable) {
      table.setReadableBucketOffsetsFilePath(offsetsPath);
    }
    if (keepFrom != null) {
      table.setEarliestSnapshotIdToKeep(keepFrom);
    }
    assertThat(get(gateway.commitLakeTableSnapshot(request)).getTableRespAt(0).hasErrorCode())
        .isFalse();
  }

  private void commitOldForm() {
    CommitLakeTableSnapshotRequest request = new CommitLakeTableSnapshotRequest();
    request
        .addTablesReq()
        .setTableId(1)
        .setSnapshotId(3)
        .addBucketsReq()
        .setBucketId(0)
        .setLogEndOffset(9);
    assertThat(get(gateway.commitLakeTableSnapshot(request)).getTableRespAt(0).hasErrorCode())
        .isFalse();
    // Tags are set and taken away again, as in the recorded steps that follow.
    get(gateway.addServerTag(new AddServerTagRequest().addServerIds(2).setServerTag(0)));
    assertThat(new String(node("/tabletservers/server_tags"), StandardCharsets.UTF_8))
        .isEqualTo("{\"version\":1,\"server_tags\":{\"2\":0}}");
    get(gateway.removeServerTag(new RemoveServerTagRequest().addServerIds(2).setServerTag(0)));
  }

  private byte[] node(String path) {
    return cluster.store.get(path).get().data();
  }

  private void dropPartition() {
    DropPartitionRequest request = new DropPartitionRequest().setIgnoreIfNotExists(false);
    path("mpart_t", request.setTablePath());
    spec(request.setPartitionSpec());
    get(gateway.dropPartition(request));
  }

  private void dropTable() {
    DropTableRequest request = new DropTableRequest().setIgnoreIfNotExists(false);
    path("log_t", request.setTablePath());
    get(gateway.dropTable(request));
  }

  // --- comparing trees -----------------------------------------------------------------------

  private static Map<String, String> apply(Map<String, String> before, JsonNode step) {
    Map<String, String> after = new TreeMap<>(before);
    step.get("created").forEach(node -> put(node, after));
    step.get("changed").forEach(node -> put(node, after));
    step.get("deleted").forEach(path -> after.remove(path.asText()));
    return masked(after);
  }

  private static void put(JsonNode node, Map<String, String> out) {
    out.put(
        node.get("path").asText(),
        node.has("hex") ? node.get("hex").asText() : node.get("data").asText());
  }

  /** Takes out what differs from run to run, and what we add. */
  private static Map<String, String> masked(Map<String, String> tree) {
    Map<String, String> out = new TreeMap<>();
    tree.forEach(
        (path, data) -> {
          boolean ours = path.equals(ROOT + "/coordinators/epoch");
          // Written while rows were written, by tablet servers.
          boolean tabletServers =
              path.endsWith("remote_logs")
                  || path.contains("snapshot")
                  || path.contains("auto_inc")
                  || path.endsWith("writer_id");
          if (!ours && !tabletServers) {
            out.put(mask(path), mask(data));
          }
        });
    return out;
  }

  private static String mask(String text) {
    return text.equals("127.0.0.1")
        ? ""
        : sorted(
            text.replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID")
                .replaceAll("1[0-9]{12}", "1")
                .replaceAll("file:[^\"]*/lake/", "file:/lake/")
                .replaceAll("\"listeners\":\"[^\"]*\"", "\"listeners\":0")
                .replaceAll(",\"build\":\"[^\"]*\"", "")
                .replaceAll("\"buckets\":\\{[^}]*\\}", "\"buckets\":0")
                .replaceAll("\"leader\":[0-9]+", "\"leader\":0")
                .replaceAll("\"isr\":\\[[0-9,]*\\]", "\"isr\":0")
                .replaceAll(
                    "\"table.replication.factor\":\"[0-9]\"", "\"table.replication.factor\":0"));
  }

  /** The members of maps have no order. */
  private static String sorted(String text) {
    if (!text.startsWith("{")) {
      return text;
    }
    try {
      return MAPPER.writeValueAsString(MAPPER.readValue(text, Object.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean sameNodes(Map<String, String> expected) {
    return new TreeSet<>(masked(dump()).keySet()).equals(new TreeSet<>(expected.keySet()));
  }

  private Map<String, String> dump() {
    Map<String, String> out = new TreeMap<>();
    dump(cluster.store, "", out);
    out.put(ROOT, "");
    return out;
  }

  private static void dump(MetadataStore store, String path, Map<String, String> out) {
    for (String child : store.children(path.isEmpty() ? "" : path)) {
      String childPath = path + "/" + child;
      store
          .get(childPath)
          .ifPresent(
              node -> {
                boolean counter = child.endsWith("_seqid") || child.equals("writer_id");
                out.put(
                    ROOT + childPath,
                    counter
                        ? Vectors.hex(node.data())
                        : new String(node.data(), StandardCharsets.UTF_8));
              });
      dump(store, childPath, out);
    }
  }
}

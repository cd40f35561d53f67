// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.apache.fluss.server.coordinator.TestCluster.get;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.AddServerTagRequest;
import org.apache.fluss.rpc.messages.AlterClusterConfigsRequest;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.ControlledShutdownRequest;
import org.apache.fluss.rpc.messages.CreateAclsRequest;
import org.apache.fluss.rpc.messages.CreateDatabaseRequest;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsRequest;
import org.apache.fluss.rpc.messages.DropDatabaseRequest;
import org.apache.fluss.rpc.messages.DropPartitionRequest;
import org.apache.fluss.rpc.messages.DropTableRequest;
import org.apache.fluss.rpc.messages.GetDatabaseInfoRequest;
import org.apache.fluss.rpc.messages.GetLakeSnapshotRequest;
import org.apache.fluss.rpc.messages.GetLatestKvSnapshotsRequest;
import org.apache.fluss.rpc.messages.GetProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.GetTableInfoRequest;
import org.apache.fluss.rpc.messages.GetTableSchemaRequest;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatRequest;
import org.apache.fluss.rpc.messages.LakeTieringHeartbeatResponse;
import org.apache.fluss.rpc.messages.ListAclsRequest;
import org.apache.fluss.rpc.messages.ListPartitionInfosRequest;
import org.apache.fluss.rpc.messages.ListTablesRequest;
import org.apache.fluss.rpc.messages.PbAddColumn;
import org.apache.fluss.rpc.messages.PbTablePath;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.RemoveServerTagRequest;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.json.DataTypeJsonSerde;
import org.apache.fluss.utils.json.JsonSerdeUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The administrative calls whose outcomes were recorded from a released cluster, in their order,
 * against ours: the same results and error codes, apart from the listed betterments.
 */
class CoordinatorOutcomesTest {
  /** Where the peer answers "unknown error" or has a defect, and we answer this code (0 is ok). */
  private static final Map<String, Integer> BETTER = new LinkedHashMap<>();

  /** What comes with replication and rebalancing. */
  private static final Set<String> LATER =
      Set.of(
          "list rebalance progress when none was ever run",
          "rebalance RACK_AWARE, no racks",
          "rebalance REPLICA_DISTRIBUTION",
          "list rebalance progress after completion",
          "list rebalance progress of other id",
          "cancel rebalance of other id",
          "cancel rebalance null when completed");

  static {
    BETTER.put("bucket count 0", 15);
    BETTER.put("alter: add NOT NULL column", 56);
    BETTER.put("alter: add column at first", 56);
    BETTER.put("alter: drop column", 56);
    BETTER.put("alter: rename column", 56);
    BETTER.put("alter: modify column", 56);
    BETTER.put("alter: add system column __offset", 15);
    BETTER.put("alter: set table.datalake.freshness", 0);
    BETTER.put("alter: set custom property x=y", 0);
    BETTER.put("alter cluster config disallowed key max.bucket.num", 39);
    BETTER.put("alter cluster config unparsable kv.rocksdb.shared-rate-limiter.bytes-per-sec", 39);
    BETTER.put("alter cluster config APPEND op", 39);
    BETTER.put("alter cluster config datalake.foo.x=1 without datalake.format", 39);
  }

  private final Map<String, Callable<Object>> actions = new LinkedHashMap<>();
  private CoordinatorGateway gateway;

  @Test
  void outcomesAreThoseOfThePeer(@TempDir Path remote) throws Exception {
    try (TestCluster cluster = new TestCluster(remote)) {
      cluster.conf.setInt(ConfigOptions.MAX_PARTITION_NUM.key(), 3);
      cluster.conf.setInt(ConfigOptions.MAX_BUCKET_NUM.key(), 10);
      cluster.startCoordinator();
      cluster.startTabletServer(0);
      cluster.startTabletServer(1);
      gateway = cluster.gateway();
      define();
      int checked = 0;
      List<String> wrong = new ArrayList<>();
      for (JsonNode recorded : Vectors.load("coordinator-outcomes.json").get("cases")) {
        String name = recorded.get("case").asText();
        Callable<Object> action = actions.remove(name);
        if (LATER.contains(name)) {
          assertThat(action).as(name).isNull();
          continue;
        }
        assertThat(action).as(name).isNotNull();
        String expected = expected(name, recorded);
        String actual = outcome(action);
        if (!actual.equals(expected)) {
          wrong.add(name + ": expected " + expected + " but was " + actual);
        }
        checked++;
      }
      assertThat(wrong).isEmpty();
      assertThat(actions).isEmpty();
      assertThat(checked).isEqualTo(115);
    }
  }

  private static String expected(String name, JsonNode recorded) {
    if (BETTER.containsKey(name)) {
      return BETTER.get(name) == 0 ? "ok null" : "error " + BETTER.get(name);
    }
    return recorded.get("outcome").asText().equals("ok")
        ? "ok " + (recorded.get("result").isNull() ? "null" : recorded.get("result").asText())
        : "error " + recorded.get("error_code").asInt();
  }

  private static String outcome(Callable<Object> action) throws Exception {
    try {
      Object result = action.call();
      return "ok " + (result instanceof String ? result : "null");
    } catch (RuntimeException e) {
      return "error " + Errors.forException(e).code();
    }
  }

  // --- the calls -----------------------------------------------------------------------------

  private void define() {
    defineDatabases();
    defineTables();
    definePartitions();
    defineAlterations();
    defineRest();
    defineSnapshotsAndProducers();
  }

  private void defineDatabases() {
    actions.put("create database db", () -> createDatabase("db", false));
    actions.put(
        "create database db again, ignoreIfExists=false", () -> createDatabase("db", false));
    actions.put("create database db again, ignoreIfExists=true", () -> createDatabase("db", true));
    actions.put("create database with name 'a.b'", () -> createDatabase("a.b", false));
    actions.put("create database with name '__x'", () -> createDatabase("__x", false));
    actions.put(
        "create database with 201 character name",
        () -> createDatabase(String.join("", Collections.nCopies(201, "a")), false));
    actions.put(
        "drop missing database, ignoreIfNotExists=false", () -> dropDatabase("nope", false));
    actions.put(
        "get info of missing database",
        () -> get(gateway.getDatabaseInfo(new GetDatabaseInfoRequest().setDatabaseName("nope"))));
    actions.put(
        "list tables of missing database",
        () -> get(gateway.listTables(new ListTablesRequest().setDatabaseName("nope"))));
    actions.put("drop non-empty database without cascade", () -> dropDatabase("db", false));
    actions.put("drop database cascade", () -> dropDatabase("db", true));
    actions.put("drop default database fluss", () -> dropDatabase("fluss", false));
  }

  private void defineTables() {
    actions.put(
        "create table in missing database", () -> createTable("nope", "t", log().build(), false));
    actions.put(
        "create log table log1 without distribution (defaults applied)",
        () -> createTable("log1", log()));
    actions.put("table info of log1", () -> info("log1"));
    actions.put("create log1 again, ignore=false", () -> createTable("log1", log()));
    actions.put(
        "create log1 again, ignore=true", () -> createTable("db", "log1", log().build(), true));
    actions.put("create pk table pk1", () -> createTable("pk1", pk()));
    actions.put("table info of pk1", () -> info("pk1"));
    actions.put(
        "bucket count 11 with max.bucket.num=10", () -> createTable("x", log().distributedBy(11)));
    actions.put("bucket count 0", () -> createTable("x", log().distributedBy(0)));
    actions.put(
        "replication factor 3 with 2 servers",
        () -> createTable("x", log().property("table.replication.factor", "3")));
    actions.put(
        "replication factor 0",
        () -> createTable("x", log().property("table.replication.factor", "0")));
    property("unknown property table.nope", log(), "table.nope", "1");
    property("non table property foo in properties", log(), "foo", "1");
    property("invalid value table.log.ttl=abc", log(), "table.log.ttl", "abc");
    property("table.log.tiered.local-segments=0", log(), "table.log.tiered.local-segments", "0");
    property("zstd level 23", log(), "table.log.arrow.compression.zstd.level", "23");
    property("merge engine on log table", log(), "table.merge-engine", "first_row");
    property(
        "versioned merge engine without version column", pk(), "table.merge-engine", "versioned");
    property(
        "versioned merge engine with missing version column",
        pk().property("table.merge-engine", "versioned"),
        "table.merge-engine.versioned.ver-column",
        "zz");
    property(
        "versioned merge engine with STRING version column",
        pk().property("table.merge-engine", "versioned"),
        "table.merge-engine.versioned.ver-column",
        "v");
    property(
        "first_row merge engine with delete behavior allow",
        pk().property("table.merge-engine", "first_row"),
        "table.delete.behavior",
        "allow");
    actions.put(
        "first_row merge engine",
        () -> createTable("fr1", pk().property("table.merge-engine", "first_row")));
    actions.put(
        "table info of fr1 (delete behavior defaulted)", () -> properties("fr1").toString());
    property(
        "aggregation merge engine with wal changelog image",
        pk().property("table.merge-engine", "aggregation"),
        "table.changelog.image",
        "wal");
    property("delete behavior on log table", log(), "table.delete.behavior", "ignore");
    property(
        "pk table kv format compacted with INDEXED log format",
        pk(),
        "table.log.format",
        "indexed");
    property("kv format version 3", pk(), "table.kv.format-version", "3");
    column("system column __offset", "__offset");
    column("system column _change_type", "_change_type");
    actions.put(
        "array bucket key",
        () ->
            createTable(
                "x",
                TableDescriptor.builder()
                    .schema(
                        Schema.newBuilder().column("a", DataTypes.ARRAY(DataTypes.INT())).build())
                    .distributedBy(1, "a")));
    actions.put(
        "array primary key",
        () ->
            createTable(
                "x",
                TableDescriptor.builder()
                    .schema(
                        Schema.newBuilder()
                            .column("a", DataTypes.ARRAY(DataTypes.INT()))
                            .primaryKey("a")
                            .build())));
    property("datalake enabled without cluster format", log(), "table.datalake.enabled", "true");
    property(
        "auto partition on non partitioned table", log(), "table.auto-partition.enabled", "true");
    actions.put(
        "partition key of DECIMAL type",
        () ->
            createTable(
                "x",
                TableDescriptor.builder()
                    .schema(
                        Schema.newBuilder()
                            .column("id", DataTypes.INT())
                            .column("d", DataTypes.DECIMAL(10, 2))
                            .build())
                    .partitionedBy("d")));
  }

  private void definePartitions() {
    property(
        "multi key auto partition without key", multi(), "table.auto-partition.enabled", "true");
    property(
        "multi key auto partition with key not in partition keys",
        multi().property("table.auto-partition.enabled", "true"),
        "table.auto-partition.key",
        "id");
    property(
        "multi key auto partition with precreate 2",
        multi()
            .property("table.auto-partition.enabled", "true")
            .property("table.auto-partition.key", "dt"),
        "table.auto-partition.num-precreate",
        "2");
    actions.put(
        "multi key auto partition with key only",
        () ->
            createTable(
                "mk1",
                multi()
                    .property("table.auto-partition.enabled", "true")
                    .property("table.auto-partition.key", "dt")));
    actions.put("table info of mk1", () -> properties("mk1").toString());
    actions.put(
        "create partitioned table pt1 by dt, 4 buckets",
        () -> createTable("pt1", partitioned().distributedBy(4)));
    actions.put(
        "create partition on non partitioned log1",
        () -> createPartition("log1", "dt", "p1", false));
    actions.put("create partition p1", () -> createPartition("pt1", "dt", "p1", false));
    actions.put(
        "create partition p1 again ignore=false", () -> createPartition("pt1", "dt", "p1", false));
    actions.put(
        "create partition p1 again ignore=true", () -> createPartition("pt1", "dt", "p1", true));
    actions.put("create partition with wrong key", () -> createPartition("pt1", "zz", "p1", false));
    actions.put(
        "create partition with value 'a/b'", () -> createPartition("pt1", "dt", "a/b", false));
    actions.put(
        "create partition with value '__x'", () -> createPartition("pt1", "dt", "__x", false));
    actions.put(
        "create partition with too many keys",
        () -> {
          CreatePartitionRequest request = partition("pt1", "dt", "p1");
          request.getPartitionSpec().addPartitionKeyValues().setKey("zz").setValue("1");
          return get(gateway.createPartition(request));
        });
    actions.put(
        "create partition p2 (total buckets 8 <= 10)",
        () -> createPartition("pt1", "dt", "p2", false));
    actions.put(
        "create partition p3 (total buckets 12 > 10)",
        () -> createPartition("pt1", "dt", "p3", false));
    actions.put(
        "create partitioned table pt2 by dt, 1 bucket",
        () -> createTable("pt2", partitioned().distributedBy(1)));
    for (String name : List.of("q1", "q2", "q3", "q4")) {
      actions.put(
          "pt2 create partition " + name + " (max.partition.num=3)",
          () -> createPartition("pt2", "dt", name, false));
    }
    actions.put(
        "drop missing partition ignore=false",
        () -> {
          DropPartitionRequest request = new DropPartitionRequest().setIgnoreIfNotExists(false);
          path("pt1", request.setTablePath());
          request.setPartitionSpec().addPartitionKeyValues().setKey("dt").setValue("zz");
          return get(gateway.dropPartition(request));
        });
    actions.put("list partitions of non partitioned table", () -> listPartitions("log1"));
    actions.put("list partitions of pt2", () -> listPartitions("pt2"));
  }

  private void defineAlterations() {
    DataType notNull = DataTypes.INT().copy(false);
    actions.put(
        "alter: add NOT NULL column", () -> alter(add(alteration("log1"), "c1", notNull, 0)));
    actions.put(
        "alter: add column at first",
        () -> alter(add(alteration("log1"), "c1", DataTypes.INT(), 1)));
    actions.put(
        "alter: add existing column",
        () -> alter(add(alteration("log1"), "name", DataTypes.STRING(), 0)));
    actions.put(
        "alter: drop column",
        () -> {
          AlterTableRequest request = alteration("log1");
          request.addDropColumns().setColumnName("name");
          return alter(request);
        });
    actions.put(
        "alter: rename column",
        () -> {
          AlterTableRequest request = alteration("log1");
          request.addRenameColumns().setOldColumnName("name").setNewColumnName("n");
          return alter(request);
        });
    actions.put(
        "alter: modify column",
        () -> {
          AlterTableRequest request = alteration("log1");
          request.addModifyColumns().setColumnName("name").setComment("c");
          return alter(request);
        });
    actions.put(
        "alter: add system column __offset",
        () -> alter(add(alteration("log1"), "__offset", DataTypes.INT(), 0)));
    actions.put(
        "alter: schema and property change together",
        () -> alter(set(add(alteration("log1"), "c2", DataTypes.INT(), 0), "x", "y")));
    setOption("alter: set table.log.ttl (not alterable in 0.9.1)", "table.log.ttl", "1 d");
    setOption(
        "alter: set table.auto-partition.num-retention (not alterable)",
        "table.auto-partition.num-retention",
        "3");
    setOption("alter: set unknown table.xyz", "table.xyz", "1");
    setOption(
        "alter: set table.log.tiered.local-segments=0", "table.log.tiered.local-segments", "0");
    setOption(
        "alter: set table.datalake.enabled without cluster lake", "table.datalake.enabled", "true");
    setOption("alter: set table.datalake.freshness", "table.datalake.freshness", "1 min");
    setOption("alter: set custom property x=y", "x", "y");
    actions.put(
        "alter: reset custom property missing",
        () -> {
          AlterTableRequest request = alteration("log1");
          request.addConfigChanges().setConfigKey("missing").setOpType(1);
          return alter(request);
        });
    actions.put(
        "alter: missing table ignore=false", () -> alter(set(alteration("nope"), "x", "y")));
    actions.put(
        "alter: missing table ignore=true",
        () -> alter(set(alteration("nope").setIgnoreIfNotExists(true), "x", "y")));
    actions.put(
        "drop missing table ignore=false",
        () -> {
          DropTableRequest request = new DropTableRequest().setIgnoreIfNotExists(false);
          path("nope", request.setTablePath());
          return get(gateway.dropTable(request));
        });
    actions.put("get missing table", () -> info("nope"));
    actions.put(
        "get schema id 9 of log1",
        () -> {
          GetTableSchemaRequest request = new GetTableSchemaRequest().setSchemaId(9);
          path("log1", request.setTablePath());
          return get(gateway.getTableSchema(request));
        });
  }

  private void defineRest() {
    actions.put(
        "list acls without authorizer",
        () -> {
          ListAclsRequest request = new ListAclsRequest();
          request.setAclFilter().setResourceType(1).setOperationType(1).setPermissionType(1);
          return get(gateway.listAcls(request));
        });
    actions.put(
        "create acls without authorizer", () -> get(gateway.createAcls(new CreateAclsRequest())));
    clusterConfig("alter cluster config disallowed key max.bucket.num", "max.bucket.num", "1", 0);
    String limit = "kv.rocksdb.shared-rate-limiter.bytes-per-sec";
    clusterConfig("alter cluster config unparsable " + limit, limit, "abc", 0);
    clusterConfig("alter cluster config APPEND op", limit, "1mb", 2);
    clusterConfig(
        "alter cluster config datalake.foo.x=1 without datalake.format", "datalake.foo.x", "1", 0);
    clusterConfig("alter cluster config SET kv rate limiter 100mb", limit, "100mb", 0);
    actions.put(
        "describe cluster configs (dynamic only)",
        () -> {
          StringBuilder out = new StringBuilder();
          get(gateway.describeClusterConfigs(new DescribeClusterConfigsRequest()))
              .getConfigsList()
              .forEach(
                  config -> {
                    if (config.getConfigSource().equals("DYNAMIC_SERVER_CONFIG")) {
                      out.append(config.getConfigKey())
                          .append('=')
                          .append(config.getConfigValue())
                          .append(';');
                    }
                  });
          return out.toString();
        });
    tag("add server tag to unknown server 9", 9, 0);
    tag("add server tag 1 TEMPORARY_OFFLINE", 1, 1);
    tag("add server tag 1 PERMANENT_OFFLINE while TEMPORARY set", 1, 0);
    untag("remove server tag 1 PERMANENT_OFFLINE while TEMPORARY set", 1, 0);
    untag("remove server tag 1 TEMPORARY_OFFLINE", 1, 1);
    untag("remove server tag from unknown server 9", 9, 0);
    actions.put("get latest kv snapshots of log table", () -> kvSnapshots("log1"));
    actions.put(
        "get latest kv snapshots of pk table",
        () -> {
          kvSnapshots("pk1");
          return "ok";
        });
    actions.put(
        "get latest lake snapshot none",
        () -> {
          GetLakeSnapshotRequest request = new GetLakeSnapshotRequest();
          path("log1", request.setTablePath());
          return get(gateway.getLakeSnapshot(request));
        });
    actions.put(
        "controlled shutdown of unknown tablet server 7",
        () ->
            get(
                gateway.controlledShutdown(
                    new ControlledShutdownRequest()
                        .setTabletServerId(7)
                        .setTabletServerEpoch(-1))));
    actions.put(
        "lake tiering heartbeat request table when none",
        () -> {
          LakeTieringHeartbeatResponse response =
              get(
                  gateway.lakeTieringHeartbeat(
                      new LakeTieringHeartbeatRequest().setRequestTable(true)));
          return "epoch="
              + response.getCoordinatorEpoch()
              + " hasTable="
              + response.hasTieringTable();
        });
    actions.put(
        "lake tiering heartbeat finished unknown table 5 epoch 0; tiering table 6 with coordinator"
            + " epoch 3",
        () -> {
          LakeTieringHeartbeatRequest request = new LakeTieringHeartbeatRequest();
          request.addFinishedTables().setTableId(5).setCoordinatorEpoch(0).setTieringEpoch(0);
          request.addTieringTables().setTableId(6).setCoordinatorEpoch(3).setTieringEpoch(0);
          LakeTieringHeartbeatResponse response = get(gateway.lakeTieringHeartbeat(request));
          return "finished.error="
              + response.getFinishedTableRespAt(0).getError().getErrorCode()
              + " tiering.error="
              + response.getTieringTableRespAt(0).getError().getErrorCode();
        });
  }

  // --- building requests ---------------------------------------------------------------------

  private Object createDatabase(String name, boolean ignore) {
    return get(
        gateway.createDatabase(
            new CreateDatabaseRequest().setDatabaseName(name).setIgnoreIfExists(ignore)));
  }

  private Object dropDatabase(String name, boolean cascade) {
    return get(
        gateway.dropDatabase(
            new DropDatabaseRequest()
                .setDatabaseName(name)
                .setIgnoreIfNotExists(false)
                .setCascade(cascade)));
  }

  private static TableDescriptor.Builder log() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("name", DataTypes.STRING())
                .build());
  }

  private static TableDescriptor.Builder pk() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("k", DataTypes.BIGINT())
                .column("v", DataTypes.STRING())
                .primaryKey("k")
                .build());
  }

  private static TableDescriptor.Builder partitioned() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("dt", DataTypes.STRING())
                .build())
        .partitionedBy("dt");
  }

  private static TableDescriptor.Builder multi() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("dt", DataTypes.STRING())
                .column("reg", DataTypes.STRING())
                .build())
        .partitionedBy("dt", "reg");
  }

  private void property(String name, TableDescriptor.Builder table, String key, String value) {
    actions.put(name, () -> createTable("x", table.property(key, value)));
  }

  private void column(String name, String column) {
    actions.put(
        name,
        () ->
            createTable(
                "x",
                TableDescriptor.builder()
                    .schema(Schema.newBuilder().column(column, DataTypes.INT()).build())));
  }

  private Object createTable(String name, TableDescriptor.Builder table) {
    return createTable("db", name, table.build(), false);
  }

  private Object createTable(String db, String name, TableDescriptor table, boolean ignore) {
    CreateTableRequest request =
        new CreateTableRequest().setTableJson(table.toJsonBytes()).setIgnoreIfExists(ignore);
    request.setTablePath().setDatabaseName(db).setTableName(name);
    return get(gateway.createTable(request));
  }

  private static void path(String table, PbTablePath out) {
    out.setDatabaseName("db").setTableName(table);
  }

  private TableDescriptor describe(String table) {
    GetTableInfoRequest request = new GetTableInfoRequest();
    path(table, request.setTablePath());
    return TableDescriptor.fromJsonBytes(get(gateway.getTableInfo(request)).getTableJson());
  }

  private Map<String, String> properties(String table) {
    return new TreeMap<>(describe(table).getProperties());
  }

  private String info(String table) {
    TableDescriptor descriptor = describe(table);
    return "buckets="
        + descriptor.getTableDistribution().get().getBucketCount().get()
        + " props="
        + new TreeMap<>(descriptor.getProperties())
        + " bucketKeys="
        + descriptor.getBucketKeys();
  }

  private static CreatePartitionRequest partition(String table, String key, String value) {
    CreatePartitionRequest request = new CreatePartitionRequest().setIgnoreIfNotExists(false);
    path(table, request.setTablePath());
    request.setPartitionSpec().addPartitionKeyValues().setKey(key).setValue(value);
    return request;
  }

  private Object createPartition(String table, String key, String value, boolean ignore) {
    return get(gateway.createPartition(partition(table, key, value).setIgnoreIfNotExists(ignore)));
  }

  private String listPartitions(String table) {
    ListPartitionInfosRequest request = new ListPartitionInfosRequest();
    path(table, request.setTablePath());
    List<String> out = new ArrayList<>();
    get(gateway.listPartitionInfos(request))
        .getPartitionsInfoList()
        .forEach(
            info ->
                out.add(
                    "Partition{name='"
                        + info.getPartitionSpec().getPartitionKeyValuesAt(0).getValue()
                        + "', id="
                        + info.getPartitionId()
                        + "}"));
    Collections.sort(out);
    return out.toString();
  }

  private static AlterTableRequest alteration(String table) {
    AlterTableRequest request = new AlterTableRequest().setIgnoreIfNotExists(false);
    path(table, request.setTablePath());
    return request;
  }

  private static AlterTableRequest add(
      AlterTableRequest request, String name, DataType type, int position) {
    PbAddColumn column = request.addAddColumns();
    column
        .setColumnName(name)
        .setDataTypeJson(JsonSerdeUtils.writeValueAsBytes(type, DataTypeJsonSerde.INSTANCE))
        .setColumnPositionType(position);
    return request;
  }

  private static AlterTableRequest set(AlterTableRequest request, String key, String value) {
    request.addConfigChanges().setConfigKey(key).setConfigValue(value).setOpType(0);
    return request;
  }

  private Object alter(AlterTableRequest request) {
    return get(gateway.alterTable(request));
  }

  private void setOption(String name, String key, String value) {
    actions.put(name, () -> alter(set(alteration("log1"), key, value)));
  }

  private void clusterConfig(String name, String key, String value, int op) {
    actions.put(
        name,
        () -> {
          AlterClusterConfigsRequest request = new AlterClusterConfigsRequest();
          request.addAlterConfigs().setConfigKey(key).setConfigValue(value).setOpType(op);
          return get(gateway.alterClusterConfigs(request));
        });
  }

  private void tag(String name, int server, int tag) {
    actions.put(
        name,
        () ->
            get(
                gateway.addServerTag(
                    new AddServerTagRequest().addServerIds(server).setServerTag(tag))));
  }

  private void untag(String name, int server, int tag) {
    actions.put(
        name,
        () ->
            get(
                gateway.removeServerTag(
                    new RemoveServerTagRequest().addServerIds(server).setServerTag(tag))));
  }

  private Object kvSnapshots(String table) {
    GetLatestKvSnapshotsRequest request = new GetLatestKvSnapshotsRequest();
    path(table, request.setTablePath());
    return get(gateway.getLatestKvSnapshots(request));
  }

  private void defineSnapshotsAndProducers() {
    actions.put(
        "register producer offsets with invalid producer id 'a b'",
        () -> {
          RegisterProducerOffsetsRequest request =
              new RegisterProducerOffsetsRequest().setProducerId("a b");
          request.addTableOffsets().setTableId(0).addBucketOffsets().setBucketId(0);
          return get(gateway.registerProducerOffsets(request));
        });
    actions.put(
        "get producer offsets missing",
        () -> {
          GetProducerOffsetsRequest request =
              new GetProducerOffsetsRequest().setProducerId("missing");
          assertThat(get(gateway.getProducerOffsets(request)).totalSize()).isZero();
          return null;
        });
    actions.put(
        "acquire kv snapshot lease on log table",
        () -> {
          GetTableInfoRequest request = new GetTableInfoRequest();
          path("log1", request.setTablePath());
          return acquireLease(get(gateway.getTableInfo(request)).getTableId());
        });
    actions.put("acquire kv snapshot lease unknown table id", () -> acquireLease(999));
  }

  private Object acquireLease(long tableId) {
    AcquireKvSnapshotLeaseRequest request =
        new AcquireKvSnapshotLeaseRequest().setLeaseId("lease").setLeaseDurationMs(1_000);
    request
        .addSnapshotsToLease()
        .setTableId(tableId)
        .addBucketSnapshots()
        .setBucketId(0)
        .setSnapshotId(0);
    return get(gateway.acquireKvSnapshotLease(request));
  }
}

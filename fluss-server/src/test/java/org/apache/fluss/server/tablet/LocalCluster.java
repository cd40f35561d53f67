// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.fluss.server.tablet.LogCalls.awaitTrue;
import static org.apache.fluss.server.tablet.LogCalls.get;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerNode;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.GatewayClientProxy;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.gateway.TabletServerGateway;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.DropTableRequest;
import org.apache.fluss.rpc.messages.GetTableSchemaRequest;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.MetadataResponse;
import org.apache.fluss.rpc.messages.PbBucketMetadata;
import org.apache.fluss.rpc.messages.PbServerNode;
import org.apache.fluss.rpc.messages.PbTableMetadata;
import org.apache.fluss.rpc.netty.client.NettyRpcClient;
import org.apache.fluss.server.coordinator.CoordinatorServer;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.types.DataTypes;

/** Real servers in this process: ZooKeeper, a coordinator, tablet servers. */
public final class LocalCluster implements AutoCloseable {
  static final String DATABASE = "fluss";

  final Map<Integer, TabletServer> tabletServers = new TreeMap<>();
  private final Path directory;
  private final InstanceSpec zooKeeperSpec;
  private TestingServer zooKeeper;
  private final CoordinatorServer coordinator;
  private final RpcClient rpc;

  /** Adds to the settings of the servers that are started from now on. */
  public Consumer<Configuration> settings = conf -> {};

  public LocalCluster(Path directory, int tabletServerCount) throws Exception {
    this.directory = directory;
    this.zooKeeperSpec =
        new InstanceSpec(directory.resolve("zookeeper").toFile(), -1, -1, -1, false, 1, 500, -1);
    this.zooKeeper = new TestingServer(zooKeeperSpec, true);
    this.rpc = new NettyRpcClient(new Configuration(), false);
    this.coordinator = new CoordinatorServer(conf());
    coordinator.start();
    for (int id = 0; id < tabletServerCount; id++) {
      startTabletServer(id);
    }
  }

  private Configuration conf() {
    Configuration conf = new Configuration();
    conf.setString(ConfigOptions.ZOOKEEPER_ADDRESS.key(), zooKeeper.getConnectString());
    conf.set(ConfigOptions.ZOOKEEPER_SESSION_TIMEOUT, Duration.ofSeconds(3));
    conf.set(ConfigOptions.ZOOKEEPER_RETRY_WAIT, Duration.ofMillis(100));
    conf.setString(
        ConfigOptions.REMOTE_DATA_DIR.key(), directory.resolve("remote").toUri().toString());
    conf.setString(ConfigOptions.BIND_LISTENERS.key(), "FLUSS://127.0.0.1:0");
    conf.set(ConfigOptions.LOG_REPLICA_FETCH_BACKOFF_INTERVAL, Duration.ofMillis(100));
    conf.set(ConfigOptions.REPLICATION_PREVIEW_ENABLED, true);
    return conf;
  }

  /** The settings of a tablet server. */
  Configuration conf(int id) {
    Configuration conf = conf();
    conf.set(ConfigOptions.TABLET_SERVER_ID, id);
    conf.setString(ConfigOptions.DATA_DIR.key(), directory.resolve("data-" + id).toString());
    settings.accept(conf);
    return conf;
  }

  public TabletServer startTabletServer(int id) throws Exception {
    TabletServer server = new TabletServer(conf(id));
    server.start();
    tabletServers.put(id, server);
    awaitTrue("tablet server " + id + " is known", () -> isLive(id));
    return server;
  }

  /** Whether the coordinator counts a tablet server among the live ones, at its address. */
  boolean isLive(int id) {
    int port = tabletServers.get(id).advertisedEndpoints().get(0).getPort();
    for (PbServerNode node :
        get(coordinator().metadata(new MetadataRequest())).getTabletServersList()) {
      if (node.getNodeId() == id && node.getPort() == port) {
        return true;
      }
    }
    return false;
  }

  public void crash(int id) {
    tabletServers.remove(id).crash();
  }

  public void stop(int id) {
    tabletServers.remove(id).close();
  }

  void stopZooKeeper() throws Exception {
    zooKeeper.stop();
  }

  void startZooKeeper() throws Exception {
    zooKeeper.restart();
  }

  /** Where clients find the tablet servers. */
  public String bootstrapServers() {
    return tabletServers.values().stream()
        .map(server -> address(server.advertisedEndpoints().get(0)))
        .collect(Collectors.joining(","));
  }

  /** Where clients find the coordinator. */
  public String coordinatorAddress() {
    return address(coordinator.advertisedEndpoints().get(0));
  }

  private static String address(Endpoint endpoint) {
    return endpoint.getHost() + ":" + endpoint.getPort();
  }

  private static ServerNode node(int id, Endpoint endpoint, ServerType type) {
    return new ServerNode(id, endpoint.getHost(), endpoint.getPort(), type);
  }

  CoordinatorGateway coordinator() {
    ServerNode node = node(0, coordinator.advertisedEndpoints().get(0), ServerType.COORDINATOR);
    return GatewayClientProxy.createGatewayProxy(() -> node, rpc, CoordinatorGateway.class);
  }

  TabletServerGateway gateway(int id) {
    ServerNode node =
        node(id, tabletServers.get(id).advertisedEndpoints().get(0), ServerType.TABLET_SERVER);
    return GatewayClientProxy.createGatewayProxy(() -> node, rpc, TabletServerGateway.class);
  }

  LogCalls calls(int id) {
    return new LogCalls(gateway(id));
  }

  /** Calls about a bucket of a primary-key table to its leader, once that has its store. */
  KvCalls kv(String name, int bucket) {
    PbTableMetadata metadata = metadata(name).getTableMetadataAt(0);
    TableInfo info =
        TableInfo.of(
            TablePath.of(DATABASE, name),
            metadata.getTableId(),
            metadata.getSchemaId(),
            TableDescriptor.fromJsonBytes(metadata.getTableJson()),
            1,
            1);
    KvCalls calls =
        new KvCalls(
            gateway(leader(name, bucket)),
            new TableBucket(metadata.getTableId(), bucket),
            info,
            id -> schema(name, id));
    awaitTrue("bucket " + bucket + " of " + name + " has its store", calls::isServed);
    return calls;
  }

  Schema schema(String name, int id) {
    GetTableSchemaRequest request = new GetTableSchemaRequest().setSchemaId(id);
    Wire.write(TablePath.of(DATABASE, name), request.setTablePath());
    return Schema.fromJsonBytes(get(coordinator().getTableSchema(request)).getSchemaJson());
  }

  /** Adds a column of type INT. */
  void addColumn(String table, String column) {
    AlterTableRequest request = new AlterTableRequest().setIgnoreIfNotExists(false);
    Wire.write(TablePath.of(DATABASE, table), request.setTablePath());
    request
        .addAddColumns()
        .setColumnName(column)
        .setDataTypeJson("{\"type\":\"INTEGER\"}".getBytes(UTF_8))
        .setColumnPositionType(0);
    get(coordinator().alterTable(request));
    awaitTrue(
        "tablet servers know column " + column,
        () ->
            new String(metadata(table).getTableMetadataAt(0).getTableJson(), UTF_8)
                .contains('"' + column + '"'));
  }

  /** A table of two columns in one bucket, to be changed. */
  static TableDescriptor.Builder descriptor() {
    return TableDescriptor.builder()
        .schema(
            Schema.newBuilder()
                .column("id", DataTypes.INT())
                .column("name", DataTypes.STRING())
                .build())
        .distributedBy(1);
  }

  /** Creates a log table; returns its id once all buckets are led. */
  long createTable(String name, int buckets, int replicationFactor) {
    createTable(
        name,
        descriptor()
            .distributedBy(buckets)
            .property(
                ConfigOptions.TABLE_REPLICATION_FACTOR.key(), String.valueOf(replicationFactor))
            .build());
    for (int bucket = 0; bucket < buckets; bucket++) {
      leader(name, bucket);
    }
    return metadata(name).getTableMetadataAt(0).getTableId();
  }

  void createTable(String name, TableDescriptor descriptor) {
    CreateTableRequest request =
        new CreateTableRequest().setTableJson(descriptor.toJsonBytes()).setIgnoreIfExists(false);
    Wire.write(TablePath.of(DATABASE, name), request.setTablePath());
    get(coordinator().createTable(request));
  }

  void dropTable(String name) {
    DropTableRequest request = new DropTableRequest().setIgnoreIfNotExists(false);
    Wire.write(TablePath.of(DATABASE, name), request.setTablePath());
    get(coordinator().dropTable(request));
  }

  MetadataResponse metadata(String table) {
    MetadataRequest request = new MetadataRequest();
    Wire.write(TablePath.of(DATABASE, table), request.addTablePath());
    return get(gateway(tabletServers.keySet().iterator().next()).metadata(request));
  }

  /** The tablet server that leads a bucket, as the first tablet server knows, once one does. */
  int leader(String table, int bucket) {
    int[] leader = {-1};
    awaitTrue(
        "bucket " + bucket + " of " + table + " is led by a live server",
        () -> {
          for (PbBucketMetadata led :
              metadata(table).getTableMetadataAt(0).getBucketMetadataList()) {
            if (led.getBucketId() == bucket
                && led.hasLeaderId()
                && tabletServers.containsKey(led.getLeaderId())
                && leads(
                    led.getLeaderId(),
                    metadata(table).getTableMetadataAt(0).getTableId(),
                    bucket)) {
              leader[0] = led.getLeaderId();
            }
          }
          return leader[0] >= 0;
        });
    return leader[0];
  }

  private boolean leads(int server, long tableId, int bucket) {
    return calls(server).fetch(new TableBucket(tableId, bucket), -2).error == 0;
  }

  @Override
  public void close() throws Exception {
    for (TabletServer server : tabletServers.values()) {
      server.close();
    }
    coordinator.close();
    rpc.close();
    zooKeeper.close();
  }
}

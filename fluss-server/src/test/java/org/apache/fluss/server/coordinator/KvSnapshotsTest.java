// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import static org.apache.fluss.server.coordinator.TestCluster.awaitTrue;
import static org.apache.fluss.server.coordinator.TestCluster.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.FencedLeaderEpochException;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.KvSnapshotNotExistException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.rpc.gateway.CoordinatorGateway;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.AcquireKvSnapshotLeaseResponse;
import org.apache.fluss.rpc.messages.CommitKvSnapshotRequest;
import org.apache.fluss.rpc.messages.CreateDatabaseRequest;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.CreateTableRequest;
import org.apache.fluss.rpc.messages.DeleteProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.DropKvSnapshotLeaseRequest;
import org.apache.fluss.rpc.messages.DropTableRequest;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataRequest;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataResponse;
import org.apache.fluss.rpc.messages.GetProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.GetProducerOffsetsResponse;
import org.apache.fluss.rpc.messages.RegisterProducerOffsetsRequest;
import org.apache.fluss.rpc.messages.ReleaseKvSnapshotLeaseRequest;
import org.apache.fluss.server.kv.snapshot.KvFile;
import org.apache.fluss.server.kv.snapshot.KvSnapshotMetadata;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.KvSnapshotLeaseNode;
import org.apache.fluss.server.zk.KvSnapshotNode;
import org.apache.fluss.server.zk.ProducerOffsetsNode;
import org.apache.fluss.server.zk.StoredNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots registered with the coordinator, leases on them, and offsets of producers. */
class KvSnapshotsTest {
  private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
  private static final TableBucket BUCKET = new TableBucket(0, 0);
  private static final TableBucket OF_PARTITION = new TableBucket(1, 0L, 0);

  @TempDir Path root;
  private final ManualClock clock = new ManualClock(1_000_000);
  private TestCluster cluster;
  private FakeTabletServer server;
  private CoordinatorGateway gateway;

  @BeforeEach
  void start() throws Exception {
    cluster = new TestCluster(Files.createDirectory(root.resolve("remote")));
    cluster.conf.set(ConfigOptions.KV_MAX_RETAINED_SNAPSHOTS, 1);
    cluster.conf.set(
        ConfigOptions.KV_SNAPSHOT_LEASE_EXPIRATION_CHECK_INTERVAL, Duration.ofMillis(50));
    cluster.conf.set(
        ConfigOptions.COORDINATOR_PRODUCER_OFFSETS_CLEANUP_INTERVAL, Duration.ofMillis(50));
    cluster.conf.set(ConfigOptions.REPLICATION_PREVIEW_ENABLED, true);
    cluster.startCoordinator(clock);
    server = cluster.startTabletServer(0);
    gateway = cluster.gateway();
    get(
        gateway.createDatabase(
            new CreateDatabaseRequest().setDatabaseName("kvvec").setIgnoreIfExists(false)));
    createTable("snap");
    createTable("snappart", "pt");
    CreatePartitionRequest partition = new CreatePartitionRequest().setIgnoreIfNotExists(false);
    partition.setTablePath().setDatabaseName("kvvec").setTableName("snappart");
    partition.setPartitionSpec().addPartitionKeyValues().setKey("pt").setValue("p1");
    get(gateway.createPartition(partition));
    awaitTrue(
        "all are led", () -> server.roles.keySet().containsAll(List.of(BUCKET, OF_PARTITION)));
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private void createTable(String name, String... partitionKeys) {
    createTable(name, 1, partitionKeys);
  }

  private void createTable(String name, int replicas, String... partitionKeys) {
    Schema.Builder schema =
        Schema.newBuilder().column("id", DataTypes.INT()).column("pt", DataTypes.STRING());
    TableDescriptor descriptor =
        TableDescriptor.builder()
            .schema(
                (partitionKeys.length == 0
                        ? schema.primaryKey("id")
                        : schema.primaryKey("id", "pt"))
                    .build())
            .partitionedBy(partitionKeys)
            .distributedBy(1)
            .property("table.replication.factor", String.valueOf(replicas))
            .build();
    CreateTableRequest request =
        new CreateTableRequest().setTableJson(descriptor.toJsonBytes()).setIgnoreIfExists(false);
    request.setTablePath().setDatabaseName("kvvec").setTableName(name);
    get(gateway.createTable(request));
  }

  // --- against what a released cluster left behind -------------------------------------------

  @Test
  void whatTheReleasedClusterLeft() throws Exception {
    Map<String, JsonNode> vectors = new TreeMap<>();
    Vectors.load("kv-snapshot.json").forEach(v -> vectors.put(v.get("name").asText(), v));

    commit(vectors.get("non-partitioned-first-snapshot"), BUCKET);
    commit(vectors.get("non-partitioned-second-incremental-snapshot"), BUCKET);
    acquire(vectors.get("lease-non-partitioned"), "lease-1", BUCKET);
    commit(vectors.get("snapshot-while-previous-leased"), BUCKET);

    get(gateway.releaseKvSnapshotLease(new ReleaseKvSnapshotLeaseRequest().setLeaseId("lease-1")));
    assertThat(snapshots(BUCKET)).as("nothing was named").containsExactly("1", "2");
    release("lease-1", BUCKET);
    JsonNode released = vectors.get("after-lease-release");
    assertThat(cluster.store.get(released.get("zk_path").asText())).isEmpty();
    // Better than the released one, which leaves it to the next commit.
    awaitTrue("the freed snapshot is removed", () -> snapshots(BUCKET).equals(List.of("2")));
    commitNew(BUCKET, 3, List.of());
    assertThat(snapshots(BUCKET))
        .containsExactlyElementsOf(texts(released.get("zk_snapshot_children_after_next_commit")));

    commit(vectors.get("partitioned-snapshot"), OF_PARTITION);
    acquire(vectors.get("lease-partitioned"), "lease-2", OF_PARTITION);
  }

  private void commit(JsonNode vector, TableBucket bucket) throws Exception {
    Supplier<List<String>> listing = () -> files(bucketDirectory(bucket));
    List<String> expected = new ArrayList<>();
    for (JsonNode file : vector.get("remote_listing")) {
      Path path = Path.of(localize(file.get("path").asText()));
      if (!Files.exists(path) && !path.endsWith("_METADATA")) {
        write(path, file.get("size").asInt());
      }
      expected.add(bucketDirectory(bucket).relativize(path).toString());
    }
    String json = localize(vector.get("metadata_json").asText());
    KvSnapshotMetadata snapshot =
        KvSnapshotMetadata.fromJson(json.getBytes(StandardCharsets.UTF_8));
    commit(snapshot, leaderEpoch(bucket), 0);

    assertThat(
            Files.readString(Path.of(localize(vector.get("metadata_file").asText()).substring(5))))
        .isEqualTo(json);
    assertThat(text(vector.get("zk_node_path").asText()))
        .isEqualTo(localize(vector.get("zk_node_json").asText()));
    if (vector.has("zk_snapshot_children")) {
      assertThat(snapshots(bucket))
          .containsExactlyElementsOf(texts(vector.get("zk_snapshot_children")));
    }
    awaitTrue(
        "files are " + expected,
        () -> listing.get().equals(new ArrayList<>(new TreeSet<>(expected))));
    assertThat(CounterNode.kvSnapshotIds(bucket).path() + "/").startsWith(parent(vector) + "/");

    GetKvSnapshotMetadataResponse answer = metadata(bucket, snapshot.snapshotId());
    assertThat(answer.getLogOffset())
        .isEqualTo(vector.get("get_kv_snapshot_metadata_log_offset").asLong());
    List<String> named = new ArrayList<>();
    answer
        .getSnapshotFilesList()
        .forEach(file -> named.add(file.getLocalFileName() + " " + file.getRemotePath()));
    List<String> recorded = new ArrayList<>();
    for (JsonNode file : vector.get("get_kv_snapshot_metadata_files")) {
      recorded.add(
          file.get("local_file_name").asText() + " " + localize(file.get("remote_path").asText()));
    }
    assertThat(named).isEqualTo(recorded);
  }

  private static String parent(JsonNode vector) {
    String path = vector.get("zk_node_path").asText();
    return path.substring(0, path.indexOf("/snapshots/"));
  }

  private void acquire(JsonNode vector, String lease, TableBucket bucket) throws Exception {
    acquire(lease, 1_000, bucket, vector.get("snapshot_id").asLong());
    String pattern = localize(vector.get("zk_json").asText());
    String node = text(vector.get("zk_path").asText());
    assertThat(withoutIds(node)).isEqualTo(withoutIds(pattern));
    String file = node.replaceAll(".*\"file:([^\"]*)\".*", "$1");
    assertThat(Files.readString(Path.of(file)))
        .isEqualTo(vector.get("remote_lease_files").get(0).get("json").asText());
  }

  private static String withoutIds(String json) {
    return json.replaceAll(UUID, "UUID")
        .replaceAll("\"expiration_time\":[0-9]+", "\"expiration_time\":0");
  }

  private String localize(String text) {
    return text.replace("/ROOT", root.toString());
  }

  private static List<String> texts(JsonNode array) {
    List<String> out = new ArrayList<>();
    array.forEach(item -> out.add(item.asText()));
    return out;
  }

  // --- commits -------------------------------------------------------------------------------

  @Test
  void onlyTheLeaderCommits() {
    KvSnapshotMetadata snapshot = snapshot(BUCKET, 0, List.of());
    int epoch = leaderEpoch(BUCKET);
    assertThatThrownBy(() -> commit(snapshot, epoch - 1, 0))
        .isInstanceOf(FencedLeaderEpochException.class);
    assertThatThrownBy(() -> commit(snapshot, epoch + 1, 0))
        .isInstanceOf(InvalidCoordinatorException.class);
    assertThatThrownBy(() -> commit(snapshot, epoch, 1))
        .isInstanceOf(InvalidCoordinatorException.class);
    assertThatThrownBy(() -> commit(snapshot(new TableBucket(9, 0), 0, List.of()), epoch, 0))
        .isInstanceOf(UnknownTableOrBucketException.class);
    assertThat(snapshots(BUCKET)).isEmpty();
    assertThatThrownBy(() -> metadata(BUCKET, 0)).isInstanceOf(KvSnapshotNotExistException.class);
    commit(snapshot, epoch, 0);
    commit(snapshot, epoch, 0);
    assertThat(snapshots(BUCKET)).containsExactly("0");
  }

  @Test
  void followersLearnFromWhereOnTheyKeepTheirLog() {
    FakeTabletServer other = cluster.startTabletServer(1);
    createTable("replicated", 2);
    TableBucket bucket = new TableBucket(2, 0);
    awaitTrue(
        "both know", () -> server.roles.containsKey(bucket) && other.roles.containsKey(bucket));
    FakeTabletServer leader = server.roles.get(bucket).getLeader() == 0 ? server : other;
    FakeTabletServer follower = leader == server ? other : server;
    KvSnapshotMetadata snapshot =
        new KvSnapshotMetadata(
            bucket,
            0,
            "file:" + root + "/remote/kv/kvvec/replicated-2/0/snap-0",
            List.of(),
            List.of(),
            0,
            77,
            null,
            List.of());
    commit(snapshot, leaderEpoch(bucket), 0);
    awaitTrue("it was told", () -> follower.kvSnapshotOffsets.equals(Map.of(bucket, 77L)));
    assertThat(leader.kvSnapshotOffsets).isEmpty();
  }

  @Test
  void filesNothingNeedsAreRemoved() throws Exception {
    String orphan = "0f8fad5b-d9cb-469f-a165-70867728950e";
    write(bucketDirectory(BUCKET).resolve("shared").resolve(orphan), 5);
    write(bucketDirectory(BUCKET).resolve("snap-3").resolve(orphan), 5);
    write(bucketDirectory(BUCKET).resolve("snap-5").resolve(orphan), 5);
    write(bucketDirectory(BUCKET).resolve("shared/a"), 1);
    commitNew(BUCKET, 4, List.of("a"));
    awaitTrue(
        "orphans of earlier snapshots go",
        () ->
            files(bucketDirectory(BUCKET))
                .equals(List.of("shared/a", "snap-4/_METADATA", "snap-5/" + orphan)));
  }

  @Test
  void sharedFilesStayWhenItIsUnknownWhoUsesThem() throws Exception {
    write(bucketDirectory(BUCKET).resolve("shared/a"), 1);
    write(bucketDirectory(BUCKET).resolve("shared/b"), 1);
    commitNew(BUCKET, 0, List.of("a", "b"));
    acquire("l", 10_000, BUCKET, 0);
    commitNew(BUCKET, 1, List.of("a"));
    Files.writeString(bucketDirectory(BUCKET).resolve("snap-1/_METADATA"), "damaged");
    release("l", BUCKET);
    awaitTrue(
        "the old snapshot is gone",
        () ->
            files(bucketDirectory(BUCKET))
                .equals(List.of("shared/a", "shared/b", "snap-1/_METADATA")));
    // A damaged snapshot does not keep newer ones out.
    commitNew(BUCKET, 2, List.of("a"));
    assertThat(snapshots(BUCKET)).containsExactly("2");
  }

  @Test
  void droppedTableLeavesNothing() {
    commitNew(BUCKET, 0, List.of());
    DropTableRequest drop = new DropTableRequest().setIgnoreIfNotExists(false);
    drop.setTablePath().setDatabaseName("kvvec").setTableName("snap");
    get(gateway.dropTable(drop));
    awaitTrue("its files are gone", () -> !Files.exists(bucketDirectory(BUCKET).getParent()));
    assertThatThrownBy(() -> commitNew(BUCKET, 1, List.of()))
        .isInstanceOf(UnknownTableOrBucketException.class);
    assertThat(bucketDirectory(BUCKET)).doesNotExist();
  }

  // --- leases --------------------------------------------------------------------------------

  @Test
  void missingSnapshotsAreReported() {
    commitNew(BUCKET, 0, List.of());
    AcquireKvSnapshotLeaseResponse answer = acquire("l", 1_000, BUCKET, 7);
    assertThat(answer.getUnavailableSnapshotsCount()).isEqualTo(1);
    assertThat(answer.getUnavailableSnapshotsAt(0).getTableId()).isZero();
    assertThat(answer.getUnavailableSnapshotsAt(0).getBucketSnapshotsAt(0).getSnapshotId())
        .isEqualTo(7);
    assertThat(acquire("l", 1_000, BUCKET, 0).getUnavailableSnapshotsCount()).isZero();
  }

  @Test
  void twoLeasesNeedTwoReleasesAndNewerSnapshotReplacesOlder() {
    commitNew(BUCKET, 0, List.of());
    acquire("a", 1_000, BUCKET, 0);
    acquire("b", 1_000, BUCKET, 0);
    commitNew(BUCKET, 1, List.of());
    release("a", BUCKET);
    release("a", BUCKET);
    release("unknown", BUCKET);
    assertThat(snapshots(BUCKET)).containsExactly("0", "1");
    acquire("b", 1_000, BUCKET, 1);
    awaitTrue("0 is free", () -> snapshots(BUCKET).equals(List.of("1")));
    get(gateway.dropKvSnapshotLease(new DropKvSnapshotLeaseRequest().setLeaseId("b")));
    get(gateway.dropKvSnapshotLease(new DropKvSnapshotLeaseRequest().setLeaseId("b")));
    assertThat(cluster.store.children(KvSnapshotLeaseNode.PARENT)).isEmpty();
    awaitTrue("no file is left", () -> files(root.resolve("remote/lease")).isEmpty());
  }

  @Test
  void leasesOutliveTheCoordinatorAndExpire() throws Exception {
    commitNew(BUCKET, 0, List.of());
    acquire("l", 1_000, BUCKET, 0);
    acquire("m", 5_000, BUCKET, 0);
    cluster.stopCoordinator();
    cluster.startCoordinator(clock);
    gateway = cluster.gateway();
    awaitTrue("it serves", () -> commits(BUCKET, 1));
    assertThat(snapshots(BUCKET)).containsExactly("0", "1");
    clock.advanceTime(Duration.ofMillis(2_000));
    awaitTrue(
        "l has expired",
        () -> cluster.store.children(KvSnapshotLeaseNode.PARENT).equals(List.of("m")));
    assertThat(snapshots(BUCKET)).containsExactly("0", "1");
    acquire("m", 9_000);
    clock.advanceTime(Duration.ofMillis(8_000));
    assertThat(KvSnapshotLeaseNode.decode(data(KvSnapshotLeaseNode.path("m"))).expirationTimeMs())
        .isEqualTo(1_011_000);
    clock.advanceTime(Duration.ofMillis(2_000));
    awaitTrue("0 is removed", () -> snapshots(BUCKET).equals(List.of("1")));
  }

  private boolean commits(TableBucket bucket, long id) {
    try {
      commitNew(bucket, id, List.of());
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  @Test
  void unreadableLeaseHoldsAllUntilItCanBeRead() throws Exception {
    commitNew(BUCKET, 0, List.of());
    acquire("l", 1_000_000, BUCKET, 0);
    Path file = root.resolve("remote/lease").resolve(files(root.resolve("remote/lease")).get(0));
    byte[] content = Files.readAllBytes(file);
    Files.writeString(file, "damaged");
    cluster.stopCoordinator();
    cluster.startCoordinator(clock);
    gateway = cluster.gateway();
    awaitTrue("it serves", () -> commits(BUCKET, 1));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> acquire("l", 1_000_000, BUCKET, 1))
          .isInstanceOf(StorageException.class);
    }
    commitNew(BUCKET, 2, List.of());
    assertThat(snapshots(BUCKET)).containsExactly("0", "1", "2");
    Files.write(file, content);
    AtomicLong next = new AtomicLong(3);
    awaitTrue(
        "it was read",
        () -> commits(BUCKET, next.getAndIncrement()) && snapshots(BUCKET).size() == 2);
    assertThat(snapshots(BUCKET)).first().isEqualTo("0");
  }

  @Test
  void leaseIdsStayInTheirDirectory() {
    assertThatThrownBy(() -> acquire("../x", 1_000)).hasMessageContaining("../x");
  }

  // --- producers -----------------------------------------------------------------------------

  @Test
  void producerOffsets() throws Exception {
    assertThat(register("p", 1_000, 5)).isZero();
    assertThat(register("p", 1_000, 6)).isEqualTo(1);
    String node = text(ProducerOffsetsNode.path("p"));
    assertThat(node)
        .matches(
            "\\{\"version\":1,\"expiration_time\":1001000,\"tables\":\\[\\{\"table_id\":0,"
                + "\"offsets_path\":\"file:"
                + root
                + "/remote/producers/p/0/"
                + UUID
                + ".offsets\"\\}\\]\\}");
    GetProducerOffsetsResponse found = offsets("p");
    assertThat(found.getExpirationTime()).isEqualTo(1_001_000);
    assertThat(found.getTableOffsetsAt(0).getBucketOffsetsAt(0).getLogEndOffset()).isEqualTo(5);

    get(gateway.deleteProducerOffsets(new DeleteProducerOffsetsRequest().setProducerId("p")));
    assertThat(offsets("p").hasProducerId()).isFalse();
    assertThat(register("p", 1_000, 7)).isZero();
    write(root.resolve("remote/producers/gone/0/x.offsets"), 3);
    clock.advanceTime(Duration.ofMillis(2_000));
    awaitTrue("all is cleaned up", () -> files(root.resolve("remote/producers")).isEmpty());
    assertThat(register("p", 1_000, 8)).isZero();
  }

  private int register(String producer, long ttlMs, long offset) {
    RegisterProducerOffsetsRequest request =
        new RegisterProducerOffsetsRequest().setProducerId(producer).setTtlMs(ttlMs);
    request
        .addTableOffsets()
        .setTableId(0)
        .addBucketOffsets()
        .setBucketId(0)
        .setLogEndOffset(offset);
    return get(gateway.registerProducerOffsets(request)).getResult();
  }

  private GetProducerOffsetsResponse offsets(String producer) {
    return get(gateway.getProducerOffsets(new GetProducerOffsetsRequest().setProducerId(producer)));
  }

  // --- calls and state -----------------------------------------------------------------------

  private KvSnapshotMetadata snapshot(TableBucket bucket, long id, List<String> shared) {
    String directory = "file:" + bucketDirectory(bucket);
    return new KvSnapshotMetadata(
        bucket,
        id,
        directory + "/snap-" + id,
        shared.stream()
            .map(name -> new KvFile(directory + "/shared/" + name, 1, name + ".sst"))
            .collect(Collectors.toList()),
        List.of(),
        0,
        id,
        null,
        List.of());
  }

  private void commitNew(TableBucket bucket, long id, List<String> shared) {
    commit(snapshot(bucket, id, shared), leaderEpoch(bucket), 0);
  }

  private void commit(KvSnapshotMetadata snapshot, int leaderEpoch, int coordinatorEpoch) {
    get(
        gateway.commitKvSnapshot(
            new CommitKvSnapshotRequest()
                .setCompletedSnapshot(snapshot.toJson())
                .setBucketLeaderEpoch(leaderEpoch)
                .setCoordinatorEpoch(coordinatorEpoch)));
  }

  private GetKvSnapshotMetadataResponse metadata(TableBucket bucket, long id) {
    GetKvSnapshotMetadataRequest request =
        new GetKvSnapshotMetadataRequest()
            .setTableId(bucket.getTableId())
            .setBucketId(bucket.getBucket())
            .setSnapshotId(id);
    if (bucket.getPartitionId() != null) {
      request.setPartitionId(bucket.getPartitionId());
    }
    return get(gateway.getKvSnapshotMetadata(request));
  }

  private void acquire(String lease, long durationMs) {
    get(
        gateway.acquireKvSnapshotLease(
            new AcquireKvSnapshotLeaseRequest().setLeaseId(lease).setLeaseDurationMs(durationMs)));
  }

  private AcquireKvSnapshotLeaseResponse acquire(
      String lease, long durationMs, TableBucket bucket, long snapshotId) {
    AcquireKvSnapshotLeaseRequest request =
        new AcquireKvSnapshotLeaseRequest().setLeaseId(lease).setLeaseDurationMs(durationMs);
    var out =
        request
            .addSnapshotsToLease()
            .setTableId(bucket.getTableId())
            .addBucketSnapshots()
            .setBucketId(bucket.getBucket())
            .setSnapshotId(snapshotId);
    if (bucket.getPartitionId() != null) {
      out.setPartitionId(bucket.getPartitionId());
    }
    return get(gateway.acquireKvSnapshotLease(request));
  }

  private void release(String lease, TableBucket bucket) {
    ReleaseKvSnapshotLeaseRequest request = new ReleaseKvSnapshotLeaseRequest().setLeaseId(lease);
    request.addBucketsToRelease().setTableId(bucket.getTableId()).setBucketId(bucket.getBucket());
    get(gateway.releaseKvSnapshotLease(request));
  }

  private int leaderEpoch(TableBucket bucket) {
    return server.roles.get(bucket).getLeaderEpoch();
  }

  private List<String> snapshots(TableBucket bucket) {
    return cluster.store.children(KvSnapshotNode.parent(bucket)).stream()
        .sorted()
        .collect(Collectors.toList());
  }

  private byte[] data(String node) {
    return cluster.store.get(node).map(StoredNode::data).orElseThrow();
  }

  private String text(String node) {
    return new String(data(node), StandardCharsets.UTF_8);
  }

  private Path bucketDirectory(TableBucket bucket) {
    return root.resolve(
        bucket.getPartitionId() == null
            ? "remote/kv/kvvec/snap-0/0"
            : "remote/kv/kvvec/snappart-1/p1-p0/0");
  }

  private static void write(Path file, int size) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[size]);
  }

  private static List<String> files(Path directory) {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .sorted()
          .collect(Collectors.toList());
    } catch (UncheckedIOException | IOException e) {
      return List.of("changing");
    }
  }
}

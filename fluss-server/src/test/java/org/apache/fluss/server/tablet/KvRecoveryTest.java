// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.tablet.KvCalls.delete;
import static org.apache.fluss.server.tablet.KvCalls.upsert;
import static org.apache.fluss.server.tablet.LogCalls.awaitTrue;
import static org.apache.fluss.server.tablet.LogCalls.get;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataRequest;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataResponse;
import org.apache.fluss.rpc.messages.GetLatestKvSnapshotsRequest;
import org.apache.fluss.rpc.messages.PbKvSnapshot;
import org.apache.fluss.rpc.messages.PbRemotePathAndLocalFile;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.metadata.Wire;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores that are made from a snapshot and the log, by servers that crashed. */
final class KvRecoveryTest {
  private static final Duration NEVER = Duration.ZERO;
  private static final Duration SOON = Duration.ofMillis(50);

  @TempDir Path directory;
  private LocalCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new LocalCluster(directory, 0);
    startServer(SOON);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private void startServer(Duration snapshotInterval) throws Exception {
    cluster.settings = conf -> conf.set(ConfigOptions.KV_SNAPSHOT_INTERVAL, snapshotInterval);
    cluster.startTabletServer(0);
  }

  private void restart(Duration snapshotInterval) throws Exception {
    cluster.crash(0);
    startServer(snapshotInterval);
  }

  private KvCalls create(String name) {
    cluster.createTable(name, PrimaryKeyTableTest.descriptor().build());
    return cluster.kv(name, 0);
  }

  private PbKvSnapshot latestSnapshot(String name) {
    GetLatestKvSnapshotsRequest request = new GetLatestKvSnapshotsRequest();
    Wire.write(TablePath.of(LocalCluster.DATABASE, name), request.setTablePath());
    return get(cluster.gateway(0).getLatestKvSnapshots(request)).getLatestSnapshotsAt(0);
  }

  /** Waits for a snapshot of all that was written; returns its id. */
  private long awaitSnapshot(String name, long logOffset) {
    awaitTrue(
        "there is a snapshot up to " + logOffset,
        () -> {
          PbKvSnapshot latest = latestSnapshot(name);
          return latest.hasLogOffset() && latest.getLogOffset() == logOffset;
        });
    return latestSnapshot(name).getSnapshotId();
  }

  private List<String> rows(KvCalls kv) {
    return kv.limitScan(1_000_000).stream().map(kv::text).collect(Collectors.toList());
  }

  private Path remote(String name, TableBucket bucket) {
    return directory
        .resolve("remote/kv")
        .resolve(LocalCluster.DATABASE)
        .resolve(name + "-" + bucket.getTableId())
        .resolve(String.valueOf(bucket.getBucket()));
  }

  private static List<String> files(Path directory) throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  @Test
  void snapshotThenLog() throws Exception {
    KvCalls kv = create("t");
    kv.put(upsert(1, 1, "one"), upsert(2, 2, "two"), upsert(3, 3, "three"));
    awaitSnapshot("t", kv.put(upsert(1, 10, "uno")));
    restart(NEVER);
    kv = cluster.kv("t", 0);
    assertThat(kv.stats().getRowCount()).isEqualTo(3);
    kv.put(delete(2), upsert(4, 4, "four"), upsert(1, 100, "eins"));
    List<String> changelog = kv.changelog();
    restart(NEVER);
    kv = cluster.kv("t", 0);
    assertThat(rows(kv)).containsExactly("[1, 100, eins]", "[3, 3, three]", "[4, 4, four]");
    assertThat(kv.stats().getRowCount()).isEqualTo(3);
    assertThat(kv.changelog()).isEqualTo(changelog);
    assertThat(kv.put(upsert(1, 5, "cinq"))).isEqualTo(11);
    assertThat(kv.changelog().subList(9, 11))
        .containsExactly("9 -U [1, 100, eins]", "10 +U [1, 5, cinq]");
  }

  /** The changes before the snapshot are gone with the disk; they are only in the store. */
  @Test
  void lostDisk() throws Exception {
    KvCalls kv = create("t");
    List<KvCalls.Op> ops = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      ops.add(upsert(i, i, "row " + i));
    }
    kv.put(ops.toArray(new KvCalls.Op[0]));
    awaitSnapshot("t", kv.put(delete(7)));
    List<String> before = rows(kv);
    cluster.crash(0);
    LocalDisk.INSTANCE.deleteRecursively(directory.resolve("data-0"));
    startServer(SOON);
    kv = cluster.kv("t", 0);
    assertThat(rows(kv)).isEqualTo(before).hasSize(999);
    assertThat(kv.stats().getRowCount()).isEqualTo(999);
    assertThat(kv.put(upsert(7, 8, "again"), upsert(8, 9, "changed"))).isEqualTo(1_004);
    assertThat(kv.lookup(7)).isEqualTo("[7, 8, again]");
    assertThat(kv.lookup(8)).isEqualTo("[8, 9, changed]");
    assertThat(kv.stats().getRowCount()).isEqualTo(1_000);
    awaitSnapshot("t", 1_004);
    restart(NEVER);
    kv = cluster.kv("t", 0);
    assertThat(kv.lookup(8)).isEqualTo("[8, 9, changed]");
    assertThat(kv.stats().getRowCount()).isEqualTo(1_000);
  }

  @Test
  void snapshotThatLacksAFileIsPassedOver() throws Exception {
    KvCalls kv = create("t");
    long first = awaitSnapshot("t", kv.put(upsert(1, 1, "one")));
    long second = awaitSnapshot("t", kv.put(upsert(2, 2, "two"), upsert(1, 10, "uno")));
    Path remote = remote("t", kv.bucket);
    List<String> shared = files(remote.resolve("shared"));
    for (String file : files(remote.resolve("snap-" + second))) {
      if (!file.equals("_METADATA")) {
        Files.delete(remote.resolve("snap-" + second).resolve(file));
        break;
      }
    }
    restart(NEVER);
    kv = cluster.kv("t", 0);
    assertThat(rows(kv)).containsExactly("[1, 10, uno]", "[2, 2, two]");
    assertThat(kv.stats().getRowCount()).isEqualTo(2);
    assertThat(latestSnapshot("t").getSnapshotId()).isEqualTo(first);
    assertThat(files(remote.resolve("shared"))).containsAll(shared);
    restart(SOON);
    kv = cluster.kv("t", 0);
    long third = awaitSnapshot("t", kv.put(upsert(3, 3, "three")));
    assertThat(third).isGreaterThan(second);
    restart(NEVER);
    assertThat(rows(cluster.kv("t", 0)))
        .containsExactly("[1, 10, uno]", "[2, 2, two]", "[3, 3, three]");
  }

  @Test
  void damagedMetadataKeepsNoNewerSnapshotOut() throws Exception {
    KvCalls kv = create("t");
    long first = awaitSnapshot("t", kv.put(upsert(1, 1, "one")));
    Files.writeString(
        remote("t", kv.bucket).resolve("snap-" + first).resolve("_METADATA"), "{\"version\":1");
    restart(SOON);
    kv = cluster.kv("t", 0);
    assertThat(rows(kv)).containsExactly("[1, 1, one]");
    long second = awaitSnapshot("t", kv.put(upsert(2, 2, "two")));
    GetKvSnapshotMetadataResponse files =
        get(
            cluster
                .gateway(0)
                .getKvSnapshotMetadata(
                    new GetKvSnapshotMetadataRequest()
                        .setTableId(kv.bucket.getTableId())
                        .setBucketId(0)
                        .setSnapshotId(second)));
    assertThat(files.getLogOffset()).isEqualTo(2);
    assertThat(
            files.getSnapshotFilesList().stream()
                .map(PbRemotePathAndLocalFile::getLocalFileName)
                .map(name -> name.replaceAll("-?[0-9]+", "")))
        .containsExactlyInAnyOrder("CURRENT", "MANIFEST", "OPTIONS", ".sst");
  }

  @Test
  void droppedTableLeavesNoSnapshots() {
    KvCalls kv = create("t");
    awaitSnapshot("t", kv.put(upsert(1, 1, "one")));
    Path table = remote("t", kv.bucket).getParent();
    assertThat(table).exists();
    kv.put(upsert(2, 2, "two"));
    cluster.dropTable("t");
    awaitTrue("its remote files are gone", () -> !Files.exists(table));
  }
}

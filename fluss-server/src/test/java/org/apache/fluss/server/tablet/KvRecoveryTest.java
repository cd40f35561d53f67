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
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.messages.AlterTableRequest;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataRequest;
import org.apache.fluss.rpc.messages.GetKvSnapshotMetadataResponse;
import org.apache.fluss.rpc.messages.GetLatestKvSnapshotsRequest;
import org.apache.fluss.rpc.messages.PbKvSnapshot;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.messages.PbRemotePathAndLocalFile;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.metadata.Wire;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.json.DataTypeJsonSerde;
import org.apache.fluss.utils.json.JsonSerdeUtils;
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

  // --- what released servers did ---------------------------------------------------------------

  @Test
  void recoveriesOfTheReleasedServer() throws Exception {
    int count = 0;
    for (JsonNode vector : Vectors.load("kv-recovery.json")) {
      String name = vector.get("name").asText();
      cluster.stop(0);
      startServer(name.equals("recover-with-snapshot") ? SOON : NEVER);
      replay(name.replace('-', '_'), vector);
      count++;
    }
    assertThat(count).isEqualTo(3);
  }

  private void replay(String name, JsonNode vector) throws Exception {
    boolean evolves = name.equals("recover_schema_evolution");
    cluster.createTable(name, descriptor(vector, evolves));
    KvCalls kv = cluster.kv(name, 0);
    int columns = vector.get("columns").size();
    long end = 0;
    for (JsonNode step : vector.get("steps")) {
      String note = step.path("note").asText();
      if (note.startsWith("snapshot taken here")) {
        awaitSnapshot(name, end);
        restart(NEVER);
        kv = cluster.kv(name, 0);
      } else if (note.equals("tablet server restarted")) {
        restart(NEVER);
        kv = cluster.kv(name, 0);
      } else if (note.startsWith("add column")) {
        addColumn(name, "c");
        kv = cluster.kv(name, 0);
      } else if (step.has("lookup")) {
        assertThat(kv.lookup(value(step.get("lookup").get(0))))
            .isEqualTo(Arrays.toString(row(step.get("result"))));
      } else if (step.has("batch")) {
        Object[] row = row(step.get("batch").get(0).get("row"));
        KvCalls.How how = new KvCalls.How().schema(evolves && row.length < columns ? 1 : 0);
        if (step.has("target_columns")) {
          how.targets(0, 2);
        }
        PbPutKvRespForBucket answer = kv.put(how, upsert(row));
        assertThat(answer.hasErrorCode()).as(step + ": " + answer).isFalse();
        end = answer.getLogEndOffset();
        assertThat(end).isEqualTo(step.get("log_end_offset_after").asLong());
      }
    }
    List<String> changelog = new ArrayList<>();
    for (JsonNode change : vector.get("changelog")) {
      changelog.add(
          change.get("offset").asLong()
              + " "
              + change.get("change").asText()
              + " "
              + Arrays.toString(row(change.get("row"))));
    }
    assertThat(kv.changelog()).isEqualTo(changelog);
    assertThat(kv.stats().getRowCount()).isEqualTo(vector.get("row_count").asLong());
    assertThat(end).isEqualTo(vector.get("log_end_offset").asLong());
    assertThat(kv.limitScan(1_000)).hasSize(vector.get("kv_contents_hex").size());
    for (JsonNode entry : vector.get("kv_contents_hex")) {
      byte[] key = Vectors.bytes(entry.get("key").asText());
      byte[] value = KvCalls.values(kv.lookupAnswer(key)).get(0);
      assertThat(Vectors.hex(value)).isEqualTo(entry.get("value").asText());
    }
  }

  private static TableDescriptor descriptor(JsonNode vector, boolean withoutLast) {
    Schema.Builder schema = Schema.newBuilder();
    int columns = vector.get("columns").size() - (withoutLast ? 1 : 0);
    for (int i = 0; i < columns; i++) {
      JsonNode column = vector.get("columns").get(i);
      schema.column(column.get("name").asText(), type(column.get("type").asText()));
    }
    schema.primaryKey(vector.get("primary_key").get(0).asText());
    if (vector.get("properties").has("table.auto-increment.cache-size")) {
      schema.enableAutoIncrement("n");
    }
    TableDescriptor.Builder table =
        TableDescriptor.builder().schema(schema.build()).distributedBy(1);
    vector
        .get("properties")
        .properties()
        .forEach(p -> table.property(p.getKey(), p.getValue().asText()));
    return table.build();
  }

  private static DataType type(String text) {
    switch (text) {
      case "INT NOT NULL":
      case "INT":
        return DataTypes.INT();
      case "BIGINT":
        return DataTypes.BIGINT();
      default:
        return DataTypes.STRING();
    }
  }

  private static Object[] row(JsonNode values) {
    Object[] row = new Object[values.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = value(values.get(i));
    }
    return row;
  }

  private static Object value(JsonNode value) {
    return value.isNull() ? null : value.isInt() ? (Object) value.asInt() : value.asText();
  }

  private void addColumn(String table, String column) {
    AlterTableRequest request = new AlterTableRequest().setIgnoreIfNotExists(false);
    Wire.write(TablePath.of(LocalCluster.DATABASE, table), request.setTablePath());
    request
        .addAddColumns()
        .setColumnName(column)
        .setDataTypeJson(
            JsonSerdeUtils.writeValueAsBytes(DataTypes.INT(), DataTypeJsonSerde.INSTANCE))
        .setColumnPositionType(0);
    get(cluster.coordinator().alterTable(request));
    awaitTrue(
        "the server knows the column",
        () -> cluster.metadata(table).getTableMetadataAt(0).getSchemaId() == 2);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.log.disk.DiskFile;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  private static final Path ROOT = Path.of("/data");
  private static final Map<TableBucket, Long> RECORDED = new HashMap<>();

  static {
    RECORDED.put(new TableBucket(0, 0), 9L);
    RECORDED.put(new TableBucket(1, 0), 9L);
    RECORDED.put(new TableBucket(2, 0L, 0), 0L);
    RECORDED.put(new TableBucket(2, 0L, 1), 1L);
    RECORDED.put(new TableBucket(3, 0), 4L);
  }

  @TempDir Path temp;

  private final SimulatedDisk disk = new SimulatedDisk();

  @Test
  void checkpointsOfTheReleasedServer() throws Exception {
    JsonNode vectors = Vectors.load("log-storage-checkpoints.json");
    int read = 0;
    for (String state : new String[] {"clean", "running"}) {
      for (String name :
          new String[] {DataDirectory.RECOVERY_POINTS, DataDirectory.HIGH_WATERMARKS}) {
        byte[] content = Vectors.bytes(vectors.get(state).get(name).get("hex").asText());
        put(disk, ROOT.resolve("x"), content);
        Map<TableBucket, Long> offsets = new OffsetCheckpoint(disk, ROOT.resolve("x")).read();
        assertThat(offsets).isEqualTo(content.length == 0 ? new HashMap<>() : RECORDED);
        read++;
        if (content.length > 0) {
          new OffsetCheckpoint(disk, ROOT.resolve("y")).write(offsets);
          assertThat(lines(disk.read(ROOT.resolve("y"), 1000))).isEqualTo(lines(content));
        }
      }
    }
    assertThat(read).isEqualTo(4);
  }

  /** Lines of buckets have no order. */
  private static List<Object> lines(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    assertThat(text).endsWith("\n");
    String[] lines = text.split("\n");
    Set<String> buckets = new HashSet<>(Arrays.asList(lines).subList(2, lines.length));
    return List.of(lines[0], lines[1], lines.length, buckets);
  }

  @Test
  void damagedCheckpoints() throws Exception {
    String[] damaged = {
      "1\n1\n1 0 9\n",
      "0\n2\n1 0 9\n",
      "0\n1\n1 0\n",
      "0\n1\n1 0 9 8 7\n",
      "0\n1\n1 x 9\n",
      "0\n-1\n",
      "0\n",
      "\n",
      "0\n1\n"
    };
    for (String content : damaged) {
      put(disk, ROOT.resolve("x"), content.getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> new OffsetCheckpoint(disk, ROOT.resolve("x")).read())
          .as(content)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/data/x");
      put(
          disk,
          ROOT.resolve(DataDirectory.RECOVERY_POINTS),
          content.getBytes(StandardCharsets.UTF_8));
      DataDirectory directory = DataDirectory.open(disk, ROOT);
      assertThat(directory.recoveryPoint(new TableBucket(1, 0))).isZero();
    }
  }

  @Test
  void idsBeyond32Bits() throws Exception {
    Map<TableBucket, Long> offsets = new HashMap<>();
    offsets.put(new TableBucket(1L << 40, 1L << 41, 7), 1L << 42);
    disk.createDirectories(ROOT);
    OffsetCheckpoint checkpoint = new OffsetCheckpoint(disk, ROOT.resolve("x"));
    checkpoint.write(offsets);
    assertThat(checkpoint.read()).isEqualTo(offsets);
  }

  @Test
  void unchangedCheckpointIsNotWrittenAgain() throws Exception {
    disk.createDirectories(ROOT);
    OffsetCheckpoint checkpoint = new OffsetCheckpoint(disk, ROOT.resolve("x"));
    checkpoint.write(RECORDED);
    int forces = disk.forceCount();
    checkpoint.write(new HashMap<>(RECORDED));
    assertThat(disk.forceCount()).isEqualTo(forces);
  }

  @Test
  void wholeDirectoryIsThatOfTheReleasedServer() throws Exception {
    JsonNode vectors = Vectors.load("log-storage-checkpoints.json");
    Set<String> expected = new TreeSet<>();
    vectors.get("directory_tree_after_clean_shutdown").forEach(path -> expected.add(path.asText()));
    assertThat(expected).hasSize(58);
    Path root = temp.resolve("data");
    DataDirectory directory = DataDirectory.open(LocalDisk.INSTANCE, root);
    assertThat(directory.wasCleanlyStopped()).isFalse();
    assertThat(directory.logs()).isEmpty();
    // Offsets at which the recorded logs rolled, then their end.
    Map<TableBucket, long[]> rolls = new HashMap<>();
    rolls.put(new TableBucket(0, 0), new long[] {8, 9});
    rolls.put(new TableBucket(1, 0), new long[] {1, 2, 3, 5, 6, 8, 9});
    rolls.put(new TableBucket(2, 0L, 0), new long[] {0});
    rolls.put(new TableBucket(2, 0L, 1), new long[] {1});
    rolls.put(new TableBucket(3, 0), new long[] {1, 3, 4});
    Map<TableBucket, PhysicalTablePath> paths = new HashMap<>();
    paths.put(new TableBucket(0, 0), PhysicalTablePath.of("vec", "log_indexed", null));
    paths.put(new TableBucket(1, 0), PhysicalTablePath.of("vec", "log_arrow", null));
    paths.put(new TableBucket(2, 0L, 0), PhysicalTablePath.of("vec", "log_part", "2025"));
    paths.put(new TableBucket(2, 0L, 1), PhysicalTablePath.of("vec", "log_part", "2025"));
    paths.put(new TableBucket(3, 0), PhysicalTablePath.of("vec", "pk_t", null));
    LogEnvironment environment =
        new LogEnvironment(
            LocalDisk.INSTANCE,
            LogConfig.defaults(),
            new ManualClock(1_796_125_873_000L),
            Runnable::run,
            LogMetrics.NONE);
    Map<TableBucket, Long> ends = new HashMap<>();
    for (Map.Entry<TableBucket, long[]> entry : rolls.entrySet()) {
      TableBucket bucket = entry.getKey();
      BucketDirectory place = directory.directory(paths.get(bucket), bucket);
      LogTablet log = LogTablet.open(environment, Runnable::run, place.log(), 0, true, 0);
      long[] offsets = entry.getValue();
      for (int i = 0; i < offsets.length; i++) {
        int records = (int) (offsets[i] - log.endOffset());
        if (records > 0) {
          log.appendAsLeader(Batches.request(Batches.batch(0, i, records, 10)));
        }
        if (i < offsets.length - 1) {
          log.roll();
        }
      }
      ends.put(bucket, log.endOffset());
      log.close();
    }
    assertThat(ends).isEqualTo(RECORDED);
    directory.writeRecoveryPoints(ends);
    directory.writeHighWatermarks(ends);
    directory.markCleanlyStopped();
    assertThat(files(root, root)).isEqualTo(expected);

    DataDirectory again = DataDirectory.open(LocalDisk.INSTANCE, root);
    assertThat(again.wasCleanlyStopped()).isTrue();
    assertThat(root.resolve(DataDirectory.CLEAN_SHUTDOWN)).doesNotExist();
    assertThat(again.logs()).hasSize(5);
    for (BucketDirectory log : again.logs()) {
      assertThat(log.tablePath()).isEqualTo(paths.get(log.bucket()));
      assertThat(again.recoveryPoint(log.bucket())).isEqualTo(RECORDED.get(log.bucket()));
      assertThat(again.highWatermark(log.bucket())).isEqualTo(RECORDED.get(log.bucket()));
    }
    assertThat(DataDirectory.open(LocalDisk.INSTANCE, root).wasCleanlyStopped()).isFalse();
  }

  private static Set<String> files(Path root, Path from) throws IOException {
    Set<String> files = new TreeSet<>();
    for (Path child : LocalDisk.INSTANCE.list(from)) {
      if (LocalDisk.INSTANCE.isDirectory(child)) {
        files.addAll(files(root, child));
      } else {
        files.add(root.relativize(child).toString());
      }
    }
    return files;
  }

  @Test
  void namesWithDashes() throws Exception {
    DataDirectory directory = DataDirectory.open(disk, ROOT);
    TableBucket bucket = new TableBucket(12, 34L, 5);
    PhysicalTablePath path = PhysicalTablePath.of("db", "a-table-7", "2025-12-p1");
    BucketDirectory place = directory.directory(path, bucket);
    assertThat(place.log()).hasToString("/data/db/a-table-7-12/2025-12-p1-p34/log-5");
    assertThat(place.kv()).hasToString("/data/db/a-table-7-12/2025-12-p1-p34/kv-5");
    disk.createDirectories(place.log());
    disk.createDirectories(place.kv());
    BucketDirectory parsed = DataDirectory.open(disk, ROOT).logs().get(0);
    assertThat(parsed.bucket()).isEqualTo(bucket);
    assertThat(parsed.tablePath()).isEqualTo(path);
    assertThat(parsed.log()).isEqualTo(place.log());
  }

  @Test
  void foreignDirectoriesAreLeftAlone() throws Exception {
    for (String name :
        new String[] {
          "lost+found",
          "db/t/log-0",
          "db/t-1/log-x",
          "db/t-1/log-0-1",
          "db/t-x/log-0",
          "db/t-1/q-r2/log-0",
          "db/t-1/snapshots",
          "remote-log-index-cache"
        }) {
      disk.createDirectories(ROOT.resolve(name));
    }
    assertThat(DataDirectory.open(disk, ROOT).logs()).isEmpty();
    assertThat(disk.exists(ROOT.resolve("db/t-1/log-x"))).isTrue();
  }

  @Test
  void twoLogsOfOneBucket() throws Exception {
    disk.createDirectories(ROOT.resolve("db/a-1/log-0"));
    disk.createDirectories(ROOT.resolve("db/b-1/log-0"));
    assertThatThrownBy(() -> DataDirectory.open(disk, ROOT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a-1")
        .hasMessageContaining("b-1");
  }

  @Test
  void removingTheLastBucketRemovesThePartitionAndTable() throws Exception {
    DataDirectory directory = DataDirectory.open(disk, ROOT);
    PhysicalTablePath path = PhysicalTablePath.of("db", "t", "p");
    BucketDirectory first = directory.directory(path, new TableBucket(1, 2L, 0));
    BucketDirectory second = directory.directory(path, new TableBucket(1, 2L, 1));
    disk.createDirectories(first.log());
    disk.createDirectories(first.kv());
    disk.createDirectories(second.log());
    directory.removed(first);
    assertThat(disk.exists(second.log())).isTrue();
    assertThat(disk.exists(first.log())).isFalse();
    assertThat(disk.exists(first.kv())).isFalse();
    directory.removed(second);
    assertThat(disk.exists(ROOT.resolve("db"))).isTrue();
    assertThat(disk.list(ROOT.resolve("db"))).isEmpty();
  }

  private static void put(Disk disk, Path file, byte[] content) throws IOException {
    disk.createDirectories(file.getParent());
    try (DiskFile out = disk.open(file)) {
      out.truncate(0);
      out.write(ByteBuffer.wrap(content), 0);
    }
  }
}

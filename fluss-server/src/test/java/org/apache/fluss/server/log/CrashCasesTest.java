// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

/** Data directories of a killed released server, damaged as recorded, opened by ours. */
class CrashCasesTest {
  private static final LogConfig CONFIG =
      LogConfig.defaults()
          .withSegmentSizeBytes(420)
          .withIndexSizeBytes(1200)
          .withIndexIntervalBytes(100);

  @TempDir Path temp;

  @Test
  void everyCaseOnBothDisks() throws Exception {
    List<String> seen = new ArrayList<>();
    for (JsonNode node : Vectors.load("log-storage-crash-cases.json").get("cases")) {
      String name = node.get("case").asText();
      run(name, new SimulatedDisk(), Path.of("/data"));
      run(name, LocalDisk.INSTANCE, temp.resolve(name));
      seen.add(name);
    }
    assertThat(seen).containsExactly("kill", "torn", "flip", "tail", "flipidx", "tornidx");
  }

  private static void run(String name, Disk disk, Path root) throws Exception {
    Path directory = root.resolve("vec/log_indexed-0/log-0");
    disk.createDirectories(directory);
    JsonNode vectors = Vectors.load("log-storage-segment-indexed.json");
    for (JsonNode file : vectors.get("while_running")) {
      String hex = file.get("hex").asText();
      byte[] bytes = hex.equals("00 x 1200") ? new byte[1200] : Vectors.bytes(hex);
      try (DiskFile out = disk.open(directory.resolve(file.get("name").asText()))) {
        out.write(ByteBuffer.wrap(bytes), 0);
      }
    }
    disk.open(root.resolve(DataDirectory.RECOVERY_POINTS)).close();
    Path active = directory.resolve(LogFiles.name(8, LogFiles.LOG));
    try (DiskFile log = disk.open(active)) {
      assertThat(log.size()).isEqualTo(68);
      if (name.startsWith("torn")) {
        log.truncate(63);
      } else if (name.startsWith("flip")) {
        ByteBuffer last = ByteBuffer.allocate(1);
        log.readFully(last, 67);
        last.put(0, (byte) (last.get(0) ^ 0x5a)).flip();
        log.write(last, 67);
      } else if (name.equals("tail")) {
        log.extend(98);
      }
    }
    if (name.endsWith("idx")) {
      assertThat(disk.delete(directory.resolve(LogFiles.name(8, LogFiles.INDEX)))).isTrue();
    }

    DataDirectory data = DataDirectory.open(disk, root);
    assertThat(data.wasCleanlyStopped()).isFalse();
    assertThat(data.logs()).hasSize(1);
    BucketDirectory place = data.logs().get(0);
    assertThat(place.bucket()).isEqualTo(new TableBucket(0, 0));
    assertThat(place.tablePath()).isEqualTo(PhysicalTablePath.of("vec", "log_indexed", null));
    LogEnvironment environment =
        new LogEnvironment(
            disk, CONFIG, new ManualClock(1796125999000L), Runnable::run, LogMetrics.NONE);
    LogTablet log =
        LogTablet.open(
            environment,
            Runnable::run,
            place.log(),
            data.recoveryPoint(place.bucket()),
            false,
            data.highWatermark(place.bucket()));
    boolean intact = name.equals("kill") || name.equals("tail");
    long end = intact ? 9 : 8;
    assertThat(log.endOffset()).as(name).isEqualTo(end);
    try (DiskFile file = disk.open(active)) {
      assertThat(file.size()).as(name).isEqualTo(intact ? 68 : 0);
    }
    int batches = 0;
    for (long next = 0; next < end; batches++) {
      LogRead read = log.reader().read(next, 1, true, ReadBound.LOG_END);
      ByteBuffer bytes = ByteBuffer.allocate(read.sizeInBytes());
      read.region().readFully(bytes, 0);
      read.region().release();
      assertThat(CheckedRecords.check(bytes.flip()).batchCount()).isOne();
      next = Batches.ranges(bytes).get(0)[1] + 1;
    }
    assertThat(batches).isEqualTo(intact ? 6 : 5);
    // The index of the full segment was rebuilt to what it was.
    Path index = directory.resolve(LogFiles.name(0, LogFiles.INDEX));
    assertThat(Vectors.hex(disk.read(index, 100))).isEqualTo("000000040000009c0000000700000138");
    // Writer 0 goes on where the log ends.
    AppendResult result =
        log.appendAsLeader(Batches.request(Batches.batch(0, intact ? 6 : 5, 1, 20)));
    assertThat(result.firstOffset()).isEqualTo(end);
    log.close();
    if (disk instanceof SimulatedDisk) {
      assertThat(((SimulatedDisk) disk).openFiles()).isZero();
    }
  }
}

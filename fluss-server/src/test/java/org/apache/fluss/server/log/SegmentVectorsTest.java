// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.log.disk.DiskFile;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the released server, written and read by ours. */
class SegmentVectorsTest {
  private static final LogConfig CONFIG =
      LogConfig.defaults()
          .withSegmentSizeBytes(420)
          .withIndexSizeBytes(1200)
          .withIndexIntervalBytes(100);

  @TempDir Path temp;

  @Test
  void indexedWritten() throws Exception {
    write("log-storage-segment-indexed.json", 6, 8, LocalDisk.INSTANCE, temp.resolve("log-0"));
    write("log-storage-segment-indexed.json", 6, 8, new SimulatedDisk(), Path.of("/data/log-0"));
  }

  @Test
  void arrowWritten() throws Exception {
    write("log-storage-segment-arrow.json", 7, 28, LocalDisk.INSTANCE, temp.resolve("log-0"));
    write("log-storage-segment-arrow.json", 7, 28, new SimulatedDisk(), Path.of("/data/log-0"));
  }

  @Test
  void indexedRead() throws Exception {
    read("log-storage-segment-indexed.json", "after_clean_shutdown", true, 9);
    read("log-storage-segment-indexed.json", "while_running", false, 9);
  }

  @Test
  void arrowRead() throws Exception {
    read("log-storage-segment-arrow.json", "after_clean_shutdown", true, 9);
    read("log-storage-segment-arrow.json", "after_clean_shutdown", false, 9);
  }

  private static void write(String vector, int batches, int fileCount, Disk disk, Path directory)
      throws Exception {
    JsonNode root = Vectors.load(vector);
    Map<String, byte[]> expected = files(root.get("after_clean_shutdown"));
    assertThat(expected).hasSize(fileCount);
    ManualClock clock = new ManualClock();
    LogTablet log = open(disk, clock, directory, 0, true);
    int appended = 0;
    for (JsonNode batch : root.get("batches")) {
      byte[] segment = expected.get(batch.get("segment").asText());
      ByteBuffer bytes =
          ByteBuffer.wrap(segment, batch.get("position").asInt(), batch.get("size").asInt())
              .slice();
      ByteBuffer sent = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
      LogBatchHeader.stamp(sent, 0, 0, 0);
      long now = batch.get("commit_timestamp").asLong();
      clock.advanceTime(now - clock.milliseconds(), TimeUnit.MILLISECONDS);
      AppendResult result = log.appendAsLeader(CheckedRecords.check(sent));
      assertThat(result.firstOffset()).isEqualTo(batch.get("base_offset").asLong());
      assertThat(result.lastOffset()).isEqualTo(batch.get("last_offset").asLong());
      assertThat(result.commitTimestamp()).isEqualTo(now);
      appended++;
    }
    assertThat(appended).isEqualTo(batches);
    log.close();
    Map<String, String> written = new LinkedHashMap<>();
    for (Path file : disk.list(directory)) {
      written.put(file.getFileName().toString(), Vectors.hex(disk.read(file, 1 << 20)));
    }
    Map<String, String> wanted = new LinkedHashMap<>();
    expected.forEach((name, bytes) -> wanted.put(name, Vectors.hex(bytes)));
    assertThat(written).isEqualTo(wanted);
  }

  private static void read(String vector, String state, boolean clean, long end) throws Exception {
    JsonNode root = Vectors.load(vector);
    SimulatedDisk disk = new SimulatedDisk();
    Path directory = Path.of("/data/log-0");
    disk.createDirectories(directory);
    for (Map.Entry<String, byte[]> file : files(root.get(state)).entrySet()) {
      try (DiskFile out = disk.open(directory.resolve(file.getKey()))) {
        out.write(ByteBuffer.wrap(file.getValue()), 0);
      }
    }
    ManualClock clock = new ManualClock(1796125999000L);
    LogTablet log = open(disk, clock, directory, clean ? end : 0, clean);
    assertThat(log.endOffset()).isEqualTo(end);
    log.advanceHighWatermark(end);
    List<JsonNode> batches = new ArrayList<>();
    root.get("batches").forEach(batches::add);
    for (JsonNode batch : batches) {
      long base = batch.get("base_offset").asLong();
      LogRead read = log.reader().read(base, 1 << 20, true, ReadBound.HIGH_WATERMARK);
      ByteBuffer bytes = ByteBuffer.allocate(read.sizeInBytes());
      read.region().readFully(bytes, 0);
      read.region().release();
      bytes.flip();
      assertThat(Batches.ranges(bytes).get(0))
          .containsExactly(base, batch.get("last_offset").asLong());
      assertThat(LogBatchHeader.crc(bytes, 0)).isEqualTo(batch.get("crc").asLong());
    }
    // The first batch of that time: in the Arrow vector two batches share one.
    JsonNode last = batches.get(batches.size() - 1);
    assertThat(
            log.reader()
                .offsetForTimestamp(
                    last.get("commit_timestamp").asLong(), ReadBound.HIGH_WATERMARK))
        .isEqualTo(last.get("base_offset").asLong());
    // The writer is known: its last batch is recognised, its next one accepted.
    int sequence = last.get("batch_sequence").asInt();
    AppendResult again = log.appendAsLeader(Batches.request(Batches.batch(0, sequence, 1, 20)));
    assertThat(again.isDuplicate()).isTrue();
    assertThat(again.firstOffset()).isEqualTo(last.get("base_offset").asLong());
    AppendResult next = log.appendAsLeader(Batches.request(Batches.batch(0, sequence + 1, 1, 20)));
    assertThat(next.firstOffset()).isEqualTo(end);
    log.close();
    assertThat(disk.openFiles()).isZero();
  }

  private static LogTablet open(
      Disk disk, ManualClock clock, Path directory, long recoveryPoint, boolean clean)
      throws Exception {
    LogEnvironment environment =
        new LogEnvironment(disk, CONFIG, clock, Runnable::run, LogMetrics.NONE);
    return LogTablet.open(environment, Runnable::run, directory, recoveryPoint, clean, 0);
  }

  private static Map<String, byte[]> files(JsonNode list) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (JsonNode file : list) {
      String hex = file.get("hex").asText();
      byte[] bytes =
          hex.equals("00 x 1200") ? new byte[file.get("size").asInt()] : Vectors.bytes(hex);
      assertThat(bytes).hasSize(file.get("size").asInt());
      files.put(file.get("name").asText(), bytes);
    }
    return files;
  }
}

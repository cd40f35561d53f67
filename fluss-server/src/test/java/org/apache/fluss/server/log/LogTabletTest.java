// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.stream.Collectors;
import org.apache.fluss.exception.CorruptRecordException;
import org.apache.fluss.exception.DuplicateSequenceException;
import org.apache.fluss.exception.InvalidOffsetException;
import org.apache.fluss.exception.InvalidTimestampException;
import org.apache.fluss.exception.LogOffsetOutOfRangeException;
import org.apache.fluss.exception.LogStorageException;
import org.apache.fluss.exception.OutOfOrderSequenceException;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.server.log.disk.DiskFile;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;

/** The acceptance scenarios of one log. */
class LogTabletTest {
  private static final long START_MS = 1_700_000_000_000L;
  private static final Path DIRECTORY = Path.of("/data/db/t-1/log-0");

  private final SimulatedDisk disk = new SimulatedDisk();
  private final ManualClock clock = new ManualClock(START_MS);
  private final Queue<Runnable> background = new ArrayDeque<>();
  private boolean backgroundAtOnce = true;
  private int flushes;
  private LogConfig config = LogConfig.defaults().withIndexSizeBytes(1200);
  private LogTablet log;

  private void open(long recoveryPoint, boolean clean) throws IOException {
    LogEnvironment environment =
        new LogEnvironment(
            disk,
            config,
            clock,
            work -> {
              if (backgroundAtOnce) {
                work.run();
              } else {
                background.add(work);
              }
            },
            nanos -> flushes++);
    log = LogTablet.open(environment, Runnable::run, DIRECTORY, recoveryPoint, clean, 0);
  }

  private void open() throws IOException {
    open(0, true);
  }

  private void reopen() throws IOException {
    log.close();
    open(log.recoveryPoint(), true);
  }

  private AppendResult append(long writer, int sequence, int records) {
    return log.appendAsLeader(Batches.request(Batches.batch(writer, sequence, records, 20)));
  }

  private AppendResult append(int records) {
    return append(-1, -1, records);
  }

  private List<String> names() throws IOException {
    return disk.list(DIRECTORY).stream()
        .map(path -> path.getFileName().toString().replaceFirst("^0{18}", ""))
        .collect(Collectors.toList());
  }

  private static byte[] bytes(LogRead read) throws IOException {
    if (read.region() == null) {
      return new byte[0];
    }
    ByteBuffer bytes = ByteBuffer.allocate(read.sizeInBytes());
    read.region().readFully(bytes, 0);
    read.region().release();
    return bytes.array();
  }

  private long firstOffset(long offset) throws IOException {
    return LogBatchHeader.baseOffset(
        ByteBuffer.wrap(bytes(log.reader().read(offset, 1, true, ReadBound.LOG_END))), 0);
  }

  // ------------------------------------------------------------------------------------- loading

  @Test
  void newLog() throws Exception {
    open();
    assertThat(names()).containsExactly("00.index", "00.log", "00.timeindex");
    assertThat(disk.read(DIRECTORY.resolve(LogFiles.name(0, LogFiles.LOG)), 1)).isEmpty();
    assertThat(log.endOffset()).isZero();
    reopen();
    assertThat(names()).containsExactly("00.index", "00.log", "00.timeindex");
  }

  @Test
  void orphansGoAndForeignFilesStay() throws Exception {
    open();
    append(3);
    log.close();
    for (String name :
        new String[] {
          LogFiles.name(7, LogFiles.INDEX),
          LogFiles.name(7, LogFiles.TIME_INDEX),
          LogFiles.name(2, LogFiles.WRITER_SNAPSHOT),
          "x.tmp",
          "notes.txt",
          "123456789012345678901.log"
        }) {
      disk.open(DIRECTORY.resolve(name)).close();
    }
    open(3, true);
    assertThat(names())
        .containsExactly(
            "00.index",
            "00.log",
            "00.timeindex",
            "03.writer_snapshot",
            "123456789012345678901.log",
            "notes.txt");
    assertThat(log.endOffset()).isEqualTo(3);
  }

  @Test
  void lostAndDamagedIndexesAreRebuilt() throws Exception {
    config = config.withIndexIntervalBytes(100);
    open();
    for (int i = 0; i < 10; i++) {
      clock.advanceTime(Duration.ofMillis(5));
      append(2);
    }
    log.close();
    Path index = DIRECTORY.resolve(LogFiles.name(0, LogFiles.INDEX));
    Path timeIndex = DIRECTORY.resolve(LogFiles.name(0, LogFiles.TIME_INDEX));
    byte[] offsets = disk.read(index, 1000);
    byte[] timestamps = disk.read(timeIndex, 1000);
    assertThat(offsets).hasSizeGreaterThan(16);
    assertThat(timestamps).hasSizeGreaterThan(24);
    byte[] shortened = Arrays.copyOf(timestamps, timestamps.length - 1);
    byte[] zeroTail = Arrays.copyOf(offsets, 1200);
    byte[] wrongPosition = offsets.clone();
    wrongPosition[offsets.length - 3] = 100;
    byte[] backwards = timestamps.clone();
    Arrays.fill(backwards, timestamps.length - 12, timestamps.length - 4, (byte) 0);
    byte[][][] cases = {
      {null, timestamps},
      {offsets, null},
      {zeroTail, timestamps},
      {offsets, shortened},
      {wrongPosition, timestamps},
      {offsets, backwards}
    };
    for (byte[][] damage : cases) {
      for (boolean clean : new boolean[] {true, false}) {
        put(index, damage[0]);
        put(timeIndex, damage[1]);
        open(0, clean);
        assertThat(log.endOffset()).isEqualTo(20);
        assertThat(firstOffset(19)).isEqualTo(18);
        log.close();
        if (damage[0] != null || !clean) {
          // A lost offset index of a clean log just counts as empty.
          assertThat(disk.read(index, 2000)).isEqualTo(offsets);
        }
        assertThat(disk.read(timeIndex, 2000).length % 12).isZero();
      }
    }
    assertThat(disk.read(timeIndex, 2000)).isEqualTo(timestamps);
  }

  private void put(Path file, byte[] content) throws IOException {
    disk.delete(file);
    if (content != null) {
      try (DiskFile out = disk.open(file)) {
        out.write(ByteBuffer.wrap(content), 0);
      }
    }
  }

  @Test
  void damageBelowTheRecoveryPointIsNotPassedOver() throws Exception {
    open();
    append(0, 0, 5);
    log.roll();
    append(0, 1, 5);
    log.close();
    try (DiskFile file = disk.open(DIRECTORY.resolve(LogFiles.name(0, LogFiles.LOG)))) {
      file.truncate(50);
    }
    assertThatThrownBy(() -> open(10, false))
        .isInstanceOf(LogStorageException.class)
        .hasMessageContaining("damaged at byte 0");
    assertThat(disk.openFiles()).isZero();
    // If it was never safely on disk, the rest goes with it.
    open(0, false);
    assertThat(log.endOffset()).isZero();
    assertThat(log.writerCount()).isZero();
  }

  @Test
  void preallocation() throws Exception {
    config = config.withPreallocate(true).withSegmentSizeBytes(1000);
    open();
    append(1);
    Path file = DIRECTORY.resolve(LogFiles.name(0, LogFiles.LOG));
    assertThat(disk.read(file, 1000)).hasSize(1000);
    assertThat(bytes(log.reader().read(0, 1000, true, ReadBound.LOG_END))).hasSize(68);
    disk.kill();
    open(0, false);
    assertThat(log.endOffset()).isOne();
    append(1);
    assertThat(bytes(log.reader().read(0, 1000, true, ReadBound.LOG_END))).hasSize(136);
    log.close();
    assertThat(disk.read(file, 1000)).hasSize(136);
  }

  // ----------------------------------------------------------------------------------- appending

  @Test
  void offsetsAndTimestamps() throws Exception {
    open();
    long[] shifts = {0, 10, -500, 3};
    long expected = START_MS;
    for (int i = 0; i < shifts.length; i++) {
      clock.advanceTime(Duration.ofMillis(shifts[i]));
      expected = Math.max(expected, clock.milliseconds());
      AppendResult result = append(10);
      assertThat(result.firstOffset()).isEqualTo(10L * i);
      assertThat(result.lastOffset()).isEqualTo(10L * i + 9);
      assertThat(result.commitTimestamp()).isEqualTo(expected);
    }
    // Even behind an empty active segment and a restart.
    log.roll();
    reopen();
    clock.advanceTime(Duration.ofMillis(-400));
    assertThat(append(1).commitTimestamp()).isEqualTo(expected);
  }

  @Test
  void badRecords() {
    ByteBuffer good = Batches.batch(0, 0, 3, 20);
    for (int at = 13; at < good.capacity(); at++) {
      if (at >= 21 || at < 13) {
        ByteBuffer flipped = ByteBuffer.wrap(good.array().clone());
        flipped.put(at, (byte) (flipped.get(at) ^ 4));
        assertThatThrownBy(() -> CheckedRecords.check(flipped))
            .isInstanceOf(CorruptRecordException.class);
      }
    }
    for (int size : new int[] {0, 1, 47, -5, Integer.MIN_VALUE}) {
      ByteBuffer wrong = ByteBuffer.wrap(good.array().clone());
      LogBatchHeader.setSizeInBytes(wrong, 0, size);
      assertThatThrownBy(() -> CheckedRecords.check(wrong))
          .isInstanceOf(CorruptRecordException.class);
    }
    ByteBuffer magic = ByteBuffer.wrap(good.array().clone()).put(12, (byte) 2);
    assertThatThrownBy(() -> CheckedRecords.check(magic))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(CheckedRecords.check(ByteBuffer.allocate(0)).isEmpty()).isTrue();
    ByteBuffer cut = Batches.join(good, Batches.batch(0, 1, 3, 20)).limit(100);
    assertThat(CheckedRecords.check(cut).batchCount()).isOne();
    assertThat(CheckedRecords.check(cut).sizeInBytes()).isEqualTo(good.capacity());
  }

  @Test
  void emptyRequestAndEmptyBatch() throws Exception {
    open();
    assertThat(log.appendAsLeader(Batches.request()).firstOffset()).isEqualTo(-1);
    assertThat(log.endOffset()).isZero();
    AppendResult result = log.appendAsLeader(Batches.request(Batches.batch(0, 0)));
    assertThat(result.lastOffset()).isZero();
    assertThat(append(2).firstOffset()).isEqualTo(1);
    disk.kill();
    open(0, false);
    assertThat(log.endOffset()).isEqualTo(3);
  }

  @Test
  void oneWriteForManyAppendsAndEachFailsAlone() throws Exception {
    open();
    AppendResult[] results =
        log.appendAsLeader(
            Arrays.asList(
                Batches.request(Batches.batch(1, 0, 2, 20)),
                Batches.request(Batches.batch(1, 2, 2, 20)),
                Batches.request(Batches.batch(1, 1, 2, 20)),
                Batches.request(Batches.batch(1, 0, 2, 20)),
                Batches.request(),
                Batches.request(Batches.batch(2, 0, 1, 20), Batches.batch(2, 1, 1, 20))));
    assertThat(results[0].firstOffset()).isZero();
    assertThat(results[1].error()).isInstanceOf(OutOfOrderSequenceException.class);
    assertThat(results[2].firstOffset()).isEqualTo(2);
    assertThat(results[3].isDuplicate()).isTrue();
    assertThat(results[3].lastOffset()).isEqualTo(1);
    assertThat(results[4].firstOffset()).isEqualTo(-1);
    assertThat(results[5].firstOffset()).isEqualTo(4);
    assertThat(results[5].lastOffset()).isEqualTo(5);
    assertThat(log.endOffset()).isEqualTo(6);
  }

  @Test
  void rolls() throws Exception {
    config = config.withSegmentSizeBytes(200);
    open();
    append(0, 0, 5);
    append(0, 1, 5);
    // Exactly the limit would fit, one byte more does not.
    log.appendAsLeader(Batches.request(Batches.batch(0, 2, 5, 16)));
    assertThat(log.reader().segmentCount()).isOne();
    append(0, 3, 5);
    assertThat(names()).contains("15.log", "15.writer_snapshot");
    assertThat(log.recoveryPoint()).isEqualTo(15);
    // Larger than the limit: a segment of its own, and the next append another.
    log.appendAsLeader(Batches.request(Batches.batch(0, 4, 5, 900)));
    append(0, 5, 5);
    assertThat(names()).contains("20.log", "25.log");
    assertThat(log.reader().segmentCount()).isEqualTo(4);
    log.roll();
    log.roll();
    assertThat(log.reader().segmentCount()).isEqualTo(5);
    // An empty active segment is used, not replaced, by an append larger than the limit.
    log.appendAsLeader(Batches.request(Batches.batch(0, 6, 5, 900)));
    assertThat(log.reader().segmentCount()).isEqualTo(5);
    disk.kill();
    open(0, false);
    assertThat(log.endOffset()).isEqualTo(35);
    assertThat(append(0, 7, 1).firstOffset()).isEqualTo(35);
  }

  @Test
  void rollsWhenAnIndexIsFull() throws Exception {
    // Room for 3 offset entries and 2 time entries, of which one stays free.
    config = config.withIndexSizeBytes(24).withIndexIntervalBytes(0);
    open();
    append(1);
    append(1);
    assertThat(log.reader().segmentCount()).isOne();
    append(1);
    assertThat(log.reader().segmentCount()).isEqualTo(2);
  }

  @Test
  void rollsWhenOffsetsDoNotFit() throws Exception {
    open();
    append(1);
    ByteBuffer far = Batches.batch(1, 20);
    LogBatchHeader.stamp(far, 0, (1L << 31) + 5, START_MS);
    log.appendAsFollower(CheckedRecords.check(far));
    assertThat(log.reader().segmentCount()).isEqualTo(2);
    assertThat(log.endOffset()).isEqualTo((1L << 31) + 6);
    reopen();
    assertThat(firstOffset((1L << 31) + 5)).isEqualTo((1L << 31) + 5);
    assertThat(log.endOffset()).isEqualTo((1L << 31) + 6);
  }

  @Test
  void flushOfEveryAppend() throws Exception {
    config = config.withFlushIntervalMessages(1);
    open();
    for (int i = 1; i <= 3; i++) {
      append(1);
      assertThat(log.recoveryPoint()).isEqualTo(i);
      assertThat(flushes).isEqualTo(i);
    }
  }

  @Test
  void flushLater() throws Exception {
    backgroundAtOnce = false;
    open();
    append(0, 0, 2);
    log.flushLater();
    append(0, 1, 2);
    assertThat(log.recoveryPoint()).isZero();
    background.remove().run();
    assertThat(log.recoveryPoint()).isEqualTo(2);
    log.roll();
    append(0, 2, 2);
    log.flushLater();
    log.flushLater();
    while (!background.isEmpty()) {
      background.remove().run();
    }
    assertThat(log.recoveryPoint()).isEqualTo(6);
    log.flushLater();
    assertThat(background).isEmpty();
    disk.crash(1);
    open(log.recoveryPoint(), false);
    assertThat(log.endOffset()).isEqualTo(6);
    append(0, 3, 2);
    log.flushLater();
    log.truncateTo(6);
    append(0, 3, 1);
    background.remove().run();
    assertThat(log.recoveryPoint()).isEqualTo(6);
    // A pool that is gone leaves the flush to the close.
    log.close();
    assertThat(log.recoveryPoint()).isEqualTo(7);
  }

  @Test
  void fullDisk() throws Exception {
    open();
    append(0, 0, 1);
    disk.failAfterBytes(100);
    AppendResult[] results =
        log.appendAsLeader(
            Arrays.asList(
                Batches.request(Batches.batch(0, 1, 1, 20)),
                Batches.request(Batches.batch(0, 2, 1, 20)),
                Batches.request(Batches.batch(0, 1, 1, 20))));
    for (AppendResult result : results) {
      assertThat(result.error()).isInstanceOf(LogStorageException.class);
    }
    assertThat(log.endOffset()).isOne();
    assertThat(bytes(log.reader().read(0, 1000, true, ReadBound.LOG_END))).hasSize(68);
    // A roll needs no room, the append behind it does; what was sent before is sent again.
    log.roll();
    assertThatThrownBy(() -> append(0, 1, 1)).isInstanceOf(LogStorageException.class);
    disk.failAfterBytes(Long.MAX_VALUE);
    assertThat(append(0, 1, 1).firstOffset()).isOne();
    assertThat(append(0, 2, 1).firstOffset()).isEqualTo(2);
    reopen();
    assertThat(log.endOffset()).isEqualTo(3);
  }

  @Test
  void failedForceEndsAppendsUntilTheLogIsOpenedAgain() throws Exception {
    open();
    append(0, 0, 1);
    disk.failForces(true);
    assertThatThrownBy(() -> log.flush()).isInstanceOf(LogStorageException.class);
    disk.failForces(false);
    assertThatThrownBy(() -> append(0, 1, 1)).isInstanceOf(LogStorageException.class);
    assertThat(bytes(log.reader().read(0, 1000, true, ReadBound.LOG_END))).hasSize(68);
    assertThat(log.recoveryPoint()).isZero();
    assertThatThrownBy(() -> log.close()).isInstanceOf(IOException.class);
    assertThat(disk.openFiles()).isZero();
    open(0, false);
    assertThat(append(0, 1, 1).firstOffset()).isOne();
  }

  @Test
  void failedBackgroundFlush() throws Exception {
    backgroundAtOnce = false;
    open();
    append(0, 0, 1);
    log.roll();
    disk.failForces(true);
    background.remove().run();
    assertThatThrownBy(() -> append(0, 1, 1)).isInstanceOf(LogStorageException.class);
  }

  @Test
  void backgroundWorkThatComesBackTooLate() throws Exception {
    backgroundAtOnce = false;
    open();
    append(0, 0, 4);
    log.roll();
    append(0, 1, 4);
    log.truncateTo(2);
    assertThat(append(0, 0, 4).firstOffset()).isEqualTo(2);
    log.roll();
    background.remove().run();
    assertThat(names()).doesNotContain("04.writer_snapshot");
    background.remove().run();
    assertThat(names()).contains("06.writer_snapshot");
    assertThat(log.recoveryPoint()).isEqualTo(6);
    append(0, 1, 4);
    log.roll();
    log.delete();
    background.remove().run();
    assertThat(disk.exists(DIRECTORY)).isFalse();
    assertThat(disk.openFiles()).isZero();
  }

  // --------------------------------------------------------------------------------- idempotence

  @Test
  void sequences() throws Exception {
    open();
    assertThatThrownBy(() -> append(7, 1, 1))
        .isInstanceOf(OutOfOrderSequenceException.class)
        .hasMessageContaining("must start with 0");
    for (int i = 0; i < 8; i++) {
      assertThat(append(7, i, 2).firstOffset()).isEqualTo(2L * i + i);
      append(1);
    }
    assertThatThrownBy(() -> append(7, 9, 1))
        .isInstanceOf(OutOfOrderSequenceException.class)
        .hasMessageContaining("expected was 8");
    for (int i = 3; i < 8; i++) {
      AppendResult again = append(7, i, 1);
      assertThat(again.isDuplicate()).isTrue();
      assertThat(again.firstOffset()).isEqualTo(3L * i);
      assertThat(again.lastOffset()).isEqualTo(3L * i + 1);
    }
    assertThatThrownBy(() -> append(7, 2, 1)).isInstanceOf(OutOfOrderSequenceException.class);
    assertThat(log.endOffset()).isEqualTo(24);
    assertThat(append(7, 8, 1).firstOffset()).isEqualTo(24);
    assertThatThrownBy(() -> append(8, -1, 1)).isInstanceOf(OutOfOrderSequenceException.class);
    assertThat(append(-2, 0, 1).firstOffset()).isEqualTo(25);
    assertThat(append(-2, 0, 1).isDuplicate()).isTrue();
    assertThat(append(-1, 77, 1).firstOffset()).isEqualTo(26);
    // The same sequence twice in one request is no repetition but an error.
    assertThatThrownBy(
            () ->
                log.appendAsLeader(
                    Batches.request(Batches.batch(9, 0, 1, 5), Batches.batch(9, 0, 1, 5))))
        .isInstanceOf(OutOfOrderSequenceException.class);
    assertThat(log.endOffset()).isEqualTo(27);
  }

  @Test
  void sequencesWrapAround() throws Exception {
    open();
    ByteBuffer last = Batches.batch(7, Integer.MAX_VALUE, 1, 5);
    LogBatchHeader.stamp(last, 0, 0, START_MS);
    log.appendAsFollower(CheckedRecords.check(last));
    assertThat(append(7, 0, 1).firstOffset()).isOne();
    assertThat(append(7, Integer.MAX_VALUE, 1).isDuplicate()).isTrue();
  }

  @Test
  void silentWritersAreForgotten() throws Exception {
    config = config.withWriterExpirationMs(1000);
    open();
    append(7, 0, 1);
    clock.advanceTime(Duration.ofMillis(1000));
    append(8, 0, 1);
    assertThat(log.expireWriters()).isZero();
    clock.advanceTime(Duration.ofMillis(1));
    assertThat(log.expireWriters()).isOne();
    assertThat(log.writerCount()).isOne();
    assertThatThrownBy(() -> append(7, 1, 1)).isInstanceOf(OutOfOrderSequenceException.class);
    ByteBuffer next = Batches.batch(7, 1, 1, 5);
    LogBatchHeader.stamp(next, 0, 2, clock.milliseconds());
    log.appendAsFollower(CheckedRecords.check(next));
    reopen();
    assertThat(log.writerCount()).isEqualTo(2);
    clock.advanceTime(Duration.ofSeconds(2));
    reopen();
    assertThat(log.writerCount()).isZero();
  }

  @Test
  void writersAfterRestart() throws Exception {
    open();
    for (int i = 0; i < 6; i++) {
      append(7, i, 1);
    }
    // From a snapshot only the newest batch is known.
    reopen();
    assertThat(append(7, 5, 1).isDuplicate()).isTrue();
    assertThatThrownBy(() -> append(7, 4, 1)).isInstanceOf(OutOfOrderSequenceException.class);
    // From the log, the five newest.
    disk.kill();
    disk.delete(DIRECTORY.resolve(LogFiles.name(6, LogFiles.WRITER_SNAPSHOT)));
    open(0, false);
    assertThat(append(7, 1, 1).isDuplicate()).isTrue();
    assertThatThrownBy(() -> append(7, 0, 1)).isInstanceOf(OutOfOrderSequenceException.class);
  }

  @Test
  void damagedSnapshots() throws Exception {
    open();
    append(7, 0, 2);
    log.roll();
    append(7, 1, 2);
    log.close();
    Path snapshot = DIRECTORY.resolve(LogFiles.name(4, LogFiles.WRITER_SNAPSHOT));
    byte[] good = disk.read(snapshot, 1000);
    byte[][] damaged = {
      Arrays.copyOf(good, 40),
      {},
      "not json".getBytes(),
      "{}".getBytes(),
      "{\"writer_id_entries\":[{}]}".getBytes(),
      "{\"writer_id_entries\":[{\"writer_id\":\"x\"}]}".getBytes(),
      "[1]".getBytes()
    };
    for (byte[] content : damaged) {
      put(snapshot, content);
      open(4, true);
      assertThat(append(7, 1, 2).isDuplicate()).isTrue();
      log.close();
      assertThat(disk.read(snapshot, 1000)).isEqualTo(good);
    }
  }

  @Test
  void retentionForgetsSegmentsButNotWriters() throws Exception {
    open();
    append(7, 0, 2);
    log.roll();
    append(8, 0, 2);
    log.roll();
    append(8, 1, 2);
    assertThat(log.deleteSegments(100, 1)).isZero();
    log.advanceHighWatermark(3);
    assertThat(log.deleteSegments(100, 1)).isOne();
    log.advanceHighWatermark(6);
    assertThat(log.deleteSegments(3, 1)).isZero();
    assertThat(log.deleteSegments(4, 2)).isZero();
    assertThat(log.deleteSegments(4, 1)).isOne();
    assertThat(log.startOffset()).isEqualTo(4);
    assertThat(names()).containsExactly("04.index", "04.log", "04.timeindex", "04.writer_snapshot");
    assertThat(append(7, 0, 2).isDuplicate()).isTrue();
    disk.kill();
    open(0, false);
    assertThat(log.startOffset()).isEqualTo(4);
    assertThat(append(7, 0, 2).isDuplicate()).isTrue();
  }

  @Test
  void fileThatCannotBeDeletedKeepsNoOther() throws Exception {
    open();
    for (int i = 0; i < 3; i++) {
      append(2);
      log.roll();
    }
    append(2);
    log.flush();
    log.advanceHighWatermark(8);
    int open = disk.openFiles();
    disk.failDeletesOf(String.format("%020d.log", 2));
    assertThatThrownBy(() -> log.deleteSegments(100, 1)).isInstanceOf(LogStorageException.class);
    assertThat(log.startOffset()).isEqualTo(6);
    assertThat(names()).contains("02.log").doesNotContain("00.log", "04.log");
    assertThat(disk.openFiles()).isEqualTo(open / 4);
    assertThatThrownBy(() -> log.deleteSegments(100, 1)).isInstanceOf(LogStorageException.class);
    disk.failDeletesOf(null);
    assertThat(log.deleteSegments(100, 1)).isZero();
    assertThat(names()).noneMatch(name -> name.startsWith("02") || name.startsWith("04"));
    assertThat(disk.openFiles()).isEqualTo(open / 4);
  }

  @Test
  void truncationThatFailsHalfWayHoldsNoFileOpen() throws Exception {
    open();
    for (int i = 0; i < 3; i++) {
      append(2);
      log.roll();
    }
    disk.failDeletesOf(String.format("%020d.log", 2));
    assertThatThrownBy(() -> log.truncateTo(1)).isInstanceOf(LogStorageException.class);
    assertThat(log.isUsable()).isFalse();
    log.abandon();
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void retentionByTime() throws Exception {
    open();
    for (int i = 0; i < 3; i++) {
      append(2);
      log.roll();
      clock.advanceTime(Duration.ofSeconds(1));
    }
    append(2);
    log.advanceHighWatermark(8);
    assertThat(log.deleteExpired(START_MS, 100)).isZero();
    assertThat(log.deleteExpired(START_MS + 1001, 3)).isOne();
    assertThat(log.startOffset()).isEqualTo(2);
    assertThat(log.deleteExpired(START_MS + 1001, 100)).isOne();
    // The active segment too, once it is old, and the log goes on where it was.
    assertThat(log.deleteExpired(START_MS + 3001, 7)).isOne();
    assertThat(log.endOffset()).isEqualTo(8);
    assertThat(log.startOffset()).isEqualTo(6);
    assertThat(log.deleteExpired(START_MS + 3001, 8)).isOne();
    assertThat(log.startOffset()).isEqualTo(8);
    assertThat(append(1).firstOffset()).isEqualTo(8);
    reopen();
    assertThat(log.startOffset()).isEqualTo(8);
    assertThat(log.endOffset()).isEqualTo(9);
  }

  // ----------------------------------------------------------------------------------- following

  @Test
  void followers() throws Exception {
    open();
    ByteBuffer batch = Batches.batch(7, 3, 4, 20);
    LogBatchHeader.stamp(batch, 0, 0, START_MS - 77);
    AppendResult result = log.appendAsFollower(CheckedRecords.check(batch));
    assertThat(result.lastOffset()).isEqualTo(3);
    assertThat(bytes(log.reader().read(0, 1000, true, ReadBound.LOG_END))).isEqualTo(batch.array());
    assertThatThrownBy(() -> log.appendAsFollower(CheckedRecords.check(batch)))
        .isInstanceOf(InvalidOffsetException.class);
    LogBatchHeader.stamp(batch, 0, 4, START_MS);
    assertThatThrownBy(() -> log.appendAsFollower(CheckedRecords.check(batch)))
        .isInstanceOf(DuplicateSequenceException.class);
    ByteBuffer gap = Batches.batch(7, 5, 1, 20);
    LogBatchHeader.stamp(gap, 0, 4, START_MS);
    assertThatThrownBy(() -> log.appendAsFollower(CheckedRecords.check(gap)))
        .isInstanceOf(OutOfOrderSequenceException.class);
    ByteBuffer first = Batches.batch(3, 5);
    LogBatchHeader.stamp(first, 0, 4, START_MS);
    ByteBuffer overlapping = Batches.batch(3, 5);
    LogBatchHeader.stamp(overlapping, 0, 6, START_MS);
    assertThatThrownBy(() -> log.appendAsFollower(Batches.request(first, overlapping)))
        .isInstanceOf(InvalidOffsetException.class);
    assertThat(log.endOffset()).isEqualTo(4);
  }

  @Test
  void truncation() throws Exception {
    open();
    for (int i = 0; i < 6; i++) {
      append(7, i, 5);
      if (i % 2 == 1) {
        log.roll();
      }
    }
    log.advanceHighWatermark(30);
    assertThat(log.truncateTo(30)).isFalse();
    assertThat(log.truncateTo(31)).isFalse();
    assertThatThrownBy(() -> log.truncateTo(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(log.truncateTo(17)).isTrue();
    assertThat(log.endOffset()).isEqualTo(17);
    assertThat(log.highWatermark()).isEqualTo(17);
    assertThat(log.recoveryPoint()).isEqualTo(17);
    assertThat(log.reader().segmentCount()).isEqualTo(2);
    assertThat(bytes(log.reader().read(12, 1000, true, ReadBound.LOG_END))).hasSize(68);
    assertThat(bytes(log.reader().read(16, 1000, true, ReadBound.LOG_END))).isEmpty();
    assertThat(append(7, 3, 5).firstOffset()).isEqualTo(17);
    assertThat(firstOffset(16)).isEqualTo(17);
    reopen();
    assertThat(log.endOffset()).isEqualTo(22);
    assertThat(append(7, 3, 5).isDuplicate()).isTrue();
    log.advanceHighWatermark(22);
    log.deleteSegments(10, 1);
    assertThat(log.startOffset()).isEqualTo(10);
    assertThat(log.truncateTo(9)).isTrue();
    assertThat(log.startOffset()).isEqualTo(9);
    assertThat(log.endOffset()).isEqualTo(9);
    assertThat(log.highWatermark()).isEqualTo(9);
    assertThat(log.writerCount()).isZero();
    assertThat(names()).containsExactly("09.index", "09.log", "09.timeindex");
    log.truncateFullyAndStartAt(50);
    assertThat(names()).containsExactly("50.index", "50.log", "50.timeindex");
    assertThat(log.highWatermark()).isEqualTo(50);
    assertThat(append(7, 0, 5).firstOffset()).isEqualTo(50);
    log.truncateFullyAndStartAt(50);
    assertThat(log.endOffset()).isEqualTo(50);
    log.restoreWriters(
        "{\"version\":1,\"writer_id_entries\":[{\"writer_id\":3,\"last_batch_sequence\":8,\"last_batch_base_offset\":40,\"offset_delta\":0,\"last_batch_timestamp\":1700000000000}]}"
            .getBytes());
    assertThat(append(3, 9, 1).firstOffset()).isEqualTo(50);
  }

  @Test
  void epochs() throws Exception {
    open();
    log.epochs().begin(3, 0);
    append(5);
    log.epochs().begin(5, 5);
    log.epochs().begin(5, 99);
    append(5);
    assertThat(log.epochs().latest()).isEqualTo(5);
    assertThat(log.epochs().epochOf(4)).isEqualTo(3);
    assertThat(log.epochs().epochOf(5)).isEqualTo(5);
    assertThat(log.epochs().endOffset(3, 10)).isEqualTo(5);
    assertThat(log.epochs().endOffset(4, 10)).isEqualTo(5);
    assertThat(log.epochs().endOffset(5, 10)).isEqualTo(10);
    assertThat(log.epochs().endOffset(6, 10)).isEqualTo(-1);
    assertThat(log.epochs().endOffset(2, 10)).isEqualTo(-1);
    reopen();
    assertThat(log.epochs().size()).isEqualTo(2);
    disk.kill();
    open(0, false);
    assertThat(log.epochs().size()).isEqualTo(2);
    // A killed server of ours, then a proper stop of one that knows no epochs.
    disk.kill();
    open(0, true);
    assertThat(log.epochs().size()).isZero();
    log.epochs().begin(9, 10);
    log.close();
    Path file = DIRECTORY.resolve(LeaderEpochs.FILE);
    byte[] kept = disk.read(file, 1000);
    open(10, true);
    append(1);
    log.close();
    put(file, kept);
    open(11, true);
    assertThat(log.epochs().latest()).isEqualTo(LeaderEpochs.UNKNOWN);
    log.epochs().begin(12, 11);
    append(5);
    log.epochs().begin(13, 16);
    log.truncateTo(16);
    append(5);
    assertThat(log.epochs().latest()).isEqualTo(13);
    log.truncateTo(13);
    assertThat(log.epochs().latest()).isEqualTo(12);
    log.epochs().begin(14, 13);
    log.truncateFullyAndStartAt(70);
    assertThat(log.epochs().size()).isZero();
    for (String damaged : new String[] {"", "0", "0\n5\n1 2\n", "7\n0\n", "0\n1\nx y\n", "\n\n"}) {
      put(file, damaged.getBytes());
      reopen();
      assertThat(log.epochs().size()).isZero();
    }
  }

  // ------------------------------------------------------------------------------------- reading

  @Test
  void readsWithinBounds() throws Exception {
    open();
    append(5);
    append(5);
    append(5);
    log.advanceHighWatermark(10);
    assertThat(log.advanceHighWatermark(9)).isFalse();
    LogReader reader = log.reader();
    assertThat(bytes(reader.read(0, 10_000, true, ReadBound.HIGH_WATERMARK))).hasSize(136);
    assertThat(bytes(reader.read(0, 10_000, true, ReadBound.LOG_END))).hasSize(204);
    assertThat(bytes(reader.read(7, 10_000, true, ReadBound.HIGH_WATERMARK))).hasSize(68);
    assertThat(bytes(reader.read(10, 10_000, true, ReadBound.HIGH_WATERMARK))).isEmpty();
    assertThat(bytes(reader.read(12, 10_000, true, ReadBound.HIGH_WATERMARK))).isEmpty();
    assertThat(bytes(reader.read(15, 10_000, true, ReadBound.LOG_END))).isEmpty();
    assertThatThrownBy(() -> reader.read(16, 1, true, ReadBound.LOG_END))
        .isInstanceOf(LogOffsetOutOfRangeException.class);
    assertThatThrownBy(() -> reader.read(-2, 1, true, ReadBound.LOG_END))
        .isInstanceOf(LogOffsetOutOfRangeException.class);
    assertThat(bytes(reader.read(0, 1, true, ReadBound.LOG_END))).hasSize(68);
    assertThat(bytes(reader.read(0, 67, false, ReadBound.LOG_END))).isEmpty();
    assertThat(bytes(reader.read(0, 68, false, ReadBound.LOG_END))).hasSize(68);
    assertThat(bytes(reader.read(0, 100, true, ReadBound.LOG_END))).hasSize(100);
    log.roll();
    append(5);
    assertThat(bytes(reader.read(0, 10_000, true, ReadBound.LOG_END))).hasSize(204);
    assertThat(firstOffset(15)).isEqualTo(15);
    log.advanceHighWatermark(20);
    List<LogRegion> regions = reader.readToHighWatermark(7, 10_000);
    assertThat(regions).extracting(LogRegion::sizeInBytes).containsExactly(136, 68);
    regions.forEach(LogRegion::release);
    regions = reader.readToHighWatermark(0, 10);
    assertThat(regions).extracting(LogRegion::sizeInBytes).containsExactly(204);
    regions.forEach(LogRegion::release);
    assertThat(reader.readToHighWatermark(20, 10)).isEmpty();
  }

  @Test
  void offsetsOfTimestamps() throws Exception {
    config = config.withSegmentSizeBytes(300).withIndexIntervalBytes(0);
    open();
    assertThat(log.reader().offsetForTimestamp(START_MS, ReadBound.LOG_END)).isZero();
    for (int i = 0; i < 20; i++) {
      append(2);
      clock.advanceTime(Duration.ofMillis(10));
    }
    log.advanceHighWatermark(30);
    for (int i = 0; i < 20; i++) {
      assertThat(log.reader().offsetForTimestamp(START_MS + 10 * i, ReadBound.LOG_END))
          .isEqualTo(2L * i);
      assertThat(log.reader().offsetForTimestamp(START_MS + 10 * i - 9, ReadBound.LOG_END))
          .isEqualTo(2L * i);
    }
    assertThat(log.reader().offsetForTimestamp(0, ReadBound.LOG_END)).isZero();
    assertThat(log.reader().offsetForTimestamp(START_MS + 195, ReadBound.LOG_END)).isEqualTo(40);
    assertThat(log.reader().offsetForTimestamp(START_MS + 195, ReadBound.HIGH_WATERMARK))
        .isEqualTo(30);
    assertThat(log.reader().offsetForTimestamp(START_MS + 180, ReadBound.HIGH_WATERMARK))
        .isEqualTo(30);
    assertThatThrownBy(
            () -> log.reader().offsetForTimestamp(START_MS + 201, ReadBound.HIGH_WATERMARK))
        .isInstanceOf(InvalidTimestampException.class);
  }

  @Test
  void leasesOutliveTheirSegments() throws Exception {
    open();
    append(0, 0, 5);
    log.roll();
    append(0, 1, 5);
    log.advanceHighWatermark(10);
    LogRegion region = log.reader().read(0, 1000, true, ReadBound.LOG_END).region();
    LogRegion half = region.slice(34, 34);
    List<LeasedSegment> segments = log.reader().segments(0);
    assertThat(segments).hasSize(2);
    assertThat(segments.get(0).endOffset()).isEqualTo(5);
    assertThat(segments.get(0).isActive()).isFalse();
    assertThat(segments.get(1).position(7)).isZero();
    assertThat(segments.get(1).position(10)).isEqualTo(68);
    assertThat(segments.get(1).maxTimestamp()).isEqualTo(START_MS);
    assertThat(log.deleteSegments(5, 1)).isOne();
    log.delete();
    assertThat(disk.exists(DIRECTORY)).isFalse();
    assertThatThrownBy(() -> log.reader().read(5, 1, true, ReadBound.LOG_END))
        .isInstanceOf(LogStorageException.class);
    assertThatThrownBy(() -> append(1)).isInstanceOf(LogStorageException.class);
    ByteBuffer bytes = ByteBuffer.allocate(68);
    region.readFully(bytes, 0);
    assertThat(LogBatchHeader.isValid(bytes, 0, 68)).isTrue();
    ByteBuffer second = ByteBuffer.allocate(50);
    assertThat(half.read(second, 0)).isEqualTo(34);
    assertThat(second.array()).startsWith(Arrays.copyOfRange(bytes.array(), 34, 68));
    assertThat(half.read(second, 34)).isEqualTo(-1);
    assertThat(disk.openFiles()).isEqualTo(6);
    region.release();
    half.release();
    assertThatThrownBy(region::release).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> region.slice(0, 1)).isInstanceOf(IllegalStateException.class);
    segments.forEach(LeasedSegment::release);
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void tailReadersNeedNoSearch() throws Exception {
    open();
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      append(0, i, 3);
      log.advanceHighWatermark(log.endOffset());
      sizes.add(bytes(log.reader().read(3L * i, 1000, true, ReadBound.HIGH_WATERMARK)).length);
    }
    assertThat(sizes).containsOnly(68);
  }
}

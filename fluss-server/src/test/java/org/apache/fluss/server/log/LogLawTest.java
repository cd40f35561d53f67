// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.exception.LogOffsetOutOfRangeException;
import org.apache.fluss.exception.LogStorageException;
import org.apache.fluss.exception.OutOfOrderSequenceException;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log does what a plain list of batches does, whatever the order of appends, rolls, truncations,
 * retention, restarts and crashes; and after a crash it is an unbroken beginning of that list which
 * holds all that its flush setting promises. A failure names its seed.
 */
class LogLawTest {
  private static final int WALKS = Integer.getInteger("log.law.walks", 150);

  @TempDir Path temp;

  @Test
  void flushOfEveryAppend() throws Exception {
    for (int seed = 0; seed < WALKS; seed++) {
      new Walk(seed, new SimulatedDisk(), Path.of("/data/db/t-1/log-0"), 1).go(80);
    }
  }

  @Test
  void flushOfEveryTwentieth() throws Exception {
    for (int seed = 1_000_000; seed < 1_000_000 + WALKS; seed++) {
      new Walk(seed, new SimulatedDisk(), Path.of("/data/db/t-1/log-0"), 20).go(80);
    }
  }

  @Test
  void flushAtRolls() throws Exception {
    for (int seed = 2_000_000; seed < 2_000_000 + WALKS; seed++) {
      new Walk(seed, new SimulatedDisk(), Path.of("/data/db/t-1/log-0"), Long.MAX_VALUE).go(80);
    }
  }

  @Test
  void localDisk() throws Exception {
    for (int seed = 3_000_000; seed < 3_000_000 + WALKS / 30; seed++) {
      Path directory = temp.resolve("walk-" + seed).resolve("log-0");
      new Walk(seed, LocalDisk.INSTANCE, directory, seed % 2 == 0 ? 5 : Long.MAX_VALUE).go(60);
    }
  }

  private static final class Batch {
    final long base;
    final long last;
    final long timestamp;
    final long writer;
    final int sequence;
    final byte[] bytes;

    Batch(ByteBuffer stamped) {
      base = LogBatchHeader.baseOffset(stamped, 0);
      last = LogBatchHeader.lastOffset(stamped, 0);
      timestamp = LogBatchHeader.commitTimestamp(stamped, 0);
      writer = LogBatchHeader.writerId(stamped, 0);
      sequence = LogBatchHeader.batchSequence(stamped, 0);
      bytes = new byte[stamped.remaining()];
      stamped.duplicate().get(bytes);
    }
  }

  private static final class Walk {
    private final int seed;
    private final Random random;
    private final Disk disk;
    private final Path directory;
    private final long interval;
    private final ManualClock clock = new ManualClock(1_700_000_000_000L);
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final LogConfig config;
    private final LogEnvironment environment;
    private final List<Batch> model = new ArrayList<>();
    private final Map<Long, Integer> sequences = new HashMap<>();
    private final List<String> steps = new ArrayList<>();
    private LogTablet log;
    private long end;
    private long start;
    private long highWatermark;
    private long checkpointed;
    private long retainedAt;

    Walk(int seed, Disk disk, Path directory, long interval) {
      this.seed = seed;
      this.random = new Random(seed);
      this.disk = disk;
      this.directory = directory;
      this.interval = interval;
      this.config =
          LogConfig.defaults()
              .withSegmentSizeBytes(600 + random.nextInt(3000))
              .withIndexSizeBytes(random.nextBoolean() ? 72 : 1200)
              .withIndexIntervalBytes(random.nextInt(300))
              .withPreallocate(random.nextInt(4) == 0)
              .withFlushIntervalMessages(interval);
      this.environment = new LogEnvironment(disk, config, clock, background::add, LogMetrics.NONE);
    }

    void go(int count) throws Exception {
      try {
        open(true);
        for (int i = 0; i < count; i++) {
          step();
        }
        log.close();
        open(true);
        check();
        log.close();
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed + " after " + steps, e);
      }
    }

    private void open(boolean clean) throws IOException {
      log =
          LogTablet.open(environment, Runnable::run, directory, checkpointed, clean, highWatermark);
      long lastEnd = model.isEmpty() ? start : model.get(model.size() - 1).last + 1;
      if (log.endOffset() < end && log.endOffset() >= lastEnd) {
        // A batch was cut in its middle: no trace of that is left in the files.
        end = log.endOffset();
        checkpointed = Math.min(checkpointed, end);
      }
      highWatermark = Math.min(highWatermark, log.endOffset());
      flushedSinceOpen = clean;
    }

    private boolean flushedSinceOpen;

    private void step() throws Exception {
      clock.advanceTime(random.nextInt(2000) - 300, TimeUnit.MILLISECONDS);
      int die = random.nextInt(100);
      if (die < 45) {
        leaderAppend();
      } else if (die < 55) {
        followerAppend();
      } else if (die < 62) {
        steps.add("background");
        runBackground();
      } else if (die < 68) {
        long to = start + random.nextInt((int) (end - start) + 1);
        steps.add("hw " + to);
        log.advanceHighWatermark(to);
        highWatermark = Math.max(highWatermark, to);
      } else if (die < 72) {
        steps.add("roll");
        log.roll();
      } else if (die < 76) {
        truncate();
      } else if (die < 80) {
        retain();
      } else if (die < 84) {
        if (random.nextBoolean()) {
          steps.add("flush later");
          log.flushLater();
        } else {
          steps.add("flush");
          log.flush();
          flushedSinceOpen = true;
        }
        checkpointed = log.recoveryPoint();
      } else if (die < 88) {
        steps.add("reopen");
        log.close();
        checkpointed = log.recoveryPoint();
        assertThat(checkpointed).isEqualTo(end);
        background.clear();
        open(true);
      } else if (die < 92) {
        steps.add("kill");
        if (disk instanceof SimulatedDisk) {
          ((SimulatedDisk) disk).kill();
        } else {
          log.abandon();
        }
        background.clear();
        open(false);
        assertThat(log.endOffset()).isEqualTo(end);
      } else if (disk instanceof SimulatedDisk) {
        if (die < 96) {
          dieInBetween((SimulatedDisk) disk);
        }
        crash((SimulatedDisk) disk);
      }
      check();
    }

    private void runBackground() {
      for (Runnable work = background.poll(); work != null; work = background.poll()) {
        work.run();
      }
    }

    private ByteBuffer nextBatch(long writer, int sequence) {
      int records = random.nextInt(8);
      int body = records == 0 ? 0 : random.nextInt(random.nextInt(20) == 0 ? 2000 : 200);
      return Batches.batch(writer, sequence, records, body);
    }

    private void leaderAppend() {
      List<CheckedRecords> requests = new ArrayList<>();
      List<ByteBuffer> sent = new ArrayList<>();
      List<Object> expected = new ArrayList<>();
      long next = end;
      List<Batch> staged = new ArrayList<>();
      int count = 1 + random.nextInt(4);
      for (int i = 0; i < count; i++) {
        long writer = random.nextInt(4) - 1;
        int newest = sequences.getOrDefault(writer, -1);
        int die = random.nextInt(10);
        if (writer >= 0 && die == 0) {
          // A gap.
          requests.add(CheckedRecords.check(nextBatch(writer, newest + 2)));
          expected.add(OutOfOrderSequenceException.class);
          sent.add(null);
        } else if (writer >= 0 && newest >= 0 && die == 1) {
          requests.add(CheckedRecords.check(nextBatch(writer, newest)));
          expected.add("duplicate of " + writer + "/" + newest);
          sent.add(null);
        } else {
          int batches = 1 + random.nextInt(2);
          List<ByteBuffer> parts = new ArrayList<>();
          for (int b = 0; b < batches; b++) {
            parts.add(nextBatch(writer, writer < 0 ? -1 : newest + 1 + b));
          }
          ByteBuffer joined = Batches.join(parts.toArray(new ByteBuffer[0]));
          CheckedRecords request = CheckedRecords.check(joined);
          requests.add(request);
          expected.add(next);
          sent.add(joined);
          next += request.offsetCount();
          if (writer >= 0) {
            sequences.put(writer, newest + batches);
          }
        }
      }
      steps.add("append " + expected);
      AppendResult[] results = log.appendAsLeader(requests);
      for (int i = 0; i < count; i++) {
        if (sent.get(i) != null) {
          assertThat(results[i].error()).isNull();
          assertThat(results[i].firstOffset()).isEqualTo(expected.get(i));
          assertThat(results[i].isDuplicate()).isFalse();
          staged.addAll(split(sent.get(i)));
          assertThat(results[i].lastOffset()).isEqualTo(staged.get(staged.size() - 1).last);
        } else if (expected.get(i) instanceof Class) {
          assertThat(results[i].error()).isInstanceOf((Class<?>) expected.get(i));
        } else {
          assertThat(results[i].isDuplicate()).isTrue();
        }
      }
      long previous = model.isEmpty() ? 0 : model.get(model.size() - 1).timestamp;
      for (Batch batch : staged) {
        assertThat(batch.timestamp)
            .isGreaterThanOrEqualTo(Math.max(previous, clock.milliseconds()));
        previous = batch.timestamp;
      }
      model.addAll(staged);
      flushedSinceOpen |= interval != Long.MAX_VALUE && next > end;
      end = next;
      afterAppend();
    }

    private void followerAppend() {
      long writer = random.nextInt(4) - 1;
      int newest = sequences.getOrDefault(writer, -1);
      ByteBuffer batch = nextBatch(writer, writer < 0 ? -1 : newest + 1);
      long previous = model.isEmpty() ? 0 : model.get(model.size() - 1).timestamp;
      LogBatchHeader.stamp(batch, 0, end, Math.max(previous, clock.milliseconds()));
      steps.add("follow " + end);
      flushedSinceOpen |= interval != Long.MAX_VALUE;
      log.appendAsFollower(CheckedRecords.check(batch));
      model.addAll(split(batch));
      end = model.get(model.size() - 1).last + 1;
      if (writer >= 0) {
        sequences.put(writer, newest + 1);
      }
      afterAppend();
    }

    private void afterAppend() {
      if (!flushedSinceOpen) {
        return;
      }
      if (interval != Long.MAX_VALUE) {
        assertThat(end - log.recoveryPoint()).isLessThan(interval);
      } else if (background.isEmpty() && log.reader().segmentCount() > 1) {
        List<LeasedSegment> segments = log.reader().segments(0);
        assertThat(log.recoveryPoint())
            .isGreaterThanOrEqualTo(segments.get(segments.size() - 1).baseOffset());
        segments.forEach(LeasedSegment::release);
      }
    }

    private static List<Batch> split(ByteBuffer joined) {
      List<Batch> batches = new ArrayList<>();
      for (int at = 0; at < joined.limit(); at += LogBatchHeader.sizeInBytes(joined, at)) {
        ByteBuffer one = joined.duplicate();
        one.position(at).limit(at + LogBatchHeader.sizeInBytes(joined, at));
        batches.add(new Batch(one.slice()));
      }
      return batches;
    }

    private void truncate() {
      boolean cut = true;
      if (random.nextInt(4) == 0) {
        long to = Math.max(0, start + random.nextInt(50) - 25);
        steps.add("restart at " + to);
        log.truncateFullyAndStartAt(to);
        model.clear();
        sequences.clear();
        start = to;
        end = to;
        highWatermark = to;
        retainedAt = 0;
      } else {
        // Nothing below the high watermark is ever truncated in life; here, nothing below the one
        // that retention relied on.
        long lowest = Math.min(end, Math.max(start, retainedAt));
        long to = end - random.nextInt((int) Math.min(end - lowest, 40) + 1);
        steps.add("truncate to " + to);
        cut = log.truncateTo(to);
        assertThat(cut).isEqualTo(to < end);
        if (to < end) {
          model.removeIf(batch -> batch.last >= to);
          end = to;
          highWatermark = Math.min(highWatermark, to);
          forgetWriters();
        }
      }
      if (cut) {
        assertThat(log.recoveryPoint()).isEqualTo(end);
        checkpointed = end;
      }
    }

    private void forgetWriters() {
      sequences.clear();
      // What retention removed is still known from snapshots; ask the log's own view of those.
      log.reader();
      for (Batch batch : all) {
        if (batch.last < end && batch.writer >= 0) {
          sequences.put(batch.writer, batch.sequence);
        }
      }
      all.removeIf(batch -> batch.last >= end);
    }

    private final List<Batch> all = new ArrayList<>();

    private void retain() {
      long limit = start + random.nextInt((int) (end - start) + 1);
      steps.add("delete before " + limit);
      if (random.nextBoolean()) {
        log.deleteSegments(limit, 1 + random.nextInt(2));
      } else {
        log.deleteExpired(clock.milliseconds() - random.nextInt(20_000), limit);
      }
      assertThat(log.startOffset())
          .isLessThanOrEqualTo(Math.max(start, Math.min(limit, highWatermark)));
      if (log.startOffset() > start) {
        retainedAt = highWatermark;
      }
      start = log.startOffset();
      model.removeIf(batch -> batch.last < start);
      if (random.nextBoolean()) {
        checkpointed = log.recoveryPoint();
      }
    }

    /** One more thing is begun, and the machine stops before it is done. */
    private void dieInBetween(SimulatedDisk simulated) {
      int changes = random.nextInt(16);
      int die = random.nextInt(6);
      simulated.dieAfterChanges(changes);
      steps.add("begin " + die + ", die after " + changes + " changes");
      try {
        if (die < 2) {
          List<ByteBuffer> batches = new ArrayList<>();
          long base = end;
          for (int i = 0; i < 4; i++) {
            ByteBuffer batch = nextBatch(-1, -1);
            batches.add(batch);
            ByteBuffer stamped = ByteBuffer.wrap(batch.array().clone());
            long newest = 0;
            for (Batch one : model) {
              newest = Math.max(newest, one.timestamp);
            }
            LogBatchHeader.stamp(stamped, 0, base, Math.max(newest, clock.milliseconds()));
            inFlight.add(new Batch(stamped));
            base = LogBatchHeader.nextOffset(stamped, 0);
          }
          List<CheckedRecords> requests = new ArrayList<>();
          batches.forEach(batch -> requests.add(CheckedRecords.check(batch)));
          long acknowledged = end;
          for (AppendResult result : log.appendAsLeader(requests)) {
            if (result.error() == null) {
              acknowledged = result.lastOffset() + 1;
            }
          }
          steps.add("acknowledged " + acknowledged);
        } else if (die == 2) {
          runBackground();
        } else if (die == 3) {
          long lowest = Math.min(end, Math.max(start, retainedAt));
          promiseLimit = end - random.nextInt((int) Math.min(end - lowest, 40) + 1);
          log.truncateTo(promiseLimit);
        } else if (die == 4) {
          log.deleteSegments(highWatermark, 1);
        } else {
          log.close();
        }
      } catch (IOException | LogStorageException e) {
        steps.add("died");
      }
    }

    private final List<Batch> inFlight = new ArrayList<>();
    private long promiseLimit = Long.MAX_VALUE;

    private void crash(SimulatedDisk simulated) throws Exception {
      long promised = all.isEmpty() ? start : Math.min(start, all.get(0).base);
      for (Batch batch : all) {
        boolean safe = batch.last < Math.min(log.recoveryPoint(), promiseLimit);
        promised = safe ? batch.last + 1 : promised;
      }
      for (Batch batch : inFlight) {
        promised = batch.last < log.recoveryPoint() ? batch.last + 1 : promised;
        all.add(batch);
        model.add(batch);
        end = batch.last + 1;
      }
      inFlight.clear();
      promiseLimit = Long.MAX_VALUE;
      long dieSeed = random.nextLong();
      steps.add("crash, promised " + promised + ", checkpointed " + checkpointed + " of " + end);
      simulated.crash(dieSeed);
      background.clear();
      open(false);
      assertThat(log.endOffset()).isBetween(promised, end);
      // Deleted segments may come back, but only as a whole row before the others.
      if (log.startOffset() > start) {
        retainedAt = highWatermark;
        start = log.startOffset();
        model.removeIf(batch -> batch.last < start);
      }
      end = log.endOffset();
      model.removeIf(batch -> batch.last >= end);
      if (log.startOffset() < start) {
        start = log.startOffset();
        model.clear();
        for (Batch batch : all) {
          if (batch.last >= start && batch.last < end) {
            model.add(batch);
          }
        }
      }
      forgetWriters();
      checkpointed = Math.min(checkpointed, end);
    }

    private void check() throws IOException {
      for (Batch batch : model) {
        if (all.isEmpty() || batch.base > all.get(all.size() - 1).last) {
          all.add(batch);
        }
      }
      if (sequences.isEmpty() && model.isEmpty()) {
        all.clear();
      }
      assertThat(log.startOffset()).as("start").isEqualTo(start);
      assertThat(log.endOffset()).as("end").isEqualTo(end);
      assertThat(log.highWatermark()).as("high watermark").isEqualTo(highWatermark);
      ReadBound bound = random.nextBoolean() ? ReadBound.LOG_END : ReadBound.HIGH_WATERMARK;
      long upper = bound == ReadBound.LOG_END ? end : highWatermark;
      List<Batch> visible = new ArrayList<>();
      for (Batch batch : model) {
        if (batch.last < upper) {
          visible.add(batch);
        }
      }
      List<byte[]> found = new ArrayList<>();
      long next = start;
      while (next < upper) {
        LogRead read = log.reader().read(next, 1 + random.nextInt(3000), true, bound);
        if (read.region() == null) {
          break;
        }
        ByteBuffer bytes = ByteBuffer.allocate(read.sizeInBytes());
        read.region().readFully(bytes, 0);
        read.region().release();
        bytes.flip();
        List<long[]> ranges = Batches.ranges(bytes);
        assertThat(ranges).isNotEmpty();
        int at = 0;
        for (long[] range : ranges) {
          int size = LogBatchHeader.sizeInBytes(bytes, at);
          assertThat(range[1]).isGreaterThanOrEqualTo(next);
          byte[] copy = new byte[size];
          bytes.duplicate().position(at).get(copy);
          found.add(copy);
          at += size;
          next = range[1] + 1;
        }
      }
      assertThat(found).as("batches from %s to %s", start, upper).hasSize(visible.size());
      for (int i = 0; i < found.size(); i++) {
        assertThat(found.get(i)).isEqualTo(visible.get(i).bytes);
      }
      if (!visible.isEmpty()) {
        Batch some = visible.get(random.nextInt(visible.size()));
        long asked = some.base + random.nextInt((int) (some.last - some.base) + 1);
        LogRead read = log.reader().read(asked, 0, true, bound);
        assertThat(read.sizeInBytes()).isEqualTo(some.bytes.length);
        read.region().release();
        // Time never runs back, so a plain search finds the first batch of a time.
        if (some.timestamp <= clock.milliseconds()) {
          Batch first = some;
          for (Batch batch : visible) {
            if (batch.timestamp >= some.timestamp) {
              first = batch;
              break;
            }
          }
          assertThat(log.reader().offsetForTimestamp(some.timestamp, bound)).isEqualTo(first.base);
        }
      }
      assertThatThrownBy(() -> log.reader().read(end + 1, 1, true, ReadBound.LOG_END))
          .isInstanceOf(LogOffsetOutOfRangeException.class);
      for (Map.Entry<Long, Integer> writer : sequences.entrySet()) {
        AppendResult again =
            log.appendAsLeader(
                    Collections.singletonList(
                        Batches.request(Batches.batch(writer.getKey(), writer.getValue(), 1, 1))))[
                0];
        assertThat(again.isDuplicate())
            .as("writer %s knows %s", writer.getKey(), writer.getValue())
            .isTrue();
      }
    }
  }
}

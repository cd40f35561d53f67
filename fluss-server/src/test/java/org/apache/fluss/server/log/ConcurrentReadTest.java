// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.fluss.exception.LogOffsetOutOfRangeException;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.server.log.disk.Disk;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Readers on any thread see whole, consecutive batches while the lane appends, rolls and deletes.
 */
class ConcurrentReadTest {
  private static final int READERS = 3;
  private static final long APPENDS = 3_000;

  @TempDir Path temp;

  @Test
  void localDisk() throws Exception {
    run(LocalDisk.INSTANCE, temp.resolve("log-0"));
  }

  @Test
  void simulatedDisk() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    run(disk, Path.of("/data/log-0"));
    assertThat(disk.openFiles()).isZero();
  }

  private static void run(Disk disk, Path directory) throws Exception {
    LogConfig config =
        LogConfig.defaults()
            .withSegmentSizeBytes(20_000)
            .withIndexSizeBytes(4096)
            .withIndexIntervalBytes(500);
    ManualClock clock = new ManualClock(1_700_000_000_000L);
    LogTablet log =
        LogTablet.open(
            new LogEnvironment(disk, config, clock, Runnable::run, LogMetrics.NONE),
            Runnable::run,
            directory,
            0,
            true,
            0);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);
    try {
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        int seed = i;
        readers.add(threads.submit(() -> follow(log, done, seed)));
      }
      Future<?> lane =
          threads.submit(
              () -> {
                Random random = new Random(7);
                for (int i = 0; i < APPENDS; i++) {
                  clock.advanceTime(1, TimeUnit.MILLISECONDS);
                  log.appendAsLeader(
                      Batches.request(Batches.batch(1 + random.nextInt(4), random.nextInt(300))));
                  log.advanceHighWatermark(log.endOffset());
                  if (i % 500 == 499) {
                    log.deleteSegments(log.endOffset(), 12);
                  }
                  if (i % 1500 == 1499) {
                    // Cuts nothing a client may see.
                    long end = log.endOffset();
                    log.appendAsLeader(Batches.request(Batches.batch(3, 50)));
                    log.truncateTo(end);
                  }
                }
              });
      lane.get(60, TimeUnit.SECONDS);
      done.set(true);
      for (Future<Long> reader : readers) {
        assertThat(reader.get(60, TimeUnit.SECONDS)).isEqualTo(log.endOffset());
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
    log.close();
  }

  private static Long follow(LogTablet log, AtomicBoolean done, int seed) throws Exception {
    Random random = new Random(seed);
    long next = 0;
    while (true) {
      boolean last = done.get();
      LogRead read;
      try {
        read = log.reader().read(next, 1 + random.nextInt(5000), true, ReadBound.HIGH_WATERMARK);
      } catch (LogOffsetOutOfRangeException e) {
        // Too slow: retention came by.
        next = log.startOffset();
        continue;
      }
      if (read.region() == null) {
        if (last) {
          return next;
        }
        Thread.onSpinWait();
        continue;
      }
      ByteBuffer bytes = ByteBuffer.allocate(read.sizeInBytes());
      read.region().readFully(bytes, 0);
      read.region().release();
      bytes.flip();
      CheckedRecords whole = CheckedRecords.check(bytes);
      assertThat(whole.batchCount()).isPositive();
      for (long[] range : Batches.ranges(bytes)) {
        assertThat(range[0]).isEqualTo(next);
        next = range[1] + 1;
      }
      long timestamp = LogBatchHeader.commitTimestamp(bytes, 0);
      long found = log.reader().offsetForTimestamp(timestamp, ReadBound.HIGH_WATERMARK);
      assertThat(found).isGreaterThanOrEqualTo(LogBatchHeader.baseOffset(bytes, 0));
    }
  }
}

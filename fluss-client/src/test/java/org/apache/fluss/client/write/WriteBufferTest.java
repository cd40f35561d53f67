// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.fluss.cluster.BucketLocation;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.junit.jupiter.api.Test;

/** Limits of the write buffer, sizes of batches, choices of buckets. */
class WriteBufferTest {

  @Test
  void waitsForMemoryAndTellsSo() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    WriteBuffer buffer = new WriteBuffer(100, Long.MAX_VALUE, waits::countDown);
    buffer.reserve(80);
    CompletableFuture<Void> second =
        CompletableFuture.runAsync(
            () -> {
              try {
                buffer.reserve(50);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    waits.await();
    assertThat(second).isNotDone();
    buffer.release(80);
    second.get();
    assertThat(buffer.availableBytes()).isEqualTo(50);
  }

  @Test
  void givesUpInTime() throws Exception {
    WriteBuffer buffer = new WriteBuffer(100, 1_000_000, () -> {});
    buffer.reserve(100);
    assertThatThrownBy(() -> buffer.reserve(1)).isInstanceOf(EOFException.class);
    buffer.release(100);
    buffer.reserve(100);
  }

  @Test
  void refusesWhatNeverFits() {
    WriteBuffer buffer = new WriteBuffer(100, Long.MAX_VALUE, () -> {});
    assertThatThrownBy(() -> buffer.reserve(101))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining("client.writer.buffer.memory-size");
  }

  @Test
  void batchSizeFollowsWhatIsSent() {
    BatchSize size = new BatchSize(true, 256, 1000);
    for (int i = 0; i < 100; i++) {
      size.observe(10);
    }
    assertThat(size.bytes()).isEqualTo(256);
    size.observe(250);
    assertThat(size.bytes()).isEqualTo(281);
    size.observe(170);
    assertThat(size.bytes()).as("between half and four fifths").isEqualTo(281);
    for (int i = 0; i < 100; i++) {
      size.observe(size.bytes());
    }
    assertThat(size.bytes()).isEqualTo(1000);
    BatchSize fixed = new BatchSize(false, 256, 1000);
    fixed.observe(1);
    assertThat(fixed.bytes()).isEqualTo(1000);
  }

  private static List<BucketLocation> buckets(int... ids) {
    return IntStream.of(ids)
        .mapToObj(
            id -> new BucketLocation(PhysicalTablePath.of("db", "t", null), 1, id, 0, new int[0]))
        .collect(Collectors.toList());
  }

  @Test
  void stickyChangesOnlyWhenABatchIsFull() {
    BucketAssigner sticky = BucketAssigner.sticky(4, () -> buckets(0, 2, 3));
    int first = sticky.bucket(null);
    assertThat(first).isIn(0, 2, 3);
    assertThat(sticky.bucket(null)).isEqualTo(first);
    sticky.batchFull(first + 100);
    assertThat(sticky.bucket(null)).isEqualTo(first);
    sticky.batchFull(first);
    assertThat(sticky.bucket(null)).isIn(0, 2, 3).isNotEqualTo(first);
    BucketAssigner one = BucketAssigner.sticky(4, () -> buckets(1));
    one.batchFull(one.bucket(null));
    assertThat(one.bucket(null)).isEqualTo(1);
  }

  @Test
  void roundRobinIsEven() {
    BucketAssigner roundRobin = BucketAssigner.roundRobin(3, () -> buckets(0, 1, 2));
    int[] counts = new int[3];
    for (int i = 0; i < 30; i++) {
      counts[roundRobin.bucket(null)]++;
    }
    assertThat(counts).containsExactly(10, 10, 10);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.log.disk.SimulatedDisk;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.Test;

/** The recorded answers of a released tablet server that are decided by the log. */
class RpcBehaviourTest {
  private final Map<String, Callable<String>> steps = new LinkedHashMap<>();
  private final ManualClock clock = new ManualClock(1_796_126_000_000L);
  private LogTablet log;

  @Test
  void sameAnswers() throws Exception {
    log =
        LogTablet.open(
            new LogEnvironment(
                new SimulatedDisk(), LogConfig.defaults(), clock, Runnable::run, LogMetrics.NONE),
            Runnable::run,
            Path.of("/data/log-0"),
            0,
            true,
            0);
    produce("produce w10 s0 n2", batch(0, 2, 88));
    produce("produce w10 s0 again", batch(0, 2, 88));
    produce("produce w10 s2 (gap)", batch(2, 1, 69));
    produce("produce w11 s1 (new writer not 0)", Batches.batch(11, 1, 1, 22));
    for (int s = 1; s <= 6; s++) {
      produce("produce w10 s" + s, batch(s, 1, 69));
    }
    produce("dup w10 s2 (5th newest)", batch(2, 1, 69));
    produce("dup w10 s1 (6th newest)", batch(1, 1, 69));
    produce("no writer id seq -1", Batches.batch(1, 21));
    produce("two batches s7,s8", batch(7, 2, 88), batch(8, 1, 68));
    produce("two batches dup s8 + new s9", batch(8, 1, 68), batch(9, 1, 68));
    produce("then s9 alone", batch(9, 1, 68));
    produce("zero-record batch s10", batch(10, 0, 48));
    produce("next s11", batch(11, 1, 68));
    produce("empty records");
    produce("trailing garbage 20 bytes after s12", batch(12, 1, 68), ByteBuffer.allocate(20));
    ByteBuffer flipped = batch(13, 1, 69);
    flipped.put(60, (byte) ~flipped.get(60));
    produce("crc flip", flipped);
    fetch("fetch 0", 0, 1 << 20);
    fetch("fetch 1 (mid batch)", 1, 1 << 20);
    fetch("fetch max 10", 0, 10);
    fetch("fetch max 100", 0, 100);
    fetch("fetch -1", -1, 1 << 20);
    fetch("fetch LEO 16", 16, 1 << 20);
    fetch("fetch LEO+1", 17, 1 << 20);
    produce("append during delayed fetch", batch(13, 1, 69));
    int compared = 0;
    for (JsonNode node : Vectors.load("log-storage-rpc-behaviour.json").get("sequence")) {
      String line = node.asText();
      int colon = line.indexOf(": ");
      Callable<String> step = colon < 0 ? null : steps.remove(line.substring(0, colon));
      if (step != null) {
        assertThat(line.substring(colon + 2)).as(line).startsWith(step.call());
        compared++;
      }
    }
    assertThat(steps).isEmpty();
    assertThat(compared).isEqualTo(29);
    assertThat(log.reader().offsetForTimestamp(0, ReadBound.HIGH_WATERMARK)).isZero();
  }

  private static ByteBuffer batch(int sequence, int records, int size) {
    return Batches.batch(10, sequence, records, size - 48);
  }

  private void produce(String name, ByteBuffer... batches) {
    steps.put(
        name,
        () -> {
          clock.advanceTime(Duration.ofMillis(3));
          try {
            long base = log.appendAsLeader(Batches.request(batches)).firstOffset();
            log.advanceHighWatermark(log.endOffset());
            return "base_offset " + base;
          } catch (RuntimeException e) {
            return "error " + Errors.forException(e).code();
          }
        });
  }

  private void fetch(String name, long offset, int maxBytes) {
    steps.put(
        name,
        () -> {
          try {
            LogRead read = log.reader().read(offset, maxBytes, true, ReadBound.HIGH_WATERMARK);
            String first = "-";
            if (read.region() != null) {
              ByteBuffer bytes = ByteBuffer.allocate(read.sizeInBytes());
              read.region().readFully(bytes, 0);
              read.region().release();
              first = "" + Batches.ranges(bytes.flip()).get(0)[0];
            }
            return String.format(
                "hw %d log_start %d bytes %d firstBatchBase %s",
                read.highWatermark(), read.startOffset(), read.sizeInBytes(), first);
          } catch (RuntimeException e) {
            return "error " + Errors.forException(e).code();
          }
        });
  }
}

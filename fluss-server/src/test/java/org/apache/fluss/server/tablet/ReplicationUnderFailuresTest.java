// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.log.Batches.batch;
import static org.apache.fluss.server.tablet.LogCalls.awaitTrue;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.record.LogBatchHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers that retry, while servers with the replicas crash and stop: what was acknowledged is
 * there once, in its place, and all replicas become equal.
 */
@Timeout(180)
class ReplicationUnderFailuresTest {
  private static final int SERVERS = 3;
  private static final int BUCKETS = 2;
  private static final int WRITERS = 2;

  @TempDir Path temp;

  private final Map<Integer, LogCalls> servers = new ConcurrentHashMap<>();
  private final AtomicBoolean finished = new AtomicBoolean();

  @Test
  void acknowledgedOnceAndEverywhere() throws Exception {
    long seed = Long.getLong("fluss.test.seed", 11);
    int failures = Integer.getInteger("fluss.test.failures", 5);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (LocalCluster cluster = new LocalCluster(temp, SERVERS)) {
      long table = cluster.createTable("c", BUCKETS, SERVERS);
      List<Future<Map<Integer, Long>>> writers = new ArrayList<>();
      for (int id = 0; id < SERVERS; id++) {
        servers.put(id, cluster.calls(id));
      }
      for (int i = 0; i < BUCKETS * WRITERS; i++) {
        TableBucket bucket = new TableBucket(table, i % BUCKETS);
        long writer = 100 + i;
        writers.add(threads.submit(() -> write(bucket, writer)));
      }
      fail(cluster, new Random(seed), failures);
      finished.set(true);
      List<Map<Integer, Long>> acknowledged = new ArrayList<>();
      for (Future<Map<Integer, Long>> writer : writers) {
        acknowledged.add(writer.get(60, TimeUnit.SECONDS));
      }
      for (int b = 0; b < BUCKETS; b++) {
        TableBucket bucket = new TableBucket(table, b);
        int leader = cluster.leader("c", b);
        long end = cluster.calls(leader).offset(bucket, 1, null).offset;
        for (int id = 0; id < SERVERS; id++) {
          LogCalls calls = cluster.calls(id);
          awaitTrue(
              "server " + id + " has all of " + bucket + " up to " + end + ", seed " + seed,
              () -> calls.offset(bucket, 1, null).offset == end);
        }
        byte[] log = cluster.calls(leader).readAll(bucket, 0);
        for (int i = b; i < acknowledged.size(); i += BUCKETS) {
          assertThat(places(log, 100 + i))
              .as("writer %d of bucket %d, seed %d", 100 + i, b, seed)
              .isEqualTo(acknowledged.get(i));
        }
      }
      for (int id = 0; id < SERVERS; id++) {
        cluster.stop(id);
      }
      for (int b = 0; b < BUCKETS; b++) {
        byte[] first = log(0, table, b);
        for (int id = 1; id < SERVERS; id++) {
          assertThat(log(id, table, b)).as("server %d, seed %d", id, seed).isEqualTo(first);
        }
      }
    } finally {
      finished.set(true);
      threads.shutdownNow();
    }
  }

  private byte[] log(int server, long table, int bucket) throws Exception {
    Path directory = temp.resolve("data-" + server + "/fluss/c-" + table + "/log-" + bucket);
    return Files.readAllBytes(directory.resolve("00000000000000000000.log"));
  }

  private void fail(LocalCluster cluster, Random random, int failures) throws Exception {
    for (int i = 0; i < failures; i++) {
      int id = random.nextInt(SERVERS);
      boolean crash = random.nextInt(3) > 0;
      pause(200 + random.nextInt(600));
      servers.remove(id);
      if (crash) {
        cluster.crash(id);
      } else {
        cluster.stop(id);
      }
      pause(random.nextInt(800));
      cluster.startTabletServer(id);
      servers.put(id, cluster.calls(id));
    }
  }

  /** Lets the writers work; nothing waits for the end of it. */
  private static void pause(int ms) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** Writes one batch after the other; returns sequence numbers and acknowledged offsets. */
  private Map<Integer, Long> write(TableBucket bucket, long writer) {
    Map<Integer, Long> acknowledged = new TreeMap<>();
    for (int sequence = 0; !finished.get(); sequence++) {
      long offset = -1;
      while (offset < 0) {
        for (LogCalls server : servers.values()) {
          try {
            LogCalls.Answer answer =
                server.produce(bucket, -1, batch(writer, sequence, 1 + sequence % 3, 100));
            if (answer.error == 0) {
              offset = answer.offset;
              break;
            }
            assertThat(answer.error).as(answer.message).isNotIn(-1, 10, 14, 31);
          } catch (ApiException e) {
            // The server is going or gone; another one leads soon.
            continue;
          }
        }
      }
      acknowledged.put(sequence, offset);
    }
    return acknowledged;
  }

  /** Where the batches of a writer are, by sequence number; each is there once. */
  private static Map<Integer, Long> places(byte[] log, long writer) {
    Map<Integer, Long> places = new TreeMap<>();
    ByteBuffer buffer = ByteBuffer.wrap(log);
    for (int at = 0; at < log.length; at += LogBatchHeader.sizeInBytes(buffer, at)) {
      if (LogBatchHeader.writerId(buffer, at) == writer) {
        int sequence = LogBatchHeader.batchSequence(buffer, at);
        assertThat(places.put(sequence, LogBatchHeader.baseOffset(buffer, at))).isNull();
      }
    }
    return places;
  }
}

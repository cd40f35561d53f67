// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.tablet.KvCalls.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.kv.autoinc.AutoIncrement;
import org.apache.fluss.server.tablet.KvCalls.How;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link AutoIncrement} in the buckets of a table whose servers fail. */
final class AutoIncrementClusterTest {
  private static final int BUCKETS = 4;
  private static final int KEYS = 150;
  private static final int MAX_FAILURES = 1000;
  private static final int[] WRITTEN = {0, 2};

  @Test
  void noValueIsGivenTwiceWhileLeadersFail(@TempDir Path directory) throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(BUCKETS);
    try (LocalCluster cluster = new LocalCluster(directory, 3)) {
      cluster.createTable(
          "ids",
          TableDescriptor.builder()
              .schema(
                  Schema.newBuilder()
                      .column("k", DataTypes.STRING())
                      .column("n", DataTypes.BIGINT())
                      .column("v", DataTypes.INT())
                      .primaryKey("k")
                      .enableAutoIncrement("n")
                      .build())
              .distributedBy(BUCKETS)
              .property(ConfigOptions.TABLE_REPLICATION_FACTOR.key(), "3")
              .property(ConfigOptions.TABLE_AUTO_INCREMENT_CACHE_SIZE.key(), "10")
              .build());
      CountDownLatch some = new CountDownLatch(BUCKETS * KEYS / 4);
      CountDownLatch half = new CountDownLatch(BUCKETS * KEYS / 2);
      List<Future<?>> all = new ArrayList<>();
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        int own = bucket;
        all.add(writers.submit(() -> write(cluster, own, some, half)));
      }
      assertThat(some.await(60, TimeUnit.SECONDS)).isTrue();
      int first;
      synchronized (cluster) {
        first = cluster.leader("ids", 0);
        cluster.crash(first);
      }
      assertThat(half.await(60, TimeUnit.SECONDS)).isTrue();
      synchronized (cluster) {
        cluster.startTabletServer(first);
      }
      for (Future<?> writer : all) {
        writer.get(120, TimeUnit.SECONDS);
      }

      Set<Long> given = new HashSet<>();
      int rows = 0;
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        KvCalls kv = cluster.kv("ids", bucket);
        long last = 0;
        for (String change : kv.changelog()) {
          if (change.contains(" +I ")) {
            long value = Long.parseLong(change.split(", ")[1]);
            assertThat(given.add(value)).as("bucket %s: %s", bucket, change).isTrue();
            assertThat(value).as("bucket %s: %s", bucket, change).isGreaterThan(last);
            last = value;
          }
        }
        rows += kv.limitScan(BUCKETS * KEYS).size();
      }
      assertThat(rows).isEqualTo(BUCKETS * KEYS);
      assertThat(given).hasSize(BUCKETS * KEYS);
    } finally {
      writers.shutdownNow();
    }
  }

  /** Writes every key until it is acknowledged; again is an update, which keeps the value. */
  private static void write(LocalCluster cluster, int bucket, CountDownLatch... written) {
    KvCalls kv = null;
    int failures = 0;
    for (int i = 0; i < KEYS; ) {
      try {
        if (kv == null) {
          synchronized (cluster) {
            kv = cluster.kv("ids", bucket);
          }
        }
        PbPutKvRespForBucket answer =
            kv.put(new How().targets(WRITTEN), upsert("key " + i, null, i));
        if (answer.hasErrorCode()) {
          throw Errors.forCode(answer.getErrorCode()).exception(answer.getErrorMessage());
        }
        for (CountDownLatch latch : written) {
          latch.countDown();
        }
        i++;
      } catch (ApiException e) {
        // The server is gone, or leads no more: the next leader is asked.
        assertThat(e).isNotInstanceOf(UnknownServerException.class);
        assertThat(failures++).isLessThan(MAX_FAILURES);
        kv = null;
      }
    }
  }
}

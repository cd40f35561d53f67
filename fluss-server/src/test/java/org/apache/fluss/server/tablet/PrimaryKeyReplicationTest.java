// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.tablet.KvCalls.delete;
import static org.apache.fluss.server.tablet.KvCalls.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.rpc.messages.PbPutKvRespForBucket;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.server.tablet.KvCalls.How;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary-key table on three tablet servers that fail. */
final class PrimaryKeyReplicationTest {
  @TempDir Path directory;
  private LocalCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new LocalCluster(directory, 3);
    cluster.createTable(
        "t",
        PrimaryKeyTableTest.descriptor()
            .property(ConfigOptions.TABLE_REPLICATION_FACTOR.key(), "3")
            .build());
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  void whatAllAcknowledgedIsLookedUpAtOnce() {
    KvCalls kv = cluster.kv("t", 0);
    for (int i = 0; i < 20; i++) {
      kv.put(upsert(1, i, "a"));
      assertThat(kv.lookup(1)).isEqualTo("[1, " + i + ", a]");
    }
  }

  @Test
  void aFollowerAnswersNoLookupAndHasNoStore() {
    KvCalls kv = cluster.kv("t", 0);
    kv.put(upsert(1, 1, "a"));
    int leader = cluster.leader("t", 0);
    for (int server : cluster.tabletServers.keySet()) {
      Path store =
          directory
              .resolve("data-" + server)
              .resolve(LocalCluster.DATABASE)
              .resolve("t-" + kv.bucket.getTableId())
              .resolve("kv-0");
      if (server == leader) {
        assertThat(store).exists();
      } else {
        assertThat(store).doesNotExist();
        KvCalls follower =
            new KvCalls(
                cluster.gateway(server), kv.bucket, kv.table(), id -> kv.table().getSchema());
        assertThat(Errors.forCode(follower.lookupAnswer(kv.key(1)).getErrorCode()))
            .isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
        PbPutKvRespForBucket put = follower.put(new How(), upsert(1, 2, "b"));
        assertThat(Errors.forCode(put.getErrorCode())).isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
      }
    }
  }

  @Test
  void theNextLeaderMakesTheSameStore() throws Exception {
    KvCalls kv = cluster.kv("t", 0);
    TreeMap<Integer, String> expected = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      kv.put(upsert(i % 40, i, "a"), delete(i % 13));
      expected.put(i % 40, "[" + i % 40 + ", " + i + ", a]");
      expected.remove(i % 13);
    }
    int first = cluster.leader("t", 0);
    List<String> changelog = kv.changelog();
    cluster.crash(first);
    KvCalls second = cluster.kv("t", 0);
    // What the old leader acknowledged last is seen once the followers told that they have it.
    LogCalls.awaitTrue(
        "the high watermark is at the end", () -> second.changelog().size() == changelog.size());
    assertThat(second.limitScan(1000))
        .extracting(second::text)
        .containsExactlyElementsOf(expected.values());
    assertThat(second.stats().getRowCount()).isEqualTo(expected.size());
    assertThat(second.changelog()).isEqualTo(changelog);
    second.put(upsert(0, -1, "after"));
    assertThat(second.lookup(0)).isEqualTo("[0, -1, after]");

    cluster.startTabletServer(first);
    LogCalls.awaitTrue(
        "server " + first + " has no store",
        () ->
            !Files.exists(
                directory
                    .resolve("data-" + first)
                    .resolve(LocalCluster.DATABASE)
                    .resolve("t-" + kv.bucket.getTableId())
                    .resolve("kv-0")));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.TestingServer;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.server.zk.MetadataStoreException.Reason;
import org.apache.fluss.utils.clock.SystemClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** One contract, held by the store in ZooKeeper and by its twin in memory. */
class MetadataStoreContractTest {

  @Nested
  class ZooKeeper extends Contract {
    private TestingServer server;

    @Override
    MetadataStore open() throws Exception {
      if (server == null) {
        server = new TestingServer();
      }
      Configuration conf = new Configuration();
      conf.setString(ConfigOptions.ZOOKEEPER_ADDRESS.key(), server.getConnectString());
      conf.setString(ConfigOptions.ZOOKEEPER_ROOT.key(), "/a//b/");
      return CuratorMetadataStore.connect(conf);
    }

    @Test
    void aNewSessionIsAnnouncedAndWatchesGoOn() throws Exception {
      try (MetadataStore store = open();
          MetadataStore other = open()) {
        store.ensure("/w");
        LinkedBlockingQueue<String> sessions = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<String> changes = new LinkedBlockingQueue<>();
        store.watchSession(() -> sessions.add("new"));
        store.watchChildren("/w", () -> changes.add("changed"));
        long before = store.sessionId();
        ((CuratorMetadataStore) store)
            .client()
            .getZookeeperClient()
            .getZooKeeper()
            .getTestable()
            .injectSessionExpiration();
        assertThat(sessions.poll(30, TimeUnit.SECONDS)).isNotNull();
        assertThat(store.sessionId()).isNotEqualTo(before);
        other.transact(List.of(NodeOp.create("/w/n")));
        assertThat(changes.poll(30, TimeUnit.SECONDS)).isNotNull();
      }
    }

    @AfterEach
    void stop() throws Exception {
      server.close();
    }
  }

  @Nested
  class InMemory extends Contract {
    private InMemoryMetadataStore first;

    @Override
    MetadataStore open() {
      if (first == null) {
        first = new InMemoryMetadataStore(SystemClock.getInstance());
        return first;
      }
      return first.newSession();
    }
  }

  abstract static class Contract {
    abstract MetadataStore open() throws Exception;

    @Test
    void readsAndWrites() throws Exception {
      try (MetadataStore store = open()) {
        assertThat(store.get("/x")).isEmpty();
        assertThat(store.children("/x")).isEmpty();
        store.ensure("/x/y");
        store.ensure("/x/y");
        store.transact(
            List.of(
                NodeOp.create("/x/y/1", bytes("one")),
                NodeOp.create("/x/y/2"),
                NodeOp.create("/x/y/2/deep", bytes("d"))));
        assertThat(store.children("/x/y")).containsExactlyInAnyOrder("1", "2");
        StoredNode one = store.get("/x/y/1").get();
        assertThat(one.data()).isEqualTo(bytes("one"));
        assertThat(one.version()).isZero();
        assertThat(one.ephemeralOwner()).isZero();
        store.transact(List.of(NodeOp.set("/x/y/1", bytes("uno"), 0)));
        assertThat(store.get("/x/y/1").get().version()).isEqualTo(1);
        assertThat(store.getAll(List.of("/x/y/2", "/x/none", "/x/y/1")))
            .containsOnlyKeys("/x/y/2", "/x/y/1");
        assertThat(store.get("/x/y").get().childCount()).isEqualTo(2);
        assertThat(store.childrenOfAll(List.of("/x/y/2", "/none")))
            .containsEntry("/x/y/2", List.of("deep"))
            .containsEntry("/none", List.of());
        store.deleteRecursively("/x");
        store.deleteRecursively("/x");
        assertThat(store.get("/x")).isEmpty();
      }
    }

    @Test
    void transactionsApplyAllOrNothing() throws Exception {
      try (MetadataStore store = open()) {
        store.ensure("/t/a");
        assertFails(store, Reason.NO_NODE, NodeOp.create("/t/b"), NodeOp.set("/t/none", bytes("")));
        assertFails(store, Reason.NODE_EXISTS, NodeOp.create("/t/b"), NodeOp.create("/t/a"));
        assertFails(store, Reason.BAD_VERSION, NodeOp.create("/t/b"), NodeOp.check("/t/a", 7));
        assertFails(store, Reason.NO_NODE, NodeOp.create("/t/b/c"));
        assertFails(store, Reason.NOT_EMPTY, NodeOp.create("/t/b"), NodeOp.delete("/t"));
        assertThat(store.children("/t")).containsExactly("a");
        store.transact(List.of(NodeOp.check("/t/a", 0), NodeOp.delete("/t/a", 0)));
        assertThat(store.children("/t")).isEmpty();
        store.transact(List.of());
      }
    }

    @Test
    void sequentialNodesGetTenDigits() throws Exception {
      try (MetadataStore store = open()) {
        store.ensure("/s");
        store.transact(List.of(NodeOp.createSequential("/s/c_", bytes("x"))));
        store.transact(List.of(NodeOp.createSequential("/s/c_", bytes("y"))));
        assertThat(store.children("/s")).containsExactlyInAnyOrder("c_0000000000", "c_0000000001");
      }
    }

    @Test
    void ephemeralNodesVanishWithTheirSession() throws Exception {
      try (MetadataStore store = open()) {
        store.ensure("/e");
        LinkedBlockingQueue<String> changes = new LinkedBlockingQueue<>();
        MetadataStore.Watch watch = store.watchChildren("/e", () -> changes.add("changed"));
        try (MetadataStore other = open()) {
          other.transact(List.of(NodeOp.createEphemeral("/e/n", bytes("n"))));
          assertThat(store.get("/e/n").get().ephemeralOwner()).isEqualTo(other.sessionId());
          assertThat(changes.poll(30, TimeUnit.SECONDS)).isNotNull();
        }
        while (store.get("/e/n").isPresent()) {
          assertThat(changes.poll(30, TimeUnit.SECONDS)).isNotNull();
        }
        watch.close();
      }
    }

    @Test
    void countersHandOutEveryValueOnce() throws Exception {
      try (MetadataStore store = open()) {
        CounterNode counter = CounterNode.TABLE_IDS;
        assertThat(counter.take(store, 1)).isZero();
        assertThat(counter.take(store, 1)).isEqualTo(1);
        assertThat(store.get(counter.path()).get().data())
            .isEqualTo(new byte[] {0, 0, 0, 0, 0, 0, 0, 2});
        assertThat(counter.take(store, 1000)).isEqualTo(2);
        assertThat(counter.take(store, 1)).isEqualTo(1002);
      }
    }

    private static void assertFails(MetadataStore store, Reason reason, NodeOp... ops) {
      assertThatThrownBy(() -> store.transact(List.of(ops)))
          .isInstanceOfSatisfying(
              MetadataStoreException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }
}

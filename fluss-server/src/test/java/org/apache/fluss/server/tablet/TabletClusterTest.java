// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import static org.apache.fluss.server.log.Batches.batch;
import static org.apache.fluss.server.tablet.LogCalls.awaitTrue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.messages.AlterClusterConfigsRequest;
import org.apache.fluss.rpc.messages.CreatePartitionRequest;
import org.apache.fluss.rpc.messages.DescribeClusterConfigsRequest;
import org.apache.fluss.rpc.messages.DropPartitionRequest;
import org.apache.fluss.rpc.messages.MetadataRequest;
import org.apache.fluss.rpc.messages.PbPartitionMetadata;
import org.apache.fluss.server.log.Batches;
import org.apache.fluss.server.log.DataDirectory;
import org.apache.fluss.server.metadata.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tablet servers over real sockets with a real coordinator and a real ZooKeeper. */
@Timeout(120)
class TabletClusterTest {
  @TempDir Path temp;

  @Test
  void bucketsAreSharedAmongServers() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 3)) {
      long table = cluster.createTable("shared", 6, 1);
      Set<Integer> leaders = new HashSet<>();
      for (int i = 0; i < 6; i++) {
        TableBucket bucket = new TableBucket(table, i);
        int leader = cluster.leader("shared", i);
        leaders.add(leader);
        LogCalls calls = cluster.calls(leader);
        assertThat(calls.produce(bucket, -1, batch(3, 60), batch(2, 40))).hasToString("offset 0");
        assertThat(calls.produce(bucket, 1, batch(1, 20))).hasToString("offset 5");
        assertThat(calls.fetch(bucket, 0)).hasToString("hw 6 bytes 264 first 0");
        int other = (leader + 1) % 3;
        assertThat(cluster.calls(other).fetch(bucket, 0)).hasToString("error 12");
      }
      assertThat(leaders).containsExactlyInAnyOrder(0, 1, 2);
    }
  }

  @Test
  void restartedServerHasItsData() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 1)) {
      TableBucket bucket = new TableBucket(cluster.createTable("t", 1, 1), 0);
      assertThat(cluster.calls(0).produce(bucket, -1, batch(10, 0, 3, 60))).hasToString("offset 0");
      byte[] before = cluster.calls(0).readAll(bucket, 0);
      cluster.crash(0);
      cluster.startTabletServer(0);
      cluster.leader("t", 0);
      assertThat(cluster.calls(0).readAll(bucket, 0)).isEqualTo(before);
      assertThat(cluster.calls(0).produce(bucket, -1, batch(10, 0, 3, 60))).hasToString("offset 0");
      assertThat(cluster.calls(0).produce(bucket, -1, batch(10, 1, 1, 20))).hasToString("offset 3");
      before = cluster.calls(0).readAll(bucket, 0);

      cluster.stop(0);
      assertThat(temp.resolve("data-0").resolve(DataDirectory.CLEAN_SHUTDOWN)).exists();
      assertThat(temp.resolve("data-0").resolve(DataDirectory.HIGH_WATERMARKS))
          .content()
          .contains(bucket.getTableId() + " 0 4");
      cluster.startTabletServer(0);
      cluster.leader("t", 0);
      assertThat(temp.resolve("data-0").resolve(DataDirectory.CLEAN_SHUTDOWN)).doesNotExist();
      assertThat(cluster.calls(0).readAll(bucket, 0)).isEqualTo(before);
    }
  }

  @Test
  void acknowledgedWritesSurviveTheirLeaders() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 3)) {
      TableBucket bucket = new TableBucket(cluster.createTable("r", 1, 3), 0);
      Set<Long> acknowledged = new HashSet<>();
      int sequence = 0;
      for (int round = 0; round < 4; round++) {
        int leader = cluster.leader("r", 0);
        for (int i = 0; i < 20; i++, sequence++) {
          LogCalls.Answer answer =
              cluster.calls(leader).produce(bucket, -1, batch(10, sequence, 2, 40));
          assertThat(answer.error).isZero();
          acknowledged.add(answer.offset);
        }
        if (round % 2 == 0) {
          cluster.crash(leader);
        } else {
          cluster.stop(leader);
        }
        int next = cluster.leader("r", 0);
        assertThat(next).isNotEqualTo(leader);
        // It remembers the last batch of the writer.
        awaitTrue(
            "duplicate is known",
            () ->
                cluster
                        .calls(next)
                        .produce(bucket, 1, batch(10, acknowledged.size() - 1, 2, 40))
                        .offset
                    == 2L * acknowledged.size() - 2);
        cluster.startTabletServer(leader);
      }
      assertThat(acknowledged).hasSize(80);
      List<byte[]> copies = new ArrayList<>();
      for (int id = 0; id < 3; id++) {
        int server = id;
        // Each of them leads once: what it has is what it got as a follower.
        awaitTrue(
            "server " + id + " has caught up",
            () -> cluster.calls(server).offset(bucket, 1, null).offset == 160);
      }
      byte[] all = cluster.calls(cluster.leader("r", 0)).readAll(bucket, 0);
      assertThat(Batches.ranges(ByteBuffer.wrap(all)))
          .hasSize(80)
          .allMatch(range -> acknowledged.contains(range[0]));
      for (int id = 0; id < 3; id++) {
        cluster.stop(id);
        Path log = temp.resolve("data-" + id + "/fluss/r-" + bucket.getTableId() + "/log-0");
        copies.add(Files.readAllBytes(log.resolve("00000000000000000000.log")));
      }
      assertThat(copies).allMatch(copy -> Arrays.equals(copy, all));
      for (int id = 0; id < 3; id++) {
        cluster.startTabletServer(id);
      }
    }
  }

  @Test
  void zooKeeperMayGoAndComeBack() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 2)) {
      TableBucket bucket = new TableBucket(cluster.createTable("z", 1, 1), 0);
      int leader = cluster.leader("z", 0);
      LogCalls calls = cluster.calls(leader);
      assertThat(calls.produce(bucket, -1, batch(1, 20))).hasToString("offset 0");
      cluster.stopZooKeeper();
      assertThat(calls.produce(bucket, -1, batch(1, 20))).hasToString("offset 1");
      assertThat(calls.fetch(bucket, 1)).hasToString("hw 2 bytes 68 first 1");
      cluster.startZooKeeper();
      awaitTrue("both are registered again", () -> cluster.isLive(0) && cluster.isLive(1));
      TableBucket later = new TableBucket(cluster.createTable("later", 1, 2), 0);
      assertThat(cluster.calls(cluster.leader("later", 0)).produce(later, -1, batch(1, 20)))
          .hasToString("offset 0");
      assertThat(cluster.calls(cluster.leader("z", 0)).fetch(bucket, 0).highWatermark).isEqualTo(2);
    }
  }

  @Test
  void noiseOnThePortHarmsNobody() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 1)) {
      TableBucket bucket = new TableBucket(cluster.createTable("n", 1, 1), 0);
      Endpoint endpoint = cluster.tabletServers.get(0).advertisedEndpoints().get(0);
      Random random = new Random(7);
      for (int i = 0; i < 20; i++) {
        byte[] noise = new byte[random.nextInt(5000)];
        random.nextBytes(noise);
        try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
          socket.setSoTimeout(10_000);
          socket.getOutputStream().write(noise);
          socket.shutdownOutput();
          InputStream in = socket.getInputStream();
          while (in.read() >= 0) {
            // Whatever it says, it must end.
          }
        } catch (SocketException e) {
          assertThat(e).hasMessageContaining("reset");
        }
      }
      assertThat(cluster.calls(0).produce(bucket, -1, batch(1, 20))).hasToString("offset 0");
    }
  }

  @Test
  void secondServerIsRefusedWithTheReason() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 1)) {
      int port = cluster.tabletServers.get(0).advertisedEndpoints().get(0).getPort();

      Configuration samePort = cluster.conf(1);
      samePort.setString(ConfigOptions.BIND_LISTENERS.key(), "FLUSS://127.0.0.1:" + port);
      assertThatThrownBy(() -> new TabletServer(samePort).start())
          .hasMessageContaining("Cannot listen on")
          .hasMessageContaining(String.valueOf(port));

      Configuration sameDirectory = cluster.conf(0);
      sameDirectory.set(ConfigOptions.TABLET_SERVER_ID, 5);
      assertThatThrownBy(() -> new TabletServer(sameDirectory).start())
          .hasMessageContaining("uses the data directory")
          .hasMessageContaining("data-0");

      Configuration sameId = cluster.conf(0);
      sameId.setString(ConfigOptions.DATA_DIR.key(), temp.resolve("other").toString());
      assertThatThrownBy(() -> new TabletServer(sameId).start())
          .isInstanceOf(IllegalConfigurationException.class)
          .hasMessageContaining("Tablet server 0 is running already");

      Configuration noId = cluster.conf(0);
      noId.removeConfig(ConfigOptions.TABLET_SERVER_ID);
      assertThatThrownBy(() -> new TabletServer(noId))
          .isInstanceOf(IllegalConfigurationException.class)
          .hasMessageContaining("tablet-server.id");
    }
  }

  @Test
  void deadFollowerHoldsUpNobodyForLong() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 2)) {
      TableBucket bucket = new TableBucket(cluster.createTable("f", 1, 2), 0);
      int leader = cluster.leader("f", 0);
      int follower = 1 - leader;
      assertThat(cluster.calls(leader).produce(bucket, -1, batch(1, 20))).hasToString("offset 0");
      cluster.crash(follower);
      long start = System.nanoTime();
      assertThat(cluster.calls(leader).produce(bucket, -1, batch(1, 20))).hasToString("offset 1");
      // Sooner than the 30 s after which a follower that only is slow would be given up.
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(25));
      cluster.startTabletServer(follower);
      awaitTrue(
          "the follower has what it missed",
          () -> cluster.calls(follower).offset(bucket, 1, null).offset == 2);
    }
  }

  @Test
  void partitionsAndTablesComeAndGo() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 1)) {
      TablePath path = TablePath.of(LocalCluster.DATABASE, "p");
      cluster.createTable("p", LocalCluster.descriptor().partitionedBy("name").build());
      CreatePartitionRequest create = new CreatePartitionRequest().setIgnoreIfNotExists(false);
      Wire.write(path, create.setTablePath());
      create.setPartitionSpec().addPartitionKeyValues().setKey("name").setValue("a-b");
      LogCalls.get(cluster.coordinator().createPartition(create));
      TableBucket bucket = partitionBucket(cluster, PhysicalTablePath.of(path, "a-b"));
      LogCalls calls = cluster.calls(0);
      awaitTrue("the partition is led", () -> calls.fetch(bucket, 0).error == 0);
      assertThat(calls.produce(bucket, -1, batch(1, 20))).hasToString("offset 0");
      assertThat(calls.produce(new TableBucket(bucket.getTableId(), 0), -1, batch(1, 20)))
          .hasToString("error 21");
      Path table = temp.resolve("data-0/fluss/p-" + bucket.getTableId());
      assertThat(table.resolve("a-b-p" + bucket.getPartitionId() + "/log-0")).isDirectory();

      DropPartitionRequest drop = new DropPartitionRequest().setIgnoreIfNotExists(false);
      Wire.write(path, drop.setTablePath());
      drop.setPartitionSpec().addPartitionKeyValues().setKey("name").setValue("a-b");
      LogCalls.get(cluster.coordinator().dropPartition(drop));
      awaitTrue("the partition's files are gone", () -> !Files.exists(table));
      assertThat(calls.produce(bucket, -1, batch(1, 20))).hasToString("error 21");

      TableBucket other = new TableBucket(cluster.createTable("other", 1, 1), 0);
      assertThat(calls.produce(other, -1, batch(1, 20))).hasToString("offset 0");
      Path otherTable = temp.resolve("data-0/fluss/other-" + other.getTableId());
      assertThat(otherTable).isDirectory();
      cluster.stop(0);
      cluster.dropTable("other");
      cluster.startTabletServer(0);
      awaitTrue("what was dropped meanwhile is gone", () -> !Files.exists(otherTable));
    }
  }

  private static TableBucket partitionBucket(LocalCluster cluster, PhysicalTablePath path) {
    MetadataRequest request = new MetadataRequest();
    Wire.write(path, request.addPartitionsPath());
    PbPartitionMetadata partition =
        LogCalls.get(cluster.gateway(0).metadata(request)).getPartitionMetadataAt(0);
    return new TableBucket(partition.getTableId(), partition.getPartitionId(), 0);
  }

  @Test
  void settingsOfTheClusterReachTabletServers() throws Exception {
    try (LocalCluster cluster = new LocalCluster(temp, 1)) {
      AlterClusterConfigsRequest request = new AlterClusterConfigsRequest();
      request
          .addAlterConfigs()
          .setConfigKey(ConfigOptions.KV_SHARED_RATE_LIMITER_BYTES_PER_SEC.key())
          .setConfigValue("7mb")
          .setOpType(0);
      LogCalls.get(cluster.coordinator().alterClusterConfigs(request));
      awaitTrue(
          "the tablet server knows",
          () ->
              LogCalls.get(
                      cluster
                          .gateway(0)
                          .describeClusterConfigs(new DescribeClusterConfigsRequest()))
                  .getConfigsList()
                  .stream()
                  .anyMatch(
                      config ->
                          config.getConfigSource().equals("DYNAMIC_SERVER_CONFIG")
                              && config.getConfigValue().equals("7mb")));
    }
  }
}

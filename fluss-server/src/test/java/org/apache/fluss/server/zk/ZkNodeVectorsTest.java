// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.fluss.testsupport.Vectors;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;

/** Every kind of node as released 0.9.1 servers wrote it: read, and written again to the byte. */
class ZkNodeVectorsTest {
  private static final String ROOT = "/fluss";

  /** Decodes and encodes again, per node template. */
  private static final Map<String, UnaryOperator<byte[]>> CODECS = new LinkedHashMap<>();

  static {
    CODECS.put("/coordinators/active", b -> CoordinatorNode.decode(b).encode());
    CODECS.put("/tabletservers/ids/{serverId}", b -> TabletServerNode.decode(b).encode());
    CODECS.put("/metadata/databases/{db}", b -> DatabaseNode.decode(b).encode());
    CODECS.put("/metadata/databases/{db}/tables/{table}", b -> TableNode.decode(b).encode());
    CODECS.put(
        "/metadata/databases/{db}/tables/{table}/schemas/{schemaId}",
        b -> SchemaNode.encode(SchemaNode.decode(b)));
    CODECS.put(
        "/metadata/databases/{db}/tables/{table}/partitions/{partitionName}",
        b -> PartitionNode.decode(b).encode());
    CODECS.put(
        "/metadata/databases/{db}/tables/{table}/auto_inc/col_{columnId}",
        ZkNodeVectorsTest::counter);
    CODECS.put("/metadata/table_seqid", ZkNodeVectorsTest::counter);
    CODECS.put("/metadata/partition_seqid", ZkNodeVectorsTest::counter);
    CODECS.put("/metadata/writer_id", ZkNodeVectorsTest::counter);
    CODECS.put("/tabletservers/tables/{tableId}", b -> TableAssignmentNode.decode(b).encode());
    CODECS.put(
        "/tabletservers/partitions/{partitionId}", b -> PartitionAssignmentNode.decode(b).encode());
    CODECS.put(
        "/tabletservers/(tables|partitions)/{id}/buckets/{bucket}/leader_isr",
        b -> LeaderAndIsr.decode(b).encode());
    CODECS.put(".../buckets/{bucket}/remote_logs", b -> RemoteLogNode.decode(b).encode());
    CODECS.put(".../buckets/{bucket}/snapshot_seqid", ZkNodeVectorsTest::counter);
    CODECS.put(
        ".../buckets/{bucket}/snapshots/{snapshotId}", b -> KvSnapshotNode.decode(b).encode());
    CODECS.put("/tabletservers/tables/{tableId}/laketable", b -> LakeTableNode.decode(b).encode());
    CODECS.put("/tabletservers/server_tags", b -> ServerTagsNode.decode(b).encode());
    CODECS.put("/fluss-acls/{resourceType}/{resourceName}", b -> AclNode.decode(b).encode());
    CODECS.put("/fluss-acl-changes/acl_changes_{seq10}", ZkNodeVectorsTest::aclChange);
    CODECS.put("/config/server/global", b -> ConfigNode.decode(b).encode());
    CODECS.put("/config/changes/config_change_{seq10}", b -> b);
    CODECS.put("/cluster/rebalance", b -> RebalanceNode.decode(b).encode());
    CODECS.put("/producers/{producerId}", b -> ProducerOffsetsNode.decode(b).encode());
    CODECS.put("/leases/kv_snapshot/{leaseId}", b -> KvSnapshotLeaseNode.decode(b).encode());
  }

  @Test
  void everyNodeIsReadAndWrittenAgain() {
    JsonNode nodes = Vectors.load("zookeeper-nodes.json").get("nodes");
    int samples = 0;
    for (JsonNode node : nodes) {
      UnaryOperator<byte[]> codec = CODECS.get(node.get("template").asText());
      assertThat(codec).as(node.get("template").asText()).isNotNull();
      for (JsonNode sample : node.get("samples")) {
        byte[] content = content(sample);
        assertThat(codec.apply(content)).as(sample.get("path").asText()).isEqualTo(content);
        samples++;
      }
    }
    assertThat(nodes).hasSize(CODECS.size()).hasSize(25);
    assertThat(samples).isEqualTo(59);
  }

  /** A later release, or a plugin, may have added members. */
  @Test
  void unknownMembersAreIgnored() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    int checked = 0;
    for (JsonNode node : Vectors.load("zookeeper-nodes.json").get("nodes")) {
      UnaryOperator<byte[]> codec = CODECS.get(node.get("template").asText());
      for (JsonNode sample : node.get("samples")) {
        String data = sample.path("data").asText();
        if (data.startsWith("{")) {
          String more = data.substring(0, data.length() - 1) + ",\"added_later\":{\"a\":[1]}}";
          assertThat(mapper.readTree(codec.apply(more.getBytes(StandardCharsets.UTF_8))))
              .isEqualTo(mapper.readTree(data));
          checked++;
        }
      }
    }
    assertThat(checked).isEqualTo(46);
  }

  @Test
  void formsOfOlderReleasesAreRead() {
    JsonNode legacy = Vectors.load("zookeeper-nodes.json").get("legacy_readable");
    assertThat(legacy).hasSize(3);
    CoordinatorNode coordinator = CoordinatorNode.decode(content(legacy.get(0)));
    assertThat(coordinator.endpoints()).containsExactly(new Endpoint("h", 9123, "CLIENT"));
    TabletServerNode first = TabletServerNode.decode(content(legacy.get(1)));
    assertThat(first.endpoints()).containsExactly(new Endpoint("h", 9124, "FLUSS"));
    assertThat(first.registerTimestampMs()).isEqualTo(1000);
    assertThat(first.rack()).isNull();
    TabletServerNode second = TabletServerNode.decode(content(legacy.get(2)));
    assertThat(second.endpoints()).containsExactly(new Endpoint("h", 9124, "FLUSS"));
    assertThat(second.rack()).isNull();
    assertThat(second.build()).isNull();
  }

  @Test
  void pathsAreThoseOfThePeer() {
    TablePath part = TablePath.of("vec_db", "part_t");
    TableBucket partitioned = new TableBucket(2, 1L, 0);
    TableBucket plain = new TableBucket(1, 0);
    assertThat(
            List.of(
                CoordinatorNode.PATH,
                TabletServerNode.path(2),
                DatabaseNode.path("vec_db"),
                TableNode.path(part),
                SchemaNode.path(TablePath.of("vec_db", "log_t"), 2),
                PartitionNode.path(TablePath.of("vec_db", "mpart_t"), "eu$20250101"),
                CounterNode.autoIncrement(TablePath.of("vec_db", "pk_t"), 2).path(),
                CounterNode.TABLE_IDS.path(),
                CounterNode.PARTITION_IDS.path(),
                CounterNode.WRITER_IDS.path(),
                TableAssignmentNode.path(0),
                PartitionAssignmentNode.path(2),
                LeaderAndIsr.path(plain),
                LeaderAndIsr.path(partitioned),
                RemoteLogNode.path(new TableBucket(0, 1)),
                CounterNode.kvSnapshotIds(plain).path(),
                KvSnapshotNode.path(plain, 0),
                LakeTableNode.path(0),
                ServerTagsNode.PATH,
                AclNode.path("TABLE", "vec_db.log_t"),
                AclNode.CHANGE_PREFIX + "0000000002",
                ConfigNode.PATH,
                ConfigNode.CHANGE_PREFIX + "0000000000",
                RebalanceNode.PATH,
                ProducerOffsetsNode.path("job-1"),
                KvSnapshotLeaseNode.path("lease-1")))
        .allSatisfy(path -> assertThat(recordedPaths()).contains(ROOT + path));
  }

  @Test
  void damagedNodesGiveTypedErrors() {
    for (String text :
        List.of(
            "",
            "127.0.0.1",
            "[]",
            "{}",
            "{\"version\":0}",
            "{\"version\":1}",
            "{\"version\":1,\"leader\":\"x\",\"leader_epoch\":0,\"isr\":[],"
                + "\"coordinator_epoch\":0,\"bucket_epoch\":0}",
            "{\"version\":1,\"leader\":1,\"leader_epoch\":99999999999,\"isr\":[],"
                + "\"coordinator_epoch\":0,\"bucket_epoch\":0}")) {
      assertCorrupt(() -> LeaderAndIsr.decode(text.getBytes(StandardCharsets.UTF_8)));
    }
    assertCorrupt(() -> CounterNode.decode(new byte[7]));
    assertCorrupt(() -> LakeTableNode.decode("{\"version\":3}".getBytes(StandardCharsets.UTF_8)));
    assertCorrupt(() -> SchemaNode.decode("{".getBytes(StandardCharsets.UTF_8)));
  }

  private static void assertCorrupt(ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MetadataStoreException.class,
            e -> assertThat(e.reason()).isEqualTo(MetadataStoreException.Reason.CORRUPT));
  }

  private static List<String> recordedPaths() {
    List<String> paths = new ArrayList<>();
    for (JsonNode node : Vectors.load("zookeeper-nodes.json").get("nodes")) {
      node.get("samples").forEach(sample -> paths.add(sample.get("path").asText()));
    }
    return paths;
  }

  private static byte[] counter(byte[] data) {
    return CounterNode.encode(CounterNode.decode(data));
  }

  private static byte[] aclChange(byte[] data) {
    List<String> change = AclNode.decodeChange(data);
    return AclNode.encodeChange(change.get(0), change.get(1));
  }

  private static byte[] content(JsonNode sample) {
    return sample.has("hex")
        ? Vectors.bytes(sample.get("hex").asText())
        : sample.get("data").asText().getBytes(StandardCharsets.UTF_8);
  }
}

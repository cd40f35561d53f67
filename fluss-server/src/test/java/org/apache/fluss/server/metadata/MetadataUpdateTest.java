// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.fluss.cluster.Endpoint;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.messages.UpdateMetadataRequest;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.api.Test;

class MetadataUpdateTest {
  /** Length, api key, api version and request id. */
  private static final int FRAME_HEADER_BYTES = 12;

  private static final TablePath TABLE = TablePath.of("db", "t");
  private static final ServerInfo SERVER =
      new ServerInfo(1, ServerType.TABLET_SERVER, "r", List.of(new Endpoint("h", 9124, "FLUSS")));

  private final MetadataCache cache = new MetadataCache();

  @Test
  void requestsOfThePeerAreReadAndWrittenAgain() {
    int checked = 0;
    for (JsonNode step : Vectors.load("rpc-internal.json").get("steps")) {
      for (JsonNode frame : step.get("frames")) {
        if (frame.path("message").asText().equals("UpdateMetadataRequest")) {
          byte[] recorded = payload(frame);
          UpdateMetadataRequest request = parse(recorded);
          MetadataUpdate update = MetadataUpdate.fromRequest(request);
          assertThat(encode(update.toRequest(0))).isEqualTo(encode(request));
          checked++;
        }
      }
    }
    assertThat(checked).isEqualTo(3);
  }

  private static byte[] payload(JsonNode frame) {
    byte[] bytes = Vectors.bytes(frame.get("frame_hex").asText());
    return Arrays.copyOfRange(bytes, FRAME_HEADER_BYTES, bytes.length);
  }

  private static UpdateMetadataRequest parse(byte[] bytes) {
    UpdateMetadataRequest request = new UpdateMetadataRequest();
    request.parseFrom(Unpooled.wrappedBuffer(bytes), bytes.length);
    return request;
  }

  private static byte[] encode(UpdateMetadataRequest request) {
    ByteBuf out = Unpooled.buffer(request.totalSize());
    request.writeTo(out);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }

  // --- what a receiver makes of them ---------------------------------------------------------

  private static MetadataUpdate update() {
    return new MetadataUpdate(null, List.of(SERVER));
  }

  private static TableMetadata table(long id, boolean partitioned, BucketMetadata... buckets) {
    TableDescriptor.Builder descriptor =
        TableDescriptor.builder()
            .schema(
                Schema.newBuilder()
                    .column("id", DataTypes.INT())
                    .column("dt", DataTypes.STRING())
                    .build())
            .distributedBy(2)
            .property("table.replication.factor", "1");
    if (partitioned) {
      descriptor.partitionedBy("dt");
    }
    return new TableMetadata(
        TableInfo.of(TABLE, id, 1, descriptor.build(), 1, 2), List.of(buckets));
  }

  /** Over the wire, as every receiver gets it. */
  private void apply(MetadataUpdate update) {
    cache.apply(MetadataUpdate.fromRequest(parse(encode(update.toRequest(0)))));
  }

  @Test
  void bucketsAreMergedAndServersReplaced() {
    apply(update().table(table(3, false, BucketMetadata.led(0, 1, 4, new int[] {1, 2}))));
    apply(update().table(table(3, false, BucketMetadata.leaderless(1, new int[] {2}))));
    assertThat(cache.bucket(new TableBucket(3, 0)))
        .contains(BucketMetadata.led(0, 1, 4, new int[] {1, 2}));
    assertThat(cache.bucket(new TableBucket(3, 1)).get().leader()).isEmpty();
    assertThat(cache.tabletServers()).containsOnlyKeys(1);
    assertThat(cache.tabletServers().get(1)).isEqualTo(SERVER);
    apply(new MetadataUpdate(null, List.of()));
    assertThat(cache.tabletServers()).isEmpty();
    assertThat(cache.table(TABLE)).isPresent();
  }

  @Test
  void aTableOfTheSameNameReplacesTheDroppedOne() {
    apply(update().table(table(3, false, BucketMetadata.led(0, 1, 4, new int[] {1}))));
    apply(update().table(table(5, false)));
    assertThat(cache.table(3)).isEmpty();
    assertThat(cache.table(TABLE).get().info().getTableId()).isEqualTo(5);
    assertThat(cache.bucket(new TableBucket(3, 0))).isEmpty();
  }

  @Test
  void droppedTablesAreForgottenByNameAndById() {
    apply(update().table(table(3, false)));
    apply(update().droppedTable(TABLE, 3));
    assertThat(cache.table(TABLE)).isEmpty();
    apply(update().table(table(4, false)));
    apply(update().droppedTable(null, 4));
    assertThat(cache.table(TABLE)).isEmpty();
    assertThat(cache.tables()).isEmpty();
  }

  @Test
  void droppedPartitionsAreForgottenByNameAndById() {
    PhysicalTablePath path = PhysicalTablePath.of(TABLE, "a");
    PartitionMetadata partition =
        new PartitionMetadata(3, "a", 7, List.of(BucketMetadata.led(0, 1, 0, new int[] {1})));
    apply(update().table(table(3, true)).partition(partition));
    assertThat(cache.partition(path).get().partitionId()).isEqualTo(7);
    assertThat(cache.bucket(new TableBucket(3, 7L, 0)).get().leader()).hasValue(1);
    apply(update().droppedPartition(3, "a", 7));
    assertThat(cache.partition(path)).isEmpty();
    apply(update().partition(partition));
    apply(update().droppedPartition(3, null, 7));
    assertThat(cache.partition(7)).isEmpty();
    // Those of a dropped table go with it.
    apply(update().partition(partition));
    apply(update().droppedTable(TABLE, 3));
    assertThat(cache.partition(7)).isEmpty();
    // A partition of an unknown table is of no use.
    apply(update().partition(partition));
    assertThat(cache.partition(7)).isEmpty();
  }
}

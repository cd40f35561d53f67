// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.UUID;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;

class RemoteLogManifestTest {
  @Test
  void manifestsOfTheReleasedServer() throws Exception {
    JsonNode vectors = Vectors.load("log-storage-remote-manifest.json");
    int count = 0;
    for (JsonNode node : vectors.get("manifests")) {
      byte[] content = Vectors.bytes(node.get("hex").asText());
      RemoteLogManifest manifest = RemoteLogManifest.fromJson(content);
      assertThat(Vectors.hex(manifest.toJson())).isEqualTo(node.get("hex").asText());
      assertThat(new String(manifest.toJson(), StandardCharsets.UTF_8))
          .isEqualTo(node.get("text").asText());
      JsonNode handle =
          vectors
              .get("zookeeper")
              .get(
                  "<zookeeper.path.root>/tabletservers/tables/"
                      + manifest.bucket().getTableId()
                      + "/buckets/0/remote_logs");
      assertThat(handle.asText())
          .contains("\"remote_log_end_offset\":" + manifest.endOffset() + "}");
      assertThat(manifest.startOffset()).isZero();
      long size = 0;
      for (RemoteLogSegment segment : manifest.segments()) {
        for (JsonNode file : vectors.get("remote_files")) {
          String path = file.get("path").asText();
          if (path.contains(segment.id().toString()) && path.endsWith(".log")) {
            assertThat(file.get("size").asInt()).isEqualTo(segment.sizeInBytes());
            size += segment.sizeInBytes();
          }
        }
      }
      assertThat(manifest.sizeInBytes()).isEqualTo(size);
      count++;
    }
    assertThat(count).isEqualTo(3);
  }

  /** The recording left ids and times out; they are put back with anything. */
  @Test
  void unsortedManifestWithAGap() throws Exception {
    JsonNode run = Vectors.load("log-storage-remote-manifest.json").get("second_run");
    long[] ends = {1, 5, 11};
    int count = 0;
    for (JsonNode text : run.get("manifests_in_write_order")) {
      String filled = text.asText();
      while (filled.contains("{\"start_offset\"")) {
        filled =
            filled.replaceFirst(
                "\\{\"start_offset\"",
                "{\"segment_id\":\""
                    + UUID.randomUUID()
                    + "\",\"max_timestamp\":7,\"start_offset\"");
      }
      RemoteLogManifest manifest =
          RemoteLogManifest.fromJson(filled.getBytes(StandardCharsets.UTF_8));
      assertThat(manifest.startOffset()).isZero();
      assertThat(manifest.endOffset()).isEqualTo(ends[count++]);
      assertThat(RemoteLogManifest.fromJson(manifest.toJson()).segments())
          .isEqualTo(manifest.segments());
    }
    assertThat(count).isEqualTo(3);
  }

  @Test
  void partitionsEmptyListsAndNewKeys() throws Exception {
    RemoteLogManifest manifest =
        new RemoteLogManifest(
            PhysicalTablePath.of("d", "t", "2025"),
            new TableBucket(3, 4L, 5),
            Collections.emptyList());
    String text = new String(manifest.toJson(), StandardCharsets.UTF_8);
    assertThat(text)
        .isEqualTo(
            "{\"version\":1,\"database\":\"d\",\"table\":\"t\",\"partition_name\":\"2025\","
                + "\"table_id\":3,\"partition_id\":4,\"bucket_id\":5,\"remote_log_segments\":[]}");
    RemoteLogManifest read =
        RemoteLogManifest.fromJson(
            text.replace("\"version\"", "\"highest_copied_end_offset\":9,\"version\"")
                .getBytes(StandardCharsets.UTF_8));
    assertThat(read.tablePath()).isEqualTo(manifest.tablePath());
    assertThat(read.bucket()).isEqualTo(manifest.bucket());
    assertThat(read.startOffset()).isEqualTo(RemoteLogManifest.NO_START_OFFSET);
    assertThat(read.endOffset()).isEqualTo(RemoteLogManifest.NO_END_OFFSET);
  }

  @Test
  void damagedManifests() {
    String segment =
        "{\"segment_id\":\"00000000-0000-0000-0000-000000000000\",\"start_offset\":%s,\"end_offset\":%s,"
            + "\"max_timestamp\":1,\"size_in_bytes\":%s}";
    String head = "{\"database\":\"d\",\"table\":\"t\",\"table_id\":1,\"bucket_id\":0";
    String[] damaged = {
      "",
      "[]",
      "{}",
      "{",
      head + "}",
      head + ",\"remote_log_segments\":[{}]}",
      head + ",\"remote_log_segments\":[" + String.format(segment, "5", "4", "1") + "]}",
      head + ",\"remote_log_segments\":[" + String.format(segment, "-1", "4", "1") + "]}",
      head + ",\"remote_log_segments\":[" + String.format(segment, "1", "4", "-1") + "]}",
      head + ",\"remote_log_segments\":[" + String.format(segment, "1", "4", "9999999999") + "]}",
      head + ",\"remote_log_segments\":[" + String.format(segment, "\"x\"", "4", "1") + "]}",
      "{\"database\":\"d\",\"remote_log_segments\":[]}"
    };
    for (String content : damaged) {
      assertThatThrownBy(() -> RemoteLogManifest.fromJson(content.getBytes(StandardCharsets.UTF_8)))
          .as(content)
          .isInstanceOf(IOException.class);
    }
  }
}

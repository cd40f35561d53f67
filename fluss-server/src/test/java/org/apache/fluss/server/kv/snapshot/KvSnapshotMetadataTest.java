// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.kv.autoinc.AutoIncrementRange;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;

class KvSnapshotMetadataTest {
  private static final KvSnapshotMetadata FULL =
      new KvSnapshotMetadata(
          new TableBucket(3, 4L, 5),
          6,
          "file:/r/kv/d/t-3/p-p4/5/snap-6",
          List.of(new KvFile("file:/r/shared/a", 10, "000008.sst")),
          List.of(new KvFile("file:/r/snap-6/b", 16, "CURRENT")),
          20,
          7,
          8L,
          List.of(new AutoIncrementRange(1, 9, 10)));

  @Test
  void metadataOfTheReleasedServer() throws Exception {
    int count = 0;
    for (JsonNode vector : Vectors.load("kv-snapshot.json")) {
      if (!vector.has("metadata_json")) {
        continue;
      }
      String json = vector.get("metadata_json").asText();
      KvSnapshotMetadata read = parse(json);
      assertThat(new String(read.toJson(), StandardCharsets.UTF_8)).isEqualTo(json);
      assertThat(read.path()).isEqualTo(vector.get("metadata_file").asText());
      assertThat(read.snapshotId()).isEqualTo(vector.get("snapshot_id").asLong());
      assertThat(read.logOffset())
          .isEqualTo(vector.get("get_kv_snapshot_metadata_log_offset").asLong());
      List<KvFile> files = new ArrayList<>();
      for (JsonNode file : vector.get("get_kv_snapshot_metadata_files")) {
        files.add(
            new KvFile(
                file.get("remote_path").asText(),
                file.get("size").asLong(),
                file.get("local_file_name").asText()));
      }
      assertThat(read.files()).containsExactlyElementsOf(files);
      count++;
    }
    assertThat(count).isEqualTo(5);
  }

  @Test
  void everythingIsKept() throws Exception {
    KvSnapshotMetadata read = KvSnapshotMetadata.fromJson(FULL.toJson());
    assertThat(read).usingRecursiveComparison().isEqualTo(FULL);
    assertThat(read.sizeBytes()).isEqualTo(26);
    assertThat(new String(FULL.toJson(), StandardCharsets.UTF_8))
        .endsWith(
            "\"log_offset\":7,\"row_count\":8,"
                + "\"auto_inc_id_range\":[{\"column_id\":1,\"start\":9,\"end\":10}]}");
  }

  @Test
  void unknownMembersAreIgnored() throws Exception {
    String json = new String(FULL.toJson(), StandardCharsets.UTF_8);
    KvSnapshotMetadata read =
        parse(json.replace("{\"version\":1", "{\"version\":2,\"new\":{\"x\":[1]}"));
    assertThat(read).usingRecursiveComparison().isEqualTo(FULL);
  }

  @Test
  void namesThatLeaveTheDirectoryAreRefused() {
    String json = new String(FULL.toJson(), StandardCharsets.UTF_8);
    for (String name : List.of("../CURRENT", "/etc/x", "..", "", "a/b")) {
      assertThatThrownBy(() -> parse(json.replace("\"CURRENT\"", "\"" + name + "\"")))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void damagedBytesGiveAnIoException() {
    byte[] content = FULL.toJson();
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = Arrays.copyOf(content, random.nextInt(content.length + 1));
      for (int flips = random.nextInt(4); flips > 0 && damaged.length > 0; flips--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        KvSnapshotMetadata.fromJson(damaged);
      } catch (IOException expected) {
        assertThat(expected).isNotNull();
      }
    }
  }

  private static KvSnapshotMetadata parse(String json) throws IOException {
    return KvSnapshotMetadata.fromJson(json.getBytes(StandardCharsets.UTF_8));
  }
}

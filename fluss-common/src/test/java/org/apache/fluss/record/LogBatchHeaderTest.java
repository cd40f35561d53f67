// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;

class LogBatchHeaderTest {
  private static final JsonNode BATCHES = Vectors.load("formats-log-batches.json").get("batches");

  @Test
  void readsAndRewritesEveryGoldenHeader() {
    int count = 0;
    int stampedCount = 0;
    for (JsonNode batch : BATCHES) {
      byte[] bytes = Vectors.bytes(batch.get("bytes").asText());
      ByteBuffer buf = ByteBuffer.allocate(bytes.length + 5).order(ByteOrder.BIG_ENDIAN);
      buf.duplicate().position(3).put(bytes);
      JsonNode header = batch.get("header");
      assertThat(LogBatchHeader.isValid(buf, 3, bytes.length)).isTrue();
      assertThat(LogBatchHeader.baseOffset(buf, 3)).isEqualTo(header.get("base_offset").asLong());
      assertThat(LogBatchHeader.sizeInBytes(buf, 3)).isEqualTo(bytes.length);
      assertThat(LogBatchHeader.magic(buf, 3)).isEqualTo((byte) header.get("magic").asInt());
      assertThat(LogBatchHeader.leaderEpoch(buf, 3)).isEqualTo(header.get("leader_epoch").asInt());
      assertThat(LogBatchHeader.crc(buf, 3)).isEqualTo(header.get("crc").asLong());
      assertThat(LogBatchHeader.schemaId(buf, 3))
          .isEqualTo((short) header.get("schema_id").asInt());
      assertThat(LogBatchHeader.lastOffset(buf, 3)).isEqualTo(header.get("last_offset").asLong());
      assertThat(LogBatchHeader.nextOffset(buf, 3)).isEqualTo(header.get("next_offset").asLong());
      assertThat(LogBatchHeader.writerId(buf, 3)).isEqualTo(header.get("writer_id").asLong());
      assertThat(LogBatchHeader.batchSequence(buf, 3))
          .isEqualTo(header.get("batch_sequence").asInt());
      assertThat(LogBatchHeader.recordCount(buf, 3)).isEqualTo(header.get("record_count").asInt());
      assertThat(LogBatchHeader.isAppendOnly(buf, 3))
          .isEqualTo(batch.get("append_only").asBoolean());

      byte[] rewritten = bytes.clone();
      byte magic = (byte) batch.get("magic").asInt();
      for (int i = 0; i < LogBatchHeader.headerSize(magic); i++) {
        rewritten[i] = 77;
      }
      LogBatchHeader.write(
          ByteBuffer.wrap(rewritten),
          0,
          magic,
          bytes.length,
          batch.get("schema_id").asInt(),
          batch.get("append_only").asBoolean(),
          batch.get("writer_id").asLong(),
          batch.get("batch_sequence").asInt(),
          header.get("record_count").asInt());
      assertThat(rewritten).isEqualTo(bytes);

      LogBatchHeader.stamp(buf, 3, 1000, 1704067199123L);
      if (magic == 1) {
        LogBatchHeader.setLeaderEpoch(buf, 3, 3);
      }
      if (batch.has("stamped_prefix_52")) {
        byte[] stamped = Vectors.bytes(batch.get("stamped_prefix_52").asText());
        byte[] prefix = new byte[stamped.length];
        buf.duplicate().position(3).get(prefix);
        assertThat(prefix).isEqualTo(stamped);
        stampedCount++;
      }
      assertThat(LogBatchHeader.isValid(buf, 3, bytes.length)).isTrue();
      count++;
    }
    assertThat(count).isEqualTo(69);
    assertThat(stampedCount).isEqualTo(66);
  }

  @Test
  void checksumCoversSchemaIdToEnd() {
    byte[] bytes = Vectors.bytes(BATCHES.get(0).get("bytes").asText());
    for (int i = 0; i < bytes.length; i++) {
      byte[] flipped = bytes.clone();
      flipped[i] ^= 1;
      boolean outside = i < 8 || (i >= 13 && i < 21);
      assertThat(LogBatchHeader.isValid(ByteBuffer.wrap(flipped), 0, bytes.length))
          .as("byte %s", i)
          .isEqualTo(outside);
    }
  }

  @Test
  void refusesWhatIsCutShortOrUnknown() {
    byte[] bytes = Vectors.bytes(BATCHES.get(0).get("bytes").asText());
    ByteBuffer buf = ByteBuffer.wrap(bytes);
    for (int size = 0; size < bytes.length; size++) {
      int cut = size;
      assertThatThrownBy(() -> LogBatchHeader.ensureValid(buf, 0, cut))
          .isInstanceOf(CorruptMessageException.class);
    }
    bytes[12] = 2;
    assertThatThrownBy(() -> LogBatchHeader.ensureValid(buf, 0, bytes.length))
        .isInstanceOf(CorruptMessageException.class)
        .hasMessageContaining("magic is 2");
    assertThatThrownBy(() -> LogBatchHeader.headerSize((byte) 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LogBatchHeader.write(buf, 0, (byte) 0, 48, 32768, true, -1, -1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32768");
  }

  @Test
  void writerStateChangesHeaderAndChecksumOnly() {
    byte[] before = Vectors.bytes(BATCHES.get(0).get("bytes").asText());
    byte[] after = before.clone();
    LogBatchHeader.setWriterState(ByteBuffer.wrap(after), 0, 77, 12);
    assertThat(LogBatchHeader.isValid(ByteBuffer.wrap(after), 0, after.length)).isTrue();
    assertThat(LogBatchHeader.writerId(ByteBuffer.wrap(after), 0)).isEqualTo(77);
    assertThat(LogBatchHeader.batchSequence(ByteBuffer.wrap(after), 0)).isEqualTo(12);
    for (int i = 0; i < before.length; i++) {
      boolean mayDiffer = (i >= 21 && i < 25) || (i >= 32 && i < 44);
      assertThat(mayDiffer || before[i] == after[i]).as("byte %s", i).isTrue();
    }
  }
}

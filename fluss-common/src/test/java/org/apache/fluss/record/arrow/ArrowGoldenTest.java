// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.apache.fluss.compression.ArrowCompressionInfo;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.compression.ArrowCompressionType;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.GoldenRows;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.api.Test;

class ArrowGoldenTest {
  private static final JsonNode BATCHES = Vectors.load("formats-log-batches.json").get("batches");

  static ArrowCompressionInfo compression(String text) {
    if (text.startsWith("ZSTD-")) {
      return new ArrowCompressionInfo(
          ArrowCompressionType.ZSTD, Integer.parseInt(text.substring(5)));
    }
    return new ArrowCompressionInfo(ArrowCompressionType.valueOf(text), -1);
  }

  static ArrowLogBatchBuilder builder(
      RowType type, int schemaId, String compression, boolean appendOnly) {
    return new ArrowLogBatchBuilder(
        type,
        schemaId,
        compression(compression),
        appendOnly,
        1 << 20,
        new ArrowCompressionRatioEstimator());
  }

  static byte[] bytes(ByteBuffer batch) {
    byte[] bytes = new byte[batch.remaining()];
    batch.duplicate().get(bytes);
    return bytes;
  }

  @Test
  void writesGoldenBytesAndReadsThem() {
    int identical = 0;
    int compressed = 0;
    int read = 0;
    for (JsonNode golden : BATCHES) {
      if (!golden.get("log_format").asText().equals("ARROW")) {
        continue;
      }
      byte[] bytes = Vectors.bytes(golden.get("bytes").asText());
      RowType type = GoldenRows.rowType(golden.get("field_types"));
      boolean appendOnly = golden.get("append_only").asBoolean();
      JsonNode records = GoldenRows.records(golden);
      String name = golden.get("name") + " " + golden.get("arrow_compression");

      if (golden.get("magic").asInt() == 0) {
        ArrowLogBatchBuilder builder =
            builder(
                type,
                golden.get("schema_id").asInt(),
                golden.get("arrow_compression").asText(),
                appendOnly);
        // A first batch that is thrown away shows that nothing stays behind in the builder.
        for (JsonNode record : records) {
          builder.append(GoldenRows.changeType(record.get(0)), GoldenRows.row(type, record.get(1)));
        }
        builder.seal(1, 1);
        builder.reset();
        for (JsonNode record : records) {
          builder.append(GoldenRows.changeType(record.get(0)), GoldenRows.row(type, record.get(1)));
        }
        byte[] ours =
            bytes(
                builder.seal(
                    golden.get("writer_id").asLong(), golden.get("batch_sequence").asInt()));
        if (golden.get("arrow_compression").asText().equals("NONE")) {
          assertThat(Vectors.hex(ours)).as(name).isEqualTo(Vectors.hex(bytes));
          identical++;
        } else {
          // Small buffers are left uncompressed, so the bytes may differ where the peer's do not.
          assertReads(ours, type, golden);
          compressed++;
        }
      }

      if (records.size() > 0) {
        assertReads(bytes, type, golden);
        read++;
      }
    }
    assertThat(identical).isEqualTo(10);
    assertThat(compressed).isEqualTo(18);
    assertThat(read).isEqualTo(33);
  }

  private static void assertReads(byte[] bytes, RowType type, JsonNode golden) {
    boolean appendOnly = golden.get("append_only").asBoolean();
    int count = GoldenRows.records(golden).size();
    int header = LogBatchHeader.headerSize(bytes[12]);
    int message = header + (appendOnly ? 0 : count);
    assertThat(LogBatchHeader.isValid(ByteBuffer.wrap(bytes), 0, bytes.length)).isTrue();
    ArrowColumn[] columns = new ArrowBatchReader(type).read(bytes, message, bytes.length, count);
    for (int i = 0; i < count; i++) {
      if (!appendOnly) {
        assertThat(ChangeType.fromByteValue(bytes[header + i]).shortString())
            .isEqualTo(GoldenRows.records(golden).get(i).get(0).asText());
      }
      GoldenRows.assertRow(new ArrowRow(columns, i), type, expected(golden, i));
    }
  }

  private static JsonNode expected(JsonNode golden, int i) {
    return golden.has("stamped_reads_as")
        ? golden.get("stamped_reads_as").get(i).get(3)
        : GoldenRows.records(golden).get(i).get(1);
  }
}

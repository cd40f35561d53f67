// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.fluss.compression.ArrowCompressionFactory;
import org.apache.fluss.compression.ArrowCompressionRatioEstimator;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.GoldenRows;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericArray;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.RootAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.VectorLoader;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.api.Test;

class ArrowLawTest {
  private static final String[] COMPRESSIONS = {"NONE", "LZ4_FRAME", "ZSTD-3"};
  private static final JsonNode GOLDEN = Vectors.load("formats-log-batches.json").get("batches");

  private static JsonNode golden(String name) {
    for (JsonNode batch : GOLDEN) {
      if (batch.get("name").asText().equals(name)) {
        return batch;
      }
    }
    throw new AssertionError(name);
  }

  /** Many rows drawn from those of a golden batch, each field from any of them. */
  private static List<JsonNode> mixedRows(JsonNode batch, int count, long seed) {
    Random random = new Random(seed);
    List<JsonNode> rows = new ArrayList<>();
    JsonNode records = batch.get("records");
    int fields = batch.get("field_types").size();
    for (int i = 0; i < count; i++) {
      ArrayNode row = JsonNodeFactory.instance.arrayNode();
      for (int f = 0; f < fields; f++) {
        row.add(records.get(random.nextInt(records.size())).get(1).get(f));
      }
      rows.add(row);
    }
    return rows;
  }

  private static byte[] build(ArrowLogBatchBuilder builder, RowType type, List<JsonNode> rows) {
    for (JsonNode row : rows) {
      builder.append(ChangeType.APPEND_ONLY, GoldenRows.row(type, row));
    }
    return ArrowGoldenTest.bytes(builder.seal(-1, -1));
  }

  /**
   * Values that come back changed: TIME and TIMESTAMP are stored in the unit of their precision.
   */
  private static List<JsonNode> readable(JsonNode batch, int count, long seed) {
    JsonNode copy = batch.deepCopy();
    ArrayNode records = (ArrayNode) copy.get("records");
    for (int i = 0; i < records.size(); i++) {
      ((ArrayNode) records.get(i)).set(1, batch.get("stamped_reads_as").get(i).get(3));
    }
    return mixedRows(copy, count, seed);
  }

  @Test
  void whatIsWrittenIsRead() {
    for (String name :
        new String[] {"all scalar types, append-only", "nested types, append-only"}) {
      JsonNode batch = golden(name);
      RowType type = GoldenRows.rowType(batch.get("field_types"));
      for (String compression : COMPRESSIONS) {
        ArrowLogBatchBuilder builder = ArrowGoldenTest.builder(type, 1, compression, true);
        for (int count : new int[] {1, 8, 9, 64, 3000}) {
          List<JsonNode> rows = readable(batch, count, count);
          byte[] bytes = build(builder, type, rows);
          builder.reset();
          assertThat(LogBatchHeader.isValid(ByteBuffer.wrap(bytes), 0, bytes.length)).isTrue();
          ArrowColumn[] columns = new ArrowBatchReader(type).read(bytes, 48, bytes.length, count);
          for (int i = 0; i < count; i++) {
            GoldenRows.assertRow(new ArrowRow(columns, i), type, rows.get(i));
          }
        }
      }
    }
  }

  @Test
  void theArrowLibraryReadsOurBatches() throws Exception {
    for (String name :
        new String[] {"all scalar types, append-only", "nested types, append-only"}) {
      JsonNode batch = golden(name);
      RowType type = GoldenRows.rowType(batch.get("field_types"));
      for (String compression : COMPRESSIONS) {
        List<JsonNode> rows = mixedRows(batch, 500, 9);
        byte[] bytes = build(ArrowGoldenTest.builder(type, 1, compression, true), type, rows);
        try (RootAllocator allocator = new RootAllocator();
            VectorSchemaRoot root = VectorSchemaRoot.create(ArrowVectors.schema(type), allocator);
            ArrowRecordBatch message =
                MessageSerializer.deserializeRecordBatch(
                    new ReadChannel(
                        Channels.newChannel(new ByteArrayInputStream(bytes, 48, bytes.length))),
                    allocator)) {
          new VectorLoader(root, ArrowCompressionFactory.INSTANCE).load(message);
          assertThat(root.getRowCount()).isEqualTo(500);
          for (int f = 0; f < type.getFieldCount(); f++) {
            for (int i = 0; i < 500; i++) {
              assertThat(root.getVector(f).isNull(i)).isEqualTo(rows.get(i).get(f).isNull());
            }
          }
          assertThat(root.getVector(type.getFieldCount() - 1).getObject(0) == null)
              .isEqualTo(rows.get(0).get(type.getFieldCount() - 1).isNull());
        }
      }
    }
  }

  @Test
  void aRefusedRowLeavesTheBatchAsItWas() {
    RowType type =
        RowType.of(
            DataTypes.INT(),
            DataTypes.BOOLEAN(),
            DataTypes.ARRAY(DataTypes.STRING()),
            DataTypes.BINARY(4));
    ArrowLogBatchBuilder clean = ArrowGoldenTest.builder(type, 1, "NONE", true);
    ArrowLogBatchBuilder disturbed = ArrowGoldenTest.builder(type, 1, "NONE", true);
    for (int i = 0; i < 100; i++) {
      GenericRow good =
          GenericRow.of(
              i % 3 == 0 ? null : i,
              i % 5 == 0 ? null : i % 2 == 0,
              i % 7 == 0 ? null : new GenericArray(new Object[] {BinaryString.fromString("x" + i)}),
              new byte[] {1, 2, 3, (byte) i});
      GenericRow bad =
          GenericRow.of(
              i % 2 == 0 ? null : i,
              i % 3 == 0 ? null : true,
              i % 4 == 0
                  ? null
                  : new GenericArray(new Object[] {BinaryString.fromString("y"), null}),
              new byte[i % 2 == 0 ? 2 : 5]);
      assertThatThrownBy(() -> disturbed.append(ChangeType.APPEND_ONLY, bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("BINARY(4)");
      disturbed.append(ChangeType.APPEND_ONLY, good);
      clean.append(ChangeType.APPEND_ONLY, good);
    }
    assertThat(ArrowGoldenTest.bytes(disturbed.seal(-1, -1)))
        .isEqualTo(ArrowGoldenTest.bytes(clean.seal(-1, -1)));
  }

  @Test
  void refusesNullsAndOtherChangeTypes() {
    RowType type = RowType.of(DataTypes.INT().copy(false));
    ArrowLogBatchBuilder builder = ArrowGoldenTest.builder(type, 1, "NONE", true);
    assertThatThrownBy(() -> builder.append(ChangeType.APPEND_ONLY, GenericRow.of((Object) null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NOT NULL");
    assertThatThrownBy(() -> builder.append(ChangeType.INSERT, GenericRow.of(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ArrowGoldenTest.builder(type, 32768, "NONE", true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(builder.recordCount()).isZero();
  }

  @Test
  void refusesDecimalsOfMoreDigitsThanTheySay() {
    RowType type = RowType.of(DataTypes.DECIMAL(5, 2), DataTypes.DECIMAL(18, 0));
    ArrowLogBatchBuilder builder = ArrowGoldenTest.builder(type, 1, "NONE", true);
    for (long unscaled : new long[] {100_000, -100_000, Long.MAX_VALUE, Long.MIN_VALUE}) {
      GenericRow row = GenericRow.of(Decimal.fromUnscaledLong(unscaled, 5, 2), null);
      assertThatThrownBy(() -> builder.append(ChangeType.APPEND_ONLY, row))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("DECIMAL(5, 2)");
    }
    builder.append(
        ChangeType.APPEND_ONLY,
        GenericRow.of(
            Decimal.fromUnscaledLong(-99_999, 5, 2),
            Decimal.fromUnscaledLong(999_999_999_999_999_999L, 18, 0)));
    byte[] bytes = ArrowGoldenTest.bytes(builder.seal(-1, -1));
    ArrowRow row = new ArrowRow(new ArrowBatchReader(type).read(bytes, 48, bytes.length, 1), 0);
    assertThat(row.getDecimal(0, 5, 2)).hasToString("-999.99");
    assertThat(row.getDecimal(1, 18, 0)).hasToString("999999999999999999");
  }

  @Test
  void fullBatchesComeCloseToTheirTarget() {
    RowType type = RowType.of(DataTypes.BIGINT(), DataTypes.STRING());
    Random random = new Random(1);
    for (String compression : COMPRESSIONS) {
      ArrowLogBatchBuilder builder =
          new ArrowLogBatchBuilder(
              type,
              1,
              ArrowGoldenTest.compression(compression),
              true,
              200_000,
              new ArrowCompressionRatioEstimator());
      int size = 0;
      for (int batch = 0; batch < 20; batch++) {
        assertThat(builder.isFull()).isFalse();
        while (!builder.isFull()) {
          builder.append(
              ChangeType.APPEND_ONLY,
              GenericRow.of(
                  random.nextLong(), BinaryString.fromString("text " + random.nextInt(1000))));
        }
        size = builder.seal(-1, -1).remaining();
        builder.reset();
      }
      assertThat(size).isBetween(150_000, 205_000);
    }
  }

  @Test
  void goldenValueQuirks() {
    JsonNode quirks = Vectors.load("formats-log-projection.json").get("arrow_value_quirks");
    int written = 0;
    int refused = 0;
    for (JsonNode quirk : quirks) {
      ArrayNode types = JsonNodeFactory.instance.arrayNode().add(quirk.get("type"));
      ArrayNode values = JsonNodeFactory.instance.arrayNode().add(quirk.get("value"));
      RowType type = GoldenRows.rowType(types);
      GenericRow row = GoldenRows.row(type, values);
      ArrowLogBatchBuilder builder = ArrowGoldenTest.builder(type, 1, "NONE", true);
      String text = quirk.toString();
      // A BINARY that would be cut and a timestamp that would wrap are refused, not damaged.
      if (text.contains("BINARY") || text.contains("253402300799999")) {
        assertThatThrownBy(() -> builder.append(ChangeType.APPEND_ONLY, row))
            .isInstanceOf(IllegalArgumentException.class);
        refused++;
        continue;
      }
      builder.append(ChangeType.APPEND_ONLY, row);
      byte[] bytes = ArrowGoldenTest.bytes(builder.seal(-1, -1));
      assertThat(Vectors.hex(bytes)).isEqualTo(quirk.get("bytes").asText());
      ArrowColumn[] columns = new ArrowBatchReader(type).read(bytes, 48, bytes.length, 1);
      // The peer cannot read its own timestamps before 1970 that are not whole milliseconds.
      JsonNode expected =
          quirk.get("reads_as").isTextual() ? values : quirk.get("reads_as").get(0).get(3);
      GoldenRows.assertRow(new ArrowRow(columns, 0), type, expected);
      written++;
    }
    assertThat(written).isEqualTo(9);
    assertThat(refused).isEqualTo(3);
  }

  @Test
  void arbitraryBytesGiveTypedErrors() {
    Random random = new Random(2);
    int refused = 0;
    int read = 0;
    for (JsonNode golden : GOLDEN) {
      if (!golden.get("log_format").asText().equals("ARROW")
          || !golden.get("append_only").asBoolean()
          || golden.get("header").get("record_count").asInt() == 0
          || golden.get("magic").asInt() != 0) {
        continue;
      }
      RowType type = GoldenRows.rowType(golden.get("field_types"));
      ArrowBatchReader reader = new ArrowBatchReader(type);
      byte[] good = Vectors.bytes(golden.get("bytes").asText());
      int count = golden.get("header").get("record_count").asInt();
      for (int i = 0; i < 3000; i++) {
        byte[] bad =
            Arrays.copyOf(good, i % 4 == 0 ? 48 + random.nextInt(good.length - 48) : good.length);
        for (int f = 0; f < 1 + i % 3 && bad.length > 48; f++) {
          bad[48 + random.nextInt(bad.length - 48)] = (byte) random.nextInt();
        }
        try {
          ArrowColumn[] columns = reader.read(bad, 48, bad.length, count);
          for (int row = 0; row < count; row++) {
            touch(new ArrowRow(columns, row), type);
          }
          read++;
        } catch (CorruptMessageException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(5000);
    assertThat(read).isGreaterThan(5000);
  }

  private static void touch(ArrowRow row, RowType type) {
    for (int f = 0; f < type.getFieldCount(); f++) {
      if (!row.isNullAt(f)) {
        Object value = InternalRow.createDeepFieldGetter(type.getTypeAt(f), f).getFieldOrNull(row);
        assertThat(value).isNotNull();
      }
    }
  }
}

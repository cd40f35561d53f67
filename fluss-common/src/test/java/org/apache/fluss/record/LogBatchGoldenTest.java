// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.exception.SchemaChangeException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.metadata.LogFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.apache.fluss.utils.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogBatchGoldenTest {
  private static final JsonNode BATCHES = Vectors.load("formats-log-batches.json").get("batches");
  private static final JsonNode EVOLUTION =
      Vectors.load("formats-log-projection.json").get("schema_evolution");

  @TempDir Path dir;

  private static Schema schema(RowType type) {
    return Schema.newBuilder().fromRowType(type).build();
  }

  private static LogRecordReadContext context(LogFormat format, RowType type) {
    Schema schema = schema(type);
    return LogRecordReadContext.ofWholeBatches(format, schema, id -> schema, null);
  }

  private static byte[] bytes(ByteBuffer batch) {
    return Arrays.copyOfRange(batch.array(), batch.position(), batch.limit());
  }

  private static MemorySegment offHeap(byte[] bytes) {
    MemorySegment segment = MemorySegment.allocateOffHeapMemory(bytes.length);
    segment.put(0, bytes);
    return segment;
  }

  @Test
  void readsEveryStampedBatch() {
    int count = 0;
    for (JsonNode golden : BATCHES) {
      if (!golden.has("stamped_reads_as")) {
        continue;
      }
      byte[] bytes = Vectors.bytes(golden.get("bytes").asText());
      RowType type = GoldenRows.rowType(golden.get("field_types"));
      LogFormat format = LogFormat.valueOf(golden.get("log_format").asText());
      for (MemorySegment segment : List.of(MemorySegment.wrap(bytes.clone()), offHeap(bytes))) {
        DefaultLogRecordBatch batch = new DefaultLogRecordBatch();
        batch.pointTo(segment, 0);
        batch.setBaseLogOffset(1000);
        batch.setCommitTimestamp(1704067199123L);
        if (batch.magic() == 1) {
          batch.setLeaderEpoch(3);
        }
        assertThat(batch.isValid()).isTrue();
        assertRecords(batch, context(format, type), type, golden.get("stamped_reads_as"));
      }
      count++;
    }
    assertThat(count).isEqualTo(66);
  }

  private static void assertRecords(
      LogRecordBatch batch, LogRecordBatch.ReadContext context, RowType type, JsonNode expected) {
    int i = 0;
    try (CloseableIterator<LogRecord> records = batch.records(context)) {
      while (records.hasNext()) {
        LogRecord record = records.next();
        JsonNode json = expected.get(i++);
        assertThat(record.logOffset()).isEqualTo(json.get(0).asLong());
        assertThat(record.timestamp()).isEqualTo(Long.parseLong(json.get(1).asText()));
        assertThat(record.getChangeType()).isEqualTo(GoldenRows.changeType(json.get(2)));
        GoldenRows.assertRow(record.getRow(), type, json.get(3));
      }
    }
    assertThat(i).isEqualTo(expected.size());
  }

  @Test
  void writesRowOrientedBatchesAlike() {
    int count = 0;
    for (JsonNode golden : BATCHES) {
      LogFormat format = LogFormat.valueOf(golden.get("log_format").asText());
      if (format == LogFormat.ARROW || golden.get("magic").asInt() != 0) {
        continue;
      }
      RowType type = GoldenRows.rowType(golden.get("field_types"));
      RowLogBatchBuilder builder =
          new RowLogBatchBuilder(
              format,
              type,
              golden.get("schema_id").asInt(),
              golden.get("append_only").asBoolean(),
              1 << 20);
      for (int round = 0; round < 2; round++) {
        builder.reset();
        for (JsonNode record : golden.path("records")) {
          builder.append(GoldenRows.changeType(record.get(0)), GoldenRows.row(type, record.get(1)));
        }
        ByteBuffer sealed =
            builder.seal(golden.get("writer_id").asLong(), golden.get("batch_sequence").asInt());
        assertThat(Vectors.hex(bytes(sealed))).isEqualTo(golden.get("bytes").asText());
      }
      count++;
    }
    assertThat(count).isEqualTo(16);
  }

  @Test
  void recordsOfRowsAreTheirLengthAChangeTypeAndTheRow() {
    RowType type = RowType.of(DataTypes.INT(), DataTypes.STRING());
    for (LogFormat format : List.of(LogFormat.COMPACTED, LogFormat.INDEXED)) {
      RowLogBatchBuilder builder = new RowLogBatchBuilder(format, type, 1, false, 1 << 20);
      builder.append(ChangeType.INSERT, GenericRow.of(null, null));
      builder.append(ChangeType.DELETE, GenericRow.of(1, BinaryString.fromString("a")));
      byte[] bytes = bytes(builder.seal(-1, -1));
      String records = Vectors.hex(Arrays.copyOfRange(bytes, 48, bytes.length));
      // The length counts all that follows it; a row of nulls is only its null bits in COMPACTED.
      assertThat(records)
          .isEqualTo(
              format == LogFormat.COMPACTED
                  ? "0200000001" + "03" + "0500000004" + "00010161"
                  : "0600000001" + "0300000000" + "0b00000004" + "00010000000100000061");
    }
  }

  @Test
  void oneSegmentMayHoldBatchesOfSeveralCompressions() throws IOException {
    RowType type = RowType.of(DataTypes.INT(), DataTypes.STRING());
    Path file = dir.resolve("00000000000000000000.log");
    int batches = 0;
    try (FileLogRecords records = FileLogRecords.open(file.toFile())) {
      for (JsonNode golden : BATCHES) {
        if (golden.get("name").asText().equals("append-only three rows, no writer")
            && golden.get("log_format").asText().equals("ARROW")
            && golden.get("magic").asInt() == 0) {
          byte[] bytes = Vectors.bytes(golden.get("bytes").asText());
          LogBatchHeader.stamp(ByteBuffer.wrap(bytes), 0, 3L * batches++, 500);
          records.append(MemoryLogRecords.pointToBytes(bytes));
        }
      }
      assertThat(batches).as("none, LZ4, ZSTD of levels 1, 3 and 9").isEqualTo(5);
      List<Long> offsets = new ArrayList<>();
      List<Integer> values = new ArrayList<>();
      for (LogRecordBatch batch : records.batches()) {
        batch
            .records(context(LogFormat.ARROW, type))
            .forEachRemaining(
                record -> {
                  offsets.add(record.logOffset());
                  values.add(record.getRow().isNullAt(0) ? null : record.getRow().getInt(0));
                });
      }
      assertThat(offsets).hasSize(15).isSorted().doesNotHaveDuplicates();
      for (int i = 3; i < 15; i++) {
        assertThat(values.get(i)).isEqualTo(values.get(i - 3));
      }
    }
  }

  @Test
  void mapsOldAndNewSchemas() {
    Schema one = Schema.fromJsonBytes(EVOLUTION.get(0).get("schema_1").asText().getBytes());
    Schema two = Schema.fromJsonBytes(EVOLUTION.get(0).get("schema_2").asText().getBytes());
    int count = 0;
    for (JsonNode golden : EVOLUTION) {
      Schema target = golden.path("target_schema").asInt() == 1 ? one : two;
      LogRecordReadContext context =
          LogRecordReadContext.ofWholeBatches(
              LogFormat.valueOf(golden.get("log_format").asText()),
              target,
              id -> id == 1 ? one : two,
              null);
      JsonNode expected = golden.get("reads_as");
      if (expected == null) {
        // The peer fails here; old COMPACTED batches must be readable like those of other formats.
        expected = EVOLUTION.get(0).get("reads_as");
      }
      List<LogRecord> records = new ArrayList<>();
      for (LogRecordBatch batch :
          MemoryLogRecords.pointToBytes(Vectors.bytes(golden.get("bytes").asText())).batches()) {
        batch.records(context).forEachRemaining(records::add);
      }
      assertThat(records.size()).isBetween(2, 3);
      for (int i = 0; i < records.size(); i++) {
        assertThat(records.get(i).logOffset()).isEqualTo(expected.get(i).get(0).asLong());
        GoldenRows.assertRow(records.get(i).getRow(), target.getRowType(), expected.get(i).get(3));
      }
      count++;
    }
    assertThat(count).isEqualTo(4);
  }

  @Test
  void reordersProjectionsAndRefusesOtherTypes() {
    RowType type = RowType.of(DataTypes.INT(), DataTypes.STRING(), DataTypes.BIGINT());
    Schema schema = schema(type);
    RowLogBatchBuilder builder =
        new RowLogBatchBuilder(LogFormat.COMPACTED, type, 1, true, 1 << 20);
    builder.append(ChangeType.APPEND_ONLY, GenericRow.of(7, BinaryString.fromString("seven"), 70L));
    LogRecordBatch batch =
        MemoryLogRecords.pointToByteBuffer(builder.seal(-1, -1)).batches().iterator().next();
    LogRecordReadContext context =
        LogRecordReadContext.ofWholeBatches(
            LogFormat.COMPACTED, schema, id -> schema, new int[] {2, 0});
    LogRecord record = batch.records(context).next();
    assertThat(record.getRow().getFieldCount()).isEqualTo(2);
    assertThat(record.getRow().getLong(0)).isEqualTo(70);
    assertThat(record.getRow().getInt(1)).isEqualTo(7);

    Schema other = schema(RowType.of(DataTypes.BIGINT(), DataTypes.STRING(), DataTypes.BIGINT()));
    LogRecordReadContext mismatch =
        LogRecordReadContext.ofWholeBatches(LogFormat.COMPACTED, other, id -> schema, null);
    assertThatThrownBy(() -> batch.records(mismatch)).isInstanceOf(SchemaChangeException.class);
  }

  @Test
  void walksMemoryAndFilesUpToThePartialBatch() throws IOException {
    byte[] first = Vectors.bytes(BATCHES.get(0).get("bytes").asText());
    byte[] stream = new byte[3 * first.length - 1];
    for (int i = 0; i < stream.length; i++) {
      stream[i] = first[i % first.length];
    }
    for (int i = 0; i < 2; i++) {
      LogBatchHeader.stamp(ByteBuffer.wrap(stream), i * first.length, 10 + 3 * i, 500 + i);
    }
    MemoryLogRecords memory = MemoryLogRecords.pointToBytes(stream);
    List<Long> offsets = new ArrayList<>();
    memory.batches().forEach(batch -> offsets.add(batch.baseLogOffset()));
    assertThat(offsets).containsExactly(10L, 13L);
    assertThatThrownBy(() -> memory.ensureValid((byte) 0))
        .isInstanceOf(CorruptMessageException.class);
    MemoryLogRecords.readableRecords(memory, 2 * first.length).ensureValid((byte) 0);

    Path file = dir.resolve("00000000000000000000.log");
    try (FileLogRecords records = FileLogRecords.open(file.toFile(), true, false, 4096, true)) {
      assertThat(Files.size(file)).isEqualTo(4096);
      assertThat(records.append(memory)).isEqualTo(stream.length);
      assertThat(records.sizeInBytes()).isEqualTo(stream.length);
    }
    assertThat(Files.size(file)).isEqualTo(stream.length);
    try (FileLogRecords records = FileLogRecords.open(file.toFile())) {
      offsets.clear();
      for (LogRecordBatch batch : records.batches()) {
        batch.ensureValid();
        offsets.add(batch.baseLogOffset());
        RowType type = RowType.of(DataTypes.INT(), DataTypes.STRING());
        assertThat(batch.records(context(LogFormat.ARROW, type)).next().getRow().getInt(0))
            .isEqualTo(1);
      }
      assertThat(offsets).containsExactly(10L, 13L);
      assertThat(records.searchForOffsetWithSize(13, 0))
          .isEqualTo(new FileLogRecords.LogOffsetPosition(13, first.length, first.length));
      assertThat(records.searchForOffsetWithSize(16, 0)).isNull();
      assertThat(records.searchForTimestamp(501, 0, 0)).isEqualTo(new TimestampAndOffset(501, 13));
      assertThat(records.largestTimestampAfter(0)).isEqualTo(new TimestampAndOffset(501, 15));
      FileLogRecords slice = records.slice(first.length, 1 << 20);
      assertThat(slice.batches().iterator().next().baseLogOffset()).isEqualTo(13);
      assertThat(records.truncateTo(first.length)).isEqualTo(2 * first.length - 1);
      assertThat(records.append(MemoryLogRecords.pointToBytes(first))).isEqualTo(first.length);
      assertThat(records.sizeInBytes()).isEqualTo(2 * first.length);
    }
    assertThat(Files.size(file)).isEqualTo(2 * first.length);
  }

  @Test
  void unknownChangeTypesAreRefused() {
    byte[] bytes =
        Vectors.bytes(
            BATCHES.findParents("stamped_prefix_52").stream()
                .filter(batch -> batch.get("name").asText().equals("changelog all change types"))
                .findFirst()
                .get()
                .get("bytes")
                .asText());
    bytes[50] = 5;
    DefaultLogRecordBatch batch = new DefaultLogRecordBatch();
    batch.pointTo(MemorySegment.wrap(bytes), 0);
    RowType type = RowType.of(DataTypes.INT(), DataTypes.STRING());
    assertThatThrownBy(() -> batch.records(context(LogFormat.ARROW, type)))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void arbitraryBytesGiveTypedErrors() {
    Random random = new Random(4);
    int refused = 0;
    int read = 0;
    for (JsonNode golden : BATCHES) {
      RowType type = GoldenRows.rowType(golden.get("field_types"));
      boolean arrow = golden.get("log_format").asText().equals("ARROW");
      if (!arrow && golden.get("name").asText().startsWith("nested")) {
        // What lies inside of an array or map of a row is only checked when it is read.
        continue;
      }
      LogRecordReadContext context =
          context(LogFormat.valueOf(golden.get("log_format").asText()), type);
      InternalRow.FieldGetter[] fields = new InternalRow.FieldGetter[type.getFieldCount()];
      for (int f = 0; f < fields.length; f++) {
        fields[f] = InternalRow.createDeepFieldGetter(type.getTypeAt(f), f);
      }
      byte[] good = Vectors.bytes(golden.get("bytes").asText());
      for (int i = 0; i < 500; i++) {
        byte[] bad = good.clone();
        for (int f = 0; f <= i % 3; f++) {
          bad[8 + random.nextInt(bad.length - 8)] = (byte) random.nextInt();
        }
        try {
          for (LogRecordBatch batch : MemoryLogRecords.pointToBytes(bad).batches()) {
            batch
                .records(context)
                .forEachRemaining(
                    record -> {
                      for (InternalRow.FieldGetter field : fields) {
                        field.getFieldOrNull(record.getRow());
                      }
                    });
          }
          read++;
        } catch (CorruptMessageException
            | InvalidRecordException
            | IllegalArgumentException
            | UnsupportedOperationException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(5000);
    assertThat(read).isGreaterThan(5000);
  }
}

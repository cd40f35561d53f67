// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KvBatchGoldenTest {
  private static final JsonNode GOLDEN = Vectors.load("formats-kv-batches.json");

  private static BinaryRow encode(KvFormat format, RowType type, JsonNode values) {
    GenericRow row = GoldenRows.row(type, values);
    RowEncoder encoder = RowEncoder.create(format, type);
    InternalRow.FieldGetter[] getters = InternalRow.createFieldGetters(type);
    encoder.startNewRow();
    for (int i = 0; i < getters.length; i++) {
      encoder.encodeField(i, getters[i].getFieldOrNull(row));
    }
    return encoder.finishRow();
  }

  private static RowDecoder decoder(KvFormat format, RowType type) {
    return RowDecoder.create(format, type.getFieldTypes().toArray(new DataType[0]));
  }

  private static KvRecordBatch.ReadContext context(RowDecoder decoder) {
    return new KvRecordBatch.ReadContext() {
      @Override
      public RowDecoder getRowDecoder(int schemaId) {
        return decoder;
      }

      @Override
      public SchemaGetter getSchemaGetter() {
        throw new AssertionError("not needed");
      }
    };
  }

  private static byte[] bytes(ByteBuffer batch) {
    return Arrays.copyOfRange(batch.array(), batch.position(), batch.limit());
  }

  private static boolean isDelete(JsonNode record) {
    return record.get("op").asText().startsWith("delete");
  }

  @Test
  void writesAndReadsGoldenBatches() {
    int count = 0;
    for (JsonNode golden : GOLDEN.get("batches")) {
      KvFormat format = KvFormat.valueOf(golden.get("kv_format").asText());
      RowType type = GoldenRows.rowType(golden.get("field_types"));
      KvBatchBuilder builder = new KvBatchBuilder(format, golden.get("schema_id").asInt(), 1 << 20);
      for (JsonNode record : golden.get("records")) {
        builder.append(
            Vectors.bytes(record.get("key").asText()),
            isDelete(record) ? null : encode(format, type, record.get("values")));
      }
      byte[] ours =
          bytes(
              builder.seal(golden.get("writer_id").asLong(), golden.get("batch_sequence").asInt()));
      assertThat(Vectors.hex(ours)).isEqualTo(golden.get("bytes").asText());

      DefaultKvRecordBatch batch = DefaultKvRecordBatch.pointToBytes(ours);
      batch.ensureValid();
      JsonNode header = golden.get("header");
      assertThat(batch.sizeInBytes()).isEqualTo(header.get("size_in_bytes").asInt());
      assertThat(batch.magic()).isZero();
      assertThat(batch.checksum()).isEqualTo(header.get("crc").asLong());
      assertThat((int) batch.schemaId()).isEqualTo(header.get("schema_id").asInt());
      assertThat(batch.writerId()).isEqualTo(header.get("writer_id").asLong());
      assertThat(batch.batchSequence()).isEqualTo(header.get("batch_sequence").asInt());
      assertThat(batch.getRecordCount()).isEqualTo(header.get("record_count").asInt());
      int i = 0;
      for (KvRecord record : batch.records(context(decoder(format, type)))) {
        JsonNode expected = golden.get("records").get(i++);
        byte[] key = new byte[record.getKey().remaining()];
        record.getKey().get(key);
        assertThat(Vectors.hex(key)).isEqualTo(expected.get("key").asText());
        if (isDelete(expected)) {
          assertThat(record.getRow()).isNull();
        } else {
          GoldenRows.assertRow(record.getRow(), type, expected.get("values"));
        }
      }
      assertThat(i).isEqualTo(batch.getRecordCount());
      count++;
    }
    assertThat(count).isEqualTo(10);
  }

  @Test
  void writesAndReadsGoldenValues() {
    int values = 0;
    int batches = 0;
    for (JsonNode golden : GOLDEN.get("values")) {
      KvFormat format = KvFormat.valueOf(golden.get("kv_format").asText());
      RowType type = GoldenRows.rowType(golden.get("field_types"));
      RowDecoder decoder = decoder(format, type);
      if (golden.has("rows")) {
        List<byte[]> stored = new ArrayList<>();
        for (JsonNode row : golden.get("rows")) {
          stored.add(
              StoredValue.encode(
                  (short) row.get("schema_id").asInt(), encode(format, type, row.get("values"))));
        }
        assertThat(Vectors.hex(ValueBatch.encode(stored))).isEqualTo(golden.get("bytes").asText());
        List<byte[]> read = ValueBatch.decode(Vectors.bytes(golden.get("bytes").asText()));
        assertThat(read).usingElementComparator(Arrays::compare).isEqualTo(stored);
        batches++;
      } else {
        short schemaId = (short) golden.get("schema_id").asInt();
        byte[] value = StoredValue.encode(schemaId, encode(format, type, golden.get("values")));
        assertThat(Vectors.hex(value)).isEqualTo(golden.get("value_bytes").asText());
        assertThat(StoredValue.schemaId(value)).isEqualTo(schemaId);
        GoldenRows.assertRow(StoredValue.row(value, decoder), type, golden.get("values"));
        values++;
      }
    }
    assertThat(values).isEqualTo(8);
    assertThat(batches).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(KvFormat.class)
  void refusesRowsOfAnotherFormat(KvFormat format) {
    JsonNode golden = GOLDEN.get("batches").get(0);
    RowType type = GoldenRows.rowType(golden.get("field_types"));
    KvFormat other = format == KvFormat.COMPACTED ? KvFormat.INDEXED : KvFormat.COMPACTED;
    BinaryRow row = encode(other, type, golden.get("records").get(0).get("values"));
    KvBatchBuilder builder = new KvBatchBuilder(format, 1, 1 << 20);
    assertThatThrownBy(() -> builder.append(new byte[] {1}, row))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(format == KvFormat.COMPACTED ? "CompactedRow" : "IndexedRow");
  }

  @Test
  void theChecksumCoversAllBehindIt() {
    byte[] good = Vectors.bytes(GOLDEN.get("batches").get(1).get("bytes").asText());
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 1;
      DefaultKvRecordBatch batch = DefaultKvRecordBatch.pointToBytes(bad);
      if (i == 4) {
        assertThat(batch.isValid()).as("the version lies before the checksum").isTrue();
      } else {
        assertThatThrownBy(batch::ensureValid)
            .as("byte %d", i)
            .isInstanceOf(CorruptMessageException.class);
      }
    }
  }

  @Test
  void arbitraryBytesGiveTypedErrors() throws IOException {
    JsonNode golden = GOLDEN.get("batches").get(1);
    RowType type = GoldenRows.rowType(golden.get("field_types"));
    byte[] good = Vectors.bytes(golden.get("bytes").asText());
    Random random = new Random(5);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bad = good.clone();
      for (int f = 0; f < 3; f++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      DefaultKvRecordBatch batch = DefaultKvRecordBatch.pointToBytes(bad);
      ByteArrayOutputStream keys = new ByteArrayOutputStream();
      try {
        for (KvRecord record : batch.records(context(decoder(KvFormat.COMPACTED, type)))) {
          byte[] key = new byte[record.getKey().remaining()];
          record.getKey().get(key);
          keys.write(key);
        }
        assertThat(keys.size()).isLessThan(bad.length);
      } catch (CorruptMessageException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }
}

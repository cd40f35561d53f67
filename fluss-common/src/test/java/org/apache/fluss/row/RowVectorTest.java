// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Locale;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.row.serializer.RowSerializer;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of the released version: our bytes are theirs, and theirs are read. */
class RowVectorTest {
  private static final JsonNode VECTORS = Vectors.load("formats-rows.json");

  @ParameterizedTest
  @EnumSource(BinaryRowFormat.class)
  void rowsAreThoseOfTheReleasedVersion(BinaryRowFormat format) {
    int encoded = 0;
    int refused = 0;
    for (JsonNode vector : VECTORS.get("single_column")) {
      DataType type = DataTypes.parse(vector.get("type").asText());
      GenericRow row = GenericRow.of(GoldenValues.value(vector.get("value"), type));
      boolean isEncoded = check(format, vector, row, type);
      encoded += isEncoded ? 1 : 0;
      refused += isEncoded ? 0 : 1;
    }
    for (JsonNode vector : VECTORS.get("multi_column")) {
      DataType[] types = GoldenValues.types(vector.get("types"));
      assertThat(check(format, vector, GoldenValues.row(vector.get("values"), types), types))
          .isTrue();
      encoded++;
    }
    assertThat(encoded).isEqualTo(format == BinaryRowFormat.INDEXED ? 264 : 267);
    assertThat(refused).isEqualTo(format == BinaryRowFormat.INDEXED ? 5 : 2);
  }

  private static boolean check(
      BinaryRowFormat format, JsonNode vector, GenericRow row, DataType... types) {
    String name = format.name().toLowerCase(Locale.ROOT);
    RowSerializer serializer = new RowSerializer(types, format);
    if (vector.has(name + "_error")) {
      Class<? extends Throwable> expected =
          vector.get(name + "_error").asText().contains("NullPointer")
              ? NullPointerException.class
              : IllegalArgumentException.class;
      assertThatThrownBy(() -> serializer.toBinaryRow(row)).isInstanceOf(expected);
      return false;
    }
    for (int round = 0; round < 2; round++) {
      BinaryRow ours = serializer.toBinaryRow(row);
      byte[] bytes = new byte[ours.getSizeInBytes()];
      ours.copyTo(bytes, 0);
      assertThat(Vectors.hex(bytes))
          .as("%s of %s", name, vector)
          .isEqualTo(vector.get(name).asText());
    }

    if (format != BinaryRowFormat.ALIGNED) {
      RowEncoder encoder = RowEncoder.create(KvFormat.valueOf(format.name()), types);
      encoder.startNewRow();
      for (int i = 0; i < types.length; i++) {
        encoder.encodeField(i, row.getField(i));
      }
      assertThat(encoder.finishRow()).isEqualTo(serializer.toBinaryRow(row));
    }

    byte[] theirs = Vectors.bytes(vector.get(name).asText());
    // In the middle of other bytes, on and off the heap.
    MemorySegment heap = MemorySegment.allocateHeapMemory(theirs.length + 10);
    MemorySegment offHeap = MemorySegment.allocateOffHeapMemory(theirs.length + 10);
    for (MemorySegment segment : new MemorySegment[] {heap, offHeap}) {
      segment.put(3, theirs);
      BinaryRow read = format.newRow(types);
      read.pointTo(segment, 3, theirs.length);
      assertThat(GoldenValues.copy(read, types))
          .as("%s of %s", name, vector)
          .isEqualTo(expected(format, vector, row, types));
      assertThat(read.copy()).isEqualTo(read).hasSameHashCodeAs(read);
    }
    return true;
  }

  private static GenericRow expected(
      BinaryRowFormat format, JsonNode vector, GenericRow row, DataType... types) {
    String key = "compacted_reads_back_as";
    if (vector.path("type").asText().equals("BINARY(4)") && format == BinaryRowFormat.INDEXED) {
      // The released version cuts zero bytes off; here a BINARY has always its full length.
      byte[] value = (byte[]) row.getField(0);
      Object padded = value == null ? null : Arrays.copyOf(value, 4);
      return GenericRow.of(padded);
    }
    return vector.has(key) ? GoldenValues.row(vector.get(key), types) : row;
  }
}

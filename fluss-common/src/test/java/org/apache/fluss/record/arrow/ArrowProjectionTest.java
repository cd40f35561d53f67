// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.exception.InvalidColumnProjectionException;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.record.GoldenRows;
import org.apache.fluss.record.LogBatchHeader;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowProjectionTest {
  private static final JsonNode GOLDEN = Vectors.load("formats-log-projection.json");
  private static final RowType INT_STRING = RowType.of(DataTypes.INT(), DataTypes.STRING());

  @TempDir Path dir;

  private static byte[] project(ArrowProjection projection, byte[] stored, int maxBytes) {
    ByteBuffer buffer = ByteBuffer.wrap(stored);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProjectedBatches batches;
    try {
      batches = projection.project(BatchSource.of(buffer), 0, stored.length, maxBytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    batches.forEach(
        new ProjectedBatches.Visitor() {
          @Override
          public void bytes(byte[] bytes, int offset, int length) {
            out.write(bytes, offset, length);
          }

          @Override
          public void region(long position, int length) {
            out.write(stored, (int) position, length);
          }
        });
    assertThat(batches.sizeInBytes()).isEqualTo(out.size());
    return out.toByteArray();
  }

  private static int[] positions(JsonNode json) {
    int[] positions = new int[json.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = json.get(i).asInt();
    }
    return positions;
  }

  @Test
  void projectsGoldenBatches() {
    int projected = 0;
    int limited = 0;
    int refused = 0;
    for (JsonNode golden : GOLDEN.get("projection")) {
      int[] selected = positions(golden.get("projection"));
      if (golden.has("error")) {
        assertThatThrownBy(() -> new ArrowProjection(selected, INT_STRING, id -> INT_STRING))
            .isInstanceOf(InvalidColumnProjectionException.class);
        refused++;
        continue;
      }
      RowType type =
          golden.has("field_types") ? GoldenRows.rowType(golden.get("field_types")) : INT_STRING;
      ArrowProjection projection = new ArrowProjection(selected, type, id -> type);
      byte[] stored = Vectors.bytes(golden.get("stored_bytes").asText());
      int maxBytes = golden.path("max_bytes").asInt(Integer.MAX_VALUE);
      String expected = golden.get("projected_bytes").asText();
      byte[] actual = project(projection, stored, maxBytes);
      assertThat(Vectors.hex(actual)).isEqualTo(expected);
      assertThat(Vectors.hex(project(projection, stored, maxBytes))).isEqualTo(expected);
      if (golden.has("max_bytes")) {
        limited++;
        continue;
      }
      JsonNode reads = golden.get("reads_as");
      int header = 48 + (golden.get("append_only").asBoolean() ? 0 : reads.size());
      RowType projectedType = type.project(selected);
      ArrowColumn[] columns =
          new ArrowBatchReader(projectedType).read(actual, header, actual.length, reads.size());
      for (int i = 0; i < reads.size(); i++) {
        GoldenRows.assertRow(new ArrowRow(columns, i), projectedType, reads.get(i).get(3));
      }
      projected++;
    }
    assertThat(projected).isEqualTo(24);
    assertThat(limited).isEqualTo(7);
    assertThat(refused).isEqualTo(4);
  }

  private static byte[] intStringBatch(String compression, int rows) {
    ArrowLogBatchBuilder builder = ArrowGoldenTest.builder(INT_STRING, 1, compression, true);
    for (int i = 0; i < rows; i++) {
      builder.append(
          ChangeType.APPEND_ONLY, GenericRow.of(i, BinaryString.fromString("value " + i)));
    }
    return ArrowGoldenTest.bytes(builder.seal(-1, -1));
  }

  @Test
  void answersColumnsAddedLaterWithNulls() {
    RowType latest =
        RowType.of(
            DataTypes.INT(),
            DataTypes.STRING(),
            DataTypes.BIGINT(),
            DataTypes.ARRAY(DataTypes.STRING()),
            DataTypes.ROW(DataTypes.FIELD("x", DataTypes.STRING())));
    int[] selected = {1, 2, 3, 4};
    for (String compression : new String[] {"NONE", "LZ4_FRAME", "ZSTD-3"}) {
      ArrowProjection projection = new ArrowProjection(selected, latest, id -> INT_STRING);
      byte[] actual = project(projection, intStringBatch(compression, 1000), Integer.MAX_VALUE);
      ArrowColumn[] columns =
          new ArrowBatchReader(latest.project(selected)).read(actual, 48, actual.length, 1000);
      for (int i = 0; i < 1000; i++) {
        ArrowRow row = new ArrowRow(columns, i);
        assertThat(row.getString(0).toString()).isEqualTo("value " + i);
        assertThat(row.isNullAt(1) && row.isNullAt(2) && row.isNullAt(3)).isTrue();
      }
    }
  }

  @Test
  void readsFilesWithFewRegions() throws IOException {
    byte[] batch = intStringBatch("NONE", 5000);
    Path file = dir.resolve("log");
    Files.write(file, batch);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ArrowProjection projection =
          new ArrowProjection(new int[] {0, 1}, INT_STRING, id -> INT_STRING);
      ProjectedBatches batches =
          projection.project(BatchSource.of(channel), 0, channel.size(), 1 << 30);
      int[] regions = new int[2];
      batches.forEach(
          new ProjectedBatches.Visitor() {
            @Override
            public void bytes(byte[] bytes, int offset, int length) {
              regions[0]++;
            }

            @Override
            public void region(long position, int length) {
              regions[1]++;
            }
          });
      assertThat(regions).containsExactly(1, 1);
      assertThat(batches.sizeInBytes()).isEqualTo(batch.length);
    }
  }

  @Test
  void arbitraryBytesGiveTypedErrors() {
    Random random = new Random(11);
    int refused = 0;
    byte[] good = Vectors.bytes(GOLDEN.get("projection").get(0).get("stored_bytes").asText());
    for (int i = 0; i < 20_000; i++) {
      byte[] bad = good.clone();
      int flips = 1 + random.nextInt(3);
      for (int f = 0; f < flips; f++) {
        bad[8 + random.nextInt(bad.length - 8)] = (byte) random.nextInt();
      }
      ArrowProjection projection = new ArrowProjection(new int[] {1}, INT_STRING, id -> INT_STRING);
      try {
        byte[] out = project(projection, bad, Integer.MAX_VALUE);
        assertThat(out.length == 0 || LogBatchHeader.sizeInBytes(ByteBuffer.wrap(out), 0) > 0)
            .isTrue();
      } catch (CorruptMessageException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }
}

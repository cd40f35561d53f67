// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.record.ChangeType;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericArray;
import org.apache.fluss.row.GenericMap;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.RootAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.message.ArrowBuffer;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the Arrow body one by one, as the Arrow library sees them. */
class ArrowBodyTest {
  private static final int HEADER = 48;

  private static byte[] write(RowType type, String compression, GenericRow... rows) {
    ArrowLogBatchBuilder builder = ArrowGoldenTest.builder(type, 1, compression, true);
    for (GenericRow row : rows) {
      builder.append(ChangeType.APPEND_ONLY, row);
    }
    return ArrowGoldenTest.bytes(builder.seal(-1, -1));
  }

  private static InternalRow read(RowType type, byte[] batch, int rows, int row) {
    return new ArrowRow(new ArrowBatchReader(type).read(batch, HEADER, batch.length, rows), row);
  }

  /** The body of a batch and where its buffers and nodes are. */
  private static final class Body {
    final List<ArrowBuffer> buffers;
    final List<ArrowFieldNode> nodes;
    final byte[] bytes;

    Body(byte[] batch) throws Exception {
      try (RootAllocator allocator = new RootAllocator();
          ArrowRecordBatch message =
              MessageSerializer.deserializeRecordBatch(
                  new ReadChannel(
                      Channels.newChannel(
                          new ByteArrayInputStream(batch, HEADER, batch.length - HEADER))),
                  allocator)) {
        buffers = message.getBuffersLayout();
        nodes = message.getNodes();
        long length = message.computeBodyLength();
        assertThat(length % 8).isZero();
        bytes = Arrays.copyOfRange(batch, batch.length - (int) length, batch.length);
      }
    }

    byte[] buffer(int index) {
      ArrowBuffer buffer = buffers.get(index);
      return Arrays.copyOfRange(
          bytes, (int) buffer.getOffset(), (int) (buffer.getOffset() + buffer.getSize()));
    }

    List<Integer> ints(int index) {
      ByteBuffer buffer = ByteBuffer.wrap(buffer(index)).order(ByteOrder.LITTLE_ENDIAN);
      List<Integer> ints = new ArrayList<>();
      while (buffer.hasRemaining()) {
        ints.add(buffer.getInt());
      }
      return ints;
    }
  }

  private static BinaryString text(String text) {
    return BinaryString.fromString(text);
  }

  @Test
  void buffersStartAtMultiplesOfEightAndNotNullColumnsHaveValidity() throws Exception {
    RowType type =
        RowType.of(
            DataTypes.INT().copy(false), DataTypes.STRING(), DataTypes.BOOLEAN().copy(false));
    GenericRow[] rows = new GenericRow[9];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = GenericRow.of(i, i == 4 ? null : text("t" + i), i % 2 == 0);
    }
    Body body = new Body(write(type, "NONE", rows));
    assertThat(body.buffers)
        .extracting(ArrowBuffer::getSize)
        .as("nothing is rounded up")
        .containsExactly(2L, 36L, 2L, 40L, 16L, 2L, 2L);
    long end = 0;
    for (ArrowBuffer buffer : body.buffers) {
      assertThat(buffer.getOffset()).isEqualTo((end + 7) / 8 * 8);
      end = buffer.getOffset() + buffer.getSize();
    }
    assertThat(body.buffer(0)).containsExactly(0xff, 1);
    assertThat(body.buffer(2)).containsExactly(0xef, 1);
    assertThat(body.ints(3)).containsExactly(0, 2, 4, 6, 8, 8, 10, 12, 14, 16);
    assertThat(body.nodes).extracting(ArrowFieldNode::getNullCount).containsExactly(0, 1, 0);
  }

  @Test
  void childrenFollowTheirParentsAndNullsKeepTheirPlace() throws Exception {
    RowType type =
        RowType.of(
            DataTypes.ARRAY(DataTypes.INT()),
            DataTypes.MAP(DataTypes.STRING(), DataTypes.INT()),
            DataTypes.ROW(DataTypes.INT(), DataTypes.STRING()));
    byte[] batch =
        write(
            type,
            "NONE",
            GenericRow.of(
                new GenericArray(new Object[] {1, 2}),
                GenericMap.of(text("k"), null),
                GenericRow.of(7, text("x"))),
            GenericRow.of(null, null, null),
            GenericRow.of(
                new GenericArray(new Object[] {3}),
                GenericMap.of(text("l"), 5),
                GenericRow.of(8, null)));
    Body body = new Body(batch);
    assertThat(body.nodes)
        .extracting(node -> node.getLength() + "/" + node.getNullCount())
        .as("list, element, map, entries, key, value, row, its two fields")
        .containsExactly("3/1", "3/0", "3/1", "2/0", "2/0", "2/1", "3/1", "3/1", "3/2");
    assertThat(body.buffers).hasSize(2 + 2 + 2 + 1 + 3 + 2 + 1 + 2 + 3);
    assertThat(body.buffer(0)).as("validity of the list").containsExactly(5);
    assertThat(body.ints(1)).as("a null list repeats the offset").containsExactly(0, 2, 2, 3);
    assertThat(body.buffer(12)).as("validity of the row").containsExactly(5);
    assertThat(body.buffer(13)).as("a null row has null fields").containsExactly(5);
    assertThat(ArrowVectors.schema(type).toString())
        .contains("element")
        .contains("entries: Struct<key: Utf8 not null, value: Int(32, true)> not null");
    assertThat(read(type, batch, 3, 1).isNullAt(2)).isTrue();
    assertThat(read(type, batch, 3, 2).getRow(2, 2).getInt(0)).isEqualTo(8);
  }

  @Test
  void wideDecimalsAreSixteenBytesInTwosComplement() throws Exception {
    RowType type = RowType.of(DataTypes.DECIMAL(25, 3), DataTypes.BINARY(4));
    Decimal value = Decimal.fromBigDecimal(new BigDecimal("-1234567890123456789012.345"), 25, 3);
    byte[] batch =
        write(
            type, "NONE", GenericRow.of(value, null), GenericRow.of(null, new byte[] {1, 2, 3, 4}));
    byte[] unscaled = value.toUnscaledBytes();
    byte[] expected = new byte[16];
    Arrays.fill(expected, (byte) -1);
    for (int i = 0; i < unscaled.length; i++) {
      expected[unscaled.length - 1 - i] = unscaled[i];
    }
    assertThat(new Body(batch).buffer(1)).hasSize(32).startsWith(expected);
    assertThat(read(type, batch, 2, 0).getDecimal(0, 25, 3)).isEqualTo(value);
    assertThat(read(type, batch, 2, 0).isNullAt(1)).isTrue();
    assertThat(read(type, batch, 2, 1).getBinary(1, 4)).containsExactly(1, 2, 3, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NONE", "LZ4_FRAME", "ZSTD-3"})
  void listsMayHaveManyElements(String compression) {
    RowType type = RowType.of(DataTypes.ARRAY(DataTypes.BIGINT()));
    Object[] longs = new Object[5000];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = i % 100 == 99 ? null : (Object) (i * 7L);
    }
    byte[] batch =
        write(
            type,
            compression,
            GenericRow.of(new GenericArray(longs)),
            GenericRow.of(new GenericArray(longs)));
    InternalArray array = read(type, batch, 2, 1).getArray(0);
    assertThat(array.size()).isEqualTo(longs.length);
    for (int i = 0; i < longs.length; i++) {
      assertThat(array.isNullAt(i)).isEqualTo(longs[i] == null);
      if (longs[i] != null) {
        assertThat(array.getLong(i)).isEqualTo(longs[i]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"LZ4_FRAME", "ZSTD-3"})
  void whatDoesNotShrinkIsStoredAsItIs(String compression) throws Exception {
    RowType type = RowType.of(DataTypes.BIGINT().copy(false));
    byte[] batch = write(type, compression, GenericRow.of(0x0123456789abcdefL));
    ByteBuffer values = ByteBuffer.wrap(new Body(batch).buffer(1)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(values.getLong()).isEqualTo(-1);
    assertThat(values.getLong()).isEqualTo(0x0123456789abcdefL);
    assertThat(values.hasRemaining()).isFalse();
    assertThat(read(type, batch, 1, 0).getLong(0)).isEqualTo(0x0123456789abcdefL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LZ4_FRAME", "ZSTD-3"})
  void aWrongUncompressedLengthIsAnError(String compression) throws Exception {
    RowType type = RowType.of(DataTypes.BIGINT().copy(false));
    GenericRow[] rows = new GenericRow[1000];
    Arrays.fill(rows, GenericRow.of(5L));
    byte[] batch = write(type, compression, rows);
    Body body = new Body(batch);
    int at = batch.length - body.bytes.length + (int) body.buffers.get(1).getOffset();
    ByteBuffer length = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(length.getLong(at)).isEqualTo(8000);
    for (long wrong : new long[] {0, 7999, 8001, 1L << 40, -2, Long.MIN_VALUE}) {
      length.putLong(at, wrong);
      assertThatThrownBy(() -> read(type, batch, 1000, 0).getLong(0))
          .as("length " + wrong)
          .isInstanceOf(CorruptMessageException.class);
    }
  }
}

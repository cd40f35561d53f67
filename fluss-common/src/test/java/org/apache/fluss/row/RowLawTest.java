// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.memory.VarInt;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.row.BinaryRow.BinaryRowFormat;
import org.apache.fluss.row.columnar.ColumnVector;
import org.apache.fluss.row.columnar.ColumnarRow;
import org.apache.fluss.row.columnar.VectorizedColumnBatch;
import org.apache.fluss.row.decode.KeyDecoder;
import org.apache.fluss.row.encode.CompactedKeyEncoder;
import org.apache.fluss.row.serializer.RowSerializer;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Laws of the row and key encodings over random rows. */
class RowLawTest {
  private static final DataType[] LEAVES = {
    DataTypes.BOOLEAN(),
    DataTypes.TINYINT(),
    DataTypes.SMALLINT(),
    DataTypes.INT(),
    DataTypes.BIGINT(),
    DataTypes.FLOAT(),
    DataTypes.DOUBLE(),
    DataTypes.DATE(),
    DataTypes.TIME(3),
    DataTypes.TIMESTAMP(3),
    DataTypes.TIMESTAMP(9),
    DataTypes.TIMESTAMP_LTZ(6),
    DataTypes.DECIMAL(9, 2),
    DataTypes.DECIMAL(38, 10),
    DataTypes.CHAR(20),
    DataTypes.STRING(),
    DataTypes.BINARY(6),
    DataTypes.BYTES()
  };

  private final Random random = new Random(20240101);

  @ParameterizedTest
  @EnumSource(BinaryRowFormat.class)
  void rowsReadBackAsWritten(BinaryRowFormat format) {
    for (int i = 0; i < 300; i++) {
      DataType[] types = types(random.nextInt(20), 2);
      RowSerializer serializer = new RowSerializer(types, format);
      BinaryRow reused = format.newRow(types);
      for (int j = 0; j < 5; j++) {
        GenericRow row = row(types);
        BinaryRow written = serializer.toBinaryRow(row);
        reused.pointTo(written.getSegments(), written.getOffset(), written.getSizeInBytes());
        // Fields are found in any order.
        List<Integer> order = new ArrayList<>();
        for (int pos = 0; pos < types.length; pos++) {
          order.add(random.nextInt(pos + 1), pos);
        }
        for (int pos : order) {
          assertThat(InternalRow.createDeepFieldGetter(types[pos], pos).getFieldOrNull(reused))
              .as("field %d of %s", pos, Arrays.toString(types))
              .isEqualTo(row.getField(pos));
        }
        BinaryRow copy = written.copy();
        serializer.toBinaryRow(row(types));
        assertThat(GoldenValues.copy(copy, types)).isEqualTo(row);
      }
    }
  }

  @Test
  void compactedKeysReadBackAndFewerColumnsAreAPrefix() {
    for (int i = 0; i < 500; i++) {
      DataType[] types = notNull(types(1 + random.nextInt(6), 0));
      RowType rowType = RowType.of(types);
      GenericRow row = row(types);
      byte[] key = new CompactedKeyEncoder(rowType).encodeKey(row);
      InternalRow read =
          KeyDecoder.ofPrimaryKeyDecoder(rowType, rowType.getFieldNames(), (short) 2, null, false)
              .decodeKey(key);
      assertThat(GoldenValues.copy(read, types)).isEqualTo(row);
      for (int columns = 1; columns < types.length; columns++) {
        byte[] prefix =
            CompactedKeyEncoder.createKeyEncoder(
                    rowType, rowType.getFieldNames().subList(0, columns))
                .encodeKey(row);
        assertThat(key).startsWith(prefix);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BinaryRowFormat.class)
  void damagedRowsGiveTypedErrors(BinaryRowFormat format) {
    int refused = 0;
    for (int i = 0; i < 4_000; i++) {
      DataType[] types = types(1 + random.nextInt(6), 1 + i % 2);
      BinaryRow row = new RowSerializer(types, format).toBinaryRow(row(types));
      byte[] bytes = new byte[row.getSizeInBytes()];
      row.copyTo(bytes, 0);
      for (int flips = 1 + random.nextInt(4); flips > 0 && bytes.length > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      BinaryRow read = format.newRow(types);
      read.pointTo(MemorySegment.wrap(damaged), 0, damaged.length);
      try {
        GoldenValues.copy(read, types);
      } catch (InvalidRecordException
          // A timestamp or a decimal out of its range.
          | IllegalArgumentException
          | ArithmeticException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void rowsThatEndEarlyAreNotValid() {
    DataType[] types = {DataTypes.INT(), DataTypes.STRING(), DataTypes.BIGINT()};
    GenericRow row = GenericRow.of(300, BinaryString.fromString("abc"), 7L);
    for (BinaryRowFormat format : List.of(BinaryRowFormat.COMPACTED, BinaryRowFormat.INDEXED)) {
      SequentialRow written =
          (SequentialRow) new RowSerializer(types, format).toBinaryRow(row).copy();
      written.ensureValid();
      for (int size = 0; size < written.getSizeInBytes(); size++) {
        SequentialRow cut = (SequentialRow) format.newRow(types);
        cut.pointTo(written.getSegments()[0], 0, size);
        assertThatThrownBy(cut::ensureValid).isInstanceOf(InvalidRecordException.class);
      }
    }
  }

  @Test
  void variableLengthNumbersReadBack() {
    byte[] bytes = new byte[VarInt.MAX_LONG_BYTES];
    MemorySegment segment = MemorySegment.wrap(bytes);
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      int end = VarInt.put(bytes, 0, value);
      assertThat(end).isEqualTo(VarInt.size(value)).isEqualTo(VarInt.skip(segment, 0));
      assertThat(VarInt.getLong(segment, 0)).isEqualTo(value);
      end = VarInt.put(bytes, 0, (int) value);
      assertThat(end).isEqualTo(VarInt.size((int) value)).isEqualTo(VarInt.skip(segment, 0));
      assertThat(VarInt.getInt(segment, 0)).isEqualTo((int) value);
    }
    Arrays.fill(bytes, (byte) -1);
    assertThatThrownBy(() -> VarInt.getLong(segment, 0)).isInstanceOf(InvalidRecordException.class);
    assertThatThrownBy(() -> VarInt.getInt(segment, 0)).isInstanceOf(InvalidRecordException.class);
    assertThatThrownBy(() -> VarInt.skip(segment, 0)).isInstanceOf(InvalidRecordException.class);
  }

  @Test
  void arraysCopyToPrimitivesAndChangeInPlace() {
    BinaryArray longs = BinaryArray.fromLongArray(new Long[] {1L, null, 3L});
    assertThat(longs.<Long>toObjectArray(DataTypes.BIGINT())).containsExactly(1L, null, 3L);
    assertThatThrownBy(longs::toLongArray).isInstanceOf(IllegalStateException.class);
    longs.setLong(1, 2);
    assertThat(longs.toLongArray()).containsExactly(1, 2, 3);
    assertThat(BinaryArray.fromPrimitiveArray(new int[] {4, 5}).toIntArray()).containsExactly(4, 5);
    assertThat(BinaryArray.fromPrimitiveArray(new short[] {4}).toShortArray())
        .containsExactly((short) 4);
    assertThat(BinaryArray.fromPrimitiveArray(new byte[] {4}).toByteArray()).containsExactly(4);
    assertThat(BinaryArray.fromPrimitiveArray(new boolean[] {true, false}).toBooleanArray())
        .containsExactly(true, false);
    assertThat(BinaryArray.fromPrimitiveArray(new float[] {4.5f}).toFloatArray())
        .containsExactly(4.5f);
    assertThat(BinaryArray.fromPrimitiveArray(new double[] {4.5}).toDoubleArray())
        .containsExactly(4.5);
    assertThat(longs.equals(BinaryArray.fromPrimitiveArray(new long[] {1, 2, 3}))).isTrue();
    assertThatThrownBy(() -> longs.getLong(3)).isInstanceOf(IndexOutOfBoundsException.class);

    BinaryArrayWriter writer = new BinaryArrayWriter(longs, 2, 8);
    writer.writeDecimal(0, Decimal.zero(38, 0), 38);
    writer.writeTimestampNtz(1, TimestampNtz.fromMillis(1, 2), 9);
    writer.complete();
    Decimal big = Decimal.fromBigDecimal(BigDecimal.TEN.pow(30), 38, 0);
    longs.setDecimal(0, big, 38);
    longs.setTimestampNtz(1, TimestampNtz.fromMillis(-3, 4), 9);
    assertThat(longs.getDecimal(0, 38, 0)).isEqualTo(big);
    assertThat(longs.getTimestampNtz(1, 9)).isEqualTo(TimestampNtz.fromMillis(-3, 4));
  }

  @Test
  void rowsAreProjectedPaddedAndMappedByColumnId() {
    GenericRow row = GenericRow.of(1, 2L, BinaryString.fromString("c"));
    ProjectedRow projected = ProjectedRow.from(new int[] {2, -1, 0}).replaceRow(row);
    DataType[] types = {DataTypes.STRING(), DataTypes.INT(), DataTypes.INT()};
    assertThat(GoldenValues.copy(projected, types))
        .isEqualTo(GenericRow.of(BinaryString.fromString("c"), null, 1));
    assertThat(projected).isEqualTo(ProjectedRow.from(new int[] {2, -1, 0}).replaceRow(row));
    assertThatThrownBy(() -> projected.equals(ProjectedRow.from(new int[] {0})))
        .isInstanceOf(UnsupportedOperationException.class);
    PaddingRow padded = new PaddingRow(4).replaceRow(row);
    assertThat(padded.getInt(0)).isEqualTo(1);
    assertThat(padded.isNullAt(3)).isTrue();

    Schema first = Schema.newBuilder().column("a", DataTypes.INT()).build();
    Schema second = Schema.newBuilder().fromSchema(first).column("b", DataTypes.BIGINT()).build();
    ProjectedRow newer = ProjectedRow.from(first, second).replaceRow(GenericRow.of(5));
    assertThat(newer.getInt(0)).isEqualTo(5);
    assertThat(newer.isNullAt(1)).isTrue();
    KeyValueRow delete = new KeyValueRow(new int[] {1}, row, true);
    assertThat(delete.keyRow().getLong(0)).isEqualTo(2);
    assertThat(delete.isDelete()).isTrue();
  }

  @Test
  void columnarRowsMoveOverTheirColumns() {
    ColumnVector ints =
        new ColumnVector() {
          @Override
          public boolean isNullAt(int rowId) {
            return rowId == 1;
          }

          @Override
          public int getInt(int rowId) {
            return rowId * 10;
          }
        };
    ColumnarRow row = new ColumnarRow(new VectorizedColumnBatch(new ColumnVector[] {ints}));
    row.setRowId(2);
    assertThat(row.getInt(0)).isEqualTo(20);
    assertThatThrownBy(() -> row.getLong(0)).isInstanceOf(UnsupportedOperationException.class);
    row.setRowId(1);
    assertThat(row.isNullAt(0)).isTrue();
  }

  private DataType[] types(int count, int depth) {
    DataType[] types = new DataType[count];
    for (int i = 0; i < count; i++) {
      types[i] = type(depth).copy(random.nextInt(4) != 0);
    }
    return types;
  }

  private static DataType[] notNull(DataType[] types) {
    return Arrays.stream(types).map(type -> type.copy(false)).toArray(DataType[]::new);
  }

  private DataType type(int depth) {
    switch (depth == 0 ? 9 : random.nextInt(9)) {
      case 0:
        return DataTypes.ARRAY(type(depth - 1));
      case 1:
        return DataTypes.MAP(LEAVES[3 + random.nextInt(2)], type(depth - 1));
      case 2:
        return DataTypes.ROW(types(random.nextInt(4), depth - 1));
      default:
        return LEAVES[random.nextInt(LEAVES.length)];
    }
  }

  private GenericRow row(DataType... types) {
    GenericRow row = new GenericRow(types.length);
    for (int i = 0; i < types.length; i++) {
      row.setField(i, value(types[i]));
    }
    return row;
  }

  private Object value(DataType type) {
    if (type.isNullable() && random.nextInt(4) == 0) {
      return null;
    }
    switch (type.getTypeRoot()) {
      case CHAR:
      case STRING:
        return BinaryString.fromString("äb中".repeat(random.nextInt(4)));
      case BOOLEAN:
        return random.nextBoolean();
      case BINARY:
        return bytes(6);
      case BYTES:
        return bytes(random.nextInt(20));
      case DECIMAL:
        DecimalType decimal = (DecimalType) type;
        BigInteger unscaled = new BigInteger(random.nextInt(decimal.getPrecision() * 3), random);
        return Decimal.fromBigDecimal(
            new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.getScale()),
            decimal.getPrecision(),
            decimal.getScale());
      case TINYINT:
        return (byte) random.nextInt();
      case SMALLINT:
        return (short) random.nextInt();
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return random.nextInt() >> random.nextInt(32);
      case BIGINT:
        return random.nextLong() >> random.nextInt(64);
      case FLOAT:
        return random.nextFloat();
      case DOUBLE:
        return random.nextGaussian();
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        boolean whole = TimestampNtz.isCompact(((TimestampType) type).getPrecision());
        return TimestampNtz.fromMillis(
            random.nextLong() >> random.nextInt(64), whole ? 0 : random.nextInt(1_000_000));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return TimestampLtz.fromEpochMillis(random.nextLong(), random.nextInt(1_000_000));
      case ARRAY:
        Object[] elements = new Object[random.nextInt(40)];
        Arrays.setAll(elements, i -> value(((ArrayType) type).getElementType()));
        return new GenericArray(elements);
      case MAP:
        MapType map = (MapType) type;
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          entries.put(value(map.getKeyType()), value(map.getValueType()));
        }
        return new GenericMap(entries);
      default:
        return row(((RowType) type).getFieldTypes().toArray(new DataType[0]));
    }
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.metadata.AggFunction;
import org.apache.fluss.metadata.AggFunctionType;
import org.apache.fluss.metadata.AggFunctions;
import org.apache.fluss.metadata.DeleteBehavior;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.MergeEngineType;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.record.StoredValue;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.row.decode.RowDecoder;
import org.apache.fluss.row.encode.RowEncoder;
import org.apache.fluss.rpc.protocol.MergeMode;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.DecimalType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Any history of writes leaves in the mergers what it leaves in a map of objects. */
class MergeLawTest {
  private static final int HISTORIES = 150;
  private static final int WRITES = 120;
  private static final int KEYS = 4;
  private static final DataType[] TYPES = {
    DataTypes.TINYINT(),
    DataTypes.SMALLINT(),
    DataTypes.INT(),
    DataTypes.BIGINT(),
    DataTypes.FLOAT(),
    DataTypes.DOUBLE(),
    DataTypes.DECIMAL(10, 2),
    DataTypes.DECIMAL(30, 5),
    DataTypes.STRING(),
    DataTypes.CHAR(4),
    DataTypes.BOOLEAN(),
    DataTypes.DATE(),
    DataTypes.TIME(),
    DataTypes.TIMESTAMP(3),
    DataTypes.TIMESTAMP(9),
    DataTypes.TIMESTAMP_LTZ(6),
    DataTypes.BYTES(),
  };

  @ParameterizedTest
  @NullSource
  @EnumSource(MergeEngineType.class)
  void everyHistoryLeavesWhatAMapHolds(MergeEngineType engine) {
    for (int seed = 0; seed < HISTORIES; seed++) {
      new History(engine, seed).run();
    }
  }

  private static final class History {
    private final MergeEngineType engine;
    private final int seed;
    private final Random random;
    private final KvFormat format;
    private final Map<Integer, Schema> schemas = new HashMap<>();
    private final RowMergers mergers;
    private final Map<Integer, byte[]> stored = new HashMap<>();
    private final Map<Integer, Object[]> model = new HashMap<>();
    private final int versionColumn;
    private int latest = 1;

    History(MergeEngineType engine, int seed) {
      this.engine = engine;
      this.seed = seed;
      this.random = new Random(seed);
      this.format = random.nextBoolean() ? KvFormat.COMPACTED : KvFormat.INDEXED;
      Map<String, String> properties = new HashMap<>();
      properties.put("table.kv.format", format.name());
      if (engine != null) {
        properties.put("table.merge-engine", engine.name());
        properties.put("table.merge-engine.versioned.ver-column", "version");
      }
      if (engine == null || engine == MergeEngineType.AGGREGATION) {
        properties.put("table.delete.behavior", "ALLOW");
      }
      schemas.put(1, schema());
      schemas.put(2, withColumns(schemas.get(1)));
      versionColumn = schemas.get(1).getColumnNames().indexOf("version");
      mergers = new RowMergers(new TableConfig(Configuration.fromMap(properties)), schemas::get);
    }

    private Schema schema() {
      Schema.Builder builder = Schema.newBuilder();
      int key = random.nextInt(3);
      DataType[] versions = {
        DataTypes.INT(), DataTypes.BIGINT(), DataTypes.TIMESTAMP(6), DataTypes.TIMESTAMP_LTZ(3)
      };
      for (int i = 0; i < 3 + random.nextInt(8); i++) {
        if (i == key) {
          builder.column("key", DataTypes.INT());
          builder.column("version", versions[random.nextInt(versions.length)]);
        }
        column(builder, "c" + i);
      }
      return builder.primaryKey("key").build();
    }

    private Schema withColumns(Schema schema) {
      Schema.Builder builder = Schema.newBuilder().fromSchema(schema);
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        column(builder, "added" + i);
      }
      return builder.build();
    }

    private void column(Schema.Builder builder, String name) {
      DataType type = TYPES[random.nextInt(TYPES.length)];
      List<AggFunctionType> functions =
          Arrays.stream(AggFunctionType.values())
              .filter(f -> type.isAnyOf(f.getSupportedDataTypeRoots()))
              .filter(f -> type.getTypeRoot() != DataTypeRoot.CHAR || !f.name().endsWith("AGG"))
              .collect(Collectors.toList());
      if (random.nextInt(8) == 0) {
        builder.column(name, type);
      } else {
        builder.column(
            name, type, AggFunctions.of(functions.get(random.nextInt(functions.size()))));
      }
    }

    void run() {
      for (int i = 0; i < WRITES; i++) {
        if (i == WRITES / 2) {
          latest = 2;
        }
        write("engine " + engine + ", seed " + seed + ", write " + i);
      }
    }

    private void write(String what) {
      MergeMode mode = random.nextInt(6) == 0 ? MergeMode.OVERWRITE : MergeMode.DEFAULT;
      MergeEngineType effective = mode == MergeMode.OVERWRITE ? null : engine;
      boolean whole =
          effective == MergeEngineType.FIRST_ROW
              || effective == MergeEngineType.VERSIONED
              || random.nextInt(3) == 0;
      boolean[] targets = whole ? null : targets();
      // A writer opened before the change of the schema knows no columns that came with it.
      int writerSchema = latest == 2 && targets == null && random.nextBoolean() ? 1 : latest;
      RowMerger merger = mergers.of(latest, positions(targets), mode);
      int key = random.nextInt(KEYS);
      byte[] old = stored.get(key);
      Object[] oldRow = model.get(key);
      if (random.nextInt(5) == 0) {
        if (merger.deleteBehavior() == DeleteBehavior.ALLOW && old != null) {
          put(key, merger.delete(old), targets == null ? null : delete(oldRow, targets), what);
        }
        return;
      }
      Object[] row = row(key, writerSchema);
      byte[] next = encode(row, writerSchema);
      byte[] merged = merger.merge(old, next);
      Object[] expected = merge(effective, oldRow, row, targets);
      assertThat(merged == old).as(what).isEqualTo(expected == oldRow);
      assertThat(merger.isPlainFullRow()).isEqualTo(effective == null && targets == null);
      assertThat((int) StoredValue.schemaId(merged))
          .as(what)
          .isEqualTo(
              merged == next
                  ? writerSchema
                  : merged == old ? (int) StoredValue.schemaId(old) : latest);
      put(key, merged, expected, what);
    }

    private void put(int key, byte[] value, Object[] row, String what) {
      assertThat(value == null).as(what).isEqualTo(row == null);
      if (value == null) {
        stored.remove(key);
        model.remove(key);
        return;
      }
      stored.put(key, value);
      model.put(key, row);
      Object[] actual = decode(value);
      for (int i = 0; i < schemas.get(2).getColumns().size(); i++) {
        Object expected = i < row.length ? row[i] : null;
        assertThat(plain(i, i < actual.length ? actual[i] : null))
            .as("%s, column %s", what, schemas.get(2).getColumns().get(i))
            .isEqualTo(plain(i, expected));
      }
    }

    private boolean[] targets() {
      List<Schema.Column> columns = schemas.get(latest).getColumns();
      boolean[] targets = new boolean[columns.size()];
      int chance = random.nextInt(4);
      for (int i = 0; i < targets.length; i++) {
        targets[i] = columns.get(i).getName().equals("key") || random.nextInt(3) < chance;
      }
      return targets;
    }

    private int[] positions(boolean[] targets) {
      if (targets == null) {
        return random.nextBoolean() ? null : new int[0];
      }
      List<Integer> positions = new ArrayList<>();
      for (int i = 0; i < targets.length; i++) {
        if (targets[i]) {
          positions.add(random.nextInt(positions.size() + 1), i);
        }
      }
      return positions.stream().mapToInt(Integer::intValue).toArray();
    }

    // --- the model ---------------------------------------------------------------------------

    private Object[] merge(MergeEngineType engine, Object[] old, Object[] next, boolean[] targets) {
      if (engine == MergeEngineType.FIRST_ROW) {
        return old == null ? next : old;
      }
      if (engine == MergeEngineType.VERSIONED) {
        return old == null || compareVersions(next, old) >= 0 ? next : old;
      }
      if (engine == null && targets == null || engine != null && old == null) {
        return next;
      }
      Schema schema = schemas.get(latest);
      int columns = schema.getColumns().size();
      if (engine == null && old != null && keysOnly(targets)) {
        return old;
      }
      Object[] merged = new Object[columns];
      for (int i = 0; i < columns; i++) {
        Object left = old == null || i >= old.length ? null : old[i];
        Object right = i >= next.length ? null : next[i];
        if (targets != null && !targets[i]) {
          merged[i] = left;
        } else {
          merged[i] = engine == null ? right : aggregate(schema.getColumns().get(i), left, right);
        }
      }
      return merged;
    }

    private boolean keysOnly(boolean[] targets) {
      int count = 0;
      for (boolean target : targets) {
        count += target ? 1 : 0;
      }
      return count == 1;
    }

    private Object[] delete(Object[] old, boolean[] targets) {
      Object[] rest = new Object[targets.length];
      boolean any = false;
      for (int i = 0; i < targets.length; i++) {
        Object value = i < old.length ? old[i] : null;
        if (!targets[i]) {
          any |= value != null;
          rest[i] = value;
        } else if (schemas.get(latest).getColumnName(i).equals("key")) {
          rest[i] = value;
        }
      }
      return any ? rest : null;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private int compareVersions(Object[] next, Object[] old) {
      Comparable left = (Comparable) next[versionColumn];
      Comparable right = (Comparable) old[versionColumn];
      return left == null || right == null
          ? (left == null ? 0 : 1) - (right == null ? 0 : 1)
          : left.compareTo(right);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object aggregate(Schema.Column column, Object left, Object right) {
      if (column.getName().equals("key")) {
        return right;
      }
      AggFunctionType function =
          column
              .getAggFunction()
              .map(AggFunction::getType)
              .orElse(AggFunctionType.LAST_VALUE_IGNORE_NULLS);
      if (function == AggFunctionType.LAST_VALUE || right == null && left == null) {
        return right;
      }
      if (left == null || right == null) {
        return left == null ? right : left;
      }
      switch (function) {
        case FIRST_VALUE:
        case FIRST_VALUE_IGNORE_NULLS:
          return left;
        case LAST_VALUE_IGNORE_NULLS:
          return right;
        case MAX:
          return ((Comparable) left).compareTo(right) >= 0 ? left : right;
        case MIN:
          return ((Comparable) left).compareTo(right) < 0 ? left : right;
        case LISTAGG:
        case STRING_AGG:
          return BinaryString.fromString(left + "," + right);
        case BOOL_AND:
          return (Boolean) left && (Boolean) right;
        case BOOL_OR:
          return (Boolean) left || (Boolean) right;
        case RBM32:
        case RBM64:
          return union((byte[]) left, (byte[]) right, function == AggFunctionType.RBM32);
        default:
          return compute(column.getDataType(), function == AggFunctionType.SUM, left, right);
      }
    }

    private static Object compute(DataType type, boolean sum, Object left, Object right) {
      if (left instanceof Float) {
        return sum ? (Float) left + (Float) right : (Float) left * (Float) right;
      }
      if (left instanceof Double) {
        return sum ? (Double) left + (Double) right : (Double) left * (Double) right;
      }
      if (left instanceof Decimal) {
        DecimalType decimal = (DecimalType) type;
        BigDecimal a = ((Decimal) left).toBigDecimal();
        BigDecimal b = ((Decimal) right).toBigDecimal();
        BigDecimal exact =
            (sum ? a.add(b) : a.multiply(b)).setScale(decimal.getScale(), RoundingMode.HALF_UP);
        if (exact.precision() <= decimal.getPrecision()) {
          return Decimal.fromBigDecimal(exact, decimal.getPrecision(), decimal.getScale());
        }
        return sum && decimal.getPrecision() <= 18
            ? Decimal.fromUnscaledLong(
                exact.unscaledValue().longValueExact(), decimal.getPrecision(), decimal.getScale())
            : null;
      }
      BigInteger a = BigInteger.valueOf(((Number) left).longValue());
      BigInteger b = BigInteger.valueOf(((Number) right).longValue());
      BigInteger exact = sum ? a.add(b) : a.multiply(b);
      switch (type.getTypeRoot()) {
        case TINYINT:
          return exact.byteValue();
        case SMALLINT:
          return exact.shortValue();
        case INTEGER:
          return exact.intValue();
        default:
          return exact.longValue();
      }
    }

    // --- values ------------------------------------------------------------------------------

    private Object[] row(int key, int schemaId) {
      List<Schema.Column> columns = schemas.get(schemaId).getColumns();
      Object[] row = new Object[columns.size()];
      for (int i = 0; i < row.length; i++) {
        Schema.Column column = columns.get(i);
        if (column.getName().equals("key")) {
          row[i] = key;
        } else if (random.nextInt(4) != 0) {
          row[i] = value(column);
        }
      }
      return row;
    }

    private Object value(Schema.Column column) {
      int small = random.nextInt(7) - 3;
      DataType type = column.getDataType();
      switch (type.getTypeRoot()) {
        case TINYINT:
          return (byte) random.nextInt();
        case SMALLINT:
          return (short) random.nextInt();
        case INTEGER:
          return random.nextBoolean() ? small : random.nextInt();
        case DATE:
        case TIME_WITHOUT_TIME_ZONE:
          return random.nextInt(86_400_000);
        case BIGINT:
          return random.nextBoolean() ? (long) small : random.nextLong();
        case FLOAT:
          return small == 0 ? -0.0f : small * random.nextFloat();
        case DOUBLE:
          return small == 0 ? -0.0 : small * random.nextDouble();
        case DECIMAL:
          DecimalType decimal = (DecimalType) type;
          return Decimal.fromBigDecimal(
              BigDecimal.valueOf(small * random.nextInt(1_000_000_000), 2),
              decimal.getPrecision(),
              decimal.getScale());
        case BOOLEAN:
          return random.nextBoolean();
        case STRING:
        case CHAR:
          return BinaryString.fromString("é".repeat(random.nextInt(2)) + (char) ('a' + small + 3));
        case TIMESTAMP_WITHOUT_TIME_ZONE:
          return type.equals(DataTypes.TIMESTAMP(3))
              ? TimestampNtz.fromMillis(small)
              : TimestampNtz.fromMillis(small, 1000 * random.nextInt(3));
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
          return type.equals(DataTypes.TIMESTAMP_LTZ(3))
              ? TimestampLtz.fromEpochMillis(small)
              : TimestampLtz.fromEpochMillis(small, 1000 * random.nextInt(3));
        case BYTES:
          return bitmap(
              column
                  .getAggFunction()
                  .filter(function -> function.getType() == AggFunctionType.RBM64)
                  .isPresent());
        default:
          throw new AssertionError(type);
      }
    }

    private byte[] bitmap(boolean large) {
      TreeSet<Long> numbers = new TreeSet<>();
      for (int i = random.nextInt(20); i >= 0; i--) {
        numbers.add((long) random.nextInt(1 << random.nextInt(31)));
      }
      return serialize(numbers, !large);
    }

    private static byte[] union(byte[] left, byte[] right, boolean small) {
      TreeSet<Long> numbers = numbers(left, small);
      numbers.addAll(numbers(right, small));
      return serialize(numbers, small);
    }

    private static byte[] serialize(TreeSet<Long> numbers, boolean small) {
      try {
        if (small) {
          RoaringBitmap bitmap = new RoaringBitmap();
          numbers.forEach(number -> bitmap.add(number.intValue()));
          ByteBuffer bytes = ByteBuffer.allocate(bitmap.serializedSizeInBytes());
          bitmap.serialize(bytes.order(ByteOrder.LITTLE_ENDIAN));
          return bytes.array();
        }
        Roaring64Bitmap bitmap = new Roaring64Bitmap();
        numbers.forEach(number -> bitmap.addLong(number));
        ByteBuffer bytes = ByteBuffer.allocate((int) bitmap.serializedSizeInBytes());
        bitmap.serialize(bytes);
        return bytes.array();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    private static TreeSet<Long> numbers(byte[] bytes, boolean small) {
      TreeSet<Long> numbers = new TreeSet<>();
      try {
        if (small) {
          RoaringBitmap bitmap = new RoaringBitmap();
          bitmap.deserialize(ByteBuffer.wrap(bytes));
          bitmap.forEach((int number) -> numbers.add((long) number));
        } else {
          Roaring64Bitmap bitmap = new Roaring64Bitmap();
          bitmap.deserialize(ByteBuffer.wrap(bytes));
          bitmap.forEach((long number) -> numbers.add(number));
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return numbers;
    }

    private Object plain(int column, Object value) {
      if (!(value instanceof byte[])) {
        return value;
      }
      AggFunctionType function =
          schemas
              .get(2)
              .getColumns()
              .get(column)
              .getAggFunction()
              .map(AggFunction::getType)
              .orElse(AggFunctionType.LAST_VALUE);
      return numbers((byte[]) value, function != AggFunctionType.RBM64);
    }

    private byte[] encode(Object[] row, int schemaId) {
      RowEncoder encoder = RowEncoder.create(format, schemas.get(schemaId).getRowType());
      encoder.startNewRow();
      for (int i = 0; i < row.length; i++) {
        encoder.encodeField(i, row[i]);
      }
      return StoredValue.encode((short) schemaId, encoder.finishRow());
    }

    private Object[] decode(byte[] value) {
      DataType[] types =
          schemas
              .get((int) StoredValue.schemaId(value))
              .getRowType()
              .getFieldTypes()
              .toArray(new DataType[0]);
      InternalRow row = StoredValue.row(value, RowDecoder.create(format, types));
      Object[] fields = new Object[types.length];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = InternalRow.createFieldGetter(types[i], i).getFieldOrNull(row);
      }
      return fields;
    }
  }
}

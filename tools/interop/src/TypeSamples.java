// SPDX-License-Identifier: Apache-2.0
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericArray;
import org.apache.fluss.row.GenericMap;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.ArrayType;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimeType;
import org.apache.fluss.types.TimestampType;

/**
 * A wide row of every data type and the value that row {@code id} must hold, made anew from the id
 * by writer and reader alike. Values stay inside what the released reader can read: no digits below
 * the precision, none below a millisecond before 1970, binaries of full length that do not end in
 * zero.
 */
final class TypeSamples {
  /** The released server copies the padding of an INDEXED row's CHAR into its Arrow changelog. */
  private static final boolean PADDED = Boolean.getBoolean("interop.padded");

  private static final String[] TEXTS = {
    "", "a", "ä€", "日本語テキスト", "𝄞 clef", "tab\tnewline\nzero\0end", "x".repeat(3000)
  };

  private final List<String> names = new ArrayList<>();
  private final List<DataType> types = new ArrayList<>();

  TypeSamples() {
    add("id", DataTypes.BIGINT().copy(false));
    List<DataType> scalars =
        List.of(
            DataTypes.BOOLEAN(),
            DataTypes.TINYINT(),
            DataTypes.SMALLINT(),
            DataTypes.INT(),
            DataTypes.BIGINT(),
            DataTypes.FLOAT(),
            DataTypes.DOUBLE(),
            DataTypes.CHAR(1),
            DataTypes.CHAR(12),
            DataTypes.STRING(),
            DataTypes.BINARY(1),
            DataTypes.BINARY(16),
            DataTypes.BYTES(),
            DataTypes.DECIMAL(1, 0),
            DataTypes.DECIMAL(5, 2),
            DataTypes.DECIMAL(18, 6),
            DataTypes.DECIMAL(19, 4),
            DataTypes.DECIMAL(38, 38),
            DataTypes.DATE(),
            DataTypes.TIME(0),
            DataTypes.TIME(3),
            DataTypes.TIME(6),
            DataTypes.TIME(9),
            DataTypes.TIMESTAMP(0),
            DataTypes.TIMESTAMP(3),
            DataTypes.TIMESTAMP(6),
            DataTypes.TIMESTAMP(9),
            DataTypes.TIMESTAMP_LTZ(0),
            DataTypes.TIMESTAMP_LTZ(3),
            DataTypes.TIMESTAMP_LTZ(6),
            DataTypes.TIMESTAMP_LTZ(9));
    DataField[] fields = new DataField[scalars.size()];
    for (int i = 0; i < fields.length; i++) {
      DataType scalar = scalars.get(i);
      both("scalar" + i, scalar);
      add("array" + i, DataTypes.ARRAY(i % 3 == 0 ? scalar.copy(false) : scalar));
      fields[i] = DataTypes.FIELD("f" + i, i % 4 == 0 ? scalar.copy(false) : scalar);
    }
    DataType leaf =
        DataTypes.ROW(
            DataTypes.FIELD("n", DataTypes.INT()), DataTypes.FIELD("s", DataTypes.STRING()));
    both("row_of_scalars", DataTypes.ROW(fields));
    both("map_string", DataTypes.MAP(DataTypes.STRING(), DataTypes.INT()));
    both("map_int", DataTypes.MAP(DataTypes.INT(), DataTypes.BYTES()));
    both("map_decimal", DataTypes.MAP(DataTypes.DECIMAL(20, 3), DataTypes.DOUBLE().copy(false)));
    both("map_timestamp", DataTypes.MAP(DataTypes.TIMESTAMP(6), DataTypes.DECIMAL(25, 5)));
    both("map_date", DataTypes.MAP(DataTypes.DATE(), DataTypes.BOOLEAN()));
    both("array_of_arrays", DataTypes.ARRAY(DataTypes.ARRAY(DataTypes.ARRAY(DataTypes.BIGINT()))));
    both("array_of_rows", DataTypes.ARRAY(leaf));
    both("array_of_maps", DataTypes.ARRAY(DataTypes.MAP(DataTypes.STRING(), DataTypes.STRING())));
    both("map_of_rows", DataTypes.MAP(DataTypes.STRING(), leaf));
    both(
        "map_of_maps",
        DataTypes.MAP(
            DataTypes.INT(),
            DataTypes.MAP(DataTypes.STRING(), DataTypes.ARRAY(DataTypes.DOUBLE()))));
    both(
        "row_of_rows",
        DataTypes.ROW(
            DataTypes.FIELD(
                "a",
                DataTypes.ROW(
                    DataTypes.FIELD("b", leaf), DataTypes.FIELD("c", DataTypes.BIGINT())))));
    both(
        "row_of_all",
        DataTypes.ROW(
            DataTypes.FIELD(
                "list",
                DataTypes.ARRAY(
                    DataTypes.ROW(
                        DataTypes.FIELD(
                            "m", DataTypes.MAP(DataTypes.STRING(), DataTypes.ARRAY(leaf)))))),
            DataTypes.FIELD("time", DataTypes.TIMESTAMP_LTZ(6)),
            DataTypes.FIELD("price", DataTypes.DECIMAL(30, 10))));
  }

  private void both(String name, DataType type) {
    add(name, type);
    add(name + "_required", type.copy(false));
  }

  private void add(String name, DataType type) {
    names.add(name);
    types.add(type);
  }

  int columns() {
    return types.size();
  }

  String name(int column) {
    return names.get(column);
  }

  DataType type(int column) {
    return types.get(column);
  }

  Schema schema() {
    Schema.Builder builder = Schema.newBuilder();
    for (int i = 0; i < types.size(); i++) {
      builder.column(names.get(i), types.get(i));
    }
    return builder.build();
  }

  GenericRow row(long id) {
    GenericRow row = new GenericRow(types.size());
    row.setField(0, id);
    for (int i = 1; i < types.size(); i++) {
      Random random = new Random(id * 1_000_003 + i * 31L);
      random.nextInt();
      row.setField(i, value(types.get(i), random));
    }
    return row;
  }

  private static Object value(DataType type, Random random) {
    if (type.isNullable() && random.nextInt(6) == 0) {
      return null;
    }
    return present(type, random);
  }

  /**
   * CHAR elements are of full length: the released client reads shorter ones with bytes of the one
   * before.
   */
  private static Object element(DataType type, Random random) {
    Object value = value(type, random);
    return value == null || !(type instanceof CharType)
        ? value
        : BinaryString.fromString(letters(((CharType) type).getLength(), random));
  }

  private static Object present(DataType type, Random random) {
    boolean edge = random.nextInt(4) == 0;
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return random.nextBoolean();
      case TINYINT:
        return edge
            ? pick(random, Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) 0, (byte) -1)
            : (byte) random.nextInt();
      case SMALLINT:
        return edge
            ? pick(random, Short.MIN_VALUE, Short.MAX_VALUE, (short) 0, (short) -1)
            : (short) random.nextInt();
      case INTEGER:
        return edge
            ? pick(random, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, -1)
            : Integer.valueOf(random.nextInt());
      case BIGINT:
        return edge
            ? pick(random, Long.MIN_VALUE, Long.MAX_VALUE, 0L, -1L)
            : Long.valueOf(random.nextLong());
      case FLOAT:
        return edge
            ? pick(
                random,
                Float.NaN,
                -0f,
                0f,
                Float.MIN_VALUE,
                Float.MAX_VALUE,
                Float.NEGATIVE_INFINITY,
                Float.POSITIVE_INFINITY)
            : Float.valueOf((float) random.nextGaussian());
      case DOUBLE:
        return edge
            ? pick(
                random,
                Double.NaN,
                -0d,
                0d,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY)
            : Double.valueOf(random.nextGaussian());
      case CHAR:
        return BinaryString.fromString(chars(((CharType) type).getLength(), random));
      case STRING:
        return BinaryString.fromString(
            edge ? pick(random, TEXTS) : letters(random.nextInt(40), random));
      case BINARY:
        return bytes(((BinaryType) type).getLength(), random);
      case BYTES:
        return bytes(edge ? pick(random, 0, 1, 2500) : random.nextInt(40), random);
      case DECIMAL:
        return decimal((DecimalType) type, edge, random);
      case DATE:
        return edge
            ? pick(random, 0, -1, -719_162, 2_932_896)
            : Integer.valueOf(random.nextInt(40_000) - 10_000);
      case TIME_WITHOUT_TIME_ZONE:
        int ofDay =
            edge ? pick(random, 0, 86_399_999) : Integer.valueOf(random.nextInt(86_400_000));
        return ((TimeType) type).getPrecision() == 0 ? ofDay / 1000 * 1000 : ofDay;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        long[] ntz = instant(((TimestampType) type).getPrecision(), edge, random);
        return TimestampNtz.fromMillis(ntz[0], (int) ntz[1]);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        long[] ltz = instant(((LocalZonedTimestampType) type).getPrecision(), edge, random);
        return TimestampLtz.fromEpochMillis(ltz[0], (int) ltz[1]);
      case ARRAY:
        Object[] elements = new Object[random.nextInt(4)];
        for (int i = 0; i < elements.length; i++) {
          elements[i] = element(((ArrayType) type).getElementType(), random);
        }
        return new GenericArray(elements);
      case MAP:
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put(
              present(((MapType) type).getKeyType(), random),
              value(((MapType) type).getValueType(), random));
        }
        return new GenericMap(map);
      case ROW:
        List<DataField> fields = ((RowType) type).getFields();
        GenericRow row = new GenericRow(fields.size());
        for (int i = 0; i < fields.size(); i++) {
          row.setField(i, value(fields.get(i).getType(), random));
        }
        return row;
      default:
        throw new IllegalArgumentException("no sample of " + type);
    }
  }

  @SafeVarargs
  private static <T> T pick(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  private static String letters(int length, Random random) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  /** Text of at most {@code length} bytes of UTF-8, so that every row format holds it. */
  private static String chars(int length, Random random) {
    String text =
        random.nextInt(3) == 0
            ? "é" + letters(random.nextInt(length), random)
            : letters(random.nextInt(length) + 1, random);
    return text.getBytes(StandardCharsets.UTF_8).length <= length ? text : letters(length, random);
  }

  private static byte[] bytes(int length, Random random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    if (length > 0 && bytes[length - 1] == 0) {
      bytes[length - 1] = 1;
    }
    return bytes;
  }

  private static Decimal decimal(DecimalType type, boolean edge, Random random) {
    BigInteger limit = BigInteger.TEN.pow(type.getPrecision()).subtract(BigInteger.ONE);
    BigInteger unscaled =
        edge
            ? pick(random, BigInteger.ZERO, limit, limit.negate(), BigInteger.ONE.negate())
            : new BigInteger(limit.bitLength() + 1, random)
                .mod(limit)
                .subtract(limit.shiftRight(1));
    return Decimal.fromBigDecimal(
        new BigDecimal(unscaled, type.getScale()), type.getPrecision(), type.getScale());
  }

  /** Milliseconds and the nanoseconds within, at the precision. */
  private static long[] instant(int precision, boolean edge, Random random) {
    long millis =
        edge
            ? pick(random, 0L, -1000L, -5_000_000_000_000L, 9_000_000_000_000L)
            : Long.valueOf((long) (random.nextDouble() * 2.4e12) - 400_000_000_000L);
    if (precision == 0) {
      millis = Math.floorDiv(millis, 1000) * 1000;
    }
    int nanos = 0;
    if (precision > 3 && millis >= 0) {
      nanos = random.nextInt(1_000_000);
      nanos = precision < 9 ? nanos / 1000 * 1000 : nanos;
    }
    return new long[] {millis, nanos};
  }

  /** The one text of a value, whatever object of the public API holds it. */
  static String text(Object value, DataType type) {
    StringBuilder out = new StringBuilder();
    write(value, type, out);
    return out.toString();
  }

  private static void write(Object value, DataType type, StringBuilder out) {
    if (value == null) {
      out.append("null");
      return;
    }
    switch (type.getTypeRoot()) {
      case BINARY:
      case BYTES:
        for (byte b : (byte[]) value) {
          out.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        break;
      case FLOAT:
        out.append(Integer.toHexString(Float.floatToIntBits((Float) value)));
        break;
      case DOUBLE:
        out.append(Long.toHexString(Double.doubleToLongBits((Double) value)));
        break;
      case DECIMAL:
        out.append(((Decimal) value).toBigDecimal().toPlainString());
        break;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        TimestampNtz ntz = (TimestampNtz) value;
        out.append(ntz.getMillisecond()).append('+').append(ntz.getNanoOfMillisecond());
        break;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        TimestampLtz ltz = (TimestampLtz) value;
        out.append(ltz.getEpochMillisecond()).append('+').append(ltz.getNanoOfMillisecond());
        break;
      case ARRAY:
        writeElements((InternalArray) value, ((ArrayType) type).getElementType(), out);
        break;
      case MAP:
        writeEntries((InternalMap) value, (MapType) type, out);
        break;
      case ROW:
        List<DataField> fields = ((RowType) type).getFields();
        out.append('(');
        for (int i = 0; i < fields.size(); i++) {
          DataType fieldType = fields.get(i).getType();
          write(
              InternalRow.createFieldGetter(fieldType, i).getFieldOrNull((InternalRow) value),
              fieldType,
              out);
          out.append(';');
        }
        out.append(')');
        break;
      case CHAR:
        out.append(PADDED ? value.toString().replaceAll("\0+$", "") : value);
        break;
      default:
        out.append(value);
    }
  }

  /** Entries sorted by their text: a map promises no order. */
  private static void writeEntries(InternalMap map, MapType type, StringBuilder out) {
    InternalArray.ElementGetter key = InternalArray.createElementGetter(type.getKeyType());
    InternalArray.ElementGetter value = InternalArray.createElementGetter(type.getValueType());
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < map.size(); i++) {
      entries.add(
          text(key.getElementOrNull(map.keyArray(), i), type.getKeyType())
              + "->"
              + text(value.getElementOrNull(map.valueArray(), i), type.getValueType()));
    }
    Collections.sort(entries);
    out.append(entries);
  }

  private static void writeElements(InternalArray array, DataType elementType, StringBuilder out) {
    InternalArray.ElementGetter getter = InternalArray.createElementGetter(elementType);
    out.append('[');
    for (int i = 0; i < array.size(); i++) {
      write(getter.getElementOrNull(array, i), elementType, out);
      out.append(',');
    }
    out.append(']');
  }
}

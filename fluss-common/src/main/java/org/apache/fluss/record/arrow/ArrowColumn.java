// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.InternalMap;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.row.columnar.ColumnVector;

/**
 * One column of an Arrow batch: a view of its buffers that reads single values by row index, from 0
 * to {@link #count} - 1. A getter that does not fit the type of the column throws {@link
 * UnsupportedOperationException}; the value behind a null is not defined. Immutable, as long as the
 * bytes below are.
 */
public abstract class ArrowColumn implements ColumnVector {
  private final int count;
  private final byte[] validity;
  private final int validityStart;

  ArrowColumn(int count, ArrowBuffer validity) {
    this.count = count;
    this.validity = validity == null ? null : validity.bytes;
    this.validityStart = validity == null ? 0 : validity.start;
  }

  /** A column of nulls, for one that the batch does not have. */
  static ArrowColumn nulls(int count) {
    return new Nulls(count);
  }

  /** Number of values. */
  public final int count() {
    return count;
  }

  /** Whether any value may be null. */
  public final boolean hasNulls() {
    return validity != null || this instanceof Nulls;
  }

  @Override
  public boolean isNullAt(int row) {
    return validity != null && (validity[validityStart + (row >> 3)] >> (row & 7) & 1) == 0;
  }

  @Override
  public boolean getBoolean(int row) {
    throw unsupported("BOOLEAN");
  }

  @Override
  public byte getByte(int row) {
    throw unsupported("TINYINT");
  }

  @Override
  public short getShort(int row) {
    throw unsupported("SMALLINT");
  }

  /** INT, DATE (days since 1970-01-01) or TIME (milliseconds of the day). */
  @Override
  public int getInt(int row) {
    throw unsupported("INT, DATE or TIME");
  }

  @Override
  public long getLong(int row) {
    throw unsupported("BIGINT");
  }

  @Override
  public float getFloat(int row) {
    throw unsupported("FLOAT");
  }

  @Override
  public double getDouble(int row) {
    throw unsupported("DOUBLE");
  }

  /** CHAR or STRING; a view of the column's bytes. */
  @Override
  public BinaryString getString(int row) {
    throw unsupported("CHAR or STRING");
  }

  @Override
  public final BinaryString getChar(int row, int length) {
    return getString(row);
  }

  /** BINARY or BYTES; a copy. */
  @Override
  public byte[] getBytes(int row) {
    throw unsupported("BINARY or BYTES");
  }

  @Override
  public final byte[] getBinary(int row, int length) {
    return getBytes(row);
  }

  /** DECIMAL, of the precision and scale of the column. */
  public Decimal getDecimal(int row) {
    throw unsupported("DECIMAL");
  }

  @Override
  public final Decimal getDecimal(int row, int precision, int scale) {
    return getDecimal(row);
  }

  @Override
  public TimestampNtz getTimestampNtz(int row, int precision) {
    throw unsupported("TIMESTAMP");
  }

  @Override
  public TimestampLtz getTimestampLtz(int row, int precision) {
    throw unsupported("TIMESTAMP_LTZ");
  }

  /** Milliseconds since 1970 of a TIMESTAMP or TIMESTAMP_LTZ, rounded down. */
  public long getMillisecond(int row) {
    throw unsupported("TIMESTAMP or TIMESTAMP_LTZ");
  }

  /** What a TIMESTAMP or TIMESTAMP_LTZ has beyond its millisecond: 0 to 999999. */
  public int getNanoOfMillisecond(int row) {
    throw unsupported("TIMESTAMP or TIMESTAMP_LTZ");
  }

  @Override
  public InternalArray getArray(int row) {
    throw unsupported("ARRAY");
  }

  @Override
  public InternalMap getMap(int row) {
    throw unsupported("MAP");
  }

  @Override
  public InternalRow getRow(int row, int numFields) {
    throw unsupported("ROW");
  }

  /** The array in which the values of CHAR, STRING, BYTES, BINARY or DECIMAL lie. */
  public byte[] data() {
    throw unsupported("CHAR, STRING, BYTES, BINARY or DECIMAL");
  }

  /**
   * First byte of a value: in {@link #data} for bytes and text, else the index of the first element
   * of an ARRAY or entry of a MAP.
   */
  public int start(int row) {
    throw unsupported("variable-length");
  }

  /** Number of bytes, elements or entries of a value. */
  public int length(int row) {
    throw unsupported("variable-length");
  }

  /**
   * The elements of an ARRAY (0), the keys (0) and values (1) of a MAP, or the fields of a ROW.
   * Those of a ROW have its row indexes.
   */
  public ArrowColumn child(int index) {
    throw unsupported("nested");
  }

  private UnsupportedOperationException unsupported(String wanted) {
    return new UnsupportedOperationException(
        "Column is " + getClass().getSimpleName() + ", but was read as " + wanted + ".");
  }

  private static final class Nulls extends ArrowColumn {
    Nulls(int count) {
      super(count, null);
    }

    @Override
    public boolean isNullAt(int row) {
      return true;
    }
  }

  static final class Booleans extends ArrowColumn {
    private final byte[] bits;
    private final int start;

    Booleans(int count, ArrowBuffer validity, ArrowBuffer data) {
      super(count, validity);
      this.bits = data.bytes;
      this.start = data.start;
    }

    @Override
    public boolean getBoolean(int row) {
      return (bits[start + (row >> 3)] >> (row & 7) & 1) != 0;
    }
  }

  /** TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE or DATE. */
  abstract static class Fixed extends ArrowColumn {
    final byte[] bytes;
    final int base;

    Fixed(int count, ArrowBuffer validity, ArrowBuffer data) {
      super(count, validity);
      this.bytes = data.bytes;
      this.base = data.start;
    }
  }

  static final class TinyInts extends Fixed {
    TinyInts(int count, ArrowBuffer validity, ArrowBuffer data) {
      super(count, validity, data);
    }

    @Override
    public byte getByte(int row) {
      return bytes[base + row];
    }
  }

  static final class SmallInts extends Fixed {
    SmallInts(int count, ArrowBuffer validity, ArrowBuffer data) {
      super(count, validity, data);
    }

    @Override
    public short getShort(int row) {
      return LittleEndian.getShort(bytes, base + 2 * row);
    }
  }

  static final class Ints extends Fixed {
    Ints(int count, ArrowBuffer validity, ArrowBuffer data) {
      super(count, validity, data);
    }

    @Override
    public int getInt(int row) {
      return LittleEndian.getInt(bytes, base + 4 * row);
    }
  }

  static final class BigInts extends Fixed {
    BigInts(int count, ArrowBuffer validity, ArrowBuffer data) {
      super(count, validity, data);
    }

    @Override
    public long getLong(int row) {
      return LittleEndian.getLong(bytes, base + 8 * row);
    }
  }

  static final class Floats extends Fixed {
    Floats(int count, ArrowBuffer validity, ArrowBuffer data) {
      super(count, validity, data);
    }

    @Override
    public float getFloat(int row) {
      return Float.intBitsToFloat(LittleEndian.getInt(bytes, base + 4 * row));
    }
  }

  static final class Doubles extends Fixed {
    Doubles(int count, ArrowBuffer validity, ArrowBuffer data) {
      super(count, validity, data);
    }

    @Override
    public double getDouble(int row) {
      return Double.longBitsToDouble(LittleEndian.getLong(bytes, base + 8 * row));
    }
  }

  static final class Times extends Fixed {
    private final TimeUnit unit;

    Times(int count, ArrowBuffer validity, ArrowBuffer data, TimeUnit unit) {
      super(count, validity, data);
      this.unit = unit;
    }

    @Override
    public int getInt(int row) {
      switch (unit) {
        case SECOND:
          return LittleEndian.getInt(bytes, base + 4 * row) * 1000;
        case MILLI:
          return LittleEndian.getInt(bytes, base + 4 * row);
        case MICRO:
          return (int) (LittleEndian.getLong(bytes, base + 8 * row) / 1000);
        default:
          return (int) (LittleEndian.getLong(bytes, base + 8 * row) / 1_000_000);
      }
    }
  }

  static final class Timestamps extends Fixed {
    private final TimeUnit unit;

    Timestamps(int count, ArrowBuffer validity, ArrowBuffer data, TimeUnit unit) {
      super(count, validity, data);
      this.unit = unit;
    }

    private long value(int row) {
      return LittleEndian.getLong(bytes, base + 8 * row);
    }

    @Override
    public long getMillisecond(int row) {
      return unit.toMillis(value(row));
    }

    @Override
    public int getNanoOfMillisecond(int row) {
      return unit.toNanoOfMilli(value(row));
    }

    @Override
    public TimestampNtz getTimestampNtz(int row, int precision) {
      long value = value(row);
      return TimestampNtz.fromMillis(unit.toMillis(value), unit.toNanoOfMilli(value));
    }

    @Override
    public TimestampLtz getTimestampLtz(int row, int precision) {
      long value = value(row);
      return TimestampLtz.fromEpochMillis(unit.toMillis(value), unit.toNanoOfMilli(value));
    }
  }

  /** 16 bytes two's complement, little-endian. */
  static final class Decimals extends Fixed {
    private final int precision;
    private final int scale;

    Decimals(int count, ArrowBuffer validity, ArrowBuffer data, int precision, int scale) {
      super(count, validity, data);
      this.precision = precision;
      this.scale = scale;
    }

    @Override
    public Decimal getDecimal(int row) {
      int at = base + 16 * row;
      long low = LittleEndian.getLong(bytes, at);
      if (Decimal.isCompact(precision)) {
        return Decimal.fromUnscaledLong(low, precision, scale);
      }
      BigInteger unscaled =
          BigInteger.valueOf(LittleEndian.getLong(bytes, at + 8))
              .shiftLeft(64)
              .add(BigInteger.valueOf(low >>> 1).shiftLeft(1))
              .add(BigInteger.valueOf(low & 1));
      Decimal value = Decimal.fromBigDecimal(new BigDecimal(unscaled, scale), precision, scale);
      if (value == null) {
        throw new CorruptMessageException(
            String.format(
                "Arrow batch holds %s for a DECIMAL(%d, %d).",
                new BigDecimal(unscaled, scale), precision, scale));
      }
      return value;
    }

    @Override
    public byte[] data() {
      return bytes;
    }

    @Override
    public int start(int row) {
      return base + 16 * row;
    }

    @Override
    public int length(int row) {
      return 16;
    }
  }

  static final class FixedBinaries extends Fixed {
    private final int width;

    FixedBinaries(int count, ArrowBuffer validity, ArrowBuffer data, int width) {
      super(count, validity, data);
      this.width = width;
    }

    @Override
    public byte[] getBytes(int row) {
      byte[] value = new byte[width];
      System.arraycopy(bytes, start(row), value, 0, width);
      return value;
    }

    @Override
    public byte[] data() {
      return bytes;
    }

    @Override
    public int start(int row) {
      return base + width * row;
    }

    @Override
    public int length(int row) {
      return width;
    }
  }

  /** Columns with an offsets buffer. */
  abstract static class Variable extends ArrowColumn {
    private final byte[] offsets;
    private final int offsetsStart;

    Variable(int count, ArrowBuffer validity, ArrowBuffer offsets) {
      super(count, validity);
      this.offsets = offsets.bytes;
      this.offsetsStart = offsets.start;
    }

    final int offset(int row) {
      return LittleEndian.getInt(offsets, offsetsStart + 4 * row);
    }

    @Override
    public int start(int row) {
      return offset(row);
    }

    @Override
    public final int length(int row) {
      return offset(row + 1) - offset(row);
    }
  }

  /** Text or bytes. */
  static final class VariableBytes extends Variable {
    private final byte[] bytes;
    private final int base;
    private final MemorySegment segment;

    VariableBytes(int count, ArrowBuffer validity, ArrowBuffer offsets, ArrowBuffer data) {
      super(count, validity, offsets);
      this.bytes = data.bytes;
      this.base = data.start;
      this.segment = MemorySegment.wrap(data.bytes);
    }

    @Override
    public BinaryString getString(int row) {
      return BinaryString.fromSegment(segment, start(row), length(row));
    }

    @Override
    public byte[] getBytes(int row) {
      byte[] value = new byte[length(row)];
      System.arraycopy(bytes, start(row), value, 0, value.length);
      return value;
    }

    @Override
    public byte[] data() {
      return bytes;
    }

    @Override
    public int start(int row) {
      return base + offset(row);
    }
  }

  static final class Lists extends Variable {
    private final ArrowColumn element;

    Lists(int count, ArrowBuffer validity, ArrowBuffer offsets, ArrowColumn element) {
      super(count, validity, offsets);
      this.element = element;
    }

    @Override
    public InternalArray getArray(int row) {
      return new ArrowArray(element, start(row), length(row));
    }

    @Override
    public ArrowColumn child(int index) {
      return element;
    }
  }

  static final class Maps extends Variable {
    private final ArrowColumn keys;
    private final ArrowColumn values;

    Maps(
        int count,
        ArrowBuffer validity,
        ArrowBuffer offsets,
        ArrowColumn keys,
        ArrowColumn values) {
      super(count, validity, offsets);
      this.keys = keys;
      this.values = values;
    }

    @Override
    public InternalMap getMap(int row) {
      return new ArrowMap(keys, values, start(row), length(row));
    }

    @Override
    public ArrowColumn child(int index) {
      return index == 0 ? keys : values;
    }
  }

  static final class Structs extends ArrowColumn {
    private final ArrowColumn[] fields;

    Structs(int count, ArrowBuffer validity, ArrowColumn[] fields) {
      super(count, validity);
      this.fields = fields;
    }

    @Override
    public InternalRow getRow(int row, int numFields) {
      return new ArrowRow(fields, row);
    }

    @Override
    public ArrowColumn child(int index) {
      return fields[index];
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.fluss.exception.RecordTooLargeException;
import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.DataGetters;
import org.apache.fluss.row.Decimal;
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
import org.apache.fluss.types.DataTypeChecks;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;

/**
 * Collects the values of one column in the buffers of its Arrow form. The arrays grow as needed and
 * are kept from batch to batch; the validity bits are only kept once a null was seen.
 */
abstract class ColumnBuilder {
  private static final byte[] NOTHING = new byte[0];
  private static final int MIN_CAPACITY = 64;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private final String name;
  private final boolean nullable;
  private byte[] validity = NOTHING;
  private int nullCount;
  int count;

  private ColumnBuilder(String name, DataType type) {
    this.name = name;
    this.nullable = type.isNullable();
  }

  /** A builder for values of a type; the name is used in errors. */
  static ColumnBuilder of(String name, DataType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return new Booleans(name, type);
      case TINYINT:
        return new Bytes(name, type);
      case SMALLINT:
        return new Shorts(name, type);
      case INTEGER:
      case DATE:
        return new Ints(name, type);
      case BIGINT:
        return new Longs(name, type);
      case FLOAT:
        return new Floats(name, type);
      case DOUBLE:
        return new Doubles(name, type);
      case TIME_WITHOUT_TIME_ZONE:
        return new Times(name, type);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return new Timestamps(name, type);
      case DECIMAL:
        return new Decimals(name, (DecimalType) type);
      case CHAR:
        return new Chars(name, (CharType) type);
      case STRING:
        return new Strings(name, type);
      case BYTES:
        return new Binaries(name, type);
      case BINARY:
        return new FixedBinaries(name, (BinaryType) type);
      case ARRAY:
        return new Lists(name, (ArrayType) type);
      case MAP:
        return new Maps(name, (MapType) type);
      case ROW:
        return new Rows(name, (RowType) type);
      default:
        throw new IllegalArgumentException("No Arrow column for type " + type);
    }
  }

  /**
   * Appends one value.
   *
   * @throws IllegalArgumentException if the value does not fit the type; then {@link #truncate}
   *     before going on
   */
  final void append(DataGetters source, int pos) {
    if (source.isNullAt(pos)) {
      if (!nullable) {
        throw new IllegalArgumentException("Column '" + name + "' is NOT NULL, but got a null.");
      }
      appendNull();
    } else {
      appendValue(source, pos);
      if (nullCount > 0) {
        mark(count, true);
      }
      count++;
    }
  }

  /** Appends a null even if the type has none, as below a null struct. */
  final void appendNull() {
    appendEmptySlot();
    if (nullCount == 0) {
      startValidity();
    }
    mark(count, false);
    nullCount++;
    count++;
  }

  private void startValidity() {
    int whole = count >> 3;
    validity = grown(validity, 0, whole + 1L);
    Arrays.fill(validity, 0, whole, (byte) 0xff);
    validity[whole] = (byte) ((1 << (count & 7)) - 1);
  }

  private void mark(int index, boolean valid) {
    int at = index >> 3;
    if (at >= validity.length) {
      validity = grown(validity, at, at + 1L);
    }
    validity[at] = withBit(validity[at], index, valid);
  }

  /** Sets the bit of an index and clears those above it. */
  private static byte withBit(byte bits, int index, boolean set) {
    int below = bits & ((1 << (index & 7)) - 1);
    return (byte) (set ? below | 1 << (index & 7) : below);
  }

  abstract void appendValue(DataGetters source, int pos);

  abstract void appendEmptySlot();

  /** Forgets the values from an index on. */
  void truncate(int newCount) {
    for (int i = newCount; i < count && nullCount > 0; i++) {
      if ((validity[i >> 3] >> (i & 7) & 1) == 0) {
        nullCount--;
      }
    }
    count = newCount;
  }

  /** Forgets all values and keeps the memory. */
  final void reset() {
    truncate(0);
  }

  /** Uncompressed size in bytes of all buffers of the column and its children, padding included. */
  abstract long sizeInBytes();

  final long validitySize() {
    return padded((count + 7L) >> 3);
  }

  static long padded(long size) {
    return (size + 7) & ~7L;
  }

  /** Writes nodes and buffers in Arrow's order. */
  final void writeTo(BodyWriter body) {
    body.node(count, nullCount);
    int size = (count + 7) >> 3;
    if (nullCount == 0) {
      body.ones(count);
    } else {
      body.buffer(validity, size);
    }
    writeData(body);
  }

  abstract void writeData(BodyWriter body);

  static byte[] grown(byte[] array, int used, long needed) {
    if (needed <= array.length) {
      return array;
    }
    if (needed > MAX_CAPACITY) {
      throw new RecordTooLargeException(
          "A column of one batch would need "
              + needed
              + " bytes, the limit is "
              + MAX_CAPACITY
              + "; write smaller batches.");
    }
    long capacity = Math.max(Math.max(needed, MIN_CAPACITY), 2L * array.length);
    byte[] larger = new byte[(int) Math.min(capacity, MAX_CAPACITY)];
    System.arraycopy(array, 0, larger, 0, Math.min(used, array.length));
    return larger;
  }

  /** Values of one width. */
  private abstract static class Fixed extends ColumnBuilder {
    private final int width;
    byte[] data = NOTHING;

    Fixed(String name, DataType type, int width) {
      super(name, type);
      this.width = width;
    }

    /** Position of the next slot, with room for it. */
    final int slot() {
      int at = count * width;
      if (at > data.length - width || at < 0) {
        data = grown(data, Math.max(at, 0), (count + 1L) * width);
      }
      return at;
    }

    @Override
    void appendEmptySlot() {
      int at = slot();
      Arrays.fill(data, at, at + width, (byte) 0);
    }

    @Override
    final long sizeInBytes() {
      return validitySize() + padded((long) count * width);
    }

    @Override
    final void writeData(BodyWriter body) {
      body.buffer(data, count * width);
    }
  }

  private static final class Bytes extends Fixed {
    Bytes(String name, DataType type) {
      super(name, type, 1);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      byte value = source.getByte(pos);
      int at = slot();
      data[at] = value;
    }
  }

  private static final class Shorts extends Fixed {
    Shorts(String name, DataType type) {
      super(name, type, 2);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      short value = source.getShort(pos);
      int at = slot();
      LittleEndian.putShort(data, at, value);
    }
  }

  private static final class Ints extends Fixed {
    Ints(String name, DataType type) {
      super(name, type, 4);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      int value = source.getInt(pos);
      int at = slot();
      LittleEndian.putInt(data, at, value);
    }
  }

  private static final class Longs extends Fixed {
    Longs(String name, DataType type) {
      super(name, type, 8);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      long value = source.getLong(pos);
      int at = slot();
      LittleEndian.putLong(data, at, value);
    }
  }

  private static final class Floats extends Fixed {
    Floats(String name, DataType type) {
      super(name, type, 4);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      int value = Float.floatToRawIntBits(source.getFloat(pos));
      int at = slot();
      LittleEndian.putInt(data, at, value);
    }
  }

  private static final class Doubles extends Fixed {
    Doubles(String name, DataType type) {
      super(name, type, 8);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      long value = Double.doubleToRawLongBits(source.getDouble(pos));
      int at = slot();
      LittleEndian.putLong(data, at, value);
    }
  }

  /** Milliseconds of the day, stored in the unit of the precision. */
  private static final class Times extends Fixed {
    private final TimeUnit unit;

    Times(String name, DataType type) {
      super(name, type, TimeUnit.of(DataTypeChecks.getPrecision(type)).timeWidth());
      this.unit = TimeUnit.of(DataTypeChecks.getPrecision(type));
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      int millis = source.getInt(pos);
      int at = slot();
      switch (unit) {
        case SECOND:
          LittleEndian.putInt(data, at, millis / 1000);
          break;
        case MILLI:
          LittleEndian.putInt(data, at, millis);
          break;
        case MICRO:
          LittleEndian.putLong(data, at, millis * 1000L);
          break;
        default:
          LittleEndian.putLong(data, at, millis * 1_000_000L);
      }
    }
  }

  private static final class Timestamps extends Fixed {
    private final int precision;
    private final boolean local;
    private final TimeUnit unit;

    Timestamps(String name, DataType type) {
      super(name, type, 8);
      this.precision = DataTypeChecks.getPrecision(type);
      this.local = type.is(DataTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
      this.unit = TimeUnit.of(precision);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      long value;
      if (local) {
        TimestampLtz timestamp = source.getTimestampLtz(pos, precision);
        value = unit.fromMillis(timestamp.getEpochMillisecond(), timestamp.getNanoOfMillisecond());
      } else {
        TimestampNtz timestamp = source.getTimestampNtz(pos, precision);
        value = unit.fromMillis(timestamp.getMillisecond(), timestamp.getNanoOfMillisecond());
      }
      int at = slot();
      LittleEndian.putLong(data, at, value);
    }
  }

  /** 16 bytes two's complement. */
  private static final class Decimals extends Fixed {
    private final String name;
    private final int precision;
    private final int scale;
    private final long compactLimit;

    Decimals(String name, DecimalType type) {
      super(name, type, 16);
      this.name = name;
      this.precision = type.getPrecision();
      this.scale = type.getScale();
      this.compactLimit =
          Decimal.isCompact(precision)
              ? BigDecimal.TEN.pow(precision).longValueExact()
              : Long.MAX_VALUE;
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      Decimal value = source.getDecimal(pos, precision, scale);
      if (value.scale() != scale || value.precision() > precision) {
        value = rescaled(value.toBigDecimal());
      }
      long unscaled = value.isCompact() ? value.toUnscaledLong() : 0;
      if (unscaled >= compactLimit || unscaled <= -compactLimit) {
        // A compact decimal may have more digits than it says.
        throw tooLong(value.toBigDecimal());
      }
      int at = slot();
      if (value.isCompact()) {
        LittleEndian.putLong(data, at, unscaled);
        LittleEndian.putLong(data, at + 8, unscaled >> 63);
      } else {
        byte[] bigEndian = value.toUnscaledBytes();
        int size = bigEndian.length;
        for (int i = 0; i < size; i++) {
          data[at + i] = bigEndian[size - 1 - i];
        }
        Arrays.fill(data, at + size, at + 16, (byte) (bigEndian[0] >> 7));
      }
    }

    private Decimal rescaled(BigDecimal value) {
      Decimal fitting = Decimal.fromBigDecimal(value, precision, scale);
      if (fitting == null) {
        throw tooLong(value);
      }
      return fitting;
    }

    private IllegalArgumentException tooLong(BigDecimal value) {
      return new IllegalArgumentException(
          String.format(
              "Column '%s' is DECIMAL(%d, %d), %s does not fit.", name, precision, scale, value));
    }
  }

  private static final class FixedBinaries extends Fixed {
    private final String name;
    private final int length;

    FixedBinaries(String name, BinaryType type) {
      super(name, type, type.getLength());
      this.name = name;
      this.length = type.getLength();
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      byte[] value = source.getBinary(pos, length);
      if (value.length != length) {
        throw new IllegalArgumentException(
            String.format(
                "Column '%s' is BINARY(%d), but got %d bytes; use BYTES for values of any length.",
                name, length, value.length));
      }
      int at = slot();
      System.arraycopy(value, 0, data, at, length);
    }
  }

  private static final class Booleans extends ColumnBuilder {
    private byte[] bits = NOTHING;

    Booleans(String name, DataType type) {
      super(name, type);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      append(source.getBoolean(pos));
    }

    @Override
    void appendEmptySlot() {
      append(false);
    }

    private void append(boolean value) {
      int at = count >> 3;
      if (at >= bits.length) {
        bits = grown(bits, at, at + 1L);
      }
      bits[at] = withBit(bits[at], count, value);
    }

    @Override
    long sizeInBytes() {
      return 2 * validitySize();
    }

    @Override
    void writeData(BodyWriter body) {
      body.buffer(bits, (count + 7) >> 3);
    }
  }

  /** Values of any length behind an offsets buffer, which has one entry more than values. */
  private abstract static class Variable extends ColumnBuilder {
    private byte[] offsets = new byte[MIN_CAPACITY];

    Variable(String name, DataType type) {
      super(name, type);
    }

    /** Closes the value that is being appended. */
    final void end(int offset) {
      int at = 4 * (count + 1);
      if (at > offsets.length - 4 || at < 0) {
        offsets = grown(offsets, 4 * (count + 1), 4L * (count + 2));
      }
      LittleEndian.putInt(offsets, at, offset);
    }

    final int offsetOf(int index) {
      return LittleEndian.getInt(offsets, 4 * index);
    }

    @Override
    void appendEmptySlot() {
      end(offsetOf(count));
    }

    final long headSize() {
      return validitySize() + padded(4L * (count + 1));
    }

    final void writeOffsets(BodyWriter body) {
      body.buffer(offsets, 4 * (count + 1));
    }
  }

  private abstract static class VariableBytes extends Variable {
    private byte[] data = NOTHING;

    VariableBytes(String name, DataType type) {
      super(name, type);
    }

    final void append(BinaryString value) {
      int size = value.getSizeInBytes();
      int at = room(size);
      value.getSegments()[0].get(value.getOffset(), data, at, size);
      end(at + size);
    }

    final void append(byte[] value) {
      int at = room(value.length);
      System.arraycopy(value, 0, data, at, value.length);
      end(at + value.length);
    }

    private int room(int size) {
      int at = offsetOf(count);
      if (size > data.length - at) {
        data = grown(data, at, (long) at + size);
      }
      return at;
    }

    @Override
    final long sizeInBytes() {
      return headSize() + padded(offsetOf(count));
    }

    @Override
    final void writeData(BodyWriter body) {
      writeOffsets(body);
      body.buffer(data, offsetOf(count));
    }
  }

  private static final class Strings extends VariableBytes {
    Strings(String name, DataType type) {
      super(name, type);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      append(source.getString(pos));
    }
  }

  private static final class Chars extends VariableBytes {
    private final int length;

    Chars(String name, CharType type) {
      super(name, type);
      this.length = type.getLength();
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      append(source.getChar(pos, length));
    }
  }

  private static final class Binaries extends VariableBytes {
    Binaries(String name, DataType type) {
      super(name, type);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      append(source.getBytes(pos));
    }
  }

  private static final class Lists extends Variable {
    private final ColumnBuilder element;

    Lists(String name, ArrayType type) {
      super(name, type);
      this.element = of(name + ".element", type.getElementType());
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      InternalArray array = source.getArray(pos);
      int size = array.size();
      for (int i = 0; i < size; i++) {
        element.append(array, i);
      }
      end(element.count);
    }

    @Override
    void truncate(int newCount) {
      super.truncate(newCount);
      element.truncate(offsetOf(newCount));
    }

    @Override
    long sizeInBytes() {
      return headSize() + element.sizeInBytes();
    }

    @Override
    void writeData(BodyWriter body) {
      writeOffsets(body);
      element.writeTo(body);
    }
  }

  private static final class Maps extends Variable {
    private final ColumnBuilder key;
    private final ColumnBuilder value;

    Maps(String name, MapType type) {
      super(name, type);
      this.key = of(name + ".key", type.getKeyType());
      this.value = of(name + ".value", type.getValueType());
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      InternalMap map = source.getMap(pos);
      InternalArray keys = map.keyArray();
      InternalArray values = map.valueArray();
      int size = map.size();
      for (int i = 0; i < size; i++) {
        key.append(keys, i);
        value.append(values, i);
      }
      end(key.count);
    }

    @Override
    void truncate(int newCount) {
      super.truncate(newCount);
      key.truncate(offsetOf(newCount));
      value.truncate(offsetOf(newCount));
    }

    @Override
    long sizeInBytes() {
      return headSize() + key.validitySize() + key.sizeInBytes() + value.sizeInBytes();
    }

    @Override
    void writeData(BodyWriter body) {
      writeOffsets(body);
      body.node(key.count, 0);
      body.ones(key.count);
      key.writeTo(body);
      value.writeTo(body);
    }
  }

  private static final class Rows extends ColumnBuilder {
    private final ColumnBuilder[] fields;

    Rows(String name, RowType type) {
      super(name, type);
      List<ColumnBuilder> builders = new ArrayList<>();
      for (DataField field : type.getFields()) {
        builders.add(of(name + "." + field.getName(), field.getType()));
      }
      this.fields = builders.toArray(new ColumnBuilder[0]);
    }

    @Override
    void appendValue(DataGetters source, int pos) {
      InternalRow row = source.getRow(pos, fields.length);
      for (int i = 0; i < fields.length; i++) {
        fields[i].append(row, i);
      }
    }

    @Override
    void appendEmptySlot() {
      for (ColumnBuilder field : fields) {
        field.appendNull();
      }
    }

    @Override
    void truncate(int newCount) {
      super.truncate(newCount);
      for (ColumnBuilder field : fields) {
        field.truncate(newCount);
      }
    }

    @Override
    long sizeInBytes() {
      long size = validitySize();
      for (ColumnBuilder field : fields) {
        size += field.sizeInBytes();
      }
      return size;
    }

    @Override
    void writeData(BodyWriter body) {
      for (ColumnBuilder field : fields) {
        field.writeTo(body);
      }
    }
  }
}

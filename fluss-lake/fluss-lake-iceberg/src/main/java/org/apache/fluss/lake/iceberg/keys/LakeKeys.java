// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.apache.fluss.lake.batch.ArrowRecordBatch;
import org.apache.fluss.record.arrow.ArrowColumn;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimestampType;
import org.apache.iceberg.StructLike;

/**
 * Hashes of primary keys, the same whether a key comes from a row, a batch or a lake file. Not
 * thread-safe.
 */
public final class LakeKeys {

  private final int[] positions;
  private final DataType[] types;
  private final KeyHash hash = new KeyHash();
  private byte[] bytes = new byte[64];
  private int length;

  /**
   * @param keys names of the key columns
   */
  public LakeKeys(RowType rowType, List<String> keys) {
    this.positions = new int[keys.size()];
    this.types = new DataType[keys.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = rowType.getFieldNames().indexOf(keys.get(i));
      types[i] = rowType.getTypeAt(positions[i]);
    }
  }

  private static boolean isNumber(DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
      case STRING:
      case BINARY:
      case BYTES:
      case DECIMAL:
        return false;
      default:
        return true;
    }
  }

  /** Hashes the key of a row. */
  public KeyHash of(InternalRow row) {
    if (types.length == 1 && isNumber(types[0])) {
      hash.of(number(row, positions[0], types[0]));
      return hash;
    }
    length = 0;
    for (int i = 0; i < types.length; i++) {
      if (isNumber(types[i])) {
        add(number(row, positions[i], types[i]));
      } else {
        byte[] value = bytes(row, positions[i], types[i]);
        add(value, 0, value.length);
      }
    }
    return hashed();
  }

  /** Hashes the key of row {@code index} of a batch. */
  public KeyHash of(ArrowRecordBatch batch, int index) {
    int row = batch.rowIndex(index);
    if (types.length == 1 && isNumber(types[0])) {
      hash.of(number(batch.column(positions[0]), row, types[0]));
      return hash;
    }
    length = 0;
    for (int i = 0; i < types.length; i++) {
      ArrowColumn column = batch.column(positions[i]);
      if (isNumber(types[i])) {
        add(number(column, row, types[i]));
      } else if (types[i].is(DataTypeRoot.DECIMAL)) {
        byte[] value = column.getDecimal(row).toUnscaledBytes();
        add(value, 0, value.length);
      } else {
        add(column.data(), column.start(row), column.length(row));
      }
    }
    return hashed();
  }

  /** Hashes a key whose columns are the first ones of a record of Iceberg. */
  public KeyHash of(StructLike key) {
    if (types.length == 1 && isNumber(types[0])) {
      hash.of(number(key.get(0, Object.class)));
      return hash;
    }
    length = 0;
    for (int i = 0; i < types.length; i++) {
      Object value = key.get(i, Object.class);
      if (isNumber(types[i])) {
        add(number(value));
      } else {
        byte[] content = bytes(value);
        add(content, 0, content.length);
      }
    }
    return hashed();
  }

  private KeyHash hashed() {
    hash.of(bytes, 0, length);
    return hash;
  }

  private void add(long number) {
    reserve(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[length++] = (byte) (number >>> 8 * i);
    }
  }

  private void add(byte[] value, int start, int count) {
    reserve(Integer.BYTES + count);
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[length++] = (byte) (count >>> 8 * i);
    }
    System.arraycopy(value, start, bytes, length, count);
    length += count;
  }

  private void reserve(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.addExact(length, count) + bytes.length);
    }
  }

  private static long micros(long millis, int nanoOfMilli) {
    return Math.addExact(Math.multiplyExact(millis, 1000L), nanoOfMilli / 1000);
  }

  private static long number(InternalRow row, int pos, DataType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return row.getBoolean(pos) ? 1 : 0;
      case TINYINT:
        return row.getByte(pos);
      case SMALLINT:
        return row.getShort(pos);
      case INTEGER:
      case DATE:
        return row.getInt(pos);
      case TIME_WITHOUT_TIME_ZONE:
        return row.getInt(pos) * 1000L;
      case BIGINT:
        return row.getLong(pos);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        TimestampNtz ntz = row.getTimestampNtz(pos, ((TimestampType) type).getPrecision());
        return micros(ntz.getMillisecond(), ntz.getNanoOfMillisecond());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        TimestampLtz ltz =
            row.getTimestampLtz(pos, ((LocalZonedTimestampType) type).getPrecision());
        return micros(ltz.getEpochMillisecond(), ltz.getNanoOfMillisecond());
      default:
        throw noKey(type);
    }
  }

  private static long number(ArrowColumn column, int row, DataType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return column.getBoolean(row) ? 1 : 0;
      case TINYINT:
        return column.getByte(row);
      case SMALLINT:
        return column.getShort(row);
      case INTEGER:
      case DATE:
        return column.getInt(row);
      case TIME_WITHOUT_TIME_ZONE:
        return column.getInt(row) * 1000L;
      case BIGINT:
        return column.getLong(row);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return micros(column.getMillisecond(row), column.getNanoOfMillisecond(row));
      default:
        throw noKey(type);
    }
  }

  private static long number(Object value) {
    if (value instanceof Number) {
      return ((Number) value).longValue();
    }
    if (value instanceof Boolean) {
      return (Boolean) value ? 1 : 0;
    }
    if (value instanceof LocalDate) {
      return ((LocalDate) value).toEpochDay();
    }
    if (value instanceof LocalTime) {
      return ((LocalTime) value).toNanoOfDay() / 1000;
    }
    LocalDateTime time =
        value instanceof OffsetDateTime
            ? LocalDateTime.ofInstant(((OffsetDateTime) value).toInstant(), ZoneOffset.UTC)
            : (LocalDateTime) value;
    return Math.addExact(
        Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), 1_000_000L), time.getNano() / 1000);
  }

  private static byte[] bytes(InternalRow row, int pos, DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
        return row.getChar(pos, ((CharType) type).getLength()).toBytes();
      case STRING:
        return row.getString(pos).toBytes();
      case BINARY:
        return row.getBinary(pos, ((BinaryType) type).getLength());
      case BYTES:
        return row.getBytes(pos);
      default:
        DecimalType decimal = (DecimalType) type;
        return row.getDecimal(pos, decimal.getPrecision(), decimal.getScale()).toUnscaledBytes();
    }
  }

  private static byte[] bytes(Object value) {
    if (value instanceof CharSequence) {
      return value.toString().getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof BigDecimal) {
      return ((BigDecimal) value).unscaledValue().toByteArray();
    }
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] content = new byte[buffer.remaining()];
    buffer.get(content);
    return content;
  }

  private static UnsupportedOperationException noKey(DataType type) {
    return new UnsupportedOperationException("A primary key in the lake cannot be " + type + ".");
  }
}

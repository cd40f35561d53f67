// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.converter;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.function.Function;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeChecks;
import org.apache.fluss.types.RowType;

/** Makes rows of objects. Thread-safe. */
@Internal
public final class PojoToRow<T> {
  private final PojoFields.PojoField[] fields;
  private final Function<Object, Object>[] conversions;

  private PojoToRow(PojoFields.PojoField[] fields, Function<Object, Object>[] conversions) {
    this.fields = fields;
    this.conversions = conversions;
  }

  /**
   * @param rowType type of the rows
   * @throws IllegalArgumentException if the class lacks a column or has one of another type
   * @throws UnsupportedOperationException for columns of nested types
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static <T> PojoToRow<T> create(Class<T> pojoClass, RowType rowType) {
    PojoFields.PojoField[] fields = PojoFields.of(pojoClass).forColumns(rowType);
    Function<Object, Object>[] conversions = new Function[fields.length];
    for (int i = 0; i < fields.length; i++) {
      PojoTypes.check(pojoClass, fields[i].name, fields[i].type, rowType.getTypeAt(i));
      conversions[i] = conversion(fields[i].name, fields[i].type, rowType.getTypeAt(i));
    }
    return new PojoToRow<>(fields, conversions);
  }

  /** The row of an object; null fields become null. */
  public GenericRow row(T object) {
    GenericRow row = new GenericRow(fields.length);
    for (int i = 0; i < fields.length; i++) {
      Object value = fields[i].get(object);
      row.setField(i, value == null ? null : conversions[i].apply(value));
    }
    return row;
  }

  private static Function<Object, Object> conversion(String name, Class<?> from, DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
        return value -> {
          String text = value.toString();
          if (text.length() != 1) {
            throw new IllegalArgumentException(
                "Column '" + name + "' holds one character, not '" + text + "'.");
          }
          return BinaryString.fromString(text);
        };
      case STRING:
        return value -> BinaryString.fromString(value.toString());
      case DECIMAL:
        int precision = DataTypeChecks.getPrecision(type);
        int scale = DataTypeChecks.getScale(type);
        return value -> decimal(name, (BigDecimal) value, precision, scale);
      case DATE:
        return value -> (int) ((LocalDate) value).toEpochDay();
      case TIME_WITHOUT_TIME_ZONE:
        return value -> (int) (((LocalTime) value).toNanoOfDay() / 1_000_000);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int ntzPrecision = DataTypeChecks.getPrecision(type);
        return value ->
            TimestampNtz.fromLocalDateTime(
                ((LocalDateTime) value)
                    .withNano(cut(((LocalDateTime) value).getNano(), ntzPrecision)));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int ltzPrecision = DataTypeChecks.getPrecision(type);
        return value -> {
          Instant instant =
              value instanceof OffsetDateTime
                  ? ((OffsetDateTime) value).toInstant()
                  : (Instant) value;
          return TimestampLtz.fromInstant(
              Instant.ofEpochSecond(
                  instant.getEpochSecond(), cut(instant.getNano(), ltzPrecision)));
        };
      default:
        return Function.identity();
    }
  }

  private static Decimal decimal(String name, BigDecimal value, int precision, int scale) {
    BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
    if (rounded.precision() > precision) {
      throw new IllegalArgumentException(
          String.format(
              "Column '%s' holds %d digits, %s has more.",
              name, precision, rounded.toPlainString()));
    }
    return Decimal.fromBigDecimal(rounded, precision, scale);
  }

  private static int cut(int nanos, int precision) {
    int unit = 1;
    for (int digit = precision; digit < 9; digit++) {
      unit *= 10;
    }
    return nanos / unit * unit;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.converter;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.function.Function;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/** Makes objects of rows. Thread-safe. */
@Internal
public final class RowToPojo<T> {
  private final PojoFields<T> pojo;
  private final PojoFields.PojoField[] fields;
  private final InternalRow.FieldGetter[] getters;
  private final Function<Object, Object>[] conversions;

  private RowToPojo(
      PojoFields<T> pojo,
      PojoFields.PojoField[] fields,
      InternalRow.FieldGetter[] getters,
      Function<Object, Object>[] conversions) {
    this.pojo = pojo;
    this.fields = fields;
    this.getters = getters;
    this.conversions = conversions;
  }

  /**
   * @param rowType type of the rows
   * @throws IllegalArgumentException if the class lacks a column or has one of another type
   * @throws UnsupportedOperationException for columns of nested types
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static <T> RowToPojo<T> create(Class<T> pojoClass, RowType rowType) {
    PojoFields<T> pojo = PojoFields.of(pojoClass);
    PojoFields.PojoField[] fields = pojo.forColumns(rowType);
    Function<Object, Object>[] conversions = new Function[fields.length];
    for (int i = 0; i < fields.length; i++) {
      PojoTypes.check(pojoClass, fields[i].name, fields[i].type, rowType.getTypeAt(i));
      conversions[i] = conversion(fields[i].type, rowType.getTypeAt(i));
    }
    return new RowToPojo<>(pojo, fields, InternalRow.createFieldGetters(rowType), conversions);
  }

  /** The object of a row; fields of null columns keep their initial value. */
  public T object(InternalRow row) {
    T object = pojo.newObject();
    for (int i = 0; i < fields.length; i++) {
      Object value = getters[i].getFieldOrNull(row);
      if (value != null) {
        fields[i].set(object, conversions[i].apply(value));
      }
    }
    return object;
  }

  private static Function<Object, Object> conversion(Class<?> to, DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
      case STRING:
        return to == Character.class
            ? value -> {
              String text = value.toString();
              if (text.length() != 1) {
                throw new IllegalArgumentException("'" + text + "' is not one character.");
              }
              return text.charAt(0);
            }
            : Object::toString;
      case DECIMAL:
        return value -> ((Decimal) value).toBigDecimal();
      case DATE:
        return value -> LocalDate.ofEpochDay((Integer) value);
      case TIME_WITHOUT_TIME_ZONE:
        return value -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return value -> ((TimestampNtz) value).toLocalDateTime();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return to == OffsetDateTime.class
            ? value -> OffsetDateTime.ofInstant(((TimestampLtz) value).toInstant(), ZoneOffset.UTC)
            : value -> ((TimestampLtz) value).toInstant();
      default:
        return Function.identity();
    }
  }
}

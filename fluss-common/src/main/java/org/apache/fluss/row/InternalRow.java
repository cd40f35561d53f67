// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.RowType;

/**
 * A row, or a value of type ROW. Values are held as:
 *
 * <ul>
 *   <li>BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE: the Java primitive or its box
 *   <li>CHAR, STRING: {@link BinaryString}; BINARY, BYTES: {@code byte[]}; DECIMAL: {@link Decimal}
 *   <li>DATE: int, days since 1970-01-01; TIME: int, milliseconds of the day
 *   <li>TIMESTAMP: {@link TimestampNtz}; TIMESTAMP_LTZ: {@link TimestampLtz}
 *   <li>ARRAY: {@link InternalArray}; MAP: {@link InternalMap}; ROW: {@link InternalRow}
 * </ul>
 *
 * A null value is null for every type.
 */
@PublicEvolving
public interface InternalRow extends DataGetters {
  /** Number of fields. */
  int getFieldCount();

  /** The class of the objects that hold values of the type. */
  static Class<?> getDataClass(DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
      case STRING:
        return BinaryString.class;
      case BOOLEAN:
        return Boolean.class;
      case BINARY:
      case BYTES:
        return byte[].class;
      case DECIMAL:
        return Decimal.class;
      case TINYINT:
        return Byte.class;
      case SMALLINT:
        return Short.class;
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return Integer.class;
      case BIGINT:
        return Long.class;
      case FLOAT:
        return Float.class;
      case DOUBLE:
        return Double.class;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return TimestampNtz.class;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return TimestampLtz.class;
      case ARRAY:
        return InternalArray.class;
      case MAP:
        return InternalMap.class;
      case ROW:
        return InternalRow.class;
      default:
        throw new IllegalArgumentException("No values of type " + type);
    }
  }

  /** Getters of all fields, in order. */
  static FieldGetter[] createFieldGetters(RowType rowType) {
    FieldGetter[] getters = new FieldGetter[rowType.getFieldCount()];
    for (int i = 0; i < getters.length; i++) {
      getters[i] = createFieldGetter(rowType.getTypeAt(i), i);
    }
    return getters;
  }

  /** A getter of one field; it tests for null only if the type is nullable. */
  static FieldGetter createFieldGetter(DataType fieldType, int fieldPos) {
    ValueGetter getter = ValueGetter.of(fieldType);
    return row -> getter.get(row, fieldPos);
  }

  /** Like {@link #createFieldGetter}, but copies nested arrays, maps and rows to generic ones. */
  static FieldGetter createDeepFieldGetter(DataType fieldType, int fieldPos) {
    ValueGetter getter = ValueGetter.deepOf(fieldType);
    return row -> getter.get(row, fieldPos);
  }

  /** Reads one field of a row as an object. */
  @PublicEvolving
  interface FieldGetter extends Serializable {
    /** The value of the field, null if it is null. */
    Object getFieldOrNull(InternalRow row);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import java.util.List;

/** Parameters of a type whose kind is not known at compile time. */
public final class DataTypeChecks {
  private DataTypeChecks() {}

  /** Length of a CHAR or BINARY. */
  public static int getLength(DataType type) {
    if (type instanceof CharType) {
      return ((CharType) type).getLength();
    }
    if (type instanceof BinaryType) {
      return ((BinaryType) type).getLength();
    }
    throw missing(type, "length");
  }

  /** Precision of a DECIMAL, TIME, TIMESTAMP or TIMESTAMP_LTZ. */
  public static int getPrecision(DataType type) {
    if (type instanceof DecimalType) {
      return ((DecimalType) type).getPrecision();
    }
    if (type instanceof TimeType) {
      return ((TimeType) type).getPrecision();
    }
    if (type instanceof TimestampType) {
      return ((TimestampType) type).getPrecision();
    }
    if (type instanceof LocalZonedTimestampType) {
      return ((LocalZonedTimestampType) type).getPrecision();
    }
    throw missing(type, "precision");
  }

  /** Scale of a DECIMAL; 0 for the integer types. */
  public static int getScale(DataType type) {
    if (type instanceof DecimalType) {
      return ((DecimalType) type).getScale();
    }
    if (type.is(DataTypeFamily.INTEGER_NUMERIC)) {
      return 0;
    }
    throw missing(type, "scale");
  }

  /** Number of fields of a ROW; 1 for every other type. */
  public static int getFieldCount(DataType type) {
    return type instanceof RowType ? ((RowType) type).getFieldCount() : 1;
  }

  /** Field types of a ROW. */
  public static List<DataType> getFieldTypes(DataType type) {
    if (type instanceof RowType) {
      return ((RowType) type).getFieldTypes();
    }
    throw missing(type, "fields");
  }

  /** Equality that, for rows, also compares field ids. */
  public static boolean equalsWithFieldId(DataType one, DataType other) {
    return one instanceof RowType ? ((RowType) one).equalsWithFieldId(other) : one.equals(other);
  }

  private static IllegalArgumentException missing(DataType type, String what) {
    return new IllegalArgumentException("The type " + type + " has no " + what + ".");
  }
}

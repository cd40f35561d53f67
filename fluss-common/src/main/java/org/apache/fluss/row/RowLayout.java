// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import org.apache.fluss.types.BinaryType;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.RowType;
import org.apache.fluss.types.TimestampType;

/**
 * How to find the fields of compacted and indexed rows of one type. Immutable, made once and shared
 * by all rows of the type.
 */
public final class RowLayout implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Width of a field whose length must be read; widths from 0 on are in bytes. */
  public static final int VARIABLE = -1;

  /** Width of a compacted field that is one number of variable length. */
  public static final int VARINT = -2;

  /** Width of a compacted field that is two numbers of variable length. */
  public static final int TWO_VARINTS = -3;

  private final DataType[] types;
  private final int[] widths;
  private final RowLayout[] nested;
  private final BinaryRow.BinaryRowFormat format;
  private final int nullBytes;
  private final int variableFields;

  private RowLayout(DataType[] types, BinaryRow.BinaryRowFormat format, boolean nulls) {
    this.types = types;
    this.format = format;
    this.widths = new int[types.length];
    this.nested = new RowLayout[types.length];
    this.nullBytes = nulls ? nullBytes(types.length) : 0;
    int variable = 0;
    for (int i = 0; i < types.length; i++) {
      widths[i] =
          format == BinaryRow.BinaryRowFormat.COMPACTED
              ? compactedWidth(types[i])
              : indexedWidth(types[i]);
      variable += widths[i] == VARIABLE ? 1 : 0;
      if (types[i].getTypeRoot() == DataTypeRoot.ROW) {
        RowType rowType = (RowType) types[i];
        nested[i] = new RowLayout(rowType.getFieldTypes().toArray(new DataType[0]), format, true);
      }
    }
    this.variableFields = variable;
  }

  public static RowLayout compacted(DataType... types) {
    return new RowLayout(types.clone(), BinaryRow.BinaryRowFormat.COMPACTED, true);
  }

  /** Compacted fields without bits for nulls in front: a compacted key. */
  public static RowLayout compactedKey(DataType... types) {
    return new RowLayout(types.clone(), BinaryRow.BinaryRowFormat.COMPACTED, false);
  }

  public static RowLayout indexed(DataType... types) {
    return new RowLayout(types.clone(), BinaryRow.BinaryRowFormat.INDEXED, true);
  }

  /** Bytes taken by one bit for each field. */
  public static int nullBytes(int fields) {
    return (fields + 7) / 8;
  }

  /** Bytes the type takes in an indexed row, {@link #VARIABLE} if that depends on the value. */
  public static int indexedWidth(DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
        return ((CharType) type).getLength();
      case BINARY:
        return ((BinaryType) type).getLength();
      case BOOLEAN:
      case TINYINT:
        return Byte.BYTES;
      case SMALLINT:
        return Short.BYTES;
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
      case FLOAT:
        return Integer.BYTES;
      case BIGINT:
      case DOUBLE:
        return Long.BYTES;
      case DECIMAL:
        return Decimal.isCompact(((DecimalType) type).getPrecision()) ? Long.BYTES : VARIABLE;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return TimestampNtz.isCompact(precision(type)) ? Long.BYTES : Long.BYTES + Integer.BYTES;
      default:
        return VARIABLE;
    }
  }

  private static int compactedWidth(DataType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
      case TINYINT:
      case SMALLINT:
      case FLOAT:
      case DOUBLE:
        return indexedWidth(type);
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
      case BIGINT:
        return VARINT;
      case DECIMAL:
        return Decimal.isCompact(((DecimalType) type).getPrecision()) ? VARINT : VARIABLE;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return TimestampNtz.isCompact(precision(type)) ? VARINT : TWO_VARINTS;
      default:
        return VARIABLE;
    }
  }

  private static int precision(DataType type) {
    return type instanceof TimestampType
        ? ((TimestampType) type).getPrecision()
        : ((LocalZonedTimestampType) type).getPrecision();
  }

  public int fieldCount() {
    return types.length;
  }

  public DataType type(int field) {
    return types[field];
  }

  /** Width in bytes, or one of the negative constants. */
  public int width(int field) {
    return widths[field];
  }

  /** The layout of the fields of a field of type ROW. */
  public RowLayout nested(int field) {
    return nested[field];
  }

  public BinaryRow.BinaryRowFormat format() {
    return format;
  }

  /** Bytes for nulls at the start of the row. */
  public int nullBytes() {
    return nullBytes;
  }

  /** Number of fields of {@link #VARIABLE} width. */
  public int variableFields() {
    return variableFields;
  }
}

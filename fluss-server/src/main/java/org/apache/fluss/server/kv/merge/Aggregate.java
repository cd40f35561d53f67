// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.nio.charset.StandardCharsets;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.apache.fluss.metadata.AggFunction;
import org.apache.fluss.metadata.AggFunctionType;
import org.apache.fluss.metadata.AggFunctions;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.BinaryWriter;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.types.CharType;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypeRoot;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.LocalZonedTimestampType;
import org.apache.fluss.types.TimestampType;

/** Joins the stored and the written value of one column. */
interface Aggregate {
  Aggregate LAST = (stored, written, column, out) -> out.copy(written, column);
  Aggregate LAST_NOT_NULL =
      (stored, written, column, out) -> out.copy(written.isNull(column) ? stored : written, column);
  Aggregate FIRST_NOT_NULL =
      (stored, written, column, out) -> out.copy(stored.isNull(column) ? written : stored, column);

  /** Writes the joined value of the column. */
  void join(StoredRow stored, StoredRow written, int column, ValueBuilder out);

  /** Writes what becomes of two values that are not null. */
  interface Combination {
    void write(
        InternalRow stored, int from, InternalRow written, int with, BinaryWriter out, int to);
  }

  /** Compares two values that are not null. */
  interface Order {
    int compare(InternalRow left, int leftPos, InternalRow right, int rightPos);
  }

  /**
   * The aggregate of a column.
   *
   * @param function null for the default one
   * @throws IllegalArgumentException if the function does not work on the type
   */
  static Aggregate of(String column, DataType type, AggFunction function) {
    if (function == null) {
      return LAST_NOT_NULL;
    }
    AggFunctionType kind = function.getType();
    if (kind != AggFunctionType.LISTAGG && kind != AggFunctionType.STRING_AGG) {
      function.validateDataType(type);
    }
    switch (kind) {
      case LAST_VALUE:
        return LAST;
      case LAST_VALUE_IGNORE_NULLS:
        return LAST_NOT_NULL;
      case FIRST_VALUE:
      case FIRST_VALUE_IGNORE_NULLS:
        // A first null is not kept by either: the released software does it so.
        return FIRST_NOT_NULL;
      case MAX:
        Order larger = order(type);
        return choice(
            (left, leftPos, right, rightPos) ->
                larger.compare(left, leftPos, right, rightPos) >= 0 ? 1 : -1);
      case MIN:
        Order smaller = order(type);
        return choice(
            (left, leftPos, right, rightPos) ->
                smaller.compare(left, leftPos, right, rightPos) < 0 ? 1 : -1);
      case SUM:
        return combined(
            type.getTypeRoot() == DataTypeRoot.DECIMAL
                ? decimalSum((DecimalType) type)
                : arithmetic(type, Long::sum, Double::sum));
      case PRODUCT:
        return combined(
            type.getTypeRoot() == DataTypeRoot.DECIMAL
                ? decimalProduct((DecimalType) type)
                : arithmetic(type, (a, b) -> a * b, (a, b) -> a * b));
      case LISTAGG:
      case STRING_AGG:
        return combined(concatenation(column, type, function));
      case BOOL_AND:
        return combined(
            (stored, from, written, with, out, to) ->
                out.writeBoolean(to, stored.getBoolean(from) && written.getBoolean(with)));
      case BOOL_OR:
        return combined(
            (stored, from, written, with, out, to) ->
                out.writeBoolean(to, stored.getBoolean(from) || written.getBoolean(with)));
      case RBM32:
        return combined(
            (stored, from, written, with, out, to) ->
                out.writeBytes(to, Bitmaps.union32(stored.getBytes(from), written.getBytes(with))));
      case RBM64:
        return combined(
            (stored, from, written, with, out, to) ->
                out.writeBytes(to, Bitmaps.union64(stored.getBytes(from), written.getBytes(with))));
      default:
        throw new IllegalArgumentException("No aggregation by " + function + ".");
    }
  }

  /** One value or the other: the stored one if the order, of stored to written, is positive. */
  private static Aggregate choice(Order order) {
    return (stored, written, column, out) -> {
      boolean keep =
          written.isNull(column)
              || !stored.isNull(column)
                  && order.compare(
                          stored.row,
                          stored.position(column),
                          written.row,
                          written.position(column))
                      > 0;
      out.copy(keep ? stored : written, column);
    };
  }

  /** The combination, or the value of one side where that of the other is null. */
  private static Aggregate combined(Combination combination) {
    return (stored, written, column, out) -> {
      if (written.isNull(column)) {
        out.copy(stored, column);
      } else if (stored.isNull(column)) {
        out.copy(written, column);
      } else {
        combination.write(
            stored.row,
            stored.position(column),
            written.row,
            written.position(column),
            out.out(),
            column);
      }
    };
  }

  /** Whole numbers wrap; a float is computed as a double, which rounds to the same float. */
  private static Combination arithmetic(
      DataType type, LongBinaryOperator whole, DoubleBinaryOperator real) {
    switch (type.getTypeRoot()) {
      case TINYINT:
        return (a, i, b, j, out, to) ->
            out.writeByte(to, (byte) whole.applyAsLong(a.getByte(i), b.getByte(j)));
      case SMALLINT:
        return (a, i, b, j, out, to) ->
            out.writeShort(to, (short) whole.applyAsLong(a.getShort(i), b.getShort(j)));
      case INTEGER:
        return (a, i, b, j, out, to) ->
            out.writeInt(to, (int) whole.applyAsLong(a.getInt(i), b.getInt(j)));
      case BIGINT:
        return (a, i, b, j, out, to) ->
            out.writeLong(to, whole.applyAsLong(a.getLong(i), b.getLong(j)));
      case FLOAT:
        return (a, i, b, j, out, to) ->
            out.writeFloat(to, (float) real.applyAsDouble(a.getFloat(i), b.getFloat(j)));
      case DOUBLE:
        return (a, i, b, j, out, to) ->
            out.writeDouble(to, real.applyAsDouble(a.getDouble(i), b.getDouble(j)));
      default:
        throw new IllegalArgumentException("No arithmetic on " + type + ".");
    }
  }

  /**
   * A small decimal is added as it is, also beyond its precision: an Arrow changelog then refuses
   * the batch, a compacted one takes it. A large one becomes null.
   */
  private static Combination decimalSum(DecimalType type) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    if (Decimal.isCompact(precision)) {
      return (a, i, b, j, out, to) ->
          out.writeDecimal(
              to,
              Decimal.fromUnscaledLong(
                  Math.addExact(
                      a.getDecimal(i, precision, scale).toUnscaledLong(),
                      b.getDecimal(j, precision, scale).toUnscaledLong()),
                  precision,
                  scale),
              precision);
    }
    return (a, i, b, j, out, to) ->
        write(
            Decimal.fromBigDecimal(
                a.getDecimal(i, precision, scale)
                    .toBigDecimal()
                    .add(b.getDecimal(j, precision, scale).toBigDecimal()),
                precision,
                scale),
            precision,
            out,
            to);
  }

  private static Combination decimalProduct(DecimalType type) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    return (a, i, b, j, out, to) ->
        write(
            Decimal.fromBigDecimal(
                a.getDecimal(i, precision, scale)
                    .toBigDecimal()
                    .multiply(b.getDecimal(j, precision, scale).toBigDecimal()),
                precision,
                scale),
            precision,
            out,
            to);
  }

  private static void write(Decimal value, int precision, BinaryWriter out, int to) {
    if (value == null) {
      out.setNullAt(to);
    } else {
      out.writeDecimal(to, value, precision);
    }
  }

  private static Combination concatenation(String column, DataType type, AggFunction function) {
    if (type.getTypeRoot() != DataTypeRoot.STRING) {
      // Such a table can only be an old one; its rows can be read, and new keys written.
      return (a, i, b, j, out, to) -> {
        throw new UnsupportedOperationException(
            "Column '"
                + column
                + "' of type "
                + type
                + " cannot be aggregated by "
                + function
                + "; only STRING can.");
      };
    }
    String parameter = function.getParameter(AggFunctions.PARAM_DELIMITER);
    byte[] delimiter =
        (parameter == null ? AggFunctions.DEFAULT_LISTAGG_DELIMITER : parameter)
            .getBytes(StandardCharsets.UTF_8);
    return (a, i, b, j, out, to) -> {
      BinaryString left = a.getString(i);
      BinaryString right = b.getString(j);
      int leftSize = left.getSizeInBytes();
      byte[] joined = new byte[Math.addExact(leftSize + delimiter.length, right.getSizeInBytes())];
      left.getSegments()[0].get(left.getOffset(), joined, 0, leftSize);
      System.arraycopy(delimiter, 0, joined, leftSize, delimiter.length);
      right.getSegments()[0].get(
          right.getOffset(), joined, leftSize + delimiter.length, right.getSizeInBytes());
      out.writeString(to, BinaryString.fromBytes(joined));
    };
  }

  private static Order order(DataType type) {
    switch (type.getTypeRoot()) {
      case CHAR:
        int chars = ((CharType) type).getLength();
        return (a, i, b, j) -> a.getChar(i, chars).compareTo(b.getChar(j, chars));
      case STRING:
        return (a, i, b, j) -> a.getString(i).compareTo(b.getString(j));
      case TINYINT:
        return (a, i, b, j) -> Byte.compare(a.getByte(i), b.getByte(j));
      case SMALLINT:
        return (a, i, b, j) -> Short.compare(a.getShort(i), b.getShort(j));
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return (a, i, b, j) -> Integer.compare(a.getInt(i), b.getInt(j));
      case BIGINT:
        return (a, i, b, j) -> Long.compare(a.getLong(i), b.getLong(j));
      case FLOAT:
        return (a, i, b, j) -> Float.compare(a.getFloat(i), b.getFloat(j));
      case DOUBLE:
        return (a, i, b, j) -> Double.compare(a.getDouble(i), b.getDouble(j));
      case DECIMAL:
        int precision = ((DecimalType) type).getPrecision();
        int scale = ((DecimalType) type).getScale();
        return (a, i, b, j) ->
            a.getDecimal(i, precision, scale).compareTo(b.getDecimal(j, precision, scale));
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int ntz = ((TimestampType) type).getPrecision();
        return (a, i, b, j) -> a.getTimestampNtz(i, ntz).compareTo(b.getTimestampNtz(j, ntz));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int ltz = ((LocalZonedTimestampType) type).getPrecision();
        return (a, i, b, j) -> a.getTimestampLtz(i, ltz).compareTo(b.getTimestampLtz(j, ltz));
      default:
        throw new IllegalArgumentException("Values of type " + type + " have no order.");
    }
  }
}

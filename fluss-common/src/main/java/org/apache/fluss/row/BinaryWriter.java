// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.Serializable;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.serializer.ArraySerializer;
import org.apache.fluss.row.serializer.MapSerializer;
import org.apache.fluss.row.serializer.RowSerializer;
import org.apache.fluss.types.DataType;

/**
 * Writes the values of a row or an array as bytes: {@code reset}, then every position once and in
 * order, null or not, then {@code complete}. Not thread safe.
 */
@PublicEvolving
public interface BinaryWriter {
  /** Starts over. */
  void reset();

  void setNullAt(int pos);

  void writeBoolean(int pos, boolean value);

  void writeByte(int pos, byte value);

  void writeShort(int pos, short value);

  void writeInt(int pos, int value);

  void writeLong(int pos, long value);

  void writeFloat(int pos, float value);

  void writeDouble(int pos, double value);

  /** Writes a CHAR of the given length. */
  void writeChar(int pos, BinaryString value, int length);

  void writeString(int pos, BinaryString value);

  void writeBytes(int pos, byte[] value);

  /** Writes a BINARY of the given length. */
  void writeBinary(int pos, byte[] bytes, int length);

  void writeDecimal(int pos, Decimal value, int precision);

  void writeTimestampNtz(int pos, TimestampNtz value, int precision);

  void writeTimestampLtz(int pos, TimestampLtz value, int precision);

  void writeArray(int pos, InternalArray value, ArraySerializer serializer);

  void writeMap(int pos, InternalMap value, MapSerializer serializer);

  void writeRow(int pos, InternalRow value, RowSerializer serializer);

  /** Ends the row or array. */
  void complete();

  /**
   * A writer of objects of the type, of nulls too unless the type forbids them. Whole rows are
   * better copied by a {@link RowSerializer}, which needs no objects.
   */
  static ValueWriter createValueWriter(DataType elementType, BinaryRow.BinaryRowFormat rowFormat) {
    FieldWriter writer = FieldWriter.of(elementType, rowFormat);
    return (to, pos, value) -> writer.write(GenericRow.of(value), 0, to, pos);
  }

  /** A writer of objects of the type that are never null. */
  static ValueWriter createNotNullValueWriter(
      DataType elementType, BinaryRow.BinaryRowFormat rowFormat) {
    FieldWriter writer = FieldWriter.notNull(elementType, rowFormat);
    return (to, pos, value) -> writer.write(GenericRow.of(value), 0, to, pos);
  }

  /** Writes an object of one type. */
  @PublicEvolving
  interface ValueWriter extends Serializable {
    void writeValue(BinaryWriter writer, int pos, Object value);
  }
}

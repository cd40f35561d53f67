// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.row.serializer.ArraySerializer;
import org.apache.fluss.row.serializer.MapSerializer;
import org.apache.fluss.row.serializer.RowSerializer;

/** A writer that appends each value to the bytes before it, so that positions do not matter. */
@PublicEvolving
public interface SequentialBinaryWriter extends BinaryWriter {
  /** Number of bytes written, which is where the next value goes. */
  int position();

  /** The memory written to; another one once it had to grow. */
  MemorySegment segment();

  @Override
  void reset();

  @Override
  void setNullAt(int pos);

  void writeBoolean(boolean value);

  void writeByte(byte value);

  void writeShort(short value);

  void writeInt(int value);

  void writeLong(long value);

  void writeFloat(float value);

  void writeDouble(double value);

  void writeChar(BinaryString value, int length);

  void writeString(BinaryString value);

  void writeBytes(byte[] value);

  void writeBinary(byte[] bytes, int length);

  void writeDecimal(Decimal value, int precision);

  void writeTimestampNtz(TimestampNtz value, int precision);

  void writeTimestampLtz(TimestampLtz value, int precision);

  void writeArray(InternalArray value, ArraySerializer serializer);

  void writeMap(InternalMap value, MapSerializer serializer);

  void writeRow(InternalRow value, RowSerializer serializer);

  @Override
  void complete();

  @Override
  default void writeBoolean(int pos, boolean value) {
    writeBoolean(value);
  }

  @Override
  default void writeByte(int pos, byte value) {
    writeByte(value);
  }

  @Override
  default void writeShort(int pos, short value) {
    writeShort(value);
  }

  @Override
  default void writeInt(int pos, int value) {
    writeInt(value);
  }

  @Override
  default void writeLong(int pos, long value) {
    writeLong(value);
  }

  @Override
  default void writeFloat(int pos, float value) {
    writeFloat(value);
  }

  @Override
  default void writeDouble(int pos, double value) {
    writeDouble(value);
  }

  @Override
  default void writeChar(int pos, BinaryString value, int length) {
    writeChar(value, length);
  }

  @Override
  default void writeString(int pos, BinaryString value) {
    writeString(value);
  }

  @Override
  default void writeBytes(int pos, byte[] value) {
    writeBytes(value);
  }

  @Override
  default void writeBinary(int pos, byte[] bytes, int length) {
    writeBinary(bytes, length);
  }

  @Override
  default void writeDecimal(int pos, Decimal value, int precision) {
    writeDecimal(value, precision);
  }

  @Override
  default void writeTimestampNtz(int pos, TimestampNtz value, int precision) {
    writeTimestampNtz(value, precision);
  }

  @Override
  default void writeTimestampLtz(int pos, TimestampLtz value, int precision) {
    writeTimestampLtz(value, precision);
  }

  @Override
  default void writeArray(int pos, InternalArray value, ArraySerializer serializer) {
    writeArray(value, serializer);
  }

  @Override
  default void writeMap(int pos, InternalMap value, MapSerializer serializer) {
    writeMap(value, serializer);
  }

  @Override
  default void writeRow(int pos, InternalRow value, RowSerializer serializer) {
    writeRow(value, serializer);
  }
}

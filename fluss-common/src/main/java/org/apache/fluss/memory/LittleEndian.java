// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Unaligned little-endian numbers in byte arrays, the byte order of every Fluss format. Each access
 * is one machine load or store; an index outside of the array throws {@link
 * IndexOutOfBoundsException}.
 */
public final class LittleEndian {
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle CHAR = view(char[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  private LittleEndian() {}

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
  }

  public static short getShort(byte[] bytes, int index) {
    return (short) SHORT.get(bytes, index);
  }

  public static char getChar(byte[] bytes, int index) {
    return (char) CHAR.get(bytes, index);
  }

  public static int getInt(byte[] bytes, int index) {
    return (int) INT.get(bytes, index);
  }

  public static long getLong(byte[] bytes, int index) {
    return (long) LONG.get(bytes, index);
  }

  public static void putShort(byte[] bytes, int index, short value) {
    SHORT.set(bytes, index, value);
  }

  public static void putChar(byte[] bytes, int index, char value) {
    CHAR.set(bytes, index, value);
  }

  public static void putInt(byte[] bytes, int index, int value) {
    INT.set(bytes, index, value);
  }

  public static void putLong(byte[] bytes, int index, long value) {
    LONG.set(bytes, index, value);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.memory;

import org.apache.fluss.exception.InvalidRecordException;

/**
 * Unsigned LEB128 numbers: seven bits a byte, low bits first, the high bit set on all bytes but the
 * last. There is no zig-zag, so a negative int takes five bytes and a negative long ten.
 */
public final class VarInt {
  /** Most bytes of an int. */
  public static final int MAX_INT_BYTES = 5;

  /** Most bytes of a long. */
  public static final int MAX_LONG_BYTES = 10;

  private VarInt() {}

  /** Number of bytes the value takes. */
  public static int size(int value) {
    return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Number of bytes the value takes. */
  public static int size(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Writes the value and returns the position after it. */
  public static int put(byte[] bytes, int at, int value) {
    int next = at;
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      bytes[next++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[next++] = (byte) rest;
    return next;
  }

  /** Writes the value and returns the position after it. */
  public static int put(byte[] bytes, int at, long value) {
    int next = at;
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[next++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[next++] = (byte) rest;
    return next;
  }

  /** Reads the int that starts at the position. */
  public static int getInt(MemorySegment segment, int at) {
    int b = segment.get(at);
    int value = b & 0x7f;
    for (int i = 1; b < 0; i++) {
      if (i == MAX_INT_BYTES) {
        throw tooLong(at, MAX_INT_BYTES);
      }
      b = segment.get(at + i);
      value |= (b & 0x7f) << 7 * i;
    }
    return value;
  }

  /** Reads the long that starts at the position. */
  public static long getLong(MemorySegment segment, int at) {
    int b = segment.get(at);
    long value = b & 0x7f;
    for (int i = 1; b < 0; i++) {
      if (i == MAX_LONG_BYTES) {
        throw tooLong(at, MAX_LONG_BYTES);
      }
      b = segment.get(at + i);
      value |= (b & 0x7fL) << 7 * i;
    }
    return value;
  }

  /** The position after the number that starts at the position. */
  public static int skip(MemorySegment segment, int at) {
    int next = at;
    while (segment.get(next++) < 0) {
      if (next - at == MAX_LONG_BYTES) {
        throw tooLong(at, MAX_LONG_BYTES);
      }
    }
    return next;
  }

  private static InvalidRecordException tooLong(int at, int limit) {
    return new InvalidRecordException(
        "The variable-length number at byte " + at + " is longer than " + limit + " bytes");
  }
}

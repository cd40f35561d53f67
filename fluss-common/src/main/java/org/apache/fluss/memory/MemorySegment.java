// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.memory;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.apache.fluss.annotation.Internal;

/**
 * A fixed piece of memory, on the heap (a byte array) or off it (a direct buffer), read and written
 * at absolute positions in bytes. Numbers are little-endian unless the name says otherwise. An
 * access outside throws {@link IndexOutOfBoundsException}. Threads may share a segment that nobody
 * writes.
 */
@Internal
public final class MemorySegment {
  private final byte[] heap;
  private final ByteBuffer direct;
  private final int size;

  private MemorySegment(byte[] heap, ByteBuffer direct, int size) {
    this.heap = heap;
    this.direct = direct;
    this.size = size;
  }

  /** Wraps the array without copying it. */
  public static MemorySegment wrap(byte[] array) {
    return new MemorySegment(array, null, array.length);
  }

  /** Wraps the whole capacity of a direct buffer without copying it. */
  public static MemorySegment wrapOffHeapMemory(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("Off-heap segments need a direct buffer, got " + buffer);
    }
    ByteBuffer whole = buffer.duplicate();
    whole.clear();
    return new MemorySegment(null, whole.order(ByteOrder.LITTLE_ENDIAN), whole.capacity());
  }

  /** Allocates zeroed memory on the heap. */
  public static MemorySegment allocateHeapMemory(int size) {
    return wrap(new byte[size]);
  }

  /** Allocates zeroed memory off the heap, freed with the segment. */
  public static MemorySegment allocateOffHeapMemory(int size) {
    return wrapOffHeapMemory(ByteBuffer.allocateDirect(size));
  }

  /** Size in bytes. */
  public int size() {
    return size;
  }

  public boolean isOffHeap() {
    return heap == null;
  }

  /** The array behind the segment, null for off-heap memory. */
  public byte[] getHeapMemory() {
    return heap;
  }

  /** The array behind the segment; throws {@link IllegalStateException} for off-heap memory. */
  public byte[] getArray() {
    if (heap == null) {
      throw new IllegalStateException("The segment is off-heap memory, it has no array");
    }
    return heap;
  }

  /** The buffer behind the segment; throws {@link IllegalStateException} for heap memory. */
  public ByteBuffer getOffHeapBuffer() {
    if (direct == null) {
      throw new IllegalStateException("The segment is heap memory, it has no direct buffer");
    }
    return direct.duplicate();
  }

  /**
   * A little-endian buffer over {@code length} bytes from {@code offset} on, sharing the memory.
   */
  public ByteBuffer wrap(int offset, int length) {
    Objects.checkFromIndexSize(offset, length, size);
    ByteBuffer view = heap != null ? ByteBuffer.wrap(heap) : direct.duplicate();
    view.position(offset).limit(offset + length);
    return view.order(ByteOrder.LITTLE_ENDIAN);
  }

  public byte get(int index) {
    return heap != null ? heap[index] : direct.get(index);
  }

  public void put(int index, byte b) {
    if (heap != null) {
      heap[index] = b;
    } else {
      direct.put(index, b);
    }
  }

  public boolean getBoolean(int index) {
    return get(index) != 0;
  }

  public void putBoolean(int index, boolean value) {
    put(index, (byte) (value ? 1 : 0));
  }

  public char getChar(int index) {
    return heap != null ? LittleEndian.getChar(heap, index) : direct.getChar(index);
  }

  public void putChar(int index, char value) {
    if (heap != null) {
      LittleEndian.putChar(heap, index, value);
    } else {
      direct.putChar(index, value);
    }
  }

  public short getShort(int index) {
    return heap != null ? LittleEndian.getShort(heap, index) : direct.getShort(index);
  }

  public void putShort(int index, short value) {
    if (heap != null) {
      LittleEndian.putShort(heap, index, value);
    } else {
      direct.putShort(index, value);
    }
  }

  public int getInt(int index) {
    return heap != null ? LittleEndian.getInt(heap, index) : direct.getInt(index);
  }

  public void putInt(int index, int value) {
    if (heap != null) {
      LittleEndian.putInt(heap, index, value);
    } else {
      direct.putInt(index, value);
    }
  }

  public long getUnsignedInt(int index) {
    return getInt(index) & 0xffffffffL;
  }

  public long getLong(int index) {
    return heap != null ? LittleEndian.getLong(heap, index) : direct.getLong(index);
  }

  public void putLong(int index, long value) {
    if (heap != null) {
      LittleEndian.putLong(heap, index, value);
    } else {
      direct.putLong(index, value);
    }
  }

  public float getFloat(int index) {
    return Float.intBitsToFloat(getInt(index));
  }

  /** Keeps the bits of NaN values. */
  public void putFloat(int index, float value) {
    putInt(index, Float.floatToRawIntBits(value));
  }

  public double getDouble(int index) {
    return Double.longBitsToDouble(getLong(index));
  }

  /** Keeps the bits of NaN values. */
  public void putDouble(int index, double value) {
    putLong(index, Double.doubleToRawLongBits(value));
  }

  public short getShortBigEndian(int index) {
    return Short.reverseBytes(getShort(index));
  }

  public void putShortBigEndian(int index, short value) {
    putShort(index, Short.reverseBytes(value));
  }

  public int getIntBigEndian(int index) {
    return Integer.reverseBytes(getInt(index));
  }

  public void putIntBigEndian(int index, int value) {
    putInt(index, Integer.reverseBytes(value));
  }

  public long getLongBigEndian(int index) {
    return Long.reverseBytes(getLong(index));
  }

  public void putLongBigEndian(int index, long value) {
    putLong(index, Long.reverseBytes(value));
  }

  /** Fills the whole array with the bytes from {@code index} on. */
  public void get(int index, byte[] dst) {
    get(index, dst, 0, dst.length);
  }

  /** Copies {@code length} bytes from {@code index} on into the array. */
  public void get(int index, byte[] dst, int offset, int length) {
    if (heap != null) {
      System.arraycopy(heap, index, dst, offset, length);
    } else {
      wrap(index, length).get(dst, offset, length);
    }
  }

  /** Copies {@code length} bytes from {@code index} on into the buffer, moving its position. */
  public void get(int index, ByteBuffer target, int length) {
    target.put(wrap(index, length));
  }

  /** Writes {@code length} bytes from {@code index} on. */
  public void get(DataOutput out, int index, int length) throws IOException {
    if (heap != null) {
      out.write(heap, index, length);
    } else {
      Objects.checkFromIndexSize(index, length, size);
      byte[] copy = new byte[length];
      get(index, copy);
      out.write(copy);
    }
  }

  /** Copies the whole array to {@code index}. */
  public void put(int index, byte[] src) {
    put(index, src, 0, src.length);
  }

  /** Copies {@code length} bytes of the array to {@code index}. */
  public void put(int index, byte[] src, int offset, int length) {
    if (heap != null) {
      System.arraycopy(src, offset, heap, index, length);
    } else {
      wrap(index, length).put(src, offset, length);
    }
  }

  /** Copies {@code length} bytes of the buffer to {@code index}, moving the buffer's position. */
  public void put(int index, ByteBuffer source, int length) {
    ByteBuffer part = source.duplicate();
    part.limit(source.position() + length);
    wrap(index, length).put(part);
    source.position(source.position() + length);
  }

  /** Reads {@code length} bytes into the memory at {@code index}. */
  public void put(DataInput in, int index, int length) throws IOException {
    if (heap != null) {
      in.readFully(heap, index, length);
    } else {
      Objects.checkFromIndexSize(index, length, size);
      byte[] copy = new byte[length];
      in.readFully(copy);
      put(index, copy);
    }
  }

  /** Copies {@code length} bytes to another segment, which may be this one. */
  public void copyTo(int index, MemorySegment target, int targetIndex, int length) {
    if (heap != null) {
      target.put(targetIndex, heap, index, length);
    } else if (target.heap != null) {
      get(index, target.heap, targetIndex, length);
    } else {
      target.wrap(targetIndex, length).put(wrap(index, length));
    }
  }

  /** Compares equally long ranges as unsigned bytes. */
  public int compare(MemorySegment other, int index, int otherIndex, int length) {
    return compare(other, index, otherIndex, length, length);
  }

  /** Compares two ranges as unsigned bytes; of equal prefixes the shorter range is smaller. */
  public int compare(MemorySegment other, int index, int otherIndex, int length, int otherLength) {
    Objects.checkFromIndexSize(index, length, size);
    Objects.checkFromIndexSize(otherIndex, otherLength, other.size);
    if (heap != null && other.heap != null) {
      return Arrays.compareUnsigned(
          heap, index, index + length, other.heap, otherIndex, otherIndex + otherLength);
    }
    int common = Math.min(length, otherLength);
    for (int i = 0; i < common; i++) {
      int order = Byte.compareUnsigned(get(index + i), other.get(otherIndex + i));
      if (order != 0) {
        return order;
      }
    }
    return length - otherLength;
  }

  /** Whether {@code length} bytes at {@code index} equal those of the other segment. */
  public boolean equalTo(MemorySegment other, int index, int otherIndex, int length) {
    if (heap != null && other.heap != null) {
      return Arrays.equals(
          heap, index, index + length, other.heap, otherIndex, otherIndex + length);
    }
    return wrap(index, length).equals(other.wrap(otherIndex, length));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.memory.MemorySegment;
import org.apache.fluss.memory.MurmurHash;

/**
 * A value that is a view of a range of bytes. Two sections of one class are equal if their bytes
 * are. Bytes that are spread over several segments are copied into one when the section is pointed
 * at them.
 */
@Internal
public abstract class BinarySection implements MemoryAwareGetters, Serializable {
  private static final long serialVersionUID = 1L;

  /** Most bytes a slot of 8 can hold itself. */
  public static final int MAX_FIX_PART_DATA_SIZE = 7;

  protected transient MemorySegment segment;
  protected transient int offset;
  protected transient int sizeInBytes;

  public BinarySection() {}

  public BinarySection(MemorySegment[] segments, int offset, int sizeInBytes) {
    pointTo(segments, offset, sizeInBytes);
  }

  /**
   * Makes this a view of other bytes; throws {@link IndexOutOfBoundsException} if they are not
   * there.
   */
  public final void pointTo(MemorySegment segment, int offset, int sizeInBytes) {
    Objects.checkFromIndexSize(offset, sizeInBytes, segment.size());
    this.segment = segment;
    this.offset = offset;
    this.sizeInBytes = sizeInBytes;
    pointed();
  }

  /** Like the other {@code pointTo}, over the concatenation of segments. */
  public void pointTo(MemorySegment[] segments, int offset, int sizeInBytes) {
    int start = offset;
    int i = 0;
    while (i < segments.length - 1 && start >= segments[i].size()) {
      start -= segments[i++].size();
    }
    if (start + (long) sizeInBytes <= segments[i].size() || i == segments.length - 1) {
      pointTo(segments[i], start, sizeInBytes);
    } else {
      pointTo(gather(segments, offset, sizeInBytes), 0, sizeInBytes);
    }
  }

  /**
   * Called after the view moved, for subclasses that remember something about the bytes. It must
   * not need other fields, which are not there yet when the section is being deserialized.
   */
  protected void pointed() {}

  private static MemorySegment gather(MemorySegment[] segments, int offset, int size) {
    long total = 0;
    for (MemorySegment segment : segments) {
      total += segment.size();
    }
    if (offset < 0 || size < 0 || offset + (long) size > total) {
      throw new IndexOutOfBoundsException(
          size + " bytes at " + offset + " are not within " + total + " bytes of memory");
    }
    byte[] bytes = new byte[size];
    int start = offset;
    int filled = 0;
    for (MemorySegment segment : segments) {
      int length = Math.min(segment.size() - start, size - filled);
      if (length > 0) {
        segment.get(start, bytes, filled, length);
        filled += length;
      }
      start = Math.max(0, start - segment.size());
    }
    return MemorySegment.wrap(bytes);
  }

  @Override
  public MemorySegment[] getSegments() {
    return new MemorySegment[] {segment};
  }

  @Override
  public int getOffset() {
    return offset;
  }

  @Override
  public int getSizeInBytes() {
    return sizeInBytes;
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    byte[] bytes = new byte[sizeInBytes];
    segment.get(offset, bytes);
    return bytes;
  }

  /** The bytes as a buffer that shares the memory. */
  public ByteBuffer wrapByteBuffer() {
    return segment.wrap(offset, sizeInBytes);
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (o == null || getClass() != o.getClass()) {
      return false;
    }
    BinarySection that = (BinarySection) o;
    return sizeInBytes == that.sizeInBytes
        && segment.equalTo(that.segment, offset, that.offset, sizeInBytes);
  }

  @Override
  public int hashCode() {
    return MurmurHash.hash(segment, offset, sizeInBytes);
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeObject(toBytes());
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    byte[] bytes = (byte[]) in.readObject();
    pointTo(MemorySegment.wrap(bytes), 0, bytes.length);
  }

  // What follows reads variable-width values. A value is named by its extent, position << 32 |
  // length,
  // so that finding it allocates nothing.

  /** The extent of {@code length} bytes at {@code position}, checked to lie within this section. */
  protected final long extent(long position, int length) {
    if (length < 0 || position < offset || position + length > offset + (long) sizeInBytes) {
      throw new InvalidRecordException(
          String.format(
              "A value of %d bytes at byte %d is outside of the %d bytes of its %s",
              length, position - offset, sizeInBytes, getClass().getSimpleName()));
    }
    return position << 32 | length;
  }

  /** The extent an 8-byte slot refers to: up to 7 bytes within the slot, or bytes elsewhere. */
  protected final long slotExtent(int slot) {
    long value = segment.getLong(slot);
    return value < 0
        ? extent(slot, (int) (value >>> 56) & 0x7f)
        : extent(offset + (value >>> 32), (int) value);
  }

  protected final BinaryString stringAt(long extent) {
    return BinaryString.fromSegment(segment, (int) (extent >>> 32), (int) extent);
  }

  protected final byte[] bytesAt(long extent) {
    byte[] bytes = new byte[(int) extent];
    segment.get((int) (extent >>> 32), bytes);
    return bytes;
  }

  protected final Decimal decimalAt(long extent, int precision, int scale) {
    return Decimal.fromUnscaledBytes(bytesAt(extent), precision, scale);
  }

  /**
   * The timestamp of a slot of 8 bytes: milliseconds, or where they are together with nanoseconds.
   */
  protected final TimestampNtz ntzAt(int slot, int precision) {
    long value = segment.getLong(slot);
    return TimestampNtz.isCompact(precision)
        ? TimestampNtz.fromMillis(value)
        : TimestampNtz.fromMillis(millisAt(value), (int) value);
  }

  /** Like {@link #ntzAt}. */
  protected final TimestampLtz ltzAt(int slot, int precision) {
    long value = segment.getLong(slot);
    return TimestampLtz.isCompact(precision)
        ? TimestampLtz.fromEpochMillis(value)
        : TimestampLtz.fromEpochMillis(millisAt(value), (int) value);
  }

  private long millisAt(long slotValue) {
    return segment.getLong((int) (extent(offset + (slotValue >>> 32), Long.BYTES) >>> 32));
  }

  /** Points the section at an extent of this one and returns it. */
  protected final <T extends BinarySection> T pointAt(T section, long extent) {
    section.pointTo(segment, (int) (extent >>> 32), (int) extent);
    return section;
  }
}

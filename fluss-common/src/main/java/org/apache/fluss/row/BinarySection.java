// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.fluss.annotation.Internal;
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

  /** Called after the view moved, for subclasses that remember something about the bytes. */
  void pointed() {}

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
}

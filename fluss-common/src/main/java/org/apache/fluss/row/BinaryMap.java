// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.InvalidRecordException;
import org.apache.fluss.memory.MemorySegment;

/**
 * A map that is a view of bytes: the size of the array of keys, that array, the array of values.
 */
@PublicEvolving
public abstract class BinaryMap extends BinarySection implements InternalMap {
  private static final long serialVersionUID = 1L;

  private transient BinaryArray keys;
  private transient BinaryArray values;

  public BinaryMap() {}

  protected abstract BinaryArray createKeyArrayInstance();

  protected abstract BinaryArray createValueArrayInstance();

  protected abstract BinaryMap createMapInstance();

  @Override
  protected void pointed() {
    keys = null;
    values = null;
  }

  private int keyBytes() {
    if (sizeInBytes < Integer.BYTES) {
      throw new InvalidRecordException("A map cannot be as small as " + sizeInBytes + " bytes");
    }
    return segment.getInt(offset);
  }

  @Override
  public int size() {
    return keyArray().size();
  }

  @Override
  public BinaryArray keyArray() {
    BinaryArray array = keys;
    if (array == null) {
      array = pointAt(createKeyArrayInstance(), extent(offset + (long) Integer.BYTES, keyBytes()));
      keys = array;
    }
    return array;
  }

  @Override
  public BinaryArray valueArray() {
    BinaryArray array = values;
    if (array == null) {
      int before = Integer.BYTES + keyArray().getSizeInBytes();
      array =
          pointAt(createValueArrayInstance(), extent(offset + (long) before, sizeInBytes - before));
      if (array.size() != keyArray().size()) {
        throw new InvalidRecordException(
            "A map has " + keyArray().size() + " keys, but " + array.size() + " values");
      }
      values = array;
    }
    return array;
  }

  /** A map with its own bytes. */
  public BinaryMap copy() {
    return copy(createMapInstance());
  }

  /** Points the other map at a copy of the bytes and returns it. */
  public BinaryMap copy(BinaryMap reuse) {
    reuse.pointTo(MemorySegment.wrap(toBytes()), 0, sizeInBytes);
    return reuse;
  }

  /** Points the map at a concatenation of the arrays and returns it. */
  public static BinaryMap valueOf(BinaryArray key, BinaryArray value, BinaryMap reuse) {
    if (key.anyNull()) {
      throw new IllegalArgumentException("The keys of a map must not be null");
    }
    if (key.size() != value.size()) {
      throw new IllegalArgumentException(
          "A map of " + key.size() + " keys cannot have " + value.size() + " values");
    }
    int keyBytes = key.getSizeInBytes();
    int valueBytes = value.getSizeInBytes();
    byte[] bytes = new byte[Math.addExact(Integer.BYTES + valueBytes, keyBytes)];
    MemorySegment target = MemorySegment.wrap(bytes);
    target.putInt(0, keyBytes);
    key.segment.get(key.offset, bytes, Integer.BYTES, keyBytes);
    value.segment.get(value.offset, bytes, Integer.BYTES + keyBytes, valueBytes);
    reuse.pointTo(target, 0, bytes.length);
    return reuse;
  }

  @Override
  public boolean equals(Object o) {
    return super.equals(o);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public void pointTo(MemorySegment[] segments, int offset, int sizeInBytes) {
    super.pointTo(segments, offset, sizeInBytes);
  }
}

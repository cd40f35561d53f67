// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import java.util.Arrays;

/**
 * Batches reduced to some columns, as a sequence of pieces: bytes made for the answer (headers and
 * metadata) and regions of the source (the buffers of the columns). To be sent in this order.
 */
public final class ProjectedBatches {
  private byte[] bytes = new byte[1024];
  private int byteCount;

  /** Position in the source, or the complement of the offset in {@link #bytes}. */
  private long[] starts = new long[16];

  private int[] lengths = new int[16];
  private int pieceCount;
  private int sizeInBytes;

  ProjectedBatches() {}

  /** Takes the pieces in order. */
  public interface Visitor {
    /** Bytes that are not in the source; the array must not be written. */
    void bytes(byte[] bytes, int offset, int length);

    /** A region of the source. */
    void region(long position, int length);
  }

  /** Size in bytes of all pieces. */
  public int sizeInBytes() {
    return sizeInBytes;
  }

  /** Shows all pieces in the order in which they are to be sent. */
  public void forEach(Visitor visitor) {
    for (int i = 0; i < pieceCount; i++) {
      if (starts[i] < 0) {
        visitor.bytes(bytes, (int) ~starts[i], lengths[i]);
      } else {
        visitor.region(starts[i], lengths[i]);
      }
    }
  }

  void addBytes(byte[] source, int offset, int length) {
    bytes = ColumnBuilder.grown(bytes, byteCount, (long) byteCount + length);
    System.arraycopy(source, offset, bytes, byteCount, length);
    int last = pieceCount - 1;
    if (last >= 0 && starts[last] < 0) {
      lengths[last] += length;
    } else {
      add(~(long) byteCount, length);
    }
    byteCount += length;
    sizeInBytes = Math.addExact(sizeInBytes, length);
  }

  void addRegion(long position, int length) {
    int last = pieceCount - 1;
    if (last >= 0 && starts[last] >= 0 && starts[last] + lengths[last] == position) {
      lengths[last] += length;
    } else {
      add(position, length);
    }
    sizeInBytes = Math.addExact(sizeInBytes, length);
  }

  private void add(long start, int length) {
    if (length == 0) {
      return;
    }
    if (pieceCount == starts.length) {
      starts = Arrays.copyOf(starts, 2 * pieceCount);
      lengths = Arrays.copyOf(lengths, 2 * pieceCount);
    }
    starts[pieceCount] = start;
    lengths[pieceCount++] = length;
  }
}

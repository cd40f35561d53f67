// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.art.Art;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Unions of serialized Roaring bitmaps. Bytes that are none are an IllegalArgumentException. */
final class Bitmaps {
  private static final int RUNS = 0;
  private static final int BITS = 1;

  /** How many values one container is for. */
  private static final int VALUES = 1 << 16;

  private Bitmaps() {}

  static byte[] union32(byte[] left, byte[] right) {
    try {
      RoaringBitmap union = read32(left);
      union.or(read32(right));
      union.runOptimize();
      byte[] bytes = new byte[union.serializedSizeInBytes()];
      union.serialize(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
      return bytes;
    } catch (IOException | RuntimeException e) {
      throw malformed(32, left, right, e);
    }
  }

  private static RoaringBitmap read32(byte[] bytes) throws IOException {
    RoaringBitmap bitmap = new RoaringBitmap();
    bitmap.deserialize(ByteBuffer.wrap(bytes));
    return bitmap;
  }

  static byte[] union64(byte[] left, byte[] right) {
    try {
      Roaring64Bitmap union = read64(left);
      union.or(read64(right));
      union.runOptimize();
      ByteArrayOutputStream bytes =
          new ByteArrayOutputStream(Math.toIntExact(union.serializedSizeInBytes()));
      union.serialize(new DataOutputStream(bytes));
      return bytes.toByteArray();
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // The library walks the tree in the bytes recursively, however deep it claims to be.
      throw malformed(64, left, right, e);
    }
  }

  private static Roaring64Bitmap read64(byte[] bytes) throws IOException {
    if (bytes.length > 0 && bytes[0] != 0) {
      checkContainers(bytes);
    }
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    bitmap.deserialize(new DataInputStream(new ByteArrayInputStream(bytes)));
    return bitmap;
  }

  /**
   * The library allocates as many elements as the bytes speak of before it reads them, so their
   * counts are checked here: arrays of containers lie behind the tree of keys.
   */
  private static void checkContainers(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    in.skipBytes(1);
    new Art().deserializeArt(in);
    for (int array = count(in); array > 0; array--) {
      in.readByte();
      for (int container = count(in); container > 0; container--) {
        if (in.readByte() != 0) {
          skipContainer(in);
        }
      }
    }
  }

  private static void skipContainer(DataInputStream in) throws IOException {
    int kind = in.readByte();
    int cardinality = Integer.reverseBytes(in.readInt());
    int bytes;
    switch (kind) {
      case RUNS:
        bytes = Character.reverseBytes(in.readChar()) * 2 * Character.BYTES;
        break;
      case BITS:
        bytes = VALUES / Byte.SIZE;
        break;
      default:
        bytes = cardinality * Character.BYTES;
        break;
    }
    if (cardinality < 0 || cardinality > VALUES || in.skipBytes(bytes) < bytes) {
      throw new EOFException("A container of " + cardinality + " values is cut short.");
    }
  }

  /** A number of elements, each of which takes a byte at least. */
  private static int count(DataInputStream in) throws IOException {
    int count = Integer.reverseBytes(in.readInt());
    if (count < 0 || count > in.available()) {
      throw new EOFException(count + " elements in " + in.available() + " bytes");
    }
    return count;
  }

  private static IllegalArgumentException malformed(
      int bits, byte[] left, byte[] right, Throwable cause) {
    return new IllegalArgumentException(
        "The stored value of "
            + left.length
            + " bytes or the written one of "
            + right.length
            + " bytes is no serialized Roaring bitmap of "
            + bits
            + "-bit numbers.",
        cause);
  }
}

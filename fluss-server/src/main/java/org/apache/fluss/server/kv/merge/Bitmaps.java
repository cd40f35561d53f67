// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Unions of serialized Roaring bitmaps. Bytes that are none are an IllegalArgumentException. */
final class Bitmaps {
  private Bitmaps() {}

  static byte[] union32(byte[] left, byte[] right) {
    RoaringBitmap union = read32(left);
    union.or(read32(right));
    union.runOptimize();
    byte[] bytes = new byte[union.serializedSizeInBytes()];
    union.serialize(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    return bytes;
  }

  private static RoaringBitmap read32(byte[] bytes) {
    RoaringBitmap bitmap = new RoaringBitmap();
    try {
      bitmap.deserialize(ByteBuffer.wrap(bytes));
    } catch (IOException | RuntimeException e) {
      throw malformed(32, bytes, e);
    }
    return bitmap;
  }

  static byte[] union64(byte[] left, byte[] right) {
    Roaring64Bitmap union = read64(left);
    union.or(read64(right));
    union.runOptimize();
    ByteArrayOutputStream bytes =
        new ByteArrayOutputStream(Math.toIntExact(union.serializedSizeInBytes()));
    try {
      union.serialize(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new AssertionError("Memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  private static Roaring64Bitmap read64(byte[] bytes) {
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    try {
      bitmap.deserialize(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException | RuntimeException e) {
      throw malformed(64, bytes, e);
    }
    return bitmap;
  }

  private static IllegalArgumentException malformed(int bits, byte[] bytes, Exception cause) {
    return new IllegalArgumentException(
        "A value of "
            + bytes.length
            + " bytes is no serialized Roaring bitmap of "
            + bits
            + "-bit numbers.",
        cause);
  }
}

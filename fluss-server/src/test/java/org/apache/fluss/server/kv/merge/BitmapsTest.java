// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class BitmapsTest {
  private static byte[] large() throws IOException {
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    for (long high = 0; high < 40; high++) {
      bitmap.addRange(high << 40, (high << 40) + 30_000);
      bitmap.addLong(high << 20);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    bitmap.serialize(new DataOutputStream(out));
    return out.toByteArray();
  }

  @Test
  void bitmapsOfAllKindsOfContainersAreUnited() throws Exception {
    byte[] bytes = large();
    Roaring64Bitmap union = new Roaring64Bitmap();
    union.deserialize(ByteBuffer.wrap(Bitmaps.union64(bytes, bytes)));
    assertThat(union.getLongCardinality()).isEqualTo(40 * 30_000L + 39);
  }

  @Test
  void damagedBytesAreRefusedWithinBoundedMemory() throws Exception {
    byte[] good64 = large();
    RoaringBitmap bitmap = new RoaringBitmap();
    bitmap.add(5L, 90_000L);
    ByteBuffer good32 =
        ByteBuffer.allocate(bitmap.serializedSizeInBytes()).order(ByteOrder.LITTLE_ENDIAN);
    bitmap.serialize(good32);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 2_000; i++) {
      refused += refused(damage(good64, random), good64, false);
      refused += refused(damage(good32.array(), random), good32.array(), true);
    }
    assertThat(refused).isGreaterThan(500);
    assertThat(refused(new byte[0], good64, false)).isOne();
    assertThat(refused(new byte[] {1}, good64, false)).isOne();
    assertThat(refused(new byte[0], good32.array(), true)).isOne();
  }

  private static byte[] damage(byte[] bytes, Random random) {
    byte[] damaged = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
    for (int i = random.nextInt(4); i >= 0; i--) {
      damaged[random.nextInt(Math.min(damaged.length, 200))] = (byte) random.nextInt();
    }
    return damaged;
  }

  /** 1 if the bytes are refused as they should be, 0 if they pass for a bitmap. */
  private static int refused(byte[] bytes, byte[] good, boolean small) {
    try {
      byte[] union = small ? Bitmaps.union32(good, bytes) : Bitmaps.union64(good, bytes);
      assertThat(union).isNotNull();
      return 0;
    } catch (IllegalArgumentException e) {
      return 1;
    }
  }

  @Test
  void aCountBeyondTheBytesAllocatesNothing() {
    byte[] bytes =
        Vectors.bytes(
            "01010000000000000004000000000000000000000000000000000001000000fe01000000"
                + "010201000000020001000000000000000000000000000000");
    // The number of containers in the only array of them.
    ByteBuffer.wrap(bytes).putInt(32, 0xffffff7f);
    assertThatThrownBy(() -> Bitmaps.union64(bytes, bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasStackTraceContaining("2147483647 elements in");
  }
}

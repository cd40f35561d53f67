// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.keys;

import java.security.SecureRandom;

/**
 * 128 bits in place of a key, by SipHash-2-4 under a secret of this process: nobody can make two
 * keys meet, and by chance two of a billion keys do with a probability of one to 10^20. A key of
 * one number is kept exactly. Nothing of it is stored. Not thread-safe.
 */
public final class KeyHash {

  private static final long SECRET_0;
  private static final long SECRET_1;

  static {
    SecureRandom random = new SecureRandom();
    SECRET_0 = random.nextLong();
    SECRET_1 = random.nextLong();
  }

  private long high;
  private long low;
  private long v0;
  private long v1;
  private long v2;
  private long v3;

  /** First half of the last hash. */
  public long high() {
    return high;
  }

  /** Second half of the last hash. */
  public long low() {
    return low;
  }

  /** A key of one number. */
  void of(long number) {
    long mixed = number ^ SECRET_0;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    high = mixed ^ mixed >>> 31;
    low = number;
  }

  /** A key of bytes. */
  void of(byte[] bytes, int start, int length) {
    v0 = SECRET_0 ^ 0x736f6d6570736575L;
    v1 = SECRET_1 ^ 0x646f72616e646f6dL ^ 0xee;
    v2 = SECRET_0 ^ 0x6c7967656e657261L;
    v3 = SECRET_1 ^ 0x7465646279746573L;
    int end = start + (length & ~7);
    for (int i = start; i < end; i += 8) {
      take(word(bytes, i, 8));
    }
    take(word(bytes, end, length & 7) | (long) length << 56);
    v2 ^= 0xee;
    rounds(4);
    high = v0 ^ v1 ^ v2 ^ v3;
    v1 ^= 0xdd;
    rounds(4);
    low = v0 ^ v1 ^ v2 ^ v3;
  }

  private static long word(byte[] bytes, int start, int count) {
    long word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = word << 8 | bytes[start + i] & 0xff;
    }
    return word;
  }

  private void take(long word) {
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
    }
  }
}

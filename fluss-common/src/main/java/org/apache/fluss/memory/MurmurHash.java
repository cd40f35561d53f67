// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.memory;

/**
 * The 32-bit murmur hash with seed 42 that places keys in buckets. It differs from standard murmur3
 * in the tail: every byte after the last full word counts as a word of its own, sign-extended.
 */
public final class MurmurHash {
  private static final int SEED = 42;

  private MurmurHash() {}

  /** Hashes {@code length} bytes from {@code offset} on. */
  public static int hash(byte[] bytes, int offset, int length) {
    int h = SEED;
    int end = offset + length;
    int words = offset + (length & ~3);
    int i = offset;
    for (; i < words; i += 4) {
      h = mix(h, LittleEndian.getInt(bytes, i));
    }
    for (; i < end; i++) {
      h = mix(h, bytes[i]);
    }
    return finish(h ^ length);
  }

  /** Hashes {@code length} bytes of the segment from {@code offset} on. */
  public static int hash(MemorySegment segment, int offset, int length) {
    if (!segment.isOffHeap()) {
      return hash(segment.getHeapMemory(), offset, length);
    }
    int h = SEED;
    int end = offset + length;
    int words = offset + (length & ~3);
    int i = offset;
    for (; i < words; i += 4) {
      h = mix(h, segment.getInt(i));
    }
    for (; i < end; i++) {
      h = mix(h, segment.get(i));
    }
    return finish(h ^ length);
  }

  /** Spreads a hash code once more; the result is never negative. */
  public static int spread(int code) {
    int h = finish(mix(0, code) ^ 4);
    if (h >= 0) {
      return h;
    }
    return h == Integer.MIN_VALUE ? 0 : -h;
  }

  /** Folds one word into the running hash. */
  public static int mix(int h, int word) {
    int k = word * 0xcc9e2d51;
    k = Integer.rotateLeft(k, 15) * 0x1b873593;
    return Integer.rotateLeft(h ^ k, 13) * 5 + 0xe6546b64;
  }

  /** The last step of murmur3: makes every input bit change every output bit. */
  public static int finish(int hash) {
    int h = hash;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}

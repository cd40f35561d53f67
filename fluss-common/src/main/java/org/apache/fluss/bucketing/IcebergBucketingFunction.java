// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.bucketing;

import org.apache.fluss.memory.LittleEndian;
import org.apache.fluss.memory.MurmurHash;

/** The bucket transform of Iceberg: standard murmur3 of 32 bits with seed 0. */
public class IcebergBucketingFunction implements BucketingFunction {
  /** Throws {@link IllegalArgumentException} without a key or buckets. */
  @Override
  public int bucketing(byte[] bucketKey, int numBuckets) {
    if (bucketKey == null || bucketKey.length == 0) {
      throw new IllegalArgumentException("An Iceberg bucket key must have at least one byte");
    }
    if (numBuckets <= 0) {
      throw new IllegalArgumentException("There must be at least one bucket, got " + numBuckets);
    }
    return (hash(bucketKey) & Integer.MAX_VALUE) % numBuckets;
  }

  private static int hash(byte[] bytes) {
    int words = bytes.length & ~3;
    int h = 0;
    for (int i = 0; i < words; i += 4) {
      h = MurmurHash.mix(h, LittleEndian.getInt(bytes, i));
    }
    int tail = 0;
    for (int i = bytes.length - 1; i >= words; i--) {
      tail = tail << 8 | bytes[i] & 0xff;
    }
    // Unlike a full word, the tail is not rotated into the hash.
    h ^= Integer.rotateLeft(tail * 0xcc9e2d51, 15) * 0x1b873593;
    return MurmurHash.finish(h ^ bytes.length);
  }
}

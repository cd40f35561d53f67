// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.bucketing;

import org.apache.fluss.memory.MurmurHash;

/** The function of tables without a lake format of their own placement. */
public class FlussBucketingFunction implements BucketingFunction {
  /** Throws {@link IllegalArgumentException} if the key is empty. */
  @Override
  public int bucketing(byte[] bucketKey, int numBuckets) {
    if (bucketKey.length == 0) {
      throw new IllegalArgumentException("A bucket key must have at least one byte");
    }
    return bucketForRowKey(bucketKey, numBuckets);
  }

  /** The bucket of a key, of an empty one too. */
  public static int bucketForRowKey(byte[] key, int numBuckets) {
    return MurmurHash.spread(MurmurHash.hash(key, 0, key.length)) % numBuckets;
  }
}

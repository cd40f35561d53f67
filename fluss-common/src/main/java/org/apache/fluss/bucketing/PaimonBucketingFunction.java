// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.bucketing;

import org.apache.fluss.memory.MurmurHash;

/** The function of Paimon. */
public class PaimonBucketingFunction implements BucketingFunction {
  @Override
  public int bucketing(byte[] bucketKey, int numBuckets) {
    return Math.abs(MurmurHash.hash(bucketKey, 0, bucketKey.length) % numBuckets);
  }
}

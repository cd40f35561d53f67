// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.bucketing;

import org.apache.fluss.metadata.DataLakeFormat;

/** Places keys in buckets. Stateless, hence thread safe. */
public interface BucketingFunction {
  /**
   * The bucket of a key.
   *
   * @param bucketKey the bytes of the key, by the encoder of the same lake format
   * @param numBuckets number of buckets, at least 1
   * @return 0 to {@code numBuckets - 1}
   */
  int bucketing(byte[] bucketKey, int numBuckets);

  /**
   * The function that places keys where the lake would place them.
   *
   * @param lakeFormat null for a table without a lake format
   */
  static BucketingFunction of(DataLakeFormat lakeFormat) {
    if (lakeFormat == null) {
      return new FlussBucketingFunction();
    }
    switch (lakeFormat) {
      case PAIMON:
        return new PaimonBucketingFunction();
      case ICEBERG:
        return new IcebergBucketingFunction();
      case LANCE:
        return new FlussBucketingFunction();
      default:
        throw new UnsupportedOperationException("No bucketing function for lake " + lakeFormat);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import org.apache.fluss.metadata.TableBucket;

/**
 * {@code .../buckets/{bucket}}: the parent of a bucket's nodes; whatever it contains is ignored.
 */
public final class BucketNode {
  private BucketNode() {}

  /** The node all buckets of the bucket's table or partition are below. */
  public static String parent(TableBucket bucket) {
    return bucket.getPartitionId() == null
        ? TableAssignmentNode.bucketsPath(bucket.getTableId())
        : PartitionAssignmentNode.bucketsPath(bucket.getPartitionId());
  }

  public static String path(TableBucket bucket) {
    return parent(bucket) + "/" + bucket.getBucket();
  }
}
